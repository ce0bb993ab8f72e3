// What callers of a cluster saw, and whether it can have come from one shop that does one thing after the other.
//
// No search is needed, because the log gives one order: a call that begins after another one has ended must come from a
// state with everything in it that the other one showed or made. Numbers are those of the header `kontor-seq`. Those of
// a leader that was deposed, and of the one that came after it, are two countings: whoever knows of the first one alone
// knows none of the changes of the second, whatever their numbers are.

/** One call that was answered by an operation. */
export interface Seen {
  /** On the one clock of all callers. */
  readonly beginMs: number;
  readonly endMs: number;
  readonly kind: string;
  /** Which node was called; it may have passed the call on. */
  readonly node: string;
  readonly epoch: number;
  /** The highest record that the reply shows. */
  readonly read: number;
  /** Up to where the node that answered was up to date. */
  readonly known: number;
  /** The record that the call made, 0 for none. */
  readonly own: number;
}

const HEADER = /^(\d+)\.(\d+)\.(\d+)(?:\.(\d+))?$/;

/** Of a header's value; undefined where it has another form. */
export const numbersOf = (header: string): Pick<Seen, 'epoch' | 'read' | 'known' | 'own'> | undefined => {
  const [, epoch, read, known, own = 0] = HEADER.exec(header) ?? [];
  if (known === undefined) return undefined;
  return { epoch: Number(epoch), read: Number(read), known: Number(known), own: Number(own) };
};

/** A call in a line. */
export const told = ({ kind, node, epoch, read, known, own, beginMs, endMs }: Seen): string =>
  `${kind} at ${node} (${beginMs.toFixed(1)} to ${endMs.toFixed(1)} ms, epoch ${epoch}, ` +
  `read ${read}, known ${known}${own === 0 ? '' : `, own ${own}`})`;

/** Records that two calls claim to have made. */
const sharedRecords = (calls: readonly Seen[]): string[] => {
  const makers = new Map<number, Seen>();
  const problems: string[] = [];
  for (const call of calls) {
    if (call.own === 0) continue;
    const other = makers.get(call.own);
    if (other === undefined) makers.set(call.own, call);
    else problems.push(`one record for two changes: ${told(other)} and ${told(call)}`);
  }
  return problems;
};

/** The call with the highest number so far. */
class Highest {
  call: Seen | undefined;
  number = -1;

  add(call: Seen, number: number): void {
    if (number <= this.number) return;
    this.call = call;
    this.number = number;
  }
}

/** Calls that do not know what somebody was shown, or told to be done, before they began. */
const staleCalls = (calls: readonly Seen[]): string[] => {
  const byBegin = calls.toSorted((first, second) => first.beginMs - second.beginMs);
  const byEnd = calls.toSorted((first, second) => first.endMs - second.endMs);
  const [shown, leads] = [new Highest(), new Highest()];
  const problems: string[] = [];
  let ended = 0;
  for (const call of byBegin) {
    for (; ended < byEnd.length && byEnd[ended]!.endMs < call.beginMs; ended += 1) {
      const other = byEnd[ended]!;
      shown.add(other, Math.max(other.read, other.own));
      if (other.own > 0) leads.add(other, other.epoch);
    }
    const before = shown.call;
    if (before !== undefined && Math.max(call.known, call.own) < shown.number)
      problems.push(`stale: ${told(call)} after ${told(before)}`);
    if (leads.call !== undefined && call.own === 0 && call.epoch < leads.number)
      problems.push(`stale: ${told(call)} knows of no change under a new leader, after ${told(leads.call)}`);
    if (before !== undefined && call.own > 0 && call.own <= shown.number)
      problems.push(`a change behind what was there before: ${told(call)} after ${told(before)}`);
    if (leads.call !== undefined && call.own > 0 && call.epoch < leads.number)
      problems.push(`a change under a leader of before: ${told(call)} after ${told(leads.call)}`);
  }
  return problems;
};

/** Replies that show what the node that answered cannot know. */
const impossible = (calls: readonly Seen[]): string[] =>
  calls
    .filter(({ beginMs, endMs, own, known }) => endMs < beginMs || (own > 0 && own <= known))
    .map((call) => `impossible: ${told(call)}`);

/** What is wrong with a history, in lines; none: nothing is. */
export const problemsOf = (calls: readonly Seen[]): string[] => [
  ...sharedRecords(calls),
  ...staleCalls(calls),
  ...impossible(calls),
];
