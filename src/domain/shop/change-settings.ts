// Changes settings of the shop, now or at a time, and seeds them from the configuration.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { dateTime } from '../date-time.ts';
import { sameValue } from '../same-value.ts';
import { unseen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import {
  SHOP_SETTINGS,
  checkFirstNumbers,
  checkKept,
  checkReminder,
  checkSmallBusiness,
  checkUses,
  checkValues,
  paramOf,
} from './held-settings.ts';
import type { ShopSetting, ShopValues } from './held-settings.ts';
import { SHOP_CURRENCY_ID, recordedCurrency } from './shop-currency.ts';
import { SHOP_ID, inForce, shopState } from './shop.ts';
import type { Shop, ShopCommand } from './shop.ts';

export interface SettingsChange {
  /** Null takes away what waits for `effectiveMs`. */
  readonly values: (ShopCommand & { readonly type: 'schedule_settings' })['values'];
  /** Undefined: now. */
  readonly effectiveMs: number | undefined;
  /** Record of the settings that the caller saw; undefined: whatever they are. */
  readonly ifSeq: number | undefined;
}

/** Records in which currency amounts are counted from here on, where it changes. */
const recordAmounts = (tx: Transaction, before: ShopValues, after: ShopValues): Result<void> => {
  const { currency, currencyDigits: digits } = after;
  if (before.currency === undefined || currency === undefined || digits === undefined) return DONE;
  if (before.currency === currency && before.currencyDigits === digits) return DONE;
  const command = { type: 'record_currency' as const, currency, digits };
  const made =
    recordedCurrency(tx) === undefined
      ? tx.create('shop_currency', command, SHOP_CURRENCY_ID)
      : tx.ask('shop_currency', SHOP_CURRENCY_ID, command);
  return made.ok ? DONE : made;
};

/**
 * Seeds settings that the shop does not hold, and pins those that the configuration says otherwise than at the seed.
 * An entry that only adds items to a list, as a payment method with its provider, seeds these instead.
 *
 * Refuses: SETTING_IN_USE where an entry that was added, changed or taken away takes a part away that something names;
 * PARAMETER_INVALID where an added item does not fit those that the shop has.
 */
export const configureShop = (
  tx: Transaction,
  { values, given }: Omit<ShopCommand & { readonly type: 'configure' }, 'type'>,
): Result<void> => {
  const before = shopState(tx);
  const held: ShopValues = before === undefined ? {} : inForce(before);
  const command = { type: 'configure' as const, values, given };
  const made = before === undefined ? tx.create('shop', command, SHOP_ID) : tx.ask('shop', SHOP_ID, command);
  if (!made.ok) return made;
  const after = inForce(shopState(tx)!);
  const changed = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !sameValue(value, held[name as ShopSetting])),
  );
  const fit = checkValues(changed, after.language ?? tx.rules.language);
  if (!fit.ok) return fit;
  const reminds = checkReminder(after, changed, tx.rules.sessionTouchIntervalMs);
  if (!reminds.ok) return reminds;
  const taxed = checkSmallBusiness(after, changed);
  if (!taxed.ok) return taxed;
  const used = checkUses(tx, held, after);
  return used.ok ? recordAmounts(tx, held, after) : used;
};

/** Makes sure that there is a shop, with the settings in force. */
export const heldShop = (tx: Transaction): Result<void> => {
  if (shopState(tx) !== undefined) return DONE;
  const values = Object.fromEntries(SHOP_SETTINGS.map((name) => [name, tx.rules[name]]));
  return configureShop(tx, { values, given: [] });
};

/** A change that waits keeps what there is before it. Refuses: PARAMETER_INVALID. */
const checkTimes = (tx: Transaction, { values, scheduled }: Shop): Result<void> => {
  let before: ShopValues = values;
  for (const { effectiveMs, values: later } of scheduled) {
    const kept = checkKept(before, later, dateTime(effectiveMs));
    if (!kept.ok) return kept;
    before = { ...before, ...later };
    const reminds = checkReminder(before, later, tx.rules.sessionTouchIntervalMs);
    if (!reminds.ok) return reminds;
    const taxed = checkSmallBusiness(before, later);
    if (!taxed.ok) return taxed;
  }
  return DONE;
};

/** Refuses: CHANGED_MEANWHILE, SETTING_PINNED, PARAMETER_INVALID. */
const checkChange = (tx: Transaction, shop: Shop, { values, effectiveMs, ifSeq }: SettingsChange): Result<void> => {
  if (ifSeq !== undefined && ifSeq !== shop.seq)
    return unseen('shop', SHOP_ID, shop.seq, ifSeq, `The settings are those of record ${shop.seq}, not of ${ifSeq}.`);
  for (const name of SHOP_SETTINGS) {
    if (values[name] === undefined || values[name] === null || shop.pins[name] === undefined) continue;
    const param = paramOf(name);
    return refuse(
      'SETTING_PINNED',
      param,
      `${param}: the entry ${name} of the configuration wins until it is taken away.`,
    );
  }
  if (effectiveMs === undefined && Object.values(values).includes(null))
    return refuse('PARAMETER_INVALID', 'withdraw', 'withdraw: it needs effective_at.');
  if (effectiveMs !== undefined && effectiveMs <= tx.atMs)
    return refuse('PARAMETER_INVALID', 'effective_at', `effective_at: ${dateTime(effectiveMs)} is not ahead.`);
  const language = values.language ?? tx.rules.language;
  // Names of payment methods must differ as they are shown where a name has none in a language, too.
  return checkValues(
    values.language === undefined ? values : { paymentMethods: tx.rules.paymentMethods, ...values },
    language,
  );
};

/** A setting of a change, and when another change that waits for it begins to count instead. */
export interface Ending {
  readonly name: ShopSetting;
  readonly endMs: number;
}

/** Settings that a later change which waits will set otherwise, each with the first such time. */
const endings = ({ scheduled }: Shop, { values, effectiveMs = 0 }: SettingsChange): readonly Ending[] =>
  SHOP_SETTINGS.flatMap((name) => {
    const set = values[name];
    if (set === undefined || set === null) return [];
    const next = scheduled.find(
      (later) =>
        later.effectiveMs > effectiveMs && later.values[name] !== undefined && !sameValue(later.values[name], set),
    );
    return next === undefined ? [] : [{ name, endMs: next.effectiveMs }];
  });

/**
 * Changes settings, or schedules their change. The rules of this transaction stay those before it. Returns what does
 * not stay, since another change of the same setting waits for a later time.
 *
 * Refuses: CHANGED_MEANWHILE, SETTING_PINNED, SETTING_IN_USE, PARAMETER_INVALID.
 */
export const changeSettings = (tx: Transaction, change: SettingsChange): Result<readonly Ending[]> => {
  const { values, effectiveMs } = change;
  const held = heldShop(tx);
  if (!held.ok) return held;
  const before = { ...shopState(tx)! };
  const fit = checkChange(tx, before, change);
  if (!fit.ok) return fit;
  const asked =
    effectiveMs === undefined
      ? tx.ask('shop', SHOP_ID, { type: 'change_settings', values: values as ShopValues })
      : tx.ask('shop', SHOP_ID, { type: 'schedule_settings', effectiveMs, values });
  if (!asked.ok) return asked;
  const after = shopState(tx)!;
  const used = checkUses(tx, inForce(before), inForce(after));
  if (!used.ok) return used;
  const free = effectiveMs === undefined ? checkFirstNumbers(tx, inForce(before), values) : DONE;
  if (!free.ok) return free;
  const recorded = recordAmounts(tx, inForce(before), inForce(after));
  if (!recorded.ok) return recorded;
  const reminds =
    effectiveMs === undefined ? checkReminder(inForce(after), values, tx.rules.sessionTouchIntervalMs) : DONE;
  if (!reminds.ok) return reminds;
  const taxed = effectiveMs === undefined ? checkSmallBusiness(inForce(after), values) : DONE;
  if (!taxed.ok) return taxed;
  const timed = checkTimes(tx, after);
  return timed.ok ? ok(endings(after, change)) : timed;
};
