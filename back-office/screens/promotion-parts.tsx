// What the screens of promotions read and show of one: its state, and the names of what it names.
import type { Promotion } from '../../src/client/operations.ts';
import { findCategories } from '../api/categories.ts';
import { call } from '../api/call.ts';
import { found } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { nameOfProduct } from '../api/stock.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { compareNames, money } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { t } from '../texts/texts.ts';
import { readAudience } from './audience.tsx';
import type { Audience } from './audience.tsx';
import { goodsIn } from './promotion-draft.ts';
import type { Names } from './promotion-words.ts';

const TONES = { planned: 'info', running: 'good', ended: 'quiet' } as const;

export const PromotionChip = ({ state }: Pick<Promotion, 'state'>) => (
  <Chip tone={TONES[state]}>{t().promotions.states[state]}</Chip>
);

/** Products that constraints name one by one. */
const productsIn = (constraints: readonly unknown[]): readonly number[] => {
  const ids = constraints.flatMap((constraint) => {
    const goods = constraint === undefined ? undefined : goodsIn(constraint);
    return goods !== undefined && 'products' in goods ? goods.products : [];
  });
  return [...new Set(ids)];
};

const namesOf = (all: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<number, string> =>
  new Map(all.map(({ id, name }) => [id, name]));

/** Products of one search. */
const FOUND_MAX = 1000;

/**
 * Names of what constraints name, as far as the person may see them; what is not known is shown by its number. Throws
 * Refused.
 */
export const readNames = async (
  constraints: readonly unknown[],
  { groups, channels }: Audience,
  signal: AbortSignal,
): Promise<Names> => {
  const language = wireLanguage();
  const ids = productsIn(constraints).slice(0, FOUND_MAX);
  const [categories, products] = await Promise.all([
    findCategories('', language, signal),
    ids.length === 0 || !may('search_products')
      ? []
      : call(
          'search_products',
          { constraint: { 'main.id': ['IN', ids] }, language, left_limit: 0, right_limit: FOUND_MAX },
          signal,
        ).then(({ result }) => result),
  ]);
  return {
    groups: namesOf(groups),
    channels: namesOf(channels),
    categories: new Map(categories.map(({ id, label }) => [id, label])),
    products: new Map(products.map((product) => [product.id, nameOfProduct(product)])),
  };
};

export interface Promotions {
  readonly promotions: readonly Promotion[];
  readonly names: Names;
}

const ORDER = { running: 0, planned: 1, ended: 2 } as const;

/** Those that run come first. Throws Refused. */
export const readPromotions = async (signal: AbortSignal): Promise<Promotions> => {
  const [{ promotions }, audience] = await Promise.all([call('get_promotions', {}, signal), readAudience(signal)]);
  const sorted = promotions.toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || compareNames(a.name, b.name));
  const constraints = promotions.flatMap(({ when, gives }) => [when.goods, gives.goods]);
  return { promotions: sorted, names: await readNames(constraints, audience, signal) };
};

export const readPromotion = async (id: number): Promise<Promotion> =>
  found((await call('get_promotions', {})).promotions.find((one) => one.id === id));

/** Amounts of each currency, never added up; '' for none. */
export const sumsText = (spent: Promotion['spent'], member: 'amount' | 'revenue'): string =>
  spent.map((one) => money(one[member], one.currency)).join(', ');

/** What is left of its budget; '' where it has none. */
export const leftText = ({ budget_max: budget, currency, spent }: Promotion): string => {
  if (budget === 0) return '';
  const taken = spent.find((one) => one.currency === currency)?.amount ?? 0;
  return money(Math.max(0, budget - taken), currency);
};
