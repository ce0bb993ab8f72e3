// Figures, money and times as the reader's language writes them. Times of the wire are UTC and are shown in the time
// zone of the browser.
import { signal } from './preact.ts';
import { language } from './preferences.ts';

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const locale = (): string => LOCALES[language.value];

/** Currency of the shop and the decimals of its amounts, as get_shop says them. */
export const currency = signal('EUR');
export const currencyDigits = signal(2);

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
export const money = (value: number, code = currency.value, digits = digitsOf(code)): string =>
  numberFormat({
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

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

/** Digits of the shop's currency behind the point. */
export const fractionDigits = (): number => currencyDigits.value;

/** For axes and tiles: 12.3k. */
export const shortMoney = (value: number): string =>
  numberFormat({ style: 'currency', currency: currency.value, notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  );

export const count = (value: number, digits = 0): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);

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

export const dateTime = (text: string): string => dates({ dateStyle: 'medium', timeStyle: 'short' }, text);
export const day = (text: string): string => dates({ day: 'numeric', month: 'short' }, text);
export const time = (text: string): string => dates({ timeStyle: 'medium' }, text);

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "now" within a minute, "3 hours ago"; after a month the date itself. */
export const ago = (text: string): string => {
  const seconds = (dateOf(text).getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return '–';
  if (Math.abs(seconds) > 30 * 86_400) return dates({ dateStyle: 'medium' }, text);
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

/** Day of the wire, `2026-11-26`, so many days before today. */
export const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
