// A slow model of `lowest_30d`: a full log of what one person was shown of one product, and the lowest price before a
// discount, looked up in it instant by instant. It folds the log forward, where the shop looks back.

export interface LogEntry {
  readonly ms: number;
  /** Undefined: it was not shown, or had no price. */
  readonly price: number | undefined;
  readonly compare: number;
}

const HOUR_MS = 3_600_000;
const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The midnight in Berlin that begins the day 30 days before, found by trying every quarter of an hour. */
const thirtyDaysBefore = (ms: number): number => {
  const [year, month, day] = wall.format(ms).slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day! - 30)).toISOString().slice(0, 10);
  let at = Math.floor(ms / HOUR_MS) * HOUR_MS - 28 * 24 * HOUR_MS;
  while (wall.format(at) !== `${date}, 00:00`) at -= HOUR_MS / 4;
  return at;
};

interface Fold {
  readonly entry: LogEntry | undefined;
  /** The last price that was shown. */
  readonly last: number | undefined;
  /** When the discounts began that count now: by a price beside it, and by its fall; undefined: there is none. */
  readonly struckMs: number | undefined;
  readonly fellMs: number | undefined;
}

const step = ({ entry: before, last, struckMs, fellMs }: Fold, entry: LogEntry): Fold => {
  const { ms, price, compare } = entry;
  if (price === undefined) return { entry, last, struckMs: undefined, fellMs };
  const goesOn = struckMs !== undefined && before!.price! >= price;
  const fell = last === undefined || price > last ? undefined : price < last ? ms : fellMs;
  return { entry, last: price, struckMs: compare > price ? (goesOn ? struckMs : ms) : undefined, fellMs: fell };
};

/** What held longer than no time, in the order of time. */
const lasting = (log: readonly LogEntry[]): readonly LogEntry[] => log.filter(({ ms }, at) => log[at + 1]?.ms !== ms);

/** The lowest price that was shown before the present discount; undefined: none is said. */
export const lowestIn = (log: readonly LogEntry[]): number | undefined => {
  const entries = lasting(log);
  const start: Fold = { entry: undefined, last: undefined, struckMs: undefined, fellMs: undefined };
  const { entry, struckMs, fellMs } = entries.reduce(step, start);
  const beginMs = entry?.price === undefined ? undefined : (struckMs ?? fellMs);
  if (beginMs === undefined) return undefined;
  const sinceMs = thirtyDaysBefore(beginMs);
  const shownAt = (ms: number): number | undefined => entries.findLast((one) => one.ms <= ms)?.price;
  const instants = [sinceMs, ...entries.map(({ ms }) => ms).filter((ms) => ms > sinceMs && ms < beginMs)];
  const prices = instants.flatMap((ms) => shownAt(ms) ?? []);
  return prices.length === 0 ? undefined : Math.min(...prices);
};
