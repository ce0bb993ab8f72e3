// Whether a product is among the goods that a constraint names: judged from its state, with what it inherits, and not
// by the search index, so that a cart can be priced while that is being made. Fields are those of a search for products
// that only the catalogue changes (docs/sell/promotions.md).
import { attributeNamed, attributeValue, plainValue } from '../attributes/attributes.ts';
import { parentOf, resolved } from '../catalogue/inheritance.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import { DONE, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composedValue } from '../search/conditions.ts';
import { holds, leavesOf, withoutLanguage } from '../search/constraint.ts';
import type { Constraint, FieldValue, Scalar } from '../search/constraint.ts';
import type { ProductGoods, Reader } from '../transaction.ts';
import type { FilledLink } from './search-schema.ts';
import { filledCategories, goodsWithFilled } from './filled-categories.ts';
import { SEARCH_SCHEMAS } from './search-schemas.ts';

const { stored, computed, linked } = SEARCH_SCHEMAS.shopobject;
const CATEGORY = 'category.';

const listed = (value: FieldValue): readonly Scalar[] =>
  typeof value === 'object' ? value : value === undefined ? [] : [value];

/** A variation is in the categories of its product as well: shoppers find it there. */
const categoriesOf = (shop: Reader, product: ShopObject): readonly number[] => {
  const above = parentOf(shop, product);
  const own = product.memberships.map(({ categoryId }) => categoryId);
  return above === undefined ? own : [...own, ...categoriesOf(shop, above)];
};

const fieldOf = (
  shop: Reader,
  id: number,
  product: ShopObject,
  named: string,
  categories: readonly number[] | undefined,
): FieldValue => {
  const [field] = withoutLanguage(named);
  if (Object.hasOwn(stored, field)) return stored[field]!.read(product, id);
  const shopClass = shop.read('class', product.classId);
  if (field === 'main.class') return shopClass?.name;
  if (field === 'main.type') return product.type;
  const { language } = shop.rules;
  if (field.startsWith(CATEGORY)) {
    const member = field.slice(CATEGORY.length);
    const values = (categories ?? categoriesOf(shop, product)).flatMap((categoryId) =>
      listed(linked[CATEGORY]!.read(shop, categoryId, member, language)),
    );
    return values.length === 0 ? undefined : values;
  }
  const definition = attributeNamed(shopClass?.attributes ?? [], field);
  return definition && plainValue(attributeValue(definition, product.attributes, language, language));
};

/**
 * Fields of a product or variation, each read once; undefined: it is neither. `own`: its categories are those that it
 * has itself.
 */
const fieldsOf = (shop: Reader, id: number, own: boolean): ((field: string) => FieldValue) | undefined => {
  const state = shop.read('shopobject', id);
  if (state?.type !== 'product') return undefined;
  const product = resolved(shop, state);
  const categories = own ? product.memberships.map(({ categoryId }) => categoryId) : undefined;
  const values = new Map<string, FieldValue>();
  return (field) => {
    if (!values.has(field)) values.set(field, composedValue(fieldOf(shop, id, product, field, categories)));
    return values.get(field);
  };
};

const NO_MATCH = (): boolean => false;
const NO_GOODS: ReadonlySet<Constraint> = new Set();

/** Tells whether a product or variation is among goods; nothing else ever is. What it is made of is read once. */
export const amongGoods = (shop: Reader, id: number): ProductGoods => {
  const valueOf = fieldsOf(shop, id, false);
  const filled = filledCategories(shop);
  const expanded = (goods: Constraint): Constraint => (filled.length > 0 ? goodsWithFilled(shop, goods) : goods);
  return {
    isAmong: (goods) => valueOf !== undefined && holds(expanded(goods), valueOf, NO_MATCH),
    mayMeet(table) {
      table.expand(filled, expanded);
      return valueOf === undefined ? NO_GOODS : table.mayMeet(valueOf);
    },
  };
};

/**
 * Tells of filled categories whether a search for them finds a product or variation: categories are those that it has
 * itself.
 */
export const filledWith = (shop: Reader, id: number): ((category: FilledLink) => boolean) => {
  const valueOf = fieldsOf(shop, id, true);
  return ({ constraint }) => valueOf !== undefined && holds(constraint, valueOf, NO_MATCH);
};

/** Refuses what other things than the catalogue decide: CONSTRAINT_INVALID with the field. */
export const checkGoods = (goods: Constraint): Result<void> => {
  for (const { operator, field } of leavesOf(goods)) {
    if (operator === 'MATCH') return refuse('CONSTRAINT_INVALID', field, 'Goods are not named by words: use LIKE.');
    if (Object.hasOwn(computed, field))
      return refuse('CONSTRAINT_INVALID', field, `${shown(field)} changes by itself, and names no goods.`);
  }
  return DONE;
};
