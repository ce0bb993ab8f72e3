// Several operations in one call: in order, each as if it had been called alone (Decision 13).
import { createHash } from 'node:crypto';
import { RawJson } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { ReplyCollector } from './incoming-call.ts';
import type { CallFields, BatchCall } from '../context/operation.ts';

const INHERITED = ['licence_username', 'licence_password', 'licence_secret_key'] as const;

/**
 * A part behind a list may still fail, so that nothing of it can be sent before: bytes of one list, and of all replies
 * before the last.
 */
const LIST_BYTES_MAX = 16 * 1024 * 1024;
const BYTES_MAX = 64 * 1024 * 1024;

export interface AggregateOptions {
  /** Those of the bundle, whose credentials are the parts' too. */
  readonly fields: CallFields;
  readonly idempotencyKey: string;
  readonly parts: readonly BatchCall[];
  begin(fields: CallFields, idempotencyKey: string, collector: ReplyCollector): void;
  done(readSeq: number, record: Json, refusal: Refusal | undefined): void;
}

export class Aggregate implements ReplyCollector {
  private readonly call: AggregateOptions;
  private readonly credentials: CallFields;
  private readonly replies: { [member: string]: Json } = {};
  private at = 0;
  private readSeq = 0;
  private bytes = 0;

  constructor(call: AggregateOptions) {
    this.call = call;
    this.credentials = Object.fromEntries(INHERITED.map((name) => [name, call.fields[name]]));
  }

  get listBytesMax(): number {
    return Math.min(LIST_BYTES_MAX, Math.max(0, BYTES_MAX - this.bytes));
  }

  next(): void {
    const { parts, idempotencyKey, begin, done } = this.call;
    const part = parts[this.at];
    if (part === undefined) return done(this.readSeq, { object: 'aggregate', ...this.replies }, undefined);
    // A bundle that comes again with its key is again the same calls, each under a key of its own.
    const key =
      idempotencyKey === ''
        ? ''
        : createHash('sha256')
            .update(JSON.stringify([idempotencyKey, part.key]))
            .digest('base64url');
    return begin({ ...part.args, ...this.credentials, request: part.request }, key, this);
  }

  collect(readSeq: number, _status: number, body: string | Uint8Array, refusal: Refusal | undefined): void {
    const { key } = this.call.parts[this.at]!;
    this.readSeq = Math.max(this.readSeq, readSeq);
    this.bytes += Buffer.byteLength(body);
    this.replies[`aggregate_${key}`] = new RawJson(typeof body === 'string' ? body : Buffer.from(body).toString());
    if (refusal !== undefined) {
      const failed = { ...refusal, param: key, detail: errorRecord(refusal).detail };
      return this.call.done(this.readSeq, { ...errorRecord(failed), ...this.replies }, failed);
    }
    this.at += 1;
    return this.next();
  }
}
