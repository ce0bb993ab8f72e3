// The leader's side of the log. It turns single attempts, which may be lost, late or doubled, into appends that happen
// once.
//
// One request is under way at a time, beats included. It is sent again, byte for byte, until its outcome is known; then
// the next one begins. A beat that is not under way gives way to an append. A refusal is judged by the head in it:
// (1) the head is what this request would have left: a copy of it was written;
// (2) the head is the one before, and ours: an earlier copy of a beat or of this part came between; send behind that;
// (3) any other head: another node leads, and this one never will again. A request refused for good is not sent again:
// nothing can follow it, and this node leads no more. The lease counts from the first sending of the request that was
// accepted. A silent log ends nothing: the owner is notified after `giveUpMs`, and again when the outcome is known. The
// owner provides every timer.
// Not promised: that an append which ends with `undefined` was not written.
import type { Clock } from '../../kernel/clock.ts';
import { must } from '../../kernel/result.ts';
import { endOf, nextEntry } from './entry.ts';
import type { Entry } from './entry.ts';
import { TURN_MS, momentOf } from './lease.ts';
import type { Lease, Moment } from './lease.ts';
import { LogRefused } from './log.ts';
import type { Head, Log, NewHead, Outcome } from './log.ts';

export interface Timers {
  /** Calls `run` once after `ms`. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export interface WriterOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly lease: Lease;
  readonly node: string;
  readonly url: string;
  /** Random, of this process. */
  readonly claim: string;
  /** Time from sending the last accepted request to the next beat; a quarter of the lease. */
  readonly beatMs: number;
  /** Time between an attempt without outcome and the next. */
  readonly resendMs: number;
  /** Time without an outcome after which the writer is stalled. */
  readonly giveUpMs: number;
  /** Longest part; a longer entry is sent in several. */
  readonly partBytesMax: number;
}

export interface WriterOwner {
  /**
   * Called after `giveUpMs` without an outcome. `reason`: error of the last attempt. The request is still sent again.
   */
  stalled(reason: unknown): void;
  /** Called when the outcome is known after a stall, and this node leads. */
  resumed(): void;
  /** Called once, when another node leads; this one never will again. `head`: head of the log. */
  fenced(head: Head | undefined): void;
  /** Called once, when the log refuses a write or a campaign for good. */
  refused(why: LogRefused): void;
}

export type WriterState =
  | 'idle'
  | 'campaigning'
  | 'leading'
  | 'stalled'
  | 'handed_over'
  | 'fenced'
  | 'refused'
  | 'closed';
/** States in which nothing is sent or accepted. */
const END_STATES: readonly WriterState[] = ['fenced', 'refused', 'closed'];

/** An entry on its way, part by part. */
interface Write {
  readonly entry: Entry;
  readonly parts: number;
  index: number;
  readonly ended: (entry: Entry | undefined) => void;
}

/** A request that is sent until its outcome is known. */
interface Request {
  readonly leaves: NewHead;
  /** Moment of the first sending. */
  readonly sentAt: Moment;
  readonly write: Write | undefined;
  readonly attempt: (after: Head) => Promise<Outcome>;
}

const NO_BYTES = Buffer.alloc(0);

export class LogWriter {
  state: WriterState = 'idle';
  /** Head that this node knows, behind which the next request is written. */
  head: Head | undefined;
  private request: Request | undefined;
  private write: Write | undefined;
  private isUnderWay = false;
  private isBeatDue = false;
  private handOverTo: string | undefined;
  private handedOver: ((isNamed: boolean) => void) | undefined;
  private lastError: unknown;
  private readonly cancel = new Map<'beat' | 'resend' | 'giveUp' | 'turn', () => void>();
  private readonly options: WriterOptions;
  private readonly owner: WriterOwner;

  constructor(options: WriterOptions, owner: WriterOwner) {
    this.options = options;
    this.owner = owner;
  }

  /**
   * Takes the lead behind a head that the caller may depose. Resolves with the empty entry that did it, or with
   * undefined if another head is there; the caller may try again later. Has no time limit.
   */
  campaign(after: Head): Promise<Entry | undefined> {
    must(this.state === 'idle', 'a campaign begins once');
    this.state = 'campaigning';
    this.head = after;
    this.turn();
    const entry = nextEntry(after, after.epoch + 1, NO_BYTES, 0);
    return new Promise((resolve) => this.begin(entry, resolve));
  }

  /**
   * Appends a batch of `count` records; one at a time. Resolves with its entry once the log holds it; with undefined
   * where another node leads or the writer is closed: whether the log holds it is then unknown. Also with undefined
   * where the log refuses for good, and in a hand-over: then the log does not hold it.
   */
  append(bytes: Buffer, count: number): Promise<Entry | undefined> {
    if (END_STATES.includes(this.state) || this.handOverTo !== undefined) return Promise.resolve(undefined);
    must(this.state === 'leading' || this.state === 'stalled', `nothing is appended while ${this.state}`);
    must(this.write === undefined, 'one append at a time');
    const entry = nextEntry(this.head!, this.head!.epoch, bytes, count);
    return new Promise((resolve) => this.begin(entry, resolve));
  }

  /**
   * Gives up the lease for good and names another node in the head. Resolves with true once the log holds that, after
   * which nothing is sent; with false where another node leads already.
   */
  handOver(to: string): Promise<boolean> {
    must(this.state === 'leading' || this.state === 'stalled', `nothing is handed over while ${this.state}`);
    must(this.write === undefined && this.handOverTo === undefined, 'a hand-over comes once, behind the last append');
    this.options.lease.giveUp();
    this.handOverTo = to;
    this.isBeatDue = true;
    return new Promise((resolve) => {
      this.handedOver = resolve;
      this.sendNext();
    });
  }

  /** Stops sending; a request under way may still be written. */
  close(): void {
    this.end('closed');
  }

  private begin(entry: Entry, ended: Write['ended']): void {
    const parts = Math.max(1, Math.ceil(entry.bytes.length / this.options.partBytesMax));
    this.write = { entry, parts, index: 0, ended };
    this.sendNext();
  }

  private sendNext(): void {
    if (this.isUnderWay) return;
    // Copies of the beat can change only the version, which is case (2) for the append that replaces it.
    if (this.write !== undefined && this.request?.write === undefined) this.request = undefined;
    if (this.write !== undefined) this.request ??= this.partOf(this.write);
    else if (this.isBeatDue) this.request ??= this.beat();
    if (this.request !== undefined) void this.send(this.request);
  }

  private newHead(): NewHead {
    const { node, url, claim, clock } = this.options;
    const { logId, feedEpoch, at, epoch, seq, chain } = this.head!;
    const head = { logId, feedEpoch, at, epoch, seq, chain, leader: node, claim, url, nowMs: clock.nowMs() };
    return this.handOverTo === undefined ? head : { ...head, to: this.handOverTo };
  }

  private partOf(write: Write): Request {
    const { entry, index, parts: count } = write;
    const leaves = { ...this.newHead(), ...endOf(entry) };
    const attempt = (after: Head) => this.options.log.append(after, entry, leaves, { index, count });
    return { leaves, sentAt: momentOf(this.options.clock), write, attempt };
  }

  private beat(): Request {
    const leaves = this.newHead();
    const { nowMs, url, to } = leaves;
    const beat = to === undefined ? { nowMs, url } : { nowMs, url, to };
    const attempt = (after: Head) => this.options.log.beat(after, beat);
    return { leaves, sentAt: momentOf(this.options.clock), write: undefined, attempt };
  }

  private async send(request: Request): Promise<void> {
    if (!this.cancel.has('giveUp')) this.after('giveUp', this.options.giveUpMs, () => this.stall());
    this.isUnderWay = true;
    let outcome: Outcome | undefined;
    try {
      outcome = await request.attempt(this.head!);
    } catch (error) {
      this.lastError = error;
    }
    this.isUnderWay = false;
    if (this.state === 'closed') return;
    if (outcome === undefined) return this.handleFailure();
    const judgement = this.judge(request, outcome);
    if (judgement === 'fenced') return this.fence(outcome.head);
    this.head = outcome.head!;
    if (judgement === 'written') this.accepted(request);
    this.sendNext();
  }

  /** Handles an attempt without outcome. */
  private handleFailure(): void {
    const { lastError, options } = this;
    if (!(lastError instanceof LogRefused && lastError.isForGood))
      return this.after('resend', options.resendMs, () => this.sendNext());
    options.lease.giveUp();
    this.end('refused');
    return this.owner.refused(lastError);
  }

  private judge({ leaves }: Request, outcome: Outcome): 'written' | 'again' | 'fenced' {
    const { head } = outcome;
    if (outcome.written) return 'written';
    const isAt = (end: NewHead): boolean =>
      head?.logId === end.logId &&
      head.claim === end.claim &&
      head.epoch === end.epoch &&
      head.at === end.at &&
      head.chain === end.chain;
    // A part before the last leaves the head as it was, like an earlier copy of a beat, so only `written` shows that it
    // is there. Writing it again does no harm.
    if (isAt(leaves)) return 'written';
    return this.head!.claim === this.options.claim && isAt(this.head!) ? 'again' : 'fenced';
  }

  private accepted({ sentAt, write, leaves }: Request): void {
    this.request = undefined;
    this.drop('giveUp');
    const hadStalled = this.state === 'stalled';
    this.state = 'leading';
    this.options.lease.renew(sentAt);
    if (write === undefined && leaves.to !== undefined) return this.end('handed_over');
    this.isBeatDue = this.handOverTo !== undefined;
    const idleMs = this.options.clock.sinceBootMs() - sentAt.sinceBootMs;
    this.after('beat', Math.max(0, this.options.beatMs - idleMs), () => {
      this.isBeatDue = true;
      this.sendNext();
    });
    if (write !== undefined) {
      write.index += 1;
      if (write.index === write.parts) {
        this.write = undefined;
        write.ended(write.entry);
      }
    }
    if (hadStalled) this.owner.resumed();
  }

  private fence(head: Head | undefined): void {
    const hasLed = this.state !== 'campaigning';
    if (hasLed) this.options.lease.giveUp();
    this.end(hasLed ? 'fenced' : 'idle');
    if (hasLed) this.owner.fenced(head);
  }

  private stall(): void {
    // Only a leader's owner waits for the outcome.
    if (this.state !== 'leading') return;
    this.state = 'stalled';
    this.owner.stalled(this.lastError);
  }

  private end(state: WriterState): void {
    this.state = state;
    for (const name of this.cancel.keys()) this.drop(name);
    const { write, handedOver } = this;
    this.write = undefined;
    this.request = undefined;
    this.isBeatDue = false;
    this.handedOver = undefined;
    write?.ended(undefined);
    handedOver?.(state === 'handed_over');
  }

  /** Tells the lease that the loop turns. */
  private turn(): void {
    this.options.lease.noteTurn();
    this.after('turn', TURN_MS, () => this.turn());
  }

  /** Sets the timer of this name, replacing an earlier one. */
  private after(name: 'beat' | 'resend' | 'giveUp' | 'turn', ms: number, run: () => void): void {
    this.drop(name);
    const cancel = this.options.timers.after(ms, () => {
      this.cancel.delete(name);
      run();
    });
    this.cancel.set(name, cancel);
  }

  private drop(name: 'beat' | 'resend' | 'giveUp' | 'turn'): void {
    this.cancel.get(name)?.();
    this.cancel.delete(name);
  }
}
