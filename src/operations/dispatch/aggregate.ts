// Several operations in one call: in order, each as if it had been called alone, until one fails, the caller goes
// or the server stops.
//
// Not promised: isolation. Other calls may run between two calls of an aggregate, and those before a failed one, or
// before the caller went, stay done. The aggregate's own reply then never says that nothing was changed.
import { createHash } from 'node:crypto';
import type { CallMeter } from '../../kernel/call-meter.ts';
import { ofAggregates } from '../../kernel/held-memory.ts';
import { toJson } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import type { MemoryAccount, MemoryShare } from '../../kernel/memory-account.ts';
import { errorRecord, refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { CALLER_GONE, SERVER_STOPS } from './given-up.ts';
import type { ReplyCollector } from './incoming-call.ts';
import type { CallFields, AggregateCall } from '../context/operation.ts';
import { refuseMemory, refuseOutOfMemory } from '../../kernel/limits.ts';

const INHERITED = ['licence_username', 'licence_password', 'licence_secret_key'] as const;

/** A part's fields: its parameters, and the credentials of the aggregate; one that is strict has strict parts. */
export const fieldsOfPart = (fields: CallFields, request: string, args: CallFields): CallFields => ({
  ...(fields['strict'] !== undefined && { strict: fields['strict'] }),
  ...args,
  ...Object.fromEntries(INHERITED.map((name) => [name, fields[name]])),
  request,
});

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

type OwnMembers = { readonly [name: string]: Json };

/** Member of the aggregate's reply → the reply of the part, JSON text. */
export type AggregateReplies = readonly (readonly [member: string, body: string | Uint8Array])[];

export interface AggregateOptions {
  /** Fields of the aggregate itself; its credentials are those of every call in it. */
  readonly fields: CallFields;
  readonly idempotencyKey: string;
  readonly calls: readonly AggregateCall[];
  /** Bytes of all replies together: nothing is sent before all calls have run, because a later one may still fail. */
  readonly bytesMax: number;
  /** Memory of the replies of all aggregates that wait. */
  readonly memory: MemoryShare;
  /** The aggregate's own call. */
  readonly call: { readonly isGone: boolean; readonly hasChanged: boolean; work: CallMeter | undefined };
  /** Whether the server stops. */
  isStopping(): boolean;
  /** Calls `run`, at once or in a later turn of the event loop. */
  goOn(run: () => void): void;
  begin(fields: CallFields, idempotencyKey: string, collector: ReplyCollector): void;
  /** A part has changed the shop. */
  recordChange(seq: number): void;
  /** `own`: the members before the replies of the parts. `refusal`: what the call counts as. */
  done(readSeq: number, own: OwnMembers, replies: AggregateReplies, refusal: Refusal | undefined): void;
  /** A reply could not be collected: no further part is called. */
  failed(error: unknown): void;
}

export class Aggregate implements ReplyCollector {
  private readonly options: AggregateOptions;
  /** Replies as they came: the cache shares its bytes until the aggregate is written. */
  private readonly replies: [member: string, body: string | Uint8Array][] = [];
  private index = 0;
  private readSeq = 0;
  private bytes = 0;
  /** Whether the call that runs has changed the shop. */
  private hasChanged = false;

  constructor(options: AggregateOptions) {
    this.options = options;
  }

  get isGone(): boolean {
    return this.options.call.isGone;
  }

  get work(): CallMeter | undefined {
    return this.options.call.work;
  }

  set work(meter: CallMeter | undefined) {
    this.options.call.work = meter;
  }

  get listBytesMax(): number {
    return this.options.bytesMax - this.bytes;
  }

  /** Begins the next call, or answers when there is none. */
  next(): void {
    const { fields, calls, idempotencyKey, begin } = this.options;
    const call = calls[this.index];
    if (call === undefined) return this.end({ object: 'aggregate' }, undefined);
    if (this.index > 0 && this.isGone) return this.giveUp(CALLER_GONE);
    if (this.index > 0 && this.options.isStopping()) return this.giveUp(SERVER_STOPS);
    this.hasChanged = false;
    // A repeated aggregate makes the same calls again, each under a key of its own.
    const key = idempotencyKey === '' ? '' : digest(JSON.stringify([idempotencyKey, call.key]));
    return begin(fieldsOfPart(fields, call.request, call.args), key, this);
  }

  recordChange(seq: number): void {
    this.hasChanged = true;
    this.options.recordChange(seq);
  }

  takeReply(readSeq: number, _status: number, body: string | Uint8Array, refusal: Refusal | undefined): void {
    const { bytesMax, calls, failed, memory, goOn } = this.options;
    const { key } = calls[this.index]!;
    this.readSeq = Math.max(this.readSeq, readSeq);
    let bytes: number;
    try {
      bytes = Buffer.byteLength(body);
    } catch (error) {
      this.giveBack();
      return failed(error);
    }
    const isTooLarge = this.bytes + bytes > bytesMax;
    const fits = refusal !== undefined || !(isTooLarge || memory.isFull);
    const failure = fits ? refusal : isTooLarge ? this.tooLarge(bytes) : this.noMemory();
    if (fits) this.keep(bytes);
    this.replies.push([`aggregate_${key}`, fits ? body : toJson(errorRecord(failure!))]);
    if (failure !== undefined) {
      const shown = { ...failure, param: key, detail: errorRecord(failure).detail };
      return this.end(errorRecord(shown), this.counted(failure === CALLER_GONE || failure === SERVER_STOPS, shown));
    }
    this.index += 1;
    return goOn(() => this.next());
  }

  /** Ends between two parts. A caller who has gone would not know which others were done. */
  private giveUp(why: Refusal): void {
    if (why === CALLER_GONE) this.replies.length = 0;
    this.end(errorRecord(why), this.counted(true, why));
  }

  /** Changes that were made count as made when the rest is given up; otherwise the refusal counts. */
  private counted(isGivenUp: boolean, refusal: Refusal): Refusal | undefined {
    return isGivenUp && this.options.call.hasChanged ? undefined : refusal;
  }

  private end(own: OwnMembers, refusal: Refusal | undefined): void {
    this.options.done(this.readSeq, own, this.replies, refusal);
    this.giveBack();
  }

  private keep(bytes: number): void {
    this.bytes += bytes;
    this.options.memory.take(bytes);
  }

  private giveBack(): void {
    this.options.memory.give(this.bytes);
    this.bytes = 0;
  }

  private tooLarge(bytes: number): Refusal {
    return refuse('AGGREGATE_TOO_LARGE', '', `${this.made}${largerThan(this.bytes + bytes, this.options.bytesMax)}`);
  }

  private noMemory(): Refusal {
    const refusal = refuseShare(this.options.memory);
    return { ...refusal, detail: `${this.made}${refusal.detail}` };
  }

  private get made(): string {
    return this.hasChanged ? 'The change was made. ' : '';
  }
}

/** Detail of the refusal of a reply that is too large together with those before it. */
export const largerThan = (bytes: number, bytesMax: number): string =>
  `The replies come to ${bytes} bytes, of at most ${bytesMax}; ask for less, or for this one alone.`;

const refuseShare = (memory: MemoryShare): Refusal => {
  const { limit, what } = ofAggregates(memory);
  return refuseMemory(limit, what, memory);
};

/** Returns why no aggregate or bulk call may begin now; undefined: one may. */
export const refuseForMemory = (memory: MemoryAccount): Refusal | undefined => {
  if (memory.level === 'out') return refuseOutOfMemory(memory, 'request', 'smaller calls are answered. Try again.');
  return memory.aggregates.isFull ? refuseShare(memory.aggregates) : undefined;
};

const bytesOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body);

/** The reply of an aggregate: its own members, then the replies of its parts as they came. */
export const joined = (own: OwnMembers, replies: AggregateReplies): Buffer => {
  const pieces: Uint8Array[] = [Buffer.from(toJson(own).slice(0, -1))];
  for (const [member, body] of replies) pieces.push(Buffer.from(`,${toJson(member)}:`), bytesOf(body));
  pieces.push(Buffer.from('}'));
  return Buffer.concat(pieces);
};
