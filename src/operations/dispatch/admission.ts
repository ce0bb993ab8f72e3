// Admission: when a call begins, and whether. While the thread keeps up, every call begins as it comes.
//
//   arrives → begins                        while this turn of the event loop has time left
//           → waits → begins | is refused   otherwise; by priority, in slices, with requests taken in between
//
// Checkouts go before other writes, these before reads, and dear calls last. In a line callers take turns, so that the
// flood of one leaves the others theirs. A caller's oldest call goes first until it has waited for a quarter of its
// time. Then more calls arrive than can be answered, and the newest goes first, because somebody still waits for it. A
// call that has waited too long is refused with 503. Where calls have waited without a pause for a whole waiting time,
// a tenth of it is the limit, checkouts aside, so that answers come soon.
// Guaranteed: each call begins once or is refused once. Not promised: the order of calls that wait.
import { refuseAt, refuseMemory } from '../../kernel/limits.ts';
import type { LimitName } from '../../kernel/limits.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Operation } from '../context/operation.ts';
import type { IncomingCall } from './incoming-call.ts';

export interface AdmissionOptions {
  /** Milliseconds of one turn of the event loop after which calls wait. */
  readonly turnMs: number;
  /** Milliseconds that a call may wait. */
  readonly waitMsMax: number;
  /** Milliseconds that a checkout or a payment may wait. */
  readonly checkoutWaitMsMax: number;
  readonly nowMs: () => number;
  /** Calls `run` in a later turn of the event loop, after what waits there. */
  readonly soon: (run: () => void) => void;
}

interface TakenCall {
  readonly call: IncomingCall;
  readonly sinceMs: number;
  readonly bytes: number;
}

interface WaitingCall extends Omit<TakenCall, 'call'> {
  /** Undefined once it is taken. */
  call: IncomingCall | undefined;
}

/** Bytes of a call that waits, beside the texts of its fields. */
const CALL_BYTES = 1000;
/** Share of its time after which the oldest call of a line no longer goes first. */
const OLDEST_FIRST_SHARE = 0.25;
/** Milliseconds of one turn in which waiting calls are begun, at most. */
const TURN_MS_MAX = 15;
/** Share of its time that a call may wait where calls have waited without a pause. */
const STANDING_SHARE = 0.1;

/** Bytes of memory for a byte of JSON: a member of five characters becomes forty bytes. */
const BYTES_PER_JSON_BYTE = 8;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Bytes that a call holds while it waits; those of JSON values are estimated by the body that they come from. */
const bytesOf = ({ fields, origin, unread }: Pick<IncomingCall, 'fields' | 'origin' | 'unread'>): number => {
  if (unread !== undefined) return CALL_BYTES + unread.bytes;
  const values = Object.values(fields);
  const ofJson = values.some(isObject) ? (origin.body?.length ?? 0) * BYTES_PER_JSON_BYTE : 0;
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    CALL_BYTES + ofJson,
  );
};

/** Calls in the order of their arrival; those that were taken elsewhere are passed over. */
class Arrivals {
  private calls: WaitingCall[] = [];
  private first = 0;

  add(waiting: WaitingCall): void {
    this.calls.push(waiting);
  }

  oldest(): WaitingCall | undefined {
    while (this.calls[this.first]?.call === undefined && this.first < this.calls.length) this.first += 1;
    if (this.first > 0 && this.first * 2 >= this.calls.length) {
      this.calls = this.calls.slice(this.first);
      this.first = 0;
    }
    return this.calls[this.first];
  }

  clear(): void {
    this.calls = [];
    this.first = 0;
  }

  newest(): WaitingCall | undefined {
    while (this.calls.length > this.first && this.calls.at(-1)!.call === undefined) this.calls.pop();
    return this.calls.at(-1);
  }
}

/** Calls of one priority. Callers take turns; a caller's own calls go by age. */
class Line {
  private readonly name: LimitName;
  private readonly waitMsMax: number;
  private readonly standingMsMax: number;
  private readonly all = new Arrivals();
  /** By caller, in the order of their next turn; some may have no calls left. */
  private readonly callers = new Map<string, Arrivals>();
  size = 0;

  /** `name`: that of the limit. `standingMsMax`: how long a call may wait where calls have waited without a pause. */
  constructor(name: LimitName, waitMsMax: number, standingMsMax: number) {
    this.name = name;
    this.waitMsMax = waitMsMax;
    this.standingMsMax = standingMsMax;
  }

  add(waiting: WaitingCall, caller: string): void {
    this.size += 1;
    this.all.add(waiting);
    let own = this.callers.get(caller);
    if (own === undefined) this.callers.set(caller, (own = new Arrivals()));
    own.add(waiting);
  }

  /** Takes the call to begin; the line must not be empty. */
  next(nowMs: number, isStanding: boolean): TakenCall {
    for (;;) {
      const [caller, own] = this.callers.entries().next().value!;
      const oldest = own.oldest();
      this.callers.delete(caller);
      if (oldest === undefined) continue;
      const isOld = nowMs - oldest.sinceMs > this.limit(isStanding) * OLDEST_FIRST_SHARE;
      const taken = this.take(isOld ? own.newest()! : oldest);
      if (this.size > 0 && own.oldest() !== undefined) this.callers.set(caller, own);
      return taken;
    }
  }

  /** Takes the oldest call, if it has waited too long. */
  late(nowMs: number, isStanding: boolean): TakenCall | undefined {
    const oldest = this.all.oldest();
    return oldest !== undefined && nowMs - oldest.sinceMs > this.limit(isStanding) ? this.take(oldest) : undefined;
  }

  tooLate(waitedMs: number, isStanding: boolean): Refusal {
    const [waited, most] = [waitedMs, this.limit(isStanding)].map(Math.round);
    const detail = `More calls arrive than can be answered; this one has waited ${waited} ms, of at most ${most}.`;
    return refuseAt(this.name, 'OVERLOADED', 'request', detail);
  }

  private limit(isStanding: boolean): number {
    return isStanding ? this.standingMsMax : this.waitMsMax;
  }

  /** Takes the oldest call; the line must not be empty. */
  takeOldest(): TakenCall {
    return this.take(this.all.oldest()!);
  }

  private take(waiting: WaitingCall): TakenCall {
    const { call, sinceMs, bytes } = waiting;
    waiting.call = undefined;
    this.size -= 1;
    if (this.size === 0) {
      this.callers.clear();
      this.all.clear();
    }
    return { call: call!, sinceMs, bytes };
  }
}

/** Returns the priority, 0 first; see the header. */
const priorityOf = (operation: Operation | undefined): number => {
  if (operation === undefined) return 2;
  if (operation.urgent === true) return 0;
  if (operation.effect === 'write') return 1;
  return operation.effect === 'aggregate' || operation.slow !== undefined ? 3 : 2;
};

export class Admission {
  private readonly options: AdmissionOptions;
  private readonly memory: MemoryShare;
  private readonly run: (call: IncomingCall, nowMs: number) => void;
  private readonly refuse: (call: IncomingCall, refusal: Refusal) => void;
  private readonly callerOf: (call: IncomingCall) => string;
  private readonly lines: readonly Line[];
  private waiting = 0;
  /** Time since which calls have waited without a pause. */
  private busySinceMs = 0;
  private turnEndMs = 0;
  /** Time at which the last turn with waiting calls ended. */
  private turnEndedMs = 0;
  private inTurn = false;
  private beginsWaiting = false;

  /**
   * `memory`: share of calls that wait. `refuse`: answers a call that has waited too long, or gives way. `callerOf`:
   * asked of calls that wait.
   */
  constructor(
    options: AdmissionOptions,
    memory: MemoryShare,
    run: (call: IncomingCall, nowMs: number) => void,
    refuse: (call: IncomingCall, refusal: Refusal) => void,
    callerOf: (call: IncomingCall) => string,
  ) {
    this.options = options;
    this.callerOf = callerOf;
    this.memory = memory;
    this.run = run;
    this.refuse = refuse;
    const { checkoutWaitMsMax, waitMsMax } = options;
    const line = (): Line => new Line('callWaitMsMax', waitMsMax, waitMsMax * STANDING_SHARE);
    this.lines = [new Line('checkoutWaitMsMax', checkoutWaitMsMax, checkoutWaitMsMax), line(), line(), line()];
  }

  get waitingCalls(): number {
    return this.waiting;
  }

  /** Whether calls wait to begin, or the one that begins has waited. */
  get isBusy(): boolean {
    return this.waiting > 0 || this.beginsWaiting;
  }

  /** `operationOf`: asked of a call that waits, for the operation that it names. */
  admit(call: IncomingCall, operationOf: (call: IncomingCall) => Operation | undefined): void {
    const nowMs = call.arrivedMs;
    if (!this.inTurn) this.beginTurn(nowMs, this.options.turnMs);
    if (this.waiting === 0 && nowMs < this.turnEndMs) return this.run(call, nowMs);
    call.unread?.keep();
    const waiting = { call, sinceMs: nowMs, bytes: bytesOf(call) };
    return this.wait(waiting, priorityOf(operationOf(call)), this.callerOf(call));
  }

  private beginTurn(nowMs: number, turnMs: number): void {
    this.inTurn = true;
    this.turnEndMs = nowMs + turnMs;
    this.options.soon(() => this.endTurn());
  }

  private wait(waiting: WaitingCall, priority: number, caller: string): void {
    this.lines[priority]!.add(waiting, caller);
    if (this.waiting === 0) this.busySinceMs = waiting.sinceMs;
    this.waiting += 1;
    this.memory.take(waiting.bytes);
    // Where memory is short the oldest of the last line gives way, which may be this very call.
    while (this.memory.isFull && this.waiting > 0) {
      const refusal = refuseMemory('memory_calls', 'Calls that wait hold', this.memory);
      this.drop(this.lines.findLast(({ size }) => size > 0)!.takeOldest(), refusal);
    }
  }

  private endTurn(): void {
    this.inTurn = false;
    if (this.waiting === 0) return;
    const { nowMs } = this.options;
    let now = nowMs();
    const isStanding = now - this.busySinceMs > this.options.waitMsMax;
    this.dropLate(now, isStanding);
    // The turn lasts as long as taking in took: under a flood, taking in would get most of the time otherwise.
    const takenInMs = Math.min(now - this.turnEndedMs, TURN_MS_MAX);
    this.beginTurn(now, Math.max(this.options.turnMs, takenInMs));
    this.beginsWaiting = true;
    for (; this.waiting > 0 && now < this.turnEndMs; now = nowMs()) {
      const { call, bytes } = this.lines.find(({ size }) => size > 0)!.next(now, isStanding);
      this.release(bytes);
      this.run(call, now);
    }
    this.beginsWaiting = false;
    this.turnEndedMs = now;
  }

  private dropLate(nowMs: number, isStanding: boolean): void {
    for (const line of this.lines)
      for (let late = line.late(nowMs, isStanding); late !== undefined; late = line.late(nowMs, isStanding))
        this.drop(late, line.tooLate(nowMs - late.sinceMs, isStanding));
  }

  private drop({ call, bytes }: TakenCall, refusal: Refusal): void {
    this.release(bytes);
    this.refuse(call, refusal);
  }

  private release(bytes: number): void {
    this.waiting -= 1;
    this.memory.give(bytes);
  }
}
