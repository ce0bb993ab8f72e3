// Why a price counts for somebody: every list with a price of the product, and why it counts or does not. Which one
// counts is asked of `listedPrice` alone.
import type { Milli, PriceE4 } from '../money.ts';
import type { Reader } from '../transaction.ts';
import type { PriceContext } from './price-context.ts';
import { listedPrice } from './price-in-force.ts';
import type { ListedPrice } from './price-in-force.ts';
import type { PriceList } from './price-list.ts';
import { listsIn } from './packed-prices.ts';
import { tiersOf } from './product-prices.ts';
import type { Tier } from './packed-prices.ts';

/** Why a list counts or not; the first that is true of it. */
export const LIST_VERDICTS = [
  'counts',
  'planned',
  'ended',
  'other_field',
  'other_currency',
  'other_groups',
  'other_channels',
  'other_countries',
  'too_few',
  'lower_priority',
  'dearer',
  'made_later',
] as const;
export type ListVerdict = (typeof LIST_VERDICTS)[number];

/** What one list says of a product. */
interface ListReason {
  readonly listId: number;
  readonly verdict: ListVerdict;
  /** The product or variation whose prices the list has. */
  readonly productId: number;
  readonly tiers: readonly Tier[];
  /** What it says for the quantity that was asked for; undefined: that reaches no tier. */
  readonly tier: Tier | undefined;
}

export interface PriceReasons {
  /** Undefined: no list counts, and the attribute is the price. */
  readonly found: ListedPrice | undefined;
  /** Those with a price of the product or of one above it, in the order in which they were made. */
  readonly lists: readonly ListReason[];
}

const lacks = <T>(wanted: readonly T[], value: T): boolean => wanted.length > 0 && !wanted.includes(value);

/** Why a list is for somebody else; undefined: it fits. */
const misfit = ({ terms, state }: PriceList, field: string, context: PriceContext): ListVerdict | undefined => {
  const { groups, channels, countries } = terms;
  if (state !== 'running') return state;
  if (terms.field !== field) return 'other_field';
  if (terms.currency !== context.currency) return 'other_currency';
  if (groups.length > 0 && !groups.some((group) => context.groups.includes(group))) return 'other_groups';
  if (lacks(channels, context.channelId)) return 'other_channels';
  return lacks(countries, context.country) ? 'other_countries' : undefined;
};

const behind = (found: ListedPrice, priority: number, list: PriceList, priceE4: PriceE4): ListVerdict => {
  if (list.terms.priority < priority) return 'lower_priority';
  return priceE4 > found.priceE4 ? 'dearer' : 'made_later';
};

/** `family`: the product or variation, then those above it; `pieces`: in the whole cart. */
export const explainPrice = (
  shop: Reader,
  family: readonly number[],
  field: string,
  context: PriceContext,
  pieces: Milli,
): PriceReasons => {
  const found = listedPrice(shop, family, field, context, pieces);
  shop.trackAbsence('product_prices');
  const index = shop.index('product_prices');
  const known = family.flatMap((productId) => {
    const id = index.get(productId);
    return id === undefined ? [] : [shop.read('product_prices', id)!];
  });
  const ids = new Set(known.flatMap(({ lists }) => listsIn(lists)));
  const priority = found === undefined ? 0 : shop.read('price_list', found.listId)!.terms.priority;
  const lists = [...ids]
    .toSorted((a, b) => a - b)
    .map((listId): ListReason => {
      const list = shop.read('price_list', listId)!;
      const reaching = (tiers: readonly Tier[]) => tiers.findLast(([fromMilli]) => fromMilli <= pieces);
      const said = known.filter((prices) => tiersOf(prices, listId).length > 0);
      // A variation whose own tiers are not reached has its product's price.
      const prices = said.find((one) => reaching(tiersOf(one, listId)) !== undefined) ?? said[0]!;
      const tiers = tiersOf(prices, listId);
      const tier = reaching(tiers);
      const verdict = (): ListVerdict => {
        const other = misfit(list, field, context);
        if (other !== undefined) return other;
        if (tier === undefined || found === undefined) return 'too_few';
        return found.listId === listId ? 'counts' : behind(found, priority, list, tier[1]);
      };
      return { listId, verdict: verdict(), productId: prices.productId, tiers, tier };
    });
  return { found, lists };
};
