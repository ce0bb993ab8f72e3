// What is counted in the shop's currency or its decimals without saying so itself: in others it would be worth
// something else (D392).
import { atOnce } from '../../kernel/many.ts';
import type { KindName, StateOf } from '../kind-types.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Sessions beyond this are not read one by one: some are taken to have a cart. */
const SESSIONS_READ_MAX = 10_000;

export const hasAmounts = ({ cart }: StateOf<'session'>): boolean =>
  cart.lines.length + cart.coupons.length + cart.deliveryPositions.length > 0;

/** Coupons of an amount that may still be redeemed. */
export const isAmountInForce = ({ terms, endedMs }: StateOf<'coupon_batch'>): boolean =>
  !terms.percentage && endedMs === 0;

interface Prices {
  readonly numbers: ReadonlySet<string>;
  /** Whether the class has a price for all that have none. */
  readonly byDefault: boolean;
}

/** Returns whether a product has a price: a value of an attribute of the type FLOAT, of its own or of its class. */
export const priced = (reader: Reader): ((object: StateOf<'shopobject'>) => boolean) => {
  const classes = new Map<number, Prices>();
  const pricesOf = (classId: number): Prices => {
    const known = classes.get(classId);
    if (known !== undefined) return known;
    const floats = (reader.read('class', classId)?.attributes ?? []).filter(({ type }) => type === 'FLOAT');
    const numbers = new Set(floats.map(({ number }) => String(number)));
    const made = {
      numbers,
      byDefault: floats.some(({ defaults }) => Object.values(defaults).some((value) => (value as number) > 0)),
    };
    classes.set(classId, made);
    return made;
  };
  return ({ classId, attributes }) => {
    const { numbers, byDefault } = pricesOf(classId);
    return byDefault || Object.values(attributes).some((values) => Object.keys(values).some((one) => numbers.has(one)));
  };
};

const some = <K extends KindName>(tx: Transaction, kind: K, isWanted: (state: StateOf<K>) => boolean): boolean => {
  for (let id = 1; id < tx.nextId(kind); id += 1) {
    const state = tx.read(kind, id);
    if (state !== undefined && isWanted(state)) return true;
  }
  return false;
};

const hasCarts = (tx: Transaction): boolean =>
  tx.nextId('session') > SESSIONS_READ_MAX || some(tx, 'session', hasAmounts);

/**
 * What fixes the decimals of the currency; nothing: they may change. Prices have four decimals in any case, and orders
 * their own.
 */
export const countedInDigits = (tx: Transaction): readonly string[] => {
  if (some(tx, 'coupon_batch', isAmountInForce)) return ['coupons of an amount'];
  if (tx.index('delivery_rule').ids.size > 0) return ['delivery rules'];
  return hasCarts(tx) ? ['carts'] : [];
};

/** What fixes the currency; nothing: it may change. */
export const countedInCurrency = (tx: Transaction): readonly string[] => {
  const uses = [
    ...(tx.index('order').reports.firstDay === Infinity ? [] : ['orders']),
    ...(some(tx, 'shopobject', priced(tx)) ? ['prices of products'] : []),
  ];
  return uses.length > 0 ? uses : countedInDigits(tx);
};

/** What is in a further currency of the shop, in words; nothing: it may go, and its decimals may change. */
export const usesOfCurrency = (tx: Transaction, code: string): readonly string[] => [
  ...(atOnce(tx.index('price_list').byName.all(), 'price_lists').some((id) =>
    isOpenIn(tx.read('price_list', id)!, code),
  )
    ? ['price lists']
    : []),
  ...(some(tx, 'coupon_batch', (batch) => isAmountInForce(batch) && batch.terms.currency === code)
    ? ['coupons of an amount']
    : []),
  ...([...tx.index('delivery_rule').ids].some((id) => tx.read('delivery_rule', id)?.terms.currency === code)
    ? ['delivery rules']
    : []),
  ...(tx.nextId('session') > SESSIONS_READ_MAX ||
  some(tx, 'session', (session) => session.chosen.currency === code && hasAmounts(session))
    ? ['carts']
    : []),
];

const isOpenIn = ({ state, terms }: StateOf<'price_list'>, code: string): boolean =>
  state !== 'ended' && terms.currency === code;
