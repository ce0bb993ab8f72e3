// The side of the server that is followed: gives each standby what is promised, in order, and answers its questions.
//
// Guaranteed: nothing is sent before it is promised; an answer comes behind every batch that it speaks of. What a
// standby lacks is read from the journal, so that no queue grows for one that is slow. A standby that has not said what
// it holds has 64 kB for that. Not promised: that the journal still has what a standby lacks; it is told so, and begins
// anew.
import type { Duplex } from 'node:stream';
import type { FollowerFigures } from '../../admin/command.ts';
import { programVersion } from '../../config/version.ts';
import type { Engine } from '../../engine/engine.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { batchCount } from '../../engine/journal/record.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { FrameReader, STRANGER_BYTES_MAX, frameOf } from './frames.ts';
import { PROTOCOL, chainAt, chained, eventNames } from './protocol.ts';
import type { FromLeader, FromStandby, Hello } from './protocol.ts';

/** What is read from the journal and written before other work has its turn. */
const SLICE_BYTES = 1_048_576;
/** How long a standby may take to destroy keys before it is cut off. */
const DESTROY_MS_MAX = 10_000;

interface FollowerOptions {
  readonly store: Store;
  readonly usage: UsageCounter;
  /** Its connection has ended. */
  readonly gone: () => void;
}

class Follower {
  directory = '';
  version = '';
  sentSeq = -1;
  private chain = '';
  private isSending = false;
  private erased: { readonly id: number; readonly done: () => void }[] = [];
  /** What speaks of records that are not sent yet. */
  private held: { readonly seq: number; readonly message: FromLeader }[] = [];
  private readonly frames = new FrameReader(STRANGER_BYTES_MAX);
  private readonly engine: Engine;
  private readonly store: Store;
  private readonly usage: UsageCounter;
  private readonly socket: Duplex;

  constructor(socket: Duplex, head: Buffer, { store, usage, gone }: FollowerOptions) {
    this.socket = socket;
    this.store = store;
    this.engine = store.engine;
    this.usage = usage;
    socket.on('data', (piece: Buffer) => this.received(piece));
    socket.on('drain', () => this.send());
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const { done } of this.erased.splice(0)) done();
      gone();
    });
    if (head.length > 0) this.received(head);
  }

  private tell(message: FromLeader): void {
    this.socket.write(frameOf(message));
  }

  private received(piece: Buffer): void {
    try {
      for (const message of this.frames.push(piece)) this.hear(message as FromStandby);
    } catch (error) {
      logWarning(`a standby is cut off: ${(error as Error).message}`);
      this.socket.destroy();
    }
  }

  private hear(message: FromStandby): void {
    switch (message[0]) {
      case 'hello':
        return this.greet(message[1]);
      case 'ask': {
        const { hasFailed, durableSeq: seq } = this.engine;
        // A server whose journal has failed promises nothing any more.
        if (hasFailed) return void this.socket.destroy();
        return this.tellBehind(seq, ['promised', message[1], seq, this.engine.nowMs()]);
      }
      case 'usage':
        return this.usage.add(message[1]);
      case 'forgotten':
        for (const { id, done } of this.erased) if (id <= message[1]) done();
        this.erased = this.erased.filter(({ id }) => id > message[1]);
        return undefined;
      default:
        return message satisfies never;
    }
  }

  private greet(hello: Hello): void {
    const why = this.whyNot(hello);
    if (why !== '') {
      logWarning(`the standby in ${hello.directory} may not follow: ${why}`);
      this.socket.end(frameOf(['refused', why] satisfies FromLeader));
      return;
    }
    this.directory = hello.directory;
    this.version = hello.version;
    this.sentSeq = hello.headSeq;
    this.chain = hello.chain;
    this.frames.takeAll();
    logInfo(`${hello.directory} follows from record ${hello.headSeq}`);
    this.tell(['welcome', { version: programVersion(), events: eventNames() }]);
    this.send();
  }

  /** '' where it may follow. */
  private whyNot({ protocol, version, store, directory, headSeq, chain }: Hello): string {
    const { identity, engine } = this.store;
    if (protocol !== PROTOCOL)
      return `it is version ${version}, which follows otherwise than version ${programVersion()} leads`;
    if (store.id !== identity.id || store.timeline !== identity.timeline || store.feedEpoch !== identity.feedEpoch)
      return `${directory} holds another history than this server: empty it, and it begins anew`;
    const { journal, stored } = engine;
    if (headSeq > stored.headSeq)
      return `${directory} has record ${headSeq}, this server has ${stored.headSeq} of them: it is no copy of this shop`;
    if (headSeq < (journal.meta?.truncatedSeq ?? 0))
      return `${directory} is at record ${headSeq}, and what follows it is no longer kept: empty it, and it begins anew`;
    const own = chainAt(journal, headSeq);
    // Where one of both has truncated that record there is nothing to compare.
    if (chain !== own && chain !== '' && own !== '')
      return `record ${headSeq} of ${directory} is not that of this server: empty it, and it begins anew`;
    return '';
  }

  /** Sends a message once everything up to a record is sent. */
  private tellBehind(seq: number, message: FromLeader): void {
    this.held.push({ seq, message });
    this.send();
  }

  /** Sends what is promised and was not sent, and the messages for which that is enough. */
  send(): void {
    if (this.sentSeq < 0 || this.isSending) return;
    this.isSending = true;
    try {
      this.sendBatches();
    } finally {
      this.isSending = false;
    }
    this.release();
  }

  private release(): void {
    const { sentSeq } = this;
    for (const { seq, message } of this.held) if (seq <= sentSeq) this.tell(message);
    this.held = this.held.filter(({ seq }) => seq > sentSeq);
  }

  private sendBatches(): void {
    const { journal, promisedSeq, stored } = this.engine;
    const upTo = Math.min(promisedSeq, stored.headSeq);
    if (this.sentSeq >= upTo) return;
    let bytesLeft = SLICE_BYTES;
    for (const { firstSeq, bytes } of journal.batches(this.sentSeq + 1)) {
      if (firstSeq !== this.sentSeq + 1) return this.behind();
      this.chain = chained(this.chain, { firstSeq, bytes });
      this.sentSeq = firstSeq + batchCount(bytes) - 1;
      this.tell(['batch', firstSeq, bytes, this.chain]);
      bytesLeft -= bytes.length;
      if (this.sentSeq >= upTo || this.socket.writableNeedDrain) return;
      if (bytesLeft <= 0) return void setImmediate(() => this.send());
    }
  }

  private behind(): void {
    const why = `what follows record ${this.sentSeq} is no longer kept: empty ${this.directory}, and it begins anew`;
    // It is sent nothing more.
    this.sentSeq = -1;
    this.socket.end(frameOf(['refused', why] satisfies FromLeader));
  }

  /**
   * Resolves when it has destroyed what records up to this one destroy, or is gone: it then does so when it has them.
   * False: it has not answered in time, and is cut off.
   */
  async whenDestroyed(id: number, seq: number, waitMs: number): Promise<boolean> {
    if (this.sentSeq < 0 || this.socket.destroyed) return true;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      logWarning(`${this.directory} is cut off: it has not destroyed keys for ${waitMs / 1000} s`);
      this.socket.destroy();
    }, waitMs);
    await new Promise<void>((done) => {
      this.erased.push({ id, done });
      this.tellBehind(seq, ['erased', id]);
    });
    clearTimeout(timer);
    return !isLate;
  }

  end(): void {
    this.socket.end();
  }

  get figures(): FollowerFigures {
    const { directory, version, sentSeq } = this;
    return { directory, version, sentSeq };
  }
}

export class Followers {
  private readonly followers = new Set<Follower>();
  private readonly store: Store;
  private readonly usage: UsageCounter;
  private erasures = 0;

  constructor(store: Store, usage: UsageCounter) {
    this.store = store;
    this.usage = usage;
    const send = (): void => {
      for (const follower of this.followers) follower.send();
    };
    store.engine.observe({ committed: () => {}, durable: send });
  }

  /** A connection that was upgraded to what protocol.ts says. */
  accept(socket: Duplex, head: Buffer): void {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: kontor-follow\r\n\r\n');
    const { store, usage } = this;
    const gone = (): void => {
      this.followers.delete(follower);
      if (follower.directory !== '') logInfo(`${follower.directory} follows no more`);
    };
    const follower: Follower = new Follower(socket, head, { store, usage, gone });
    this.followers.add(follower);
  }

  get figures(): readonly FollowerFigures[] {
    return [...this.followers].filter(({ sentSeq }) => sentSeq >= 0).map((follower) => follower.figures);
  }

  /**
   * Resolves when every standby has destroyed the keys that are destroyed here, with those that do
   * not answer: they destroy them once they follow again.
   */
  async whenDestroyed(waitMs = DESTROY_MS_MAX): Promise<readonly string[]> {
    this.erasures += 1;
    const id = this.erasures;
    const seq = this.store.engine.headSeq;
    const late = [...this.followers].map(async (follower) =>
      (await follower.whenDestroyed(id, seq, waitMs)) ? [] : [`the standby in ${follower.directory}`],
    );
    return (await Promise.all(late)).flat();
  }

  close(): void {
    for (const follower of this.followers) follower.end();
  }
}
