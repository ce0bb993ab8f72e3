// Where other nodes reach this one: calls that they pass on, their questions, and what they lack of the store.
//
// Guaranteed: a call is taken while this node leads, and else answered as not begun; it is passed on to nobody else.
// What a node is sent of entries is on this disk, and the log had it before. Whoever has no certificate of the nodes'
// authority gets no byte; a node that has not said which one it is holds 64 kB of memory and 5 s at most. Not promised:
// a copy for more than a few nodes at a time; they share one.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import { encodeEntry } from '../../engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../engine/replication/entry.ts';
import { batchCount } from '../../engine/journal/record.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { KEY_FILE } from '../../engine/privacy/subject-keys.ts';
import type { Store } from '../../engine/store/store.ts';
import { yieldToEventLoop } from '../../engine/yield-to-event-loop.ts';
import { errorBody } from '../../http/transport/error-body.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import { listenNode } from '../../http/transport/node-transport.ts';
import { JSON_TYPE } from '../../http/transport/transport.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { FrameReader, STRANGER_BYTES_MAX, frameOf } from '../standby/frames.ts';
import { CLIENT_ADDRESS, NOT_BEGUN } from '../standby/passing-on.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { NODE_PATH, NODE_PROTOCOL, STRANGER_MS } from './inner-protocol.ts';
import type { FromAsked, FromAsking, NodeHello, NodeStatus, Span } from './inner-protocol.ts';
import { StoreCopies, digestOf } from './store-copies.ts';

export interface InnerOptions {
  readonly cluster: ClusterConfig;
  readonly config: Config;
  readonly store: Store;
  readonly handler: RequestHandler;
  readonly handshakes?: HandshakeCount;
  /** It leads, and may begin what is passed on. */
  readonly mayBegin: () => boolean;
  /** Up to which record it has promised; undefined where it does not lead for certain. */
  readonly fresh: () => number | undefined;
  readonly status: () => NodeStatus;
  /** Resolves with the node that is handed the lead. Rejects with why none is. */
  readonly handOver: (to: string) => Promise<string>;
  /** Another node has counted calls. */
  readonly counted: (counted: CountedUsage) => void;
}

const SPAN_RECORDS = 1000;

/** Digests of the batches behind a record, each of about a thousand records. */
const spansOf = async (journal: Journal, afterSeq: number): Promise<Span[]> => {
  const spans: Span[] = [];
  let [first, last, hash] = [0, 0, createHash('sha256')];
  const end = (): void => {
    if (last > 0) spans.push([first, last, hash.digest('hex')]);
    [first, last, hash] = [0, 0, createHash('sha256')];
  };
  for (const { firstSeq, bytes } of journal.batches(afterSeq + 1)) {
    // Batches are the same on all nodes, and so are the ends of spans.
    if (last > 0 && Math.floor(firstSeq / SPAN_RECORDS) > Math.floor(first / SPAN_RECORDS)) {
      end();
      await yieldToEventLoop();
    }
    if (last === 0) first = firstSeq;
    last = firstSeq + batchCount(bytes) - 1;
    hash.update(bytes);
  }
  end();
  return spans;
};

/** What is read from the journal and sent before other work has its turn. */
const SLICE_BYTES = 1_048_576;

/**
 * Entries behind a number, whose last record is known, as the journal has them: about a slice. `isCut`: what comes next
 * is gone.
 */
const entriesOf = (
  journal: Journal,
  end: Pick<ChainEnd, 'at' | 'seq'>,
): { readonly entries: Entry[]; readonly isCut: boolean } => {
  const entries: Entry[] = [];
  let [{ at, seq }, bytesLeft] = [end, SLICE_BYTES];
  for (const mark of journal.entries(at + 1)) {
    const firstSeq = seq + 1;
    const bytes = mark.lastSeq < firstSeq ? Buffer.alloc(0) : batchAt(journal, firstSeq);
    if (mark.at !== at + 1 || bytes === undefined) return { entries, isCut: entries.length === 0 };
    entries.push({ ...mark, firstSeq, bytes });
    [at, seq] = [mark.at, mark.lastSeq];
    bytesLeft -= bytes.length;
    if (bytesLeft <= 0) break;
  }
  return { entries, isCut: false };
};

const batchAt = (journal: Journal, seq: number): Buffer | undefined => {
  for (const { firstSeq, bytes } of journal.batches(seq)) return firstSeq === seq ? Buffer.from(bytes) : undefined;
  return undefined;
};

/** A node that asks. */
class Asking {
  node = '';
  private isWelcome = false;
  private readonly frames = new FrameReader(STRANGER_BYTES_MAX);
  /** Ends with the welcome: also one that is refused has to hang up by then. */
  private readonly late: NodeJS.Timeout;
  private readonly socket: Duplex;
  private readonly options: InnerOptions;
  private readonly copies: StoreCopies;
  private readonly strangerCut: () => void;

  /** `strangerCut`: called where it is cut off before it is welcome. */
  constructor(socket: Duplex, head: Buffer, options: InnerOptions, copies: StoreCopies, strangerCut: () => void) {
    this.socket = socket;
    this.options = options;
    this.copies = copies;
    this.strangerCut = strangerCut;
    socket.on('data', (piece: Buffer) => this.received(piece));
    socket.on('error', () => {});
    this.late = setTimeout(() => this.cutFor(`it is not welcome after ${STRANGER_MS} ms`), STRANGER_MS);
    socket.once('close', () => clearTimeout(this.late));
    if (head.length > 0) this.received(head);
  }

  cut(): void {
    this.socket.destroy();
  }

  private tell(message: FromAsked): Promise<void> {
    if (this.socket.write(frameOf(message)) || this.socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const goOn = (): void => {
        this.socket.off('drain', goOn);
        this.socket.off('close', goOn);
        resolve();
      };
      this.socket.once('drain', goOn);
      this.socket.once('close', goOn);
    });
  }

  private received(piece: Buffer): void {
    try {
      for (const message of this.frames.push(piece) as FromAsking[]) this.hear(message);
    } catch (error) {
      this.cutFor(lineOf(error));
    }
  }

  private cutFor(why: string): void {
    logWarning(`a node is cut off: ${why}`);
    if (!this.isWelcome) this.strangerCut();
    this.socket.destroy();
  }

  private hear(message: FromAsking): void {
    if (!this.isWelcome && message[0] !== 'hello') throw new Error('it asks before it says who it is');
    switch (message[0]) {
      case 'hello':
        return this.greet(message[1]);
      case 'ask': {
        const { store, fresh } = this.options;
        const seq = fresh();
        const id = message[1];
        return void this.tell(seq === undefined ? ['not_leading', id] : ['promised', id, seq, store.engine.nowMs()]);
      }
      case 'tell':
        return this.run(message[1], this.answer(message[2], message[3]));
      case 'usage':
        return this.options.counted(message[1]);
      case 'entries':
        return this.stream(this.sendEntries(message[1], message[2]));
      case 'copy':
        return this.stream(this.sendCopy(message[1], message[2]));
      default:
        throw new Error('it says what this version does not know');
    }
  }

  private greet({ protocol, version, shop, logId, node }: NodeHello): void {
    const own = this.options.store.identity.cluster!;
    let why = '';
    if (protocol !== NODE_PROTOCOL) why = `it is version ${version}, this node is version ${programVersion()}`;
    else if (shop !== own.shop) why = `it is of the shop ${shop}, this node is of the shop ${own.shop}`;
    else if (logId !== '' && logId !== own.logId)
      why = `its log is ${logId}, that of this node is ${own.logId}: one of both was begun anew`;
    if (why !== '') {
      logWarning(`node ${node} is refused: ${why}`);
      this.socket.end(frameOf(['refused', `node ${own.node} refuses it: ${why}`] satisfies FromAsked));
      return;
    }
    this.node = node;
    this.isWelcome = true;
    this.frames.takeAll();
    clearTimeout(this.late);
    void this.tell(['welcome', { node: own.node, version: programVersion(), logId: own.logId }]);
  }

  private async answer(wanted: string, argument: string): Promise<unknown> {
    const { status, handOver, store } = this.options;
    if (wanted === 'status') return status();
    if (wanted === 'spans') return spansOf(store.engine.journal, Number(argument));
    if (wanted === 'hand_over') return handOver(argument);
    throw new Error(`this version does not know ${wanted}`);
  }

  private run(id: number, answer: Promise<unknown>): void {
    answer.then(
      (value) => this.tell(['told', id, value]),
      (error: unknown) => this.tell(['failed', id, lineOf(error)]),
    );
  }

  private stream(sent: Promise<void>): void {
    sent.catch((error: unknown) => {
      logWarning(`node ${this.node} is sent no more: ${lineOf(error)}`);
      this.socket.destroy();
    });
  }

  private async sendEntries(at: number, seq: number): Promise<void> {
    let end: Pick<ChainEnd, 'at' | 'seq'> = { at, seq };
    while (!this.socket.destroyed) {
      const { entries, isCut } = entriesOf(this.options.store.engine.journal, end);
      for (const entry of entries) await this.tell(['entry', encodeEntry(entry)]);
      const last = entries.at(-1);
      if (last === undefined) return this.tell(isCut ? ['cut'] : ['end']);
      end = { at: last.at, seq: last.lastSeq };
      await yieldToEventLoop();
    }
  }

  private async sendCopy(id: string, from: number): Promise<void> {
    const { store, config } = this.options;
    const copy = await this.copies.get(id);
    const offset = copy.id === id ? from : 0;
    logInfo(`node ${this.node} is sent a copy of ${Math.ceil(copy.bytes / 1_048_576)} MB, from byte ${offset} on`);
    await this.tell(['copying', { copyId: copy.id, bytes: copy.bytes, offset }]);
    for await (const piece of this.copies.pieces(copy, offset)) {
      await this.tell(['piece', piece]);
      if (this.socket.destroyed) return;
    }
    const digest = await digestOf(copy.path);
    // Later than the copy: what was erased before it cannot be read from it.
    const keys = await readFile(join(config.data, KEY_FILE), 'utf8');
    await this.tell(['copied', { digest, identity: store.identity, keys }]);
  }
}

export class InnerListener {
  private readonly listener: Listener;
  private readonly copies: StoreCopies;
  private readonly open: ReadonlySet<Asking>;
  private readonly cuts: { strangers: number };

  private constructor(listener: Listener, copies: StoreCopies, open: ReadonlySet<Asking>, cuts: { strangers: number }) {
    this.listener = listener;
    this.copies = copies;
    this.open = open;
    this.cuts = cuts;
  }

  /** Peers that were cut off before they were welcome. */
  get strangersCut(): number {
    return this.cuts.strangers;
  }

  /** Rejects where the address cannot be listened on, and with what is wrong with the certificates. */
  static async listen(options: InnerOptions): Promise<InnerListener> {
    const { config, cluster, mayBegin, handler, handshakes } = options;
    const { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs } = config;
    const copies = new StoreCopies(config.data);
    const open = new Set<Asking>();
    const cuts = { strangers: 0 };
    const strangerCut = (): void => void (cuts.strangers += 1);
    const upgraded = ({ url }: { readonly url?: string | undefined }, socket: Duplex, head: Buffer): void => {
      if (url !== NODE_PATH) return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: kontor-node\r\n\r\n');
      const asking = new Asking(socket, head, options, copies, strangerCut);
      open.add(asking);
      socket.once('close', () => open.delete(asking));
    };
    const limits = { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, clientAddressHeader: CLIENT_ADDRESS };
    const { host, port, tls } = cluster;
    const wire = { host, port, tls, upgraded, ...(handshakes && { handshakes }) };
    const listener = await listenNode({ ...limits, ...wire, traced: true }, (request, reply) => {
      if (mayBegin()) return handler(request, reply);
      return reply.send(REFUSALS.NOT_LEADER.status, errorBody('NOT_LEADER'), JSON_TYPE, [[NOT_BEGUN, '1']]);
    });
    return new InnerListener(listener, copies, open, cuts);
  }

  renewTls(): Promise<void> {
    return this.listener.renewTls();
  }

  /** Takes no more, answers what has come, and cuts off nodes that ask. */
  async close(timeoutMs: number): Promise<void> {
    const closed = this.listener.close(timeoutMs);
    for (const asking of this.open) asking.cut();
    await closed;
    this.copies.close();
  }
}
