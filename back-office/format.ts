// Figures, money, days and times as the reader's language writes them, with the currency's digits and the days as the
// shop has set them. What is shown here is never less exact than what can be edited: quantities have three decimals,
// unit prices four.
//
// Times of the wire are UTC. They are shown in the time zone of the shop, so that a day on one page is the day on
// another; where the browser is in another zone, the zone is named. Days of the wire are days of the shop already.
import { signal } from './preact.ts';
import { language } from './language.ts';

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const locale = (): string => LOCALES[language.value];

/** Currency of the shop and the decimals of its amounts, as get_shop says them. */
export const currency = signal('EUR');
export const currencyDigits = signal(2);
/** IANA name of the zone in which a day of the shop begins. */
export const timeZone = signal('UTC');

const formats = new Map<string, Intl.NumberFormat>();
const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = locale() + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, known);
  return known;
};

/** Those that are usual, of a currency that is not the shop's. */
const digitsOf = (code: string): number =>
  code === currency.value
    ? currencyDigits.value
    : (numberFormat({ style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2);

/** `digits`: decimals that its amounts have, whatever is usual elsewhere. */
export const money = (value: number, code = currency.value, digits = digitsOf(code), digitsMax = digits): string =>
  numberFormat({
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, digitsMax),
  }).format(value);

const PRICE_DIGITS = 4;
/** Of one piece, which may cost less than the smallest coin. */
export const unitPrice = (value: number): string => money(value, currency.value, currencyDigits.value, PRICE_DIGITS);

/** What an order says of its amounts. */
interface Amounts {
  readonly currency: string;
  readonly currency_digits: number;
}

/** Writes amounts of an order in the currency that it was placed in. */
export const moneyOf =
  ({ currency: code, currency_digits: digits }: Amounts) =>
  (value: number): string =>
    money(value, code, digits);

/** The same of one piece. */
export const unitPriceOf =
  ({ currency: code, currency_digits: digits }: Amounts) =>
  (value: number): string =>
    money(value, code, digits, PRICE_DIGITS);

/** Signs and names that stand for a currency beside an amount. */
export const currencyMarks = (code = currency.value): readonly string[] =>
  (['code', 'symbol', 'narrowSymbol'] as const).map(
    (currencyDisplay) =>
      numberFormat({ style: 'currency', currency: code, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')!.value,
  );

/** Digits of the shop's currency behind the point. */
export const fractionDigits = (): number => currencyDigits.value;

/** For axes and tiles: 12.3k. */
export const shortMoney = (value: number): string =>
  numberFormat({ style: 'currency', currency: currency.value, notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  );

/** Of what is counted in whole ones, and of measurements, which are rounded. */
export const count = (value: number, digits = 0): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);

/** A quantity, exactly: the shop counts in 1/1,000 of a piece. */
export const pieces = (quantity: number): string => count(quantity, 3);

/** With its sign, also where there is more of it. */
export const signedPieces = (quantity: number): string =>
  quantity > 0 ? `+${pieces(quantity)}` : `−${pieces(-quantity)}`;

export const percent = (share: number, digits = 0): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format(share);

export const rate = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 2 }).format(share);

export const megabytes = (bytes: number): string => `${count(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;

/** 0.42 ms, 12 ms, 1.3 s. */
export const duration = (ms: number): string => {
  if (ms >= 1000) return `${count(ms / 1000, 1)} s`;
  if (ms >= 10) return `${count(ms)} ms`;
  if (ms >= 1 || ms === 0) return `${count(ms, 1)} ms`;
  return `${count(ms * 1000)} µs`;
};

/** `2026-11-26 09:00:00` and `2026-11-26` of the wire are UTC; empty: no time. */
export const dateOf = (text: string): Date =>
  new Date(/\d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);

const dates = (options: Intl.DateTimeFormatOptions, text: string): string => {
  const date = dateOf(text);
  return Number.isNaN(date.getTime()) ? '–' : new Intl.DateTimeFormat(locale(), options).format(date);
};

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Name of the shop's zone at a time; '' where the browser is in it. */
const zoneAt = (date: Date): string => {
  if (BROWSER_ZONE === timeZone.value) return '';
  const format = new Intl.DateTimeFormat(locale(), { timeZone: timeZone.value, timeZoneName: 'short' });
  return ` ${format.formatToParts(date).find(({ type }) => type === 'timeZoneName')!.value}`;
};

export const dateTime = (text: string): string => {
  const shown = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone.value }, text);
  return shown === '–' ? shown : shown + zoneAt(dateOf(text));
};
/** By the clock of whoever watches: of what happens now. */
export const time = (text: string): string => dates({ timeStyle: 'medium' }, text);

/** A day of the wire, as it is: it belongs to a calendar and to no time zone. */
export const day = (text: string): string => dates({ dateStyle: 'medium', timeZone: 'UTC' }, text.slice(0, 10));
/** Without its year, for axes. */
export const shortDay = (text: string): string =>
  dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }, text.slice(0, 10));

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "now" within a minute, "3 hours ago"; after a month the date itself. */
export const ago = (text: string): string => {
  const seconds = (dateOf(text).getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return '–';
  if (Math.abs(seconds) > 30 * 86_400) return dates({ dateStyle: 'medium', timeZone: timeZone.value }, text);
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 60] as const);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
};

/** 3 d 4 h, 12 min, 40 s. */
export const span = (seconds: number): string => {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`;
};

/** A time of the wire as the shop's clock shows it, for tables: `2026-11-26 22:30:00`; '' for none. */
export const shopClock = (text: string): string => {
  const date = dateOf(text);
  if (Number.isNaN(date.getTime())) return '';
  const { value: zone } = timeZone;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type)!;
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
};

const DAY_MS = 86_400_000;
const wireTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** The time of the wire so many days ago, to the second. */
export const momentBefore = (days: number): string => wireTime(Date.now() - days * DAY_MS);

/** The day of the shop, `2026-11-26`, so many days before its today. */
export const dayBefore = (days: number): string => {
  const today = shopClock(wireTime(Date.now())).slice(0, 10);
  return wireTime(dateOf(`${today} 00:00:00`).getTime() - days * DAY_MS).slice(0, 10);
};
