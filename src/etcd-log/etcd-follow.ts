// Follows the log of a shop in etcd: what is there by pages, what comes by a stream.
//
// Pages are read as the log is now, not as it was at one revision: entries never change, so nothing is lost when old
// revisions are compacted. A stream is never trusted to be complete. It ends when an entry does not continue the last
// one, when another answer shows a later head, or when the head does not explain a silence. Following then begins again
// with pages, at another member where there is one.
import { LogCut } from '../engine/replication/log.ts';
import type { Follower, Head } from '../engine/replication/log.ts';
import { AnswerTooLong, EtcdRefused, EtcdSilent } from '../outside/etcd/answers.ts';
import type { KeyValue, TxnAnswer } from '../outside/etcd/answers.ts';
import type { EtcdClient } from '../outside/etcd/etcd-client.ts';
import { range, txn } from '../outside/etcd/requests.ts';
import type { KeyRange } from '../outside/etcd/requests.ts';
import { PartCollector, headOf } from './log-keys.ts';
import type { LogKeys } from './log-keys.ts';

/** Length that the answer of one page should have at most; one that is much longer is not read. */
const PAGE_BYTES = 2_097_152;
const PAGE_BYTES_MAX = 2 * PAGE_BYTES;
/** Keys of the first page; later pages have as many keys as fit. */
const PAGE_KEYS_FIRST = 2;
const PAGE_KEYS_MAX = 1_024;
/** How long a stream may be behind a head that was seen elsewhere. */
const BEHIND_MS_MAX = 50;
const RETRY_MS = 50;
/** Pause after a refusal by etcd, which an operator must resolve. */
const REFUSED_MS = 1_000;

/** An entry is missing between the last one and the one received. */
class Gap extends Error {}

export class EtcdFollow {
  private isEnded = false;
  /** Number of the last entry given to the follower. */
  private at: number;
  /** Revision of the last head given to the follower. */
  private revision = 0;
  /** Revision of the newest head seen by any call of this process, and whether the stream is being compared with it. */
  private wanted = 0;
  private isCompared = false;
  private pageKeys = PAGE_KEYS_FIRST;
  private readonly parts = new PartCollector();
  private stream = new AbortController();
  /** Whether the follower is waiting for the next entry. */
  private isWaiting = false;
  private hasComeSince = false;
  private wake: () => void = () => {};

  private readonly client: EtcdClient;
  private readonly keys: LogKeys;
  private readonly silentMs: number;
  private readonly head: () => Promise<Head | undefined>;
  private readonly follower: Follower;

  /** `head` reports each head that it reads to `ahead`. */
  constructor(
    client: EtcdClient,
    keys: LogKeys,
    silentMs: number,
    head: () => Promise<Head | undefined>,
    afterAt: number,
    follower: Follower,
  ) {
    this.client = client;
    this.keys = keys;
    this.silentMs = silentMs;
    this.head = head;
    this.at = afterAt;
    this.follower = follower;
  }

  async run(): Promise<void> {
    while (!this.isEnded) {
      try {
        const revision = await this.catchUp();
        if (!this.isEnded) await this.listen(revision + 1);
      } catch (error) {
        if (error instanceof EtcdSilent) await this.pause(RETRY_MS);
        else if (error instanceof EtcdRefused) await this.pause(error.reason === 'compacted' ? 0 : REFUSED_MS);
        else if (!(error instanceof Gap)) throw error;
      }
    }
  }

  end(): void {
    this.isEnded = true;
    this.stream.abort();
    this.wake();
  }

  /** Notes that the log has a head of this revision. */
  ahead(revision: number): void {
    this.wanted = Math.max(this.wanted, revision);
    if (revision <= this.revision || this.isCompared) return;
    this.isCompared = true;
    setTimeout(() => {
      this.isCompared = false;
      if (this.isWaiting && revision > this.revision)
        return this.stream.abort(new EtcdSilent('the stream is behind the log'));
      if (!this.isEnded) this.ahead(this.wanted);
    }, BEHIND_MS_MAX);
  }

  /** Gives the entries of the log, then its head. Returns the revision up to which it has read. */
  private async catchUp(): Promise<number> {
    this.parts.clear();
    let keys = this.keys.entries(this.at + 1);
    while (!this.isEnded) {
      const page = await this.page(keys);
      if (page === undefined) continue;
      const [headRange, log] = page.responses!.map(({ response_range: one }) => one);
      const kv = headRange?.kvs?.[0];
      const head = kv === undefined ? undefined : headOf(kv);
      const revision = Number(page.header.revision);
      if (head === undefined || head.at < this.at) return revision;
      const parts = log?.kvs ?? [];
      for (const part of parts) if (this.at < head.at) await this.addPart(part, isCut);
      if (this.at === head.at) {
        this.giveHead(head);
        return revision;
      }
      if (log?.more !== true) throw isCut(this.at);
      keys = this.keys.behind(parts.at(-1)!.key);
    }
    return 0;
  }

  /** Reads the head and entries; undefined where they are too long for one answer. */
  private async page(keys: KeyRange): Promise<TxnAnswer | undefined> {
    const limit = this.pageKeys;
    const body = txn([], [range({ key: this.keys.head }), range(keys, limit)]);
    try {
      // A single part cannot be asked for in pieces.
      const page = await (limit === 1 ? this.client.txn(body) : this.client.txn(body, PAGE_BYTES_MAX));
      const kvs = page.responses![1]?.response_range?.kvs ?? [];
      const bytes = kvs.reduce((sum, { value = '' }) => sum + value.length, 0);
      if (kvs.length === limit && bytes < PAGE_BYTES / 2) this.pageKeys = Math.min(PAGE_KEYS_MAX, limit * 2);
      if (bytes > PAGE_BYTES) this.pageKeys = Math.max(1, limit >> 1);
      return page;
    } catch (error) {
      if (!(error instanceof AnswerTooLong)) throw error;
      this.pageKeys = Math.max(1, limit >> 3);
      return undefined;
    }
  }

  private async listen(revision: number): Promise<void> {
    this.stream = new AbortController();
    const silence = setInterval(() => void this.checkSilence(), this.silentMs);
    try {
      this.isWaiting = true;
      for await (const { events = [] } of this.client.watch(this.keys.watched, revision, this.stream.signal)) {
        this.isWaiting = false;
        this.hasComeSince = true;
        for (const { kv } of events) if (!this.isEnded) await this.event(kv);
        this.isWaiting = true;
      }
    } finally {
      this.isWaiting = false;
      clearInterval(silence);
    }
  }

  /** Compares a silent stream with the head. */
  private async checkSilence(): Promise<void> {
    const hasCome = this.hasComeSince || !this.isWaiting;
    this.hasComeSince = false;
    if (hasCome) return;
    const { stream } = this;
    try {
      await this.head();
    } catch {
      if (this.isWaiting) stream.abort(new EtcdSilent('neither the stream nor the head has come'));
    }
  }

  private async event(kv: KeyValue): Promise<void> {
    if (kv.key !== this.keys.head) return this.addPart(kv, () => new Gap());
    const head = headOf(kv);
    if (head.at > this.at) throw new Gap();
    return this.giveHead(head);
  }

  /** Adds a part; gives the entry that it completes. */
  private async addPart(kv: KeyValue, missing: (at: number) => Error): Promise<void> {
    const part = this.keys.partOf(kv.key);
    if (part === undefined || part.at <= this.at || this.isEnded) return;
    if (part.at > this.at + 1) throw missing(this.at);
    const entry = this.parts.add(part.epoch, part.index, kv);
    if (entry === undefined) return;
    await this.follower.entry(entry);
    this.at = entry.at;
  }

  /** Gives the head once all entries before it have been given. */
  private giveHead(head: Head): void {
    this.revision = Math.max(this.revision, Number(head.version));
    if (head.at === this.at && !this.isEnded) this.follower.head(head);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.isEnded) this.wake();
    });
  }
}

const isCut = (at: number): LogCut => new LogCut(`the log no longer has the entry behind number ${at}`);
