// The orders that a figure counts, as the list of orders is asked for them. In a file that needs no browser.
//
// Guaranteed: with the days of the figure, its channel and its currency the list has exactly these orders.

const NO_TRIAL = { 'main.counted': 1 } as const;
const OF_SALES = { ...NO_TRIAL, 'main.order_state': ['!=', 'CANCELED'] } as const;

/** By what they count in; the first name is that of all orders. */
const COUNTED = {
  '': {},
  orders: NO_TRIAL,
  cancelled: { ...NO_TRIAL, 'main.order_state': 'CANCELED' },
  sales: OF_SALES,
  returning: { ...OF_SALES, 'main.returning': 1 },
  carts: { ...NO_TRIAL, 'main.from_cart': 1 },
  coupons: { ...OF_SALES, 'main.with_coupon': 1 },
  promotions: { ...OF_SALES, 'main.with_promotion': 1 },
} as const;
export type Counted = keyof typeof COUNTED;
export const COUNTED_NAMES = Object.keys(COUNTED) as Counted[];

export interface Narrowed {
  readonly counts: Counted;
  /** '': all of them. */
  readonly channel: string;
  /** '': all of them. */
  readonly currency: string;
}

/** How a report calls what a person placed in the back office. */
export const OFFICE = 'back office';

const CURRENCY = /^[A-Z]{3}$/;

/** As the address of the list has it. */
export const narrowedIn = (query: { get(name: string): string | null }): Narrowed => {
  const currency = query.get('currency') ?? '';
  return {
    counts: COUNTED_NAMES.find((name) => name === query.get('counts')) ?? '',
    channel: query.get('channel') ?? '',
    currency: CURRENCY.test(currency) ? currency : '',
  };
};

/** The conditions of the search. */
export const conditionsOf = ({ counts, channel, currency }: Narrowed): readonly object[] => [
  ...(counts === '' ? [] : [COUNTED[counts]]),
  ...(channel === '' ? [] : [{ 'main.channel': channel }]),
  ...(currency === '' ? [] : [{ 'main.currency': currency }]),
];

/** Figures that are counted apart by currency; the others add up orders in any. */
const IN_CURRENCY: ReadonlySet<Counted> = new Set(['sales', 'returning', 'coupons', 'promotions']);

/** Narrows the list to the orders of a figure. `shopCurrency`: that of the figure where none is chosen. */
export const queryOf = (
  counts: Counted,
  { from, to }: { readonly from: string; readonly to: string },
  { channel, currency }: Omit<Narrowed, 'counts'>,
  shopCurrency: string,
) => ({
  from,
  to,
  counts,
  // Carts are counted by no channel.
  channel: counts === 'carts' ? '' : channel,
  currency: IN_CURRENCY.has(counts) ? currency || shopCurrency : '',
});
