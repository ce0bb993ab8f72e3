// Sends the replies of calls, each exactly once.
//
// Guaranteed: no reply leaves before every record that it shows is on the disk; if the disk fails first, the caller
// gets JOURNAL_FAILED instead. A fault of the program becomes INTERNAL_ERROR with an id that stands in the log as well,
// once for each call; its detail says whether the call changed something, and never denies a change that was made.
// Not promised: that the caller is still there to read it.
import type { Engine } from '../../engine/engine.ts';
import { Histogram, SECONDS } from '../../kernel/histogram.ts';
import { toJson } from '../../kernel/json.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { errorRecord, refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Operation } from '../context/operation.ts';
import type { IncomingCall, SendReply } from './incoming-call.ts';
import { PendingReply } from './pending-reply.ts';
import { BULK, OPERATIONS, operationLabel } from './registry.ts';

export interface ReplySenderOptions {
  readonly engine: Engine;
  /** Logs a fault of a call; its id is also in the reply's detail. */
  readonly logFault: (id: string, operation: string, error: unknown) => void;
}

const NOTHING_CHANGED = 'Nothing was changed.';
const BEGUN = 'A part of it may have been done; the same call does the rest.';

/** Says what became of the changes of a call that faults; a part of an aggregate says it of itself alone. */
const consequenceOf = ({ name, hasChanged, replyTo }: IncomingCall): string => {
  if (hasChanged)
    return name === BULK || OPERATIONS.get(name)?.effect === 'aggregate'
      ? 'What its parts changed stays.'
      : 'The change was made.';
  const operation = OPERATIONS.get(name);
  if (operation?.effect === 'write' && operation.slow === 'walks') return BEGUN;
  return typeof replyTo === 'function'
    ? NOTHING_CHANGED
    : 'This part changed nothing; what parts before it changed stays.';
};

export class ReplySender {
  private readonly options: ReplySenderOptions;
  private faults = 0;
  /** Seconds that replies waited at the durability gate, without those that did not wait. */
  readonly waited = new Histogram(SECONDS);

  constructor(options: ReplySenderOptions) {
    this.options = options;
  }

  /** `readSeq`: the highest record that the body shows. `refusal`: why the call failed, for a collector. */
  reply(call: IncomingCall, readSeq: number, body: string | Uint8Array, status = 200, refusal?: Refusal): void {
    const { replyTo, meter } = call;
    call.isAnswered = true;
    call.code = refusal?.code ?? '';
    call.readSeq = readSeq;
    if (typeof replyTo !== 'function') return replyTo.takeReply(readSeq, status, body, refusal);
    meter?.count(body);
    this.send(replyTo, readSeq, body, status);
  }

  /** `operation`: undefined where none was found; it may declare a record of its own for refusals. */
  refuse(call: IncomingCall, operation: Operation | undefined, refusal: Refusal, readSeq: number): void {
    if (refusal.code === 'NOT_LEADER' && call.origin.passOn !== undefined) return call.origin.passOn();
    const { status } = REFUSALS[refusal.code];
    const hasOwnRecord = status === 200 && operation?.failure !== undefined;
    const record = hasOwnRecord ? operation.failure.view(refusal) : errorRecord(refusal);
    this.reply(call, readSeq, toJson(record), status, refusal);
  }

  send(to: SendReply, readSeq: number, body: string | Uint8Array, status = 200): void {
    const { engine } = this.options;
    if (readSeq <= engine.durableSeq) to(status, body);
    else
      engine.releaseWhenDurable(
        readSeq,
        new PendingReply(to, status, body, engine.memory.waiting, this.waited, engine.stopwatch),
      );
  }

  /** Logs a fault of a call. `place`: a sentence that says what failed, if more is known than that something did. */
  fault(call: IncomingCall, error: unknown, place = ''): Refusal {
    return this.faultOf(operationLabel(call.name), error, [consequenceOf(call), place].join(' ').trimEnd());
  }

  /** Logs a fault of a decision that belongs to no call. */
  faultOf(operation: string, error: unknown, consequence = NOTHING_CHANGED): Refusal {
    this.faults += 1;
    const id = `${Date.now().toString(36)}-${this.faults}`;
    this.options.logFault(id, operation, error);
    return refuse('INTERNAL_ERROR', '', `${consequence} ${REFUSALS.INTERNAL_ERROR.sentence} Fault ${id}.`);
  }

  /** Answers a call whose handling threw; one whose reply was handed over before is only logged. */
  failCall(call: IncomingCall, error: unknown): void {
    const { engine } = this.options;
    const fault = this.fault(call, error);
    if (call.isAnswered) return;
    // A commit that throws midway leaves open what the restart will find.
    const refusal = engine.hasFailed ? refuse('JOURNAL_FAILED') : fault;
    const readSeq = call.hasChanged && !engine.hasFailed ? engine.headSeq : 0;
    this.reply(call, readSeq, toJson(errorRecord(refusal)), REFUSALS[refusal.code].status, refusal);
  }
}
