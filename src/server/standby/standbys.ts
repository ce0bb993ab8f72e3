// The leader's side: sends each standby what is promised, in order, and answers its questions.
//
// Guaranteed: nothing is sent before it is promised; an answer comes behind every batch up to the record in it. What a
// standby lacks is read from the journal: no queue grows for a slow one. A peer that is not welcome yet gets 64 kB of
// memory. Not promised: that the journal still has what a standby lacks; that standby is refused, and begins anew.
import type { Duplex } from 'node:stream';
import type { FollowerFigures } from '../../admin/command.ts';
import { programVersion } from '../../config/version.ts';
import type { Engine } from '../../engine/engine.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { batchCount } from '../../engine/journal/record.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { FrameConnection, acceptUpgrade } from '../following/frame-connection.ts';
import { STRANGER_BYTES_MAX } from '../following/frames.ts';
import { FOLLOW_UPGRADE, PROTOCOL, chainAt, chained, eventNames } from './protocol.ts';
import type { FromLeader, FromStandby, Hello } from './protocol.ts';

/** Bytes that are read from the journal and sent before other work has its turn. */
const SLICE_BYTES = 1_048_576;
/** How long a standby may take to destroy keys before it is cut off. */
const DESTROY_MS_MAX = 10_000;

interface StandbyOptions {
  readonly store: Store;
  readonly usage: UsageCounter;
  /** Called when its connection has ended. */
  readonly gone: () => void;
}

/** One standby, from the upgrade of its connection on. */
class AttachedStandby {
  directory = '';
  version = '';
  sentSeq = -1;
  private chain = '';
  private isSending = false;
  private erased: { readonly id: number; readonly done: () => void }[] = [];
  /** Messages that come behind records which are not sent yet. */
  private held: { readonly seq: number; readonly message: FromLeader }[] = [];
  private readonly engine: Engine;
  private readonly store: Store;
  private readonly usage: UsageCounter;
  private readonly socket: Duplex;
  private readonly connection: FrameConnection<FromLeader, FromStandby>;

  constructor(socket: Duplex, head: Buffer, { store, usage, gone }: StandbyOptions) {
    this.socket = socket;
    this.store = store;
    this.engine = store.engine;
    this.usage = usage;
    const owner = {
      received: (messages: readonly FromStandby[]): void => {
        for (const message of messages) this.received(message);
      },
      failed: (error: unknown): void => {
        logWarning(`a standby is cut off: ${(error as Error).message}`);
        socket.destroy();
      },
      closed: (): void => {
        for (const { done } of this.erased.splice(0)) done();
        gone();
      },
    };
    this.connection = new FrameConnection(socket, owner, STRANGER_BYTES_MAX);
    socket.on('drain', () => this.send());
    this.connection.open(head);
  }

  private received(message: FromStandby): void {
    switch (message[0]) {
      case 'hello':
        return this.greet(message[1]);
      case 'ask': {
        const { hasFailed, durableSeq: seq } = this.engine;
        // A server whose journal has failed promises nothing any more.
        if (hasFailed) return void this.socket.destroy();
        return this.sendBehind(seq, ['promised', message[1], seq, this.engine.nowMs()]);
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
      this.connection.endWith(['refused', why]);
      return;
    }
    this.directory = hello.directory;
    this.version = hello.version;
    this.sentSeq = hello.headSeq;
    this.chain = hello.chain;
    this.connection.takeAll();
    logInfo(`${hello.directory} follows from record ${hello.headSeq}`);
    this.connection.send(['welcome', { version: programVersion(), events: eventNames() }]);
    this.send();
  }

  /** Why it may not follow; '' where it may. */
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
    // Nothing can be compared where one of both has truncated that record.
    if (chain !== own && chain !== '' && own !== '')
      return `record ${headSeq} of ${directory} is not that of this server: empty it, and it begins anew`;
    return '';
  }

  /** Sends a message once everything up to a record is sent. */
  private sendBehind(seq: number, message: FromLeader): void {
    this.held.push({ seq, message });
    this.send();
  }

  /** Sends what is promised and was not sent, then the messages behind it. */
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
    for (const { seq, message } of this.held) if (seq <= sentSeq) this.connection.send(message);
    this.held = this.held.filter(({ seq }) => seq > sentSeq);
  }

  private sendBatches(): void {
    const { journal, promisedSeq, stored } = this.engine;
    const upTo = Math.min(promisedSeq, stored.headSeq);
    if (this.sentSeq >= upTo) return;
    let bytesLeft = SLICE_BYTES;
    for (const { firstSeq, bytes } of journal.batches(this.sentSeq + 1)) {
      if (firstSeq !== this.sentSeq + 1) return this.refuseBehind();
      this.chain = chained(this.chain, { firstSeq, bytes });
      this.sentSeq = firstSeq + batchCount(bytes) - 1;
      this.connection.send(['batch', firstSeq, bytes, this.chain]);
      bytesLeft -= bytes.length;
      if (this.sentSeq >= upTo || this.socket.writableNeedDrain) return;
      if (bytesLeft <= 0) return void setImmediate(() => this.send());
    }
  }

  private refuseBehind(): void {
    const why = `what follows record ${this.sentSeq} is no longer kept: empty ${this.directory}, and it begins anew`;
    // Nothing more is sent.
    this.sentSeq = -1;
    this.connection.endWith(['refused', why]);
  }

  /**
   * Resolves when the standby has destroyed what records up to `seq` destroy. One that is gone destroys it once it
   * follows again. False: it has not answered in time, and is cut off.
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
      this.sendBehind(seq, ['erased', id]);
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

export class Standbys {
  private readonly attached = new Set<AttachedStandby>();
  private readonly store: Store;
  private readonly usage: UsageCounter;
  private erasures = 0;

  constructor(store: Store, usage: UsageCounter) {
    this.store = store;
    this.usage = usage;
    const send = (): void => {
      for (const standby of this.attached) standby.send();
    };
    store.engine.observe({ recorded: () => {}, durable: send });
  }

  /** Takes a connection that is to be upgraded to protocol.ts. */
  accept(socket: Duplex, head: Buffer): void {
    acceptUpgrade(socket, FOLLOW_UPGRADE);
    const { store, usage } = this;
    const gone = (): void => {
      this.attached.delete(standby);
      if (standby.directory !== '') logInfo(`${standby.directory} follows no more`);
    };
    const standby: AttachedStandby = new AttachedStandby(socket, head, { store, usage, gone });
    this.attached.add(standby);
  }

  get figures(): readonly FollowerFigures[] {
    return [...this.attached].filter(({ sentSeq }) => sentSeq >= 0).map((standby) => standby.figures);
  }

  /**
   * Resolves when every standby has destroyed the keys that are destroyed here. Returns the standbys that do not
   * answer: they destroy them once they follow again.
   */
  async whenDestroyed(waitMs = DESTROY_MS_MAX): Promise<readonly string[]> {
    this.erasures += 1;
    const id = this.erasures;
    const seq = this.store.engine.headSeq;
    const late = [...this.attached].map(async (standby) =>
      (await standby.whenDestroyed(id, seq, waitMs)) ? [] : [`the standby in ${standby.directory}`],
    );
    return (await Promise.all(late)).flat();
  }

  close(): void {
    for (const standby of this.attached) standby.end();
  }
}
