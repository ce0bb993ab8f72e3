// Finds anything by what is written on it: asks several operations at once and shows what each knows.
import type { Content, CouponBatch, Order, PastOrder, Product, User } from '../../src/client/operations.ts';
import { idIn } from '../wire-number.ts';
import { Refused, call } from './call.ts';
import { findCategories } from './categories.ts';
import type { NamedCategory } from './categories.ts';
import { sees } from './rights.ts';
import { eachWord, within } from './words.ts';

interface FoundCoupons {
  readonly batch: CouponBatch;
  /** The code that was searched for; '': the batch was found by its name. */
  readonly code: string;
}

export interface Findings {
  readonly orders: readonly Order[];
  /** Orders of the former shop system. */
  readonly pastOrders: readonly PastOrder[];
  readonly customers: readonly User[];
  readonly products: readonly Product[];
  readonly contents: readonly Content[];
  readonly categories: readonly NamedCategory[];
  readonly coupons: readonly FoundCoupons[];
}

const EACH = 6;

/** Ignores case, as searches for codes, numbers and addresses do. */
export const isSame = (text: string, words: string): boolean => text.toLowerCase() === words.toLowerCase();

/** Returns nothing for a kind that these words cannot search, or this person may not. */
const orNothing = async <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** Conditions that find an order; only indexed fields, because the list may be long. */
const orderConditions = (words: string): readonly { readonly [field: string]: unknown }[] => {
  const number = idIn(words.replace(/^#?0*/, ''));
  const fields = [
    ...(sees('addresses') ? ['main.person_name'] : []),
    ...(sees('contacts') ? ['main.email', 'main.username'] : []),
    'main.tracking_number',
  ];
  return [
    ...(number === undefined ? [] : [{ 'main.id': number }]),
    { 'main.invoice_number': words },
    { 'main.coupon_code': words },
    ...within(fields, words),
  ];
};

/** Conditions that find an account. */
export const customerConditions = (words: string) => within(['username', 'email', 'firstname', 'lastname'], words);

/** Conditions that find a product; not by the words of its texts, which the shop may not have indexed yet. */
export const productConditions = (words: string) => [
  ...within(['metadata.element_number', 'main.name'], words),
  { 'metadata.ean': words },
];

/** A first name and a last one are in two fields: each word must be somewhere. */
export const orderConstraint = (text: string): { readonly [field: string]: unknown } => ({
  AND: eachWord(text, orderConditions),
});

/** Conditions that find a content by its own name; the words of its texts are sought apart. */
export const contentConditions = (words: string) => within(['main.name'], words);

const newestFirst = { order_columns: 'main.id', order: 'DESC', left_limit: 0, right_limit: EACH } as const;

export const find = async (words: string, language: string, signal: AbortSignal): Promise<Findings> => {
  const [orders, pastOrders, customers, byNumber, byWords, contents, categories, coupons] = await Promise.all([
    orNothing(
      call('search_orders', { constraint: orderConstraint(words), ...newestFirst }, signal).then((r) => r.result),
    ),
    orNothing(
      call(
        'search_past_orders',
        { ...(words.includes('@') ? { email: words } : { number: words }), limit: EACH },
        signal,
      ).then((r) => r.orders),
    ),
    orNothing(
      call(
        'search_users',
        { constraint: { OR: customerConditions(words) }, left_limit: 0, right_limit: EACH },
        signal,
      ).then((r) => r.result),
    ),
    orNothing(
      call(
        'search_products',
        {
          constraint: { 'main.id_variation': ['>=', 0], OR: productConditions(words) },
          left_limit: 0,
          right_limit: EACH,
          language,
        },
        signal,
      ).then((r) => r.result),
    ),
    orNothing(
      call(
        'search_products',
        { constraint: { search: ['MATCH', words] }, left_limit: 0, right_limit: EACH, language },
        signal,
      ).then((r) => r.result),
    ),
    orNothing(
      call(
        'search_contents',
        {
          constraint: { OR: [{ search: ['MATCH', words] }, ...contentConditions(words)] },
          left_limit: 0,
          right_limit: EACH,
          language,
        },
        signal,
      ).then((r) => r.result),
    ),
    orNothing(findCategories(words, language, signal)),
    orNothing(
      Promise.all([
        call('search_coupons', { code: words, limit: EACH }, signal),
        call('search_coupons', { name: words, limit: EACH }, signal),
      ]).then(([byCode, byName]) => [
        ...byCode.batches.map((batch) => ({ batch, code: isSame(batch.first_code, words) ? batch.first_code : words })),
        ...byName.batches
          .filter(({ id }) => !byCode.batches.some((one) => one.id === id))
          .map((batch) => ({ batch, code: '' })),
      ]),
    ),
  ]);
  const numbered = new Set(byNumber.map(({ id }) => id));
  const products = [...byNumber, ...byWords.filter(({ id }) => !numbered.has(id))].slice(0, EACH);
  return {
    orders,
    pastOrders,
    customers,
    products,
    contents,
    categories: categories.slice(0, EACH),
    coupons: coupons.slice(0, EACH),
  };
};
