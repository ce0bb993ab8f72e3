// Keeps a shop from taking its amounts for others: carts and coupons are counted in the minor unit of the currency
// that the settings named when they were made (D392).
import { ConfigError } from '../../config/setting.ts';
import type { KindName, StateOf } from '../../domain/kind-types.ts';
import { hasAmounts, isAmountInForce, priced } from '../../domain/shop/amounts-in-use.ts';
import { SHOP_CURRENCY_ID, recordedCurrency } from '../../domain/shop/shop-currency.ts';
import type { ShopCurrency } from '../../domain/shop/shop-currency.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { must } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

const wanted = ({ rules: { currency, currencyDigits } }: Engine): ShopCurrency => ({
  currency,
  digits: currencyDigits,
});

const isSame = (one: Readonly<ShopCurrency>, other: Readonly<ShopCurrency>): boolean =>
  one.currency === other.currency && one.digits === other.digits;

const countOf = <K extends KindName>(
  { tables }: Engine,
  reader: ReadContext,
  kind: K,
  isWanted: (state: StateOf<K>) => boolean,
): number => {
  let count = 0;
  for (let id = 1; id < tables[kind].nextId; id += 1) {
    const state = reader.read(kind, id);
    if (state !== undefined && isWanted(state)) count += 1;
  }
  return count;
};

const several = (count: number, one: string, many = `${one}s`): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** What would be worth something else; nothing: the currency may change. */
const inTheWay = (engine: Engine, { currency }: Readonly<ShopCurrency>): readonly string[] => {
  const reader = engine.readContext();
  const isOther = engine.rules.currency !== currency;
  return [
    ...several(countOf(engine, reader, 'session', hasAmounts), 'cart'),
    ...several(countOf(engine, reader, 'coupon_batch', isAmountInForce), 'batch of coupons', 'batches of coupons'),
    ...(isOther ? several(countOf(engine, reader, 'shopobject', priced(reader)), 'price') : []),
  ];
};

const written = ({ currency, digits }: Readonly<ShopCurrency>): string =>
  `${currency} with ${digits} decimal${digits === 1 ? '' : 's'}`;

/** Throws ConfigError where the settings would make something else of amounts that the shop holds. */
export const checkCurrency = (engine: Engine): void => {
  const recorded = recordedCurrency(engine.readContext());
  if (recorded === undefined || isSame(recorded, wanted(engine))) return;
  const held = inTheWay(engine, recorded);
  if (held.length === 0) return;
  throw new ConfigError(
    `the shop counts its amounts in ${written(recorded)}, and the settings say ${written(wanted(engine))}: ` +
      `${held.join(', ')} would be worth something else; set currency and currencyDigits back ` +
      '(docs/operate/running.md, Another currency)',
  );
};

/** Records what the settings say, where that is not recorded. Throws as `checkCurrency`. */
export const recordCurrency = (engine: Engine): void => {
  const recorded = recordedCurrency(engine.readContext());
  const currency = wanted(engine);
  if (recorded !== undefined && isSame(recorded, currency)) return;
  checkCurrency(engine);
  const command = { type: 'record_currency' as const, ...currency };
  const made = engine.transact(maintenanceCause('shop_currency'), (tx): Result<unknown> =>
    recorded === undefined
      ? tx.create('shop_currency', command, SHOP_CURRENCY_ID)
      : tx.ask('shop_currency', SHOP_CURRENCY_ID, command),
  );
  must(made.ok, 'the currency of the shop can be recorded');
};
