// Several operations in one call: in order, each as if it had been called alone, until one fails.
//
// Not promised: isolation. Other calls may run between two calls of an aggregate, and those before a failed one stay
// done. The aggregate's own reply then never says that nothing was changed.
// Glossary (docs/glossary.md): aggregate.
import { createHash } from 'node:crypto';
import { RawJson } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { ReplyCollector } from './incoming-call.ts';
import type { CallFields, AggregateCall } from '../context/operation.ts';

const INHERITED = ['licence_username', 'licence_password', 'licence_secret_key'] as const;

/** Bytes of one list: nothing is sent before all calls have run, because a later one may still fail. */
const LIST_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes of all replies together beyond which a further list is refused. */
const BYTES_MAX = 64 * 1024 * 1024;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface AggregateOptions {
  /** Fields of the aggregate itself; its credentials are those of every call in it. */
  readonly fields: CallFields;
  readonly idempotencyKey: string;
  readonly calls: readonly AggregateCall[];
  begin(fields: CallFields, idempotencyKey: string, collector: ReplyCollector): void;
  /** A part has changed the shop. */
  recordChange(): void;
  done(readSeq: number, record: Json, refusal: Refusal | undefined): void;
  /** A reply could not be collected: no further part is called. */
  failed(error: unknown): void;
}

export class Aggregate implements ReplyCollector {
  private readonly options: AggregateOptions;
  private readonly credentials: CallFields;
  private readonly replies: { [member: string]: Json } = {};
  private index = 0;
  private readSeq = 0;
  private bytes = 0;

  constructor(options: AggregateOptions) {
    this.options = options;
    this.credentials = Object.fromEntries(INHERITED.map((name) => [name, options.fields[name]]));
  }

  get listBytesMax(): number {
    return Math.min(LIST_BYTES_MAX, Math.max(0, BYTES_MAX - this.bytes));
  }

  /** Begins the next call, or answers when there is none. */
  next(): void {
    const { calls, idempotencyKey, begin, done } = this.options;
    const call = calls[this.index];
    if (call === undefined) return done(this.readSeq, { object: 'aggregate', ...this.replies }, undefined);
    // An aggregate that is sent again with its key is the same calls again, each under a key of its own.
    const key = idempotencyKey === '' ? '' : digest(JSON.stringify([idempotencyKey, call.key]));
    return begin({ ...call.args, ...this.credentials, request: call.request }, key, this);
  }

  recordChange(): void {
    this.options.recordChange();
  }

  collect(readSeq: number, _status: number, body: string | Uint8Array, refusal: Refusal | undefined): void {
    const { key } = this.options.calls[this.index]!;
    this.readSeq = Math.max(this.readSeq, readSeq);
    try {
      this.bytes += Buffer.byteLength(body);
      this.replies[`aggregate_${key}`] = new RawJson(typeof body === 'string' ? body : Buffer.from(body).toString());
    } catch (error) {
      return this.options.failed(error);
    }
    if (refusal !== undefined) {
      const failed = { ...refusal, param: key, detail: errorRecord(refusal).detail };
      return this.options.done(this.readSeq, { ...errorRecord(failed), ...this.replies }, failed);
    }
    this.index += 1;
    return this.next();
  }
}
