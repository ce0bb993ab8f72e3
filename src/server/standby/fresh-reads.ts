// Exact reads of a standby: a call is answered from a state in which everything is folded that the leader had promised
// when it was asked, and it is asked after the call has come.
//
// One question is under way at a time; calls that come meanwhile share the next one, so that the leader answers one
// small question per round trip, however many readers there are. Guaranteed: whoever was answered before a call came,
// by either process, what that one saw is seen. Not promised: an answer while the leader is gone; a call waits for it
// for so long and is refused then.

interface Waiting {
  readonly run: () => void;
  readonly refuse: () => void;
  readonly sinceMs: number;
}

export interface FreshReadsOptions {
  /** Sends a question; `answered` is to be called once it is answered and what it says is folded. */
  readonly ask: (id: number) => void;
  readonly nowMs: () => number;
  /** How long a call waits at most. */
  readonly waitMsMax: number;
  /** Calls that may wait at a time; one more is refused at once. */
  readonly waitingMax: number;
  /** How long an answer may be used for calls that take what is not quite new. */
  readonly staleMsMax: number;
}

/** Ids have 32 bits, and begin again; one is under way at a time. */
const nextId = (id: number): number => (id + 1) >>> 0;

export class FreshReads {
  private readonly options: FreshReadsOptions;
  /** Calls that the question under way is for. */
  private asked: Waiting[] = [];
  private next: Waiting[] = [];
  private id = 0;
  private isUnderWay = false;
  private askedMs = 0;
  /** When the last question was sent that was answered. */
  private freshMs = -Infinity;
  questions = 0;

  constructor(options: FreshReadsOptions) {
    this.options = options;
  }

  get waiting(): number {
    return this.asked.length + this.next.length;
  }

  /** Exactly one of both is called, at once or later. `mayBeStale`: an answer from a moment ago will do. */
  whenFresh(mayBeStale: boolean, run: () => void, refuse: () => void): void {
    const { nowMs, staleMsMax, waitingMax } = this.options;
    const now = nowMs();
    if (mayBeStale && now - this.freshMs <= staleMsMax) return run();
    if (this.waiting >= waitingMax) return refuse();
    this.next.push({ run, refuse, sinceMs: now });
    if (!this.isUnderWay) this.ask();
    return undefined;
  }

  private ask(): void {
    this.isUnderWay = true;
    this.asked.push(...this.next.splice(0));
    this.askedMs = this.options.nowMs();
    this.id = nextId(this.id);
    this.questions += 1;
    this.options.ask(this.id);
  }

  answered(id: number): void {
    if (id !== this.id) return;
    this.isUnderWay = false;
    this.freshMs = this.askedMs;
    const ready = this.asked;
    this.asked = [];
    // The next question is on its way while these are answered.
    if (this.next.length > 0) this.ask();
    for (const { run } of ready) run();
  }

  /** The connection is there again: what was asked on the last one is never answered. */
  askAgain(): void {
    this.isUnderWay = false;
    if (this.waiting > 0) this.ask();
  }

  /** Nothing has to be asked any more. */
  release(): void {
    this.id = nextId(this.id);
    for (const { run } of [...this.asked.splice(0), ...this.next.splice(0)]) run();
  }

  /** Nothing is answered any more: whoever waits is refused. */
  refuseAll(): void {
    this.id = nextId(this.id);
    for (const { refuse } of [...this.asked.splice(0), ...this.next.splice(0)]) refuse();
  }

  /** Refuses what has waited too long; to be called several times a second. */
  tick(): void {
    const late = this.options.nowMs() - this.options.waitMsMax;
    for (const list of ['asked', 'next'] as const) {
      const refused = this[list].filter(({ sinceMs }) => sinceMs < late);
      if (refused.length === 0) continue;
      this[list] = this[list].filter(({ sinceMs }) => sinceMs >= late);
      for (const { refuse } of refused) refuse();
    }
  }
}
