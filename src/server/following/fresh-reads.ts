// Exact reads of a follower: a call is answered from a state in which everything is folded that the leader had promised
// when it was asked, and the leader is asked after the call has come.
//
// One question is under way at a time; calls that come meanwhile share the next one: the leader answers one small
// question per round trip, however many readers there are. Guaranteed: a call sees everything that any process had
// answered before the call came. Not promised: an answer while the leader is gone; a call is refused after `waitMsMax`.

interface Waiting {
  readonly run: () => void;
  readonly refuse: () => void;
  readonly sinceMs: number;
}

export interface FreshReadsOptions {
  /** Sends a question; `answered` is to be called once everything up to the record in its answer is folded. */
  readonly ask: (id: number) => void;
  readonly nowMs: () => number;
  readonly waitMsMax: number;
  /** One more call that would wait is refused at once. */
  readonly waitingMax: number;
  /** How long an answer serves calls that accept a state of a moment ago. */
  readonly staleMsMax: number;
}

/** Ids have 32 bits and wrap: one is under way at a time. */
const nextId = (id: number): number => (id + 1) >>> 0;

export class FreshReads {
  private readonly options: FreshReadsOptions;
  /** Calls for which the question under way was sent. */
  private asked: Waiting[] = [];
  private next: Waiting[] = [];
  private id = 0;
  private isUnderWay = false;
  private askedMs = 0;
  /** When the last answered question was sent. */
  private freshMs = -Infinity;
  questions = 0;

  constructor(options: FreshReadsOptions) {
    this.options = options;
  }

  get waiting(): number {
    return this.asked.length + this.next.length;
  }

  /** Calls exactly one of both, at once or later. `mayBeStale`: an answer of a moment ago will do. */
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

  /** The connection is another one: what was asked on the last one is never answered. */
  askAgain(): void {
    this.isUnderWay = false;
    if (this.waiting > 0) this.ask();
  }

  /** Nothing has to be asked any more. */
  release(): void {
    this.id = nextId(this.id);
    for (const { run } of [...this.asked.splice(0), ...this.next.splice(0)]) run();
  }

  /** Refuses every call that waits: nothing is answered any more. */
  refuseAll(): void {
    this.id = nextId(this.id);
    for (const { refuse } of [...this.asked.splice(0), ...this.next.splice(0)]) refuse();
  }

  /** Refuses calls that have waited too long; to be called several times a second. */
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
