// What a node does beside folding and deciding: publishes what it has, and, while it leads, keeps the log short and
// within its space.
//
// Guaranteed: the log loses no entry that fewer than `copiesMin` known nodes have on their disks. Changes are refused
// while etcd uses three quarters of its quota, or its file has nine tenths of it, so that the alarm, at which etcd
// takes no beat either, is not reached.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { EtcdClient } from '../../outside/etcd/etcd-client.ts';
import { programVersion } from '../../config/version.ts';
import type { KnownNode, NodeNote } from '../../engine/replication/log.ts';
import { FORMAT } from '../../engine/disk/format.ts';
import { LogTail, trimTo } from '../../engine/replication/trim.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { logWarning } from '../observability/log.ts';
import type { ClusterConfig } from './cluster-config.ts';

const ANNOUNCE_MS = 500;
/** An unchanged note is written again so often, in case it was removed. */
const ANNOUNCE_AGAIN_MS = 30_000;
const TRIM_MS = 2_000;
const AGAIN_MS = 300;
const MB = 1_000_000;
const WARN_SHARE = 0.6;
const USED_SHARE_MAX = 0.75;
/** The file does not shrink by itself. */
const FILE_SHARE_MAX = 0.9;

export interface NodeDutiesOptions {
  readonly log: EtcdLog;
  readonly cluster: ClusterConfig;
  readonly nodeId: string;
  readonly settings: string;
  readonly copiesMin: number;
  readonly keepMb: number;
  readonly quotaMb: number;
  /** What is on this disk. */
  readonly stored: () => Pick<NodeNote, 'storedAt' | 'puncturedSeq'>;
  readonly isLeading: () => boolean;
  /** The last entry of the log, and bytes that were appended to it in all. */
  readonly appended: () => { readonly at: number; readonly bytes: number };
  /** The name or the directory belongs to another node. */
  readonly displaced: (why: string) => void;
}

/** Etcd's store, on the member whose file is largest. */
interface LogRoom {
  readonly usedBytes: number;
  readonly fileBytes: number;
  readonly quotaBytes: number;
}

/** `quotaMb`: where a member does not report its quota. */
export const roomOf = (statuses: Awaited<ReturnType<EtcdClient['statuses']>>, quotaMb: number): LogRoom => {
  const none = { usedBytes: 0, fileBytes: 0, quotaBytes: quotaMb * MB };
  return statuses.reduce((most, { status }) => {
    if (status instanceof Error || Number(status.dbSize) <= most.fileBytes) return most;
    const quotaBytes = Number(status.dbSizeQuota ?? 0) || none.quotaBytes;
    return { usedBytes: Number(status.dbSizeInUse), fileBytes: Number(status.dbSize), quotaBytes };
  }, none);
};

export class NodeDuties {
  /** Why changes are refused for the sake of the log. */
  refusal: Refusal | undefined;
  private known: readonly KnownNode[] = [];
  private readonly tail: LogTail;
  private said = '';
  private saidMs = -Infinity;
  private isClosed = false;
  private readonly wake = new Set<() => void>();
  private readonly warned = new Set<string>();
  private readonly options: NodeDutiesOptions;

  constructor(options: NodeDutiesOptions) {
    this.options = options;
    this.tail = new LogTail(options.keepMb * MB);
    void this.every(ANNOUNCE_MS, 'the note of this node', () => this.announce());
    void this.every(TRIM_MS, 'the log', () => this.keepLog());
  }

  /** Repeats the work, sooner where it fails. A failure is logged once until the work succeeds. */
  private async every(ms: number, what: string, work: () => Promise<void>): Promise<void> {
    while (!this.isClosed) {
      let isDone = false;
      try {
        await work();
        this.warned.delete(what);
        isDone = true;
      } catch (error) {
        if (!this.isClosed) this.warn(what, `${what} could not be written: ${lineOf(error)}`);
      }
      await new Promise<void>((resolve) => {
        this.wake.add(resolve);
        setTimeout(
          () => {
            this.wake.delete(resolve);
            resolve();
          },
          isDone ? ms : Math.min(ms, AGAIN_MS),
        );
      });
    }
  }

  private warn(what: string, line: string): void {
    if (!this.warned.has(what)) logWarning(line);
    this.warned.add(what);
  }

  private get note(): NodeNote {
    const { cluster, nodeId: id, settings, stored } = this.options;
    return {
      name: cluster.node,
      id,
      url: cluster.url,
      ...stored(),
      version: programVersion(),
      format: FORMAT,
      settings,
    };
  }

  /** Publishes what is on this disk, where that has changed. */
  async announce(): Promise<void> {
    const { note } = this;
    const text = JSON.stringify(note);
    const nowMs = performance.now();
    if (text === this.said && nowMs - this.saidMs < ANNOUNCE_AGAIN_MS) return;
    const outcome = await this.options.log.nodes.announce(note);
    if (!outcome.written) {
      const other = outcome.note;
      const isLogThere = (await this.options.log.head()) !== undefined;
      if (!isLogThere)
        return this.options.displaced('etcd has lost the log of the shop: kontor cluster reseed begins it anew');
      return this.options.displaced(
        other === undefined
          ? `node ${note.name} was forgotten: join again (kontor cluster join)`
          : `node ${other.name} is another directory (${other.url}): this one is a copy, or its name is taken`,
      );
    }
    this.said = text;
    this.saidMs = nowMs;
  }

  private async keepLog(): Promise<void> {
    const { log, isLeading, copiesMin, appended } = this.options;
    const { at, bytes } = appended();
    this.tail.noteGrowth(at, bytes, performance.now());
    if (!isLeading()) return void (this.refusal = undefined);
    this.known = await log.nodes.list();
    const copied = trimTo(
      this.known.map(({ storedAt }) => storedAt),
      copiesMin,
    );
    await log.trim(Math.min(copied, this.tail.mayGoAt(performance.now())));
    this.watchRoom(roomOf(await log.client.statuses(), this.options.quotaMb));
  }

  private watchRoom({ usedBytes, fileBytes, quotaBytes }: LogRoom): void {
    const line =
      `etcd uses ${Math.ceil(usedBytes / MB)} of ${Math.ceil(quotaBytes / MB)} MB, ` +
      `and its file has ${Math.ceil(fileBytes / MB)}`;
    const isFull = usedBytes > USED_SHARE_MAX * quotaBytes || fileBytes > FILE_SHARE_MAX * quotaBytes;
    this.refusal = isFull ? refuse('OVERLOADED', '', `${line}: the log has no room.`) : undefined;
    if (isFull) this.warn('room', `${line}: changes are refused; ${this.whatHoldsIt}`);
    else if (fileBytes > WARN_SHARE * quotaBytes) this.warn('room', `${line}; ${this.whatHoldsIt}`);
    else this.warned.delete('room');
  }

  /** What keeps the log from being trimmed, and what to do. */
  private get whatHoldsIt(): string {
    const { at } = this.options.appended();
    const late = this.known.filter(({ storedAt, isAlive }) => !isAlive || at - storedAt > 1_000);
    if (late.length === 0) return 'defragment its members one after the other (etcdctl defrag)';
    const names = late.map(({ name }) => name).join(', ');
    return `it waits for ${names}: start it, or kontor cluster forget it; then etcdctl defrag`;
  }

  close(): void {
    this.isClosed = true;
    for (const resolve of this.wake) resolve();
  }
}
