// Settings that the shop holds: each with its parameter, and with what must not go while something names it.
//
// One that is not listed here is of the configuration alone. A new one has a line here, its member, parameter and view
// in src/operations/*/shop-settings.ts, and a field in the back office; values, seeds, pins, times and refusals follow.
import { DONE, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { accountingProblem } from '../accounting.ts';
import { parseDay } from '../date-time.ts';
import { mailProblem } from '../mail.ts';
import type { ShopRules } from '../rules.ts';
import { sameValue } from '../same-value.ts';
import type { Transaction } from '../transaction.ts';
import { isInvoiceGiven } from '../orders/invoice-number.ts';
import { countedInCurrency, countedInDigits, usesOfCurrency } from './amounts-in-use.ts';
import { isOrderIdGiven } from './first-order-id.ts';
import { sellerProblem } from '../seller.ts';
import { carrierProblem, idProblem, paymentMethodProblem } from './written-settings.ts';

/** Parts of a value that records of the shop name. */
interface NamedParts<T> {
  readonly names: (value: T) => readonly string[];
  /** What names the part now, in words such as `3 products`; empty: nothing does. */
  readonly uses: (tx: Transaction, name: string) => readonly string[];
}

interface HeldSetting<T> {
  /** Parameter of update_shop_settings, and member of its reply. */
  readonly param: string;
  /** Absent: nothing names a part of it. */
  readonly parts?: NamedParts<T>;
  /** What would be worth something else under another value, in words; nothing: it may change, and at once only. */
  readonly countedIn?: (tx: Transaction) => readonly string[];
  /** What is wrong with a value that its schema accepts, as a phrase; '' for nothing. `language`: of the shop. */
  readonly problem?: (value: T, language: string) => string;
  /** The value is the first number of a series: whether this one, or a higher one, was given already. */
  readonly isGiven?: (tx: Transaction, number: number) => boolean;
  /** The value is a list whose items the configuration may add to, by this key; absent: another entry is pinned. */
  readonly itemKey?: (item: T extends readonly (infer I)[] ? I : never) => unknown;
}

const counted = (count: number, one: string, many = `${one}s`): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

const HELD_SETTINGS = {
  language: { param: 'language' },
  languages: {
    param: 'languages',
    problem: (languages, language) =>
      languages.includes(language) ? '' : `the language of the shop, ${language}, must be among them`,
  },
  country: { param: 'country' },
  timeZone: { param: 'time_zone' },
  currency: { param: 'currency', countedIn: countedInCurrency },
  currencyDigits: { param: 'currency_digits', countedIn: countedInDigits },
  currencies: {
    param: 'currencies',
    parts: {
      names: (currencies) => currencies.map(({ code, digits }) => `${code} ${digits}`),
      uses: (reader, name) => usesOfCurrency(reader, name.slice(0, name.indexOf(' '))),
    },
    problem: (currencies) =>
      new Set(currencies.map(({ code }) => code)).size === currencies.length ? '' : 'a currency stands there twice',
  },
  taxClasses: {
    param: 'tax_classes',
    parts: {
      names: (classes) => classes.map(({ name }) => name),
      uses: (reader, name) => {
        reader.trackAbsence('shopobject');
        reader.trackAbsence('warehouse_entity');
        const known = composed(name);
        return [
          ...counted(reader.index('shopobject').ofTaxClass.of(known), 'product or content', 'products and contents'),
          ...counted(reader.index('warehouse_entity').ofTaxClass.of(known), 'warehouse entity', 'warehouse entities'),
        ];
      },
    },
  },
  paymentMethods: {
    param: 'payment_methods',
    parts: {
      names: (methods) => methods.map(({ id }) => String(id)),
      uses: (reader, id) => {
        reader.trackAbsence('order');
        return counted(reader.index('order').unpaidByMethod.of(Number(id)), 'unpaid order');
      },
    },
    problem: paymentMethodProblem,
    itemKey: ({ id }) => id,
  },
  deliveryMethods: { param: 'delivery_methods', problem: idProblem },
  carriers: { param: 'carriers', problem: carrierProblem },
  deliveryCountries: { param: 'delivery_countries' },
  workingDays: { param: 'working_days' },
  holidays: {
    param: 'holidays',
    problem: (days) => {
      const none = days.find((day) => parseDay(day) === undefined);
      return none === undefined ? '' : `${shown(none)} is no day of the calendar`;
    },
  },
  checkoutRequires: { param: 'checkout_requires' },
  addressChecks: { param: 'address_checks' },
  cartHoldMs: { param: 'cart_hold_ms' },
  priceHoldMs: { param: 'price_hold_ms' },
  sessionTtlMs: { param: 'session_ttl_ms' },
  draftTtlMs: { param: 'draft_ttl_ms' },
  secondFactorRoles: { param: 'second_factor_roles' },
  company: { param: 'company' },
  companyFoot: { param: 'company_foot' },
  seller: { param: 'seller', problem: sellerProblem },
  accounting: { param: 'accounting', problem: accountingProblem },
  mail: { param: 'mail', problem: mailProblem },
  cartReminderHours: { param: 'cart_reminder_hours' },
  orderIdFirst: { param: 'order_id_first', isGiven: isOrderIdGiven },
  invoiceNumberFirst: { param: 'invoice_number_first', isGiven: isInvoiceGiven },
  invoicePer: { param: 'invoice_per' },
  invoicePrefix: { param: 'invoice_prefix' },
  cancellationPrefix: { param: 'cancellation_prefix' },
} satisfies { readonly [K in keyof ShopRules]?: HeldSetting<ShopRules[K]> };

export type ShopSetting = keyof typeof HELD_SETTINGS;

/** Names of the settings that the shop holds. */
export const SHOP_SETTINGS = Object.keys(HELD_SETTINGS) as readonly ShopSetting[];

/** Values of settings, as rules have them; an absent member: the shop holds no value of it here. */
export type ShopValues = { readonly [K in ShopSetting]?: ShopRules[K] };

const held = (name: ShopSetting): HeldSetting<unknown> => HELD_SETTINGS[name] as HeldSetting<unknown>;

/** Parameter of update_shop_settings. */
export const paramOf = (name: ShopSetting): string => held(name).param;

/** Refuses: PARAMETER_INVALID for a value that no shop can work with. */
export const checkValues = (values: { readonly [K in ShopSetting]?: unknown }, language: string): Result<void> => {
  for (const name of SHOP_SETTINGS) {
    const value = values[name];
    const problem = value === undefined || value === null ? '' : (held(name).problem?.(value, language) ?? '');
    if (problem !== '') return refuse('PARAMETER_INVALID', paramOf(name), `${paramOf(name)}: ${problem}.`);
  }
  return DONE;
};

/**
 * Returns the items that an entry of the configuration adds to its seed, as to a list of payment methods one with a
 * provider; undefined where the entry says something else, and so is pinned. Without a seed all items are added.
 */
export const itemsAdded = (name: ShopSetting, entry: unknown, seed: unknown): readonly unknown[] | undefined => {
  const key = held(name).itemKey as ((item: unknown) => unknown) | undefined;
  if (key === undefined) return undefined;
  const [said, seeded] = [entry as readonly unknown[], (seed ?? []) as readonly unknown[]];
  const isSaid = (item: unknown): boolean => said.some((one) => sameValue(one, item));
  const before = new Set(seeded.map(key));
  return seeded.every(isSaid) ? said.filter((item) => !before.has(key(item))) : undefined;
};

/** Returns a list with those of the items whose key it lacks, at its end. */
export const withItems = (name: ShopSetting, value: unknown, items: readonly unknown[]): readonly unknown[] => {
  const key = held(name).itemKey as unknown as (item: unknown) => unknown;
  const list = value as readonly unknown[];
  const keys = new Set(list.map(key));
  return [...list, ...items.filter((item) => !keys.has(key(item)))];
};

const partsGone = (name: ShopSetting, before: ShopValues, after: ShopValues): readonly string[] => {
  const { parts } = held(name);
  if (parts === undefined || before[name] === undefined || after[name] === undefined) return [];
  const stay = new Set(parts.names(after[name]));
  return parts.names(before[name]).filter((part) => !stay.has(part));
};

/**
 * Refuses: SETTING_IN_USE for a part that goes although something names it, and for a value that changes although
 * something is counted in it. `before`, `after`: values in force.
 */
export const checkUses = (tx: Transaction, before: ShopValues, after: ShopValues): Result<void> => {
  for (const name of SHOP_SETTINGS) {
    const { countedIn, param } = held(name);
    if (before[name] !== undefined && countedIn !== undefined && !sameValue(before[name], after[name])) {
      const uses = countedIn(tx);
      if (uses.length > 0)
        return refuse(
          'SETTING_IN_USE',
          param,
          `${param}: ${shown(before[name])} would become ${shown(after[name])}, and there are ${uses.join(', ')}.`,
        );
    }
    for (const part of partsGone(name, before, after)) {
      const uses = held(name).parts!.uses(tx, part);
      if (uses.length === 0) continue;
      return refuse('SETTING_IN_USE', param, `${param}: ${shown(part)} would go, and it is used: ${uses.join(', ')}.`);
    }
  }
  return DONE;
};

const HOUR_MS = 3_600_000;

/**
 * Refuses: PARAMETER_INVALID where a session would end before its shopper is reminded of the cart: the last use is
 * known to within `touchMs` (D664). `changed`: those of the values in force that are new.
 */
export const checkReminder = (
  { cartReminderHours: hours = 0, sessionTtlMs: lifeMs = Infinity }: ShopValues,
  changed: { readonly [K in ShopSetting]?: unknown },
  touchMs: number,
): Result<void> => {
  if (hours === 0 || (changed.cartReminderHours === undefined && changed.sessionTtlMs === undefined)) return DONE;
  if (hours * HOUR_MS + touchMs < lifeMs) return DONE;
  const param = paramOf(changed.cartReminderHours === undefined ? 'sessionTtlMs' : 'cartReminderHours');
  const hoursMax = Math.max(0, Math.ceil((lifeMs - touchMs) / HOUR_MS) - 1);
  return refuse(
    'PARAMETER_INVALID',
    param,
    `${param}: a session of ${lifeMs} ms ends before a reminder after ${hours} hours; ${hoursMax} hours is the most.`,
  );
};

/**
 * Refuses: PARAMETER_INVALID where a small business would charge tax at home, which it then owed (D689). `changed`:
 * those of the values in force that are new.
 */
export const checkSmallBusiness = (
  { seller, taxClasses, country = '' }: ShopValues,
  changed: { readonly [K in ShopSetting]?: unknown },
): Result<void> => {
  const names = ['taxClasses', 'seller', 'country'] as const;
  const name = names.find((one) => changed[one] !== undefined && changed[one] !== null);
  if (seller?.smallBusiness !== true || name === undefined) return DONE;
  const homes = new Set([seller.country, country]);
  for (const { name: taxClass, rates } of taxClasses ?? [])
    for (const [at, rate] of Object.entries(rates))
      if (rate > 0 && homes.has(at))
        return refuse(
          'PARAMETER_INVALID',
          paramOf(name),
          `${paramOf(name)}: a small business says no tax, and the rate of ${shown(taxClass)} in ${at} is above 0.`,
        );
  return DONE;
};

/** Refuses: SETTING_IN_USE for a first number that is below one which was given. `before`: values in force. */
export const checkFirstNumbers = (
  tx: Transaction,
  before: ShopValues,
  values: { readonly [K in ShopSetting]?: unknown },
): Result<void> => {
  for (const name of SHOP_SETTINGS) {
    const { isGiven, param } = held(name);
    const number = values[name];
    if (isGiven === undefined || typeof number !== 'number' || number === before[name]) continue;
    if (isGiven(tx, number))
      return refuse('SETTING_IN_USE', param, `${param}: ${number} is not above all numbers that were given.`);
  }
  return DONE;
};

/**
 * Checks a change that waits: it keeps every part that something may name, and every value that something may be
 * counted in, because what does so at its time is not known yet. Refuses: PARAMETER_INVALID.
 */
export const checkKept = (before: ShopValues, after: ShopValues, when: string): Result<void> => {
  for (const name of SHOP_SETTINGS) {
    const { countedIn, isGiven, param } = held(name);
    if ((countedIn ?? isGiven) !== undefined && after[name] !== undefined)
      return refuse('PARAMETER_INVALID', param, `${param}: it is changed at once only, not at ${when}.`);
    const [gone] = partsGone(name, before, after);
    if (gone === undefined) continue;
    return refuse(
      'PARAMETER_INVALID',
      param,
      `${param}: ${shown(gone)} would go at ${when}; what others may use is taken away at once only.`,
    );
  }
  return DONE;
};
