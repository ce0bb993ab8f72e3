// Figures, money, days and times as the reader's language writes them, with the currency's digits and the days as the
// shop has set them. What is shown here is never less exact than what can be edited: quantities have three decimals,
// unit prices four.
//
// Times of the wire are UTC. They are shown in the time zone of the shop, so that a day on one page is the day on
// another; where the browser is in another zone, the zone is named. Days of the wire are days of the shop already.
import { collator, dateFormat, numberFormat as formatIn, relativeFormat } from './intl.ts';
import { signal } from './preact.ts';
import { language } from './language.ts';

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const locale = (): string => LOCALES[language.value];

/** Currency of the shop and the decimals of its amounts, as get_shop says them. */
export const currency = signal('EUR');
export const currencyDigits = signal(2);
/** All currencies that the shop sells in, its own first. */
export const currencies = signal<readonly { readonly code: string; readonly digits: number }[]>([]);
/** IANA name of the zone in which a day of the shop begins. */
export const timeZone = signal('UTC');

const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => formatIn(locale(), options);

/** Decimals of a currency; the usual ones if it is none of the shop's. */
const digitsOf = (code: string): number =>
  code === currency.value
    ? currencyDigits.value
    : (currencies.value.find((one) => one.code === code)?.digits ??
      numberFormat({ style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ??
      2);

/** `digits`: decimals that its amounts have, whatever is usual elsewhere. */
/** Empty for an amount that the person does not see. */
export const money = (
  value: number | undefined,
  code = currency.value,
  digits = digitsOf(code),
  digitsMax = digits,
): string =>
  value === undefined
    ? ''
    : numberFormat({
        style: 'currency',
        currency: code,
        minimumFractionDigits: digits,
        maximumFractionDigits: Math.max(digits, digitsMax),
      }).format(value);

const PRICE_DIGITS = 4;
/** Writes the price of one piece, which may be less than the smallest coin. */
export const unitPrice = (value: number): string => money(value, currency.value, currencyDigits.value, PRICE_DIGITS);

/** The currency members of an order. */
interface Amounts {
  readonly currency: string;
  readonly currency_digits: number;
}

/** Writes amounts of an order in the currency that it was placed in. */
export const moneyOf =
  ({ currency: code, currency_digits: digits }: Amounts) =>
  (value: number): string =>
    money(value, code, digits);

/** Writes the price of one piece in the currency of the order. */
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

/** Writes a short number for axes and tiles: 12.3k. */
export const shortMoney = (value: number, code = currency.value): string =>
  numberFormat({ style: 'currency', currency: code, notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** Writes counts and rounded measurements. */
export const count = (value: number, digits = 0): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);

/** Writes a quantity exactly: the shop counts in 1/1,000 of a piece. */
export const pieces = (quantity: number): string => count(quantity, 3);

/** Writes a difference with its sign, plus included. */
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
  return Number.isNaN(date.getTime()) ? '–' : dateFormat(locale(), options).format(date);
};

export const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Name of the shop's zone at a time; '' where the browser is in it. */
const zoneAt = (date: Date): string => {
  if (BROWSER_ZONE === timeZone.value) return '';
  const format = dateFormat(locale(), { timeZone: timeZone.value, timeZoneName: 'short' });
  return ` ${format.formatToParts(date).find(({ type }) => type === 'timeZoneName')!.value}`;
};

export const dateTime = (text: string): string => {
  const shown = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone.value }, text);
  return shown === '–' ? shown : shown + zoneAt(dateOf(text));
};
/** Writes the time by the reader's clock, for what happens now. */
export const time = (text: string): string => dates({ timeStyle: 'medium' }, text);

/** The name of a day of the week, 1 for Monday; the first day of 2024 was one. */
export const weekdayName = (weekday: number): string =>
  dateFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));

/** Writes a day of the wire as it is: a calendar day has no time zone. */
export const day = (text: string): string => dates({ dateStyle: 'medium', timeZone: 'UTC' }, text.slice(0, 10));
/** Writes a day without its year, for axes. */
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
  return relativeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
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
  const format = dateFormat('en-US', {
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

/** Returns the time of the wire `days` ago, to the second. */
export const momentBefore = (days: number): string => wireTime(Date.now() - days * DAY_MS);

const HOUR_MS = 3_600_000;
/** Returns the time of the wire `hours` ahead, at the end of that hour: it is the same for an hour. */
export const hourAhead = (hours: number): string =>
  wireTime((Math.floor(Date.now() / HOUR_MS) + 1 + hours) * HOUR_MS - 1000);

/** Returns the day of the shop, `2026-11-26`, `days` before its today. */
export const dayBefore = (days: number): string => {
  const today = shopClock(wireTime(Date.now())).slice(0, 10);
  return wireTime(dateOf(`${today} 00:00:00`).getTime() - days * DAY_MS).slice(0, 10);
};

/** Returns the day after a day, as the wire writes it. */
export const dayAfter = (day: string): string => wireTime(dateOf(`${day} 00:00:00`).getTime() + DAY_MS).slice(0, 10);

/** Returns the time of the wire at which a day of the shop, `2026-11-26`, begins. */
export const dayBegin = (day: string): string => {
  const wanted = dateOf(`${day} 00:00:00`).getTime();
  const ahead = (ms: number): number => dateOf(shopClock(wireTime(ms))).getTime() - ms;
  // Clocks that change on that day are before it as on the day before, and behind it as on the day after.
  const moments = [-DAY_MS, DAY_MS].map((aside) => wanted - ahead(wanted + aside)).sort((a, b) => a - b);
  return wireTime(moments.find((ms) => shopClock(wireTime(ms)).startsWith(day)) ?? wanted);
};

/** IANA names of the time zones that the browser knows. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Decimals that the currency has by ISO 4217; undefined for a text that is no code. */
export const isoDigits = (currency: string): number | undefined =>
  /^[A-Z]{3}$/.test(currency)
    ? formatIn('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    : undefined;

/** Whether a code of two letters is a region by itself, and no other name of one. */
export const isOwnRegion = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

/** Returns the language that most people speak in a country, as `de`. */
export const languageOf = (country: string): string => new Intl.Locale(`und-${country}`).maximize().language;

/** The order of names in the reader's language; numbers within them by their worth. */
export const compareNames = (a: string, b: string): number => collator(language.value, { numeric: true }).compare(a, b);
