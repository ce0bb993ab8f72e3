// Which days are compared with which: the days of a period and those before it, as the shop counts days. In a file that
// needs no browser.

export const PERIODS = ['today', 'yesterday', 'week', 'days30', 'month', 'lastMonth', 'year', 'own'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Days of the wire, both of them in it. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Period extends Days {
  readonly name: PeriodName;
  readonly before: Days;
}

/** Own days that no figures are asked for, as they were typed. */
export interface Unfit extends Days {
  readonly name: 'own';
  readonly before: undefined;
}

const YEAR_MIN = 1900;
/** Ten years. */
const DAYS_MAX = 3653;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const daysLater = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(msOf(text)) && dayOf(msOf(text)) === text;

const partsOf = (day: string) => {
  const date = new Date(msOf(day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
};

/** The day of a month, or its last where it has fewer. */
const inMonth = (year: number, month: number, date: number): string => {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date, last)));
};

const daysIn = ({ from, to }: Days): number => Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1;

const areFit = (own: Days): boolean =>
  isDay(own.from) &&
  isDay(own.to) &&
  partsOf(own.from).year >= YEAR_MIN &&
  own.from <= own.to &&
  daysIn(own) <= DAYS_MAX;

/** As many days, directly before. */
const directlyBefore = (days: Days): Days => ({
  from: daysLater(days.from, -daysIn(days)),
  to: daysLater(days.from, -1),
});

/**
 * `today`: the day of the shop. A month that goes on is compared with the same days of the month before, a year with
 * those of the year before, and everything else with as many days directly before. Own days stay as they are typed, and
 * are unfit while one is missing, or they end before they begin, begin before 1900 or are more than ten years.
 */
export const periodOf = (name: PeriodName, today: string, own: Days): Period | Unfit => {
  const { year, month, date } = partsOf(today);
  const back = (days: number): Days => ({ from: daysLater(today, 1 - days), to: today });
  const direct = (chosen: PeriodName, days: Days): Period => ({ name: chosen, ...days, before: directlyBefore(days) });
  switch (name) {
    case 'today':
      return direct(name, back(1));
    case 'yesterday':
      return direct(name, { from: daysLater(today, -1), to: daysLater(today, -1) });
    case 'week':
      return direct(name, back(7));
    case 'days30':
      return direct(name, back(30));
    case 'month': {
      const before = { from: inMonth(year, month - 1, 1), to: inMonth(year, month - 1, date) };
      return { name, from: inMonth(year, month, 1), to: today, before };
    }
    case 'lastMonth': {
      const before = { from: inMonth(year, month - 2, 1), to: inMonth(year, month - 2, 31) };
      return { name, from: inMonth(year, month - 1, 1), to: inMonth(year, month - 1, 31), before };
    }
    case 'year': {
      const before = { from: inMonth(year - 1, 0, 1), to: inMonth(year - 1, month, date) };
      return { name, from: inMonth(year, 0, 1), to: today, before };
    }
    case 'own':
      return areFit(own) ? direct(name, own) : { name, ...own, before: undefined };
    default:
      return name satisfies never;
  }
};
