// Many writes in one call, `POST /srv/bulk` (docs/build/bulk.md): each line is decided by itself, in order, as if it
// had been called alone. A line that is refused stops nothing, and others are served between two lines.
//
// Guaranteed: a reply for every line, in their order, sent when every change that they show is on the disk. Not
// promised: isolation, or all or nothing; other calls run between two lines, and lines before a failure stay done.
import { createHash } from 'node:crypto';
import type { CallMeter } from '../../kernel/call-meter.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import { toJson } from '../../kernel/json.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { errorRecord, refuse, shown } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { textOf } from '../access/channel-keys.ts';
import type { CallFields } from '../context/operation.ts';
import type { BulkCall, ReplyCollector } from './incoming-call.ts';
import { isBulkOperation } from './registry.ts';
import { largerThan } from './aggregate.ts';

/** Lines of one call. */
export const BULK_LINES_MAX = 1000;

export interface BulkOptions extends BulkCall {
  /** Key of the whole call, from which lines without a key get one; '' for none. */
  readonly idempotencyKey: string;
  /** Bytes of all replies together; a refusal replaces a reply beyond it. */
  readonly bytesMax: number;
  /** Memory of the lines and replies of all bulk calls. */
  readonly memory: MemoryShare;
  /** Whether the next line must wait: too many records wait for the disk. */
  isHeldBack(): boolean;
  /** Calls `run` when what was decided until now is on the disk. */
  whenDurable(run: () => void): void;
  /** Goes on with the work in later turns of the event loop. */
  goOn(work: Resumable): void;
  begin(fields: CallFields, idempotencyKey: string, collector: ReplyCollector): void;
  /** What is wrong with the reply of a line; undefined for nothing, and where replies are not checked. */
  faultIn(fields: CallFields, status: number, body: string | Uint8Array): Refusal | undefined;
  /** A line has changed the shop. */
  recordChange(seq: number): void;
  done(readSeq: number, body: Buffer): void;
}

const keyOf = (key: string, index: number): string =>
  key === ''
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([key, index]))
        .digest('base64url');

const notForLines = (name: string): Refusal =>
  refuse('REQUEST_NOT_VALID', 'request', `A line calls a write that needs the secret key; ${shown(name)} is none.`);

export class Bulk implements ReplyCollector, Resumable {
  work: CallMeter | undefined = undefined;
  /** Lines are decided even if the caller has gone. */
  readonly isGone = false;
  readonly listBytesMax = 0;
  private readonly options: BulkOptions;
  private readonly replies: Buffer[] = [];
  private readSeq = 0;
  private replyBytes = 0;
  /** Whether the line that runs has changed the shop. */
  private hasChanged = false;
  /** Whether the line that runs waits for something outside, such as the hash of a password. */
  private isAway = false;

  constructor(options: BulkOptions) {
    this.options = options;
  }

  begin(): void {
    const { memory, bytes, goOn } = this.options;
    memory.take(bytes);
    goOn(this);
  }

  /** Runs lines until all have run, one must wait, or `isDue`. True: the next turn has nothing to do. */
  advance(isDue: () => boolean): boolean {
    const { lines, isHeldBack, whenDurable, goOn } = this.options;
    while (this.replies.length < lines.length) {
      if (isHeldBack()) {
        whenDurable(() => goOn(this));
        return true;
      }
      const { length } = this.replies;
      this.run(lines[length]!, length);
      this.isAway = this.replies.length === length;
      if (this.isAway) return true;
      if (this.replies.length < lines.length && isDue()) return false;
    }
    this.end();
    return true;
  }

  private run(line: CallFields, index: number): void {
    const { credentials, idempotencyKey, begin } = this.options;
    this.hasChanged = false;
    const name = textOf(line['request']);
    const fields = { ...line, ...credentials, request: name };
    if (isBulkOperation(name)) return begin(fields, keyOf(idempotencyKey, index), this);
    return this.keep(toJson(errorRecord(notForLines(name))));
  }

  recordChange(seq: number): void {
    this.hasChanged = true;
    this.options.recordChange(seq);
  }

  takeReply(readSeq: number, status: number, body: string | Uint8Array): void {
    const { lines, faultIn, goOn } = this.options;
    this.readSeq = Math.max(this.readSeq, readSeq);
    const fault = faultIn(lines[this.replies.length]!, status, body);
    this.keep(fault === undefined ? body : toJson(errorRecord(fault)));
    if (!this.isAway) return;
    this.isAway = false;
    goOn(this);
  }

  private keep(body: string | Uint8Array): void {
    const { bytesMax, memory } = this.options;
    let bytes = bytesOf(body);
    if (this.replyBytes + bytes.length > bytesMax) bytes = bytesOf(toJson(errorRecord(this.noRoom(bytes.length))));
    this.replyBytes += bytes.length;
    memory.take(bytes.length);
    this.replies.push(bytes);
  }

  private noRoom(bytes: number): Refusal {
    const made = this.hasChanged ? 'The change was made. ' : '';
    const { bytesMax } = this.options;
    return refuse('AGGREGATE_TOO_LARGE', '', `${made}${largerThan(this.replyBytes + bytes, bytesMax)}`);
  }

  private end(): void {
    const { memory, bytes, done } = this.options;
    done(this.readSeq, joined(this.replies));
    memory.give(bytes + this.replyBytes);
  }
}

const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);

const LINE_END = Buffer.from('\n');

const joined = (replies: readonly Buffer[]): Buffer => Buffer.concat(replies.flatMap((reply) => [reply, LINE_END]));
