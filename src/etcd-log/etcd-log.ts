// The log of a shop in etcd.
//
// Every write is one transaction that compares the head, by the revision that put it and by its value, and puts it
// again: etcd decides it when it is applied, alike on all members. Reads of the head are linearizable, by etcd's
// default. Each method is one attempt at one member; after one without an answer the next attempt goes to another
// member. Members of one cluster must have the same `--max-request-bytes`: what one member refuses as too large is
// refused for good.
// Not promised: that out of space means not written. etcd writes the request that reaches its limit and still answers
// that there is no space; the next copy of that request finds its own head.
import { EtcdRefused } from '../outside/etcd/answers.ts';
import type { KeyValue, TxnAnswer } from '../outside/etcd/answers.ts';
import { EtcdClient } from '../outside/etcd/etcd-client.ts';
import type { EtcdOptions } from '../outside/etcd/etcd-client.ts';
import { hasValue, isAtRevision, put, range, remove, txn } from '../outside/etcd/requests.ts';
import type { Entry, Part } from '../engine/replication/entry.ts';
import type { Beat, Follower, Head, Log, NewHead, Outcome } from '../engine/replication/log.ts';
import { EtcdFollow } from './etcd-follow.ts';
import { EtcdNodes } from './etcd-nodes.ts';
import { LogKeys, PartEncoder, headOf, headValue, newHeadOf } from './log-keys.ts';
import { asLogError, asLogErrors } from './log-errors.ts';

export interface EtcdLogOptions extends EtcdOptions {
  /** Prefix of all keys of the shop; ends with a slash. */
  readonly prefix: string;
  /** Silence after which a stream is compared with the head: two beats. */
  readonly silentMs: number;
  /** How long revisions are kept, for streams that are behind. */
  readonly keepRevisionsMs: number;
}

/** Entries that one request removes. */
const TRIM_STEP = 256;

export class EtcdLog implements Log {
  readonly nodes: EtcdNodes;
  readonly client: EtcdClient;
  private readonly keys: LogKeys;
  private readonly options: EtcdLogOptions;
  private readonly encoder = new PartEncoder();
  private readonly follows = new Set<EtcdFollow>();
  private isClosed = false;
  /** Revisions of the store, with the time at which each was seen. */
  private readonly revisions: { readonly atMs: number; readonly revision: number }[] = [];

  constructor(options: EtcdLogOptions) {
    this.options = options;
    this.client = new EtcdClient(options);
    this.keys = new LogKeys(options.prefix);
    this.nodes = new EtcdNodes(this.client, this.keys);
  }

  async head(): Promise<Head | undefined> {
    const { kvs } = await asLogErrors(this.client.range(this.keys.head));
    return this.reportHead(kvs?.[0]);
  }

  /** Begins the log; also removes entries of a log that has lost its head. */
  begin(head: NewHead): Promise<Outcome> {
    return this.write([isAtRevision(this.keys.head, '0')], [remove(this.keys.entries(0))], head);
  }

  /**
   * Begins the log anew behind its head `after`; undefined: it has lost its head. No entry stays. Called only for an
   * operator.
   */
  beginAnew(after: Head | undefined, head: NewHead): Promise<Outcome> {
    const compare = after === undefined ? [isAtRevision(this.keys.head, '0')] : this.fence(after);
    return this.write(compare, [remove(this.keys.entries(0))], head);
  }

  /** Removes the log and the notes of all nodes if `after` is its head. */
  async remove(after: Head): Promise<boolean> {
    const answer = await asLogErrors(this.client.txn(txn(this.fence(after), [remove(this.keys.all)])));
    return answer.succeeded === true;
  }

  append(after: Head, entry: Entry, head: NewHead, part: Part): Promise<Outcome> {
    const putPart = put(this.keys.part(entry, part), this.encoder.value(entry, part));
    return this.write(this.fence(after), [putPart], part.index < part.count - 1 ? after : head);
  }

  beat(after: Head, { nowMs, url, to }: Beat): Promise<Outcome> {
    const { to: _, ...rest } = newHeadOf(after);
    return this.write(this.fence(after), [], { ...rest, nowMs, url, ...(to === undefined ? {} : { to }) });
  }

  async follow(afterAt: number, follower: Follower, stop: AbortSignal): Promise<void> {
    const head = () => this.head();
    const follow = new EtcdFollow(this.client, this.keys, this.options.silentMs, head, afterAt, follower);
    this.follows.add(follow);
    const end = (): void => follow.end();
    stop.addEventListener('abort', end);
    if (stop.aborted || this.isClosed) end();
    try {
      await follow.run();
    } finally {
      stop.removeEventListener('abort', end);
      this.follows.delete(follow);
    }
  }

  async trim(upToAt: number): Promise<void> {
    const answer = await asLogErrors(
      this.client.txn(txn([], [range({ key: this.keys.head }), range(this.keys.entries(0), 1, true)])),
    );
    const [headRange, first] = answer.responses!.map(({ response_range: one }) => one?.kvs?.[0]);
    const head = this.reportHead(headRange);
    const endAt = Math.min(upToAt, head?.at ?? 0);
    const firstAt = first === undefined ? Infinity : this.keys.partOf(first.key)!.at;
    for (let at = firstAt; at <= endAt; at += TRIM_STEP)
      await asLogErrors(this.client.deleteRange(this.keys.entries(at, Math.min(at + TRIM_STEP, endAt + 1))));
    await this.compact(Number(answer.header.revision));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const follow of this.follows) follow.end();
    await this.client.close();
  }

  private fence(after: Head): string[] {
    return [isAtRevision(this.keys.head, after.version), hasValue(this.keys.head, headValue(after))];
  }

  private async write(compare: readonly string[], more: readonly string[], head: NewHead): Promise<Outcome> {
    const body = txn(compare, [...more, put(this.keys.head, headValue(head))], [range({ key: this.keys.head })]);
    const answer = await asLogErrors(this.client.txn(body));
    if (answer.succeeded !== true) return { written: false, head: this.reportHead(refusedBy(answer)) };
    const written = { ...newHeadOf(head), version: answer.header.revision };
    for (const follow of this.follows) follow.ahead(Number(written.version));
    return { written: true, head: written };
  }

  /** Reports a head from an answer of etcd to the followers. */
  private reportHead(kv: KeyValue | undefined): Head | undefined {
    if (kv === undefined) return undefined;
    for (const follow of this.follows) follow.ahead(Number(kv.mod_revision));
    return headOf(kv);
  }

  /** Compacts to the newest revision that is old enough. */
  private async compact(revision: number): Promise<void> {
    const nowMs = performance.now();
    const { revisions } = this;
    revisions.push({ atMs: nowMs, revision });
    const isOld = ({ atMs }: { readonly atMs: number }): boolean => nowMs - atMs >= this.options.keepRevisionsMs;
    while (revisions.length > 1 && isOld(revisions[1]!)) revisions.shift();
    if (!isOld(revisions[0]!)) return;
    try {
      await this.client.compact(revisions[0]!.revision);
    } catch (error) {
      // Another node has compacted meanwhile.
      if (!(error instanceof EtcdRefused && error.reason === 'compacted')) throw asLogError(error);
    }
  }
}

/** Returns the head that a refused write has met. */
const refusedBy = ({ responses }: TxnAnswer): KeyValue | undefined => responses?.[0]?.response_range?.kvs?.[0];
