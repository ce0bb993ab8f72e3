// What is typed of a new promotion, and the terms that it means: those of `create_promotion` and `try_promotion`.
import type { Params } from '../api/call.ts';
import { PERCENT, amount, numberIn, quantity, whole } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { idsOf, partsOf } from './audience.tsx';

export const KINDS = ['percent', 'amount', 'price', 'buy_get', 'free_delivery'] as const;
type Kind = (typeof KINDS)[number];

export const GOODS_KINDS = ['all', 'category', 'products', 'numbers'] as const;

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Which goods; only what its kind needs counts. */
export interface Goods {
  readonly kind: (typeof GOODS_KINDS)[number];
  readonly category: Named | undefined;
  readonly products: readonly Named[];
  /** What article numbers begin with. */
  readonly numbers: string;
}

export interface Draft {
  readonly name: string;
  /** By language. */
  readonly labels: { readonly [language: string]: string };
  readonly kind: Kind;
  readonly value: string;
  readonly per: 'piece' | 'order';
  readonly buy: string;
  readonly get: string;
  readonly timesMax: string;
  readonly goods: Goods;
  readonly minSum: string;
  readonly minPieces: string;
  /** Whether sum and pieces are those of the goods alone. */
  readonly countsGoods: boolean;
  readonly isFirstOrder: boolean;
  readonly by: 'automatic' | 'code';
  /** With commas between. */
  readonly groups: string;
  readonly channels: string;
  readonly countries: string;
  readonly currency: string;
  readonly from: string;
  readonly until: string;
  readonly usesMax: string;
  readonly perPerson: string;
  readonly budget: string;
  readonly priority: string;
  readonly stack: string;
  readonly isExclusive: boolean;
}

export const emptyDraft = (currency: string): Draft => ({
  name: '',
  labels: {},
  kind: 'percent',
  value: '10',
  per: 'piece',
  buy: '2',
  get: '1',
  timesMax: '',
  goods: { kind: 'all', category: undefined, products: [], numbers: '' },
  minSum: '',
  minPieces: '',
  countsGoods: true,
  isFirstOrder: false,
  by: 'automatic',
  groups: '',
  channels: '',
  countries: '',
  currency,
  from: '',
  until: '',
  usesMax: '',
  perPerson: '',
  budget: '',
  priority: '0',
  stack: '',
  isExclusive: false,
});

export const RULES = {
  set: whole(1, 1000),
  times: whole(1, 1_000_000),
  uses: whole(1, 1_000_000_000),
  priority: whole(-1000, 1000),
  pieces: quantity(0.001),
} as const;

/** Per cent, or money. */
export const valueRule = ({ kind }: Pick<Draft, 'kind'>): NumberRule =>
  kind === 'percent' || kind === 'buy_get' ? PERCENT : amount();

export type Constraint = { readonly [field: string]: unknown };

const CATEGORY = 'category.path.nodes.id_shopcategory';
const NUMBER = 'metadata.element_number';

/** A variation is among the goods with its product. */
const productsOf = (ids: readonly number[]): Constraint => ({
  OR: [{ 'main.id': ['IN', ids] }, { 'main.id_shopobject': ['IN', ids] }],
});

/** Undefined: all products. */
export const constraintOf = ({ kind, category, products, numbers }: Goods): Constraint | undefined => {
  if (kind === 'category' && category !== undefined) return { [CATEGORY]: ['=', category.id] };
  if (kind === 'products' && products.length > 0) return productsOf(products.map(({ id }) => id));
  // A wildcard of LIKE in a number would stand for any text.
  return kind === 'numbers' ? { [NUMBER]: ['LIKE', `${numbers.trim().replaceAll(/[\\%_]/g, '\\$&')}%`] } : undefined;
};

/** What a constraint names that this page has made; undefined: it names something else. */
export const goodsIn = (
  given: unknown,
):
  | { readonly category: number }
  | { readonly products: readonly number[] }
  | { readonly numbers: string }
  | undefined => {
  const constraint = given as { readonly [field: string]: readonly unknown[] };
  const ids = (constraint['OR']?.[0] as Constraint | undefined)?.['main.id'] as readonly unknown[] | undefined;
  const products = ids?.[1] as readonly number[] | undefined;
  if (products !== undefined && JSON.stringify(given) === JSON.stringify(productsOf(products))) return { products };
  const [field, condition] = Object.entries(constraint)[0] ?? [];
  if (Object.keys(constraint).length !== 1 || condition?.length !== 2) return undefined;
  const [operator, operand] = condition;
  if (field === CATEGORY && operator === '=' && typeof operand === 'number') return { category: operand };
  const begins =
    field === NUMBER && operator === 'LIKE' ? /^((?:[^\\%_]|\\.)*)%$/.exec(String(operand))?.[1] : undefined;
  return begins === undefined ? undefined : { numbers: begins.replaceAll(/\\(.)/g, '$1') };
};

export const areGoodsChosen = ({ kind, category, products, numbers }: Goods): boolean =>
  kind === 'all' ||
  (kind === 'category' ? category !== undefined : kind === 'products' ? products.length > 0 : numbers.trim() !== '');

/** Whether a field that may stay empty can be read. */
export const isRead = (typed: string, rule: NumberRule): boolean =>
  typed.trim() === '' || numberIn(typed, rule) !== undefined;

/** Whether all that is typed can be read, but for the name. */
export const isComplete = (draft: Draft): boolean => {
  const { kind, goods } = draft;
  const ofKind =
    kind === 'free_delivery' ||
    (numberIn(draft.value, valueRule(draft)) !== undefined &&
      (kind !== 'buy_get' ||
        (numberIn(draft.buy, RULES.set) !== undefined &&
          numberIn(draft.get, RULES.set) !== undefined &&
          isRead(draft.timesMax, RULES.times))));
  return (
    ofKind &&
    areGoodsChosen(goods) &&
    isRead(draft.minSum, amount()) &&
    isRead(draft.minPieces, RULES.pieces) &&
    isRead(draft.usesMax, RULES.uses) &&
    isRead(draft.perPerson, RULES.uses) &&
    isRead(draft.budget, amount()) &&
    numberIn(draft.priority, RULES.priority) !== undefined
  );
};

const givesOf = (draft: Draft, goods: Constraint | undefined) => {
  const { kind, per } = draft;
  const value = numberIn(draft.value, valueRule(draft)) ?? 0;
  if (kind === 'free_delivery') return { kind };
  const ofGoods = goods === undefined ? {} : { goods };
  if (kind !== 'buy_get') return { kind, value, per, ...ofGoods };
  return {
    kind,
    value,
    buy: numberIn(draft.buy, RULES.set) ?? 1,
    get: numberIn(draft.get, RULES.set) ?? 1,
    times_max: numberIn(draft.timesMax, RULES.times) ?? 0,
    ...ofGoods,
  };
};

export type Terms = Omit<Params<'try_promotion'>, 'lines' | 'delivery_costs' | 'from_date' | 'to_date' | 'name'>;

/** The terms of what is complete. */
export const termsOf = (draft: Draft): Terms => {
  const goods = constraintOf(draft.goods);
  // Free delivery is of no goods: those that are chosen are the ones that are counted.
  const counts = draft.countsGoods || draft.kind === 'free_delivery' ? goods : undefined;
  return {
    by: draft.by,
    when: {
      min_sum: numberIn(draft.minSum, amount()) ?? 0,
      min_quantity: numberIn(draft.minPieces, RULES.pieces) ?? 0,
      ...(counts !== undefined && { goods: counts }),
      groups: [...idsOf(draft.groups)],
      channels: [...idsOf(draft.channels)],
      countries: [...partsOf(draft.countries)],
      first_order: draft.isFirstOrder ? 1 : 0,
    },
    gives: givesOf(draft, counts === undefined ? goods : undefined),
    currency: draft.currency,
    priority: numberIn(draft.priority, RULES.priority) ?? 0,
    stack: draft.stack.trim(),
    exclusive: draft.isExclusive ? 1 : 0,
    uses_max: numberIn(draft.usesMax, RULES.uses) ?? 0,
    uses_per_person_max: numberIn(draft.perPerson, RULES.uses) ?? 0,
    budget_max: String(numberIn(draft.budget, amount()) ?? 0),
  };
};
