// Keeps a shop from taking its amounts for others: carts and coupons are counted in the minor unit of the currency
// that the settings named when they were made (D392).
import { ConfigError } from '../config/setting.ts';
import type { CouponBatch } from '../domain/coupons/coupon.ts';
import type { KindName, StateOf } from '../domain/kinds.ts';
import { SHOP_CURRENCY_ID, recordedCurrency } from '../domain/orders/shop-currency.ts';
import type { ShopCurrency } from '../domain/orders/shop-currency.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { ReadContext } from '../engine/read-context.ts';
import { must } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

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

const hasAmounts = ({ cart }: StateOf<'session'>): boolean =>
  cart.lines.length + cart.coupons.length + cart.deliveryPositions.length > 0;

const isInForce = ({ terms, endedMs }: CouponBatch): boolean => !terms.percentage && endedMs === 0;

/** Prices are attributes of the type FLOAT. */
const pricedIn = (engine: Engine, reader: ReadContext): number => {
  const floats = new Map<number, ReadonlySet<string>>();
  const floatsOf = (classId: number): ReadonlySet<string> => {
    const known = floats.get(classId);
    if (known !== undefined) return known;
    const attributes = reader.read('class', classId)?.attributes ?? [];
    const made = new Set(attributes.filter(({ type }) => type === 'FLOAT').map(({ number }) => String(number)));
    floats.set(classId, made);
    return made;
  };
  return countOf(engine, reader, 'shopobject', ({ classId, attributes }) =>
    Object.values(attributes).some((values) => Object.keys(values).some((number) => floatsOf(classId).has(number))),
  );
};

const several = (count: number, one: string, many = `${one}s`): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** What would be worth something else; nothing: the currency may change. */
const inTheWay = (engine: Engine, { currency }: Readonly<ShopCurrency>): readonly string[] => {
  const reader = engine.readContext();
  const isOther = engine.rules.currency !== currency;
  return [
    ...several(countOf(engine, reader, 'session', hasAmounts), 'cart'),
    ...several(countOf(engine, reader, 'coupon_batch', isInForce), 'batch of coupons', 'batches of coupons'),
    ...(isOther ? several(pricedIn(engine, reader), 'price') : []),
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
