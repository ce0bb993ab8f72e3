// Dates as records carry them: `YYYY-MM-DD HH:MM:SS`, UTC. Days are the shop's: a day begins at midnight of its time
// zone (D11).
const DAY_MS = 86_400_000;
/** Days of 400 Gregorian years, counted from 1 March 0000. */
const ERA_DAYS = 146_097;
const EPOCH_DAYS = 719_468;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** `YYYY-MM-DD` of a day, 0 being 1 January 1970. */
export const dayText = (day: number): string => {
  // Years that begin in March have their leap day at the end.
  const days = day + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const dayOfEra = days - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month < 10 ? month + 3 : month - 9)}-${two(date)}`;
};

// Carts of one busy second share their dates, and so do products of one import.
const KNOWN = 256;
const knownSeconds = new Float64Array(KNOWN).fill(NaN);
const knownTexts: string[] = Array.from({ length: KNOWN }, () => '');

/** A time as text; '' for 0, which means never. */
export const dateTime = (ms: number): string => {
  if (ms === 0) return '';
  const second = Math.floor(ms / 1000);
  const place = Math.abs(second % KNOWN);
  if (second !== knownSeconds[place]) {
    const day = Math.floor(ms / DAY_MS);
    const rest = second - day * (DAY_MS / 1000);
    knownTexts[place] =
      `${dayText(day)} ${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
    knownSeconds[place] = second;
  }
  return knownTexts[place]!;
};

/** The day of a moment in UTC, 0 being 1 January 1970. */
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

const dayNumber = (year: number, month: number, date: number): number => {
  // Years that begin in March, as above.
  const fromMarch = (month + 9) % 12;
  const years = year - (fromMarch >= 10 ? 1 : 0);
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + date - 1;
  return (
    years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400) + dayOfYear - EPOCH_DAYS
  );
};

// A calendar takes a thousand times as long to make as to ask, and asking it as long as a cart change.
let lastZone = 'UTC';
let calendar: Intl.DateTimeFormat | undefined;
let lastQuarter = -1;
let lastDay = 0;
const QUARTER_MS = 900_000;
/** Since 1973 every zone differs from UTC by whole quarters of an hour. */
const QUARTERS_SINCE = 94_694_400_000 / QUARTER_MS;

/**
 * The day that a calendar on the wall shows in an IANA time zone, 0 being 1 January 1970. For decisions only: another
 * edition of the zones may give another day, so an event holds what was decided.
 */
export const dayIn = (timeZone: string, ms: number): number => {
  if (timeZone === 'UTC') return dayOf(ms);
  if (timeZone !== lastZone || calendar === undefined) {
    calendar = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
    lastZone = timeZone;
    lastQuarter = -1;
  }
  const quarter = Math.floor(ms / QUARTER_MS);
  if (quarter === lastQuarter) return lastDay;
  const parts = calendar.formatToParts(ms);
  const part = (type: string): number => Number(parts.find((entry) => entry.type === type)!.value);
  const day = dayNumber(part('year'), part('month'), part('day'));
  if (quarter >= QUARTERS_SINCE) [lastQuarter, lastDay] = [quarter, day];
  return day;
};

let clock: readonly [timeZone: string, format: Intl.DateTimeFormat] | undefined;

/** Minutes since midnight that a clock on the wall shows in an IANA time zone. For decisions only, as `dayIn`. */
export const minuteIn = (timeZone: string, ms: number): number => {
  if (clock?.[0] !== timeZone) {
    const shape = { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
    clock = [timeZone, new Intl.DateTimeFormat('en-US', shape)];
  }
  const parts = clock[1].formatToParts(ms);
  const part = (type: string): number => Number(parts.find((entry) => entry.type === type)!.value);
  return part('hour') * 60 + part('minute');
};

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The week of a day, counted on from week to week; it begins on Monday. */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7);
export const weekStart = (week: number): number => week * 7 - 3;

/** The month of a day, counted on from month to month. */
export const monthOf = (day: number): number => {
  const text = dayText(day);
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
};
export const monthStart = (month: number): number => dayNumber(Math.floor(month / 12), (month % 12) + 1, 1);

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The day that `YYYY-MM-DD` names; undefined where the calendar has none of that name. */
export const parseDay = (text: string): number | undefined => {
  const [, year = '', month = '', date = ''] = DAY.exec(text) ?? [];
  const day = dayNumber(Number(year), Number(month), Number(date));
  // The text that the day has shows whether the calendar has it.
  return year !== '' && dayText(day) === text ? day : undefined;
};

/** Milliseconds of `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, UTC; undefined for any other text. */
export const parseMoment = (text: string): number | undefined => {
  const [, date = '', hours = '0', minutes = '0', seconds = '0'] = MOMENT.exec(text) ?? [];
  const day = parseDay(date);
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return day * DAY_MS + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
};

const MOMENT = /^(\d{4}-\d\d-\d\d)(?: (\d\d):(\d\d):(\d\d))?$/;

/**
 * Milliseconds at which a day begins in a zone. Where a day begins twice, because clocks are set back over midnight, it
 * is one of the two.
 */
export const dayBegin = (timeZone: string, day: number): number => {
  // Zones are at most 14 hours from UTC.
  let [before, begun] = [day * DAY_MS - DAY_MS, day * DAY_MS + DAY_MS];
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (dayIn(timeZone, middle) < day) before = middle;
    else begun = middle;
  }
  return begun;
};
