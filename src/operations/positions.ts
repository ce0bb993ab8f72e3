// The order of categories among their siblings, and of products and contents in a category.
import { ORDERED_MAX, orderCategories, orderObjects } from '../domain/catalogue/set-positions.ts';
import { Type, guard, int, json, optional } from '../kernel/params.ts';
import { refuse } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { done } from './replies/plain.ts';

const ids = (description: string) =>
  optional(
    json(
      Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
        description,
        maxItems: ORDERED_MAX,
      }),
    ),
    [],
    'their order stays',
  );

export const set_positions = write({
  area: 'categories',
  isExtension: true,
  summary:
    'Puts categories below a category, or products and contents in it, into the order given; ' +
    'those not named keep their places.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_category: int('category id; 0 = root'),
    categories: ids(`ids of categories below it in their new order, at most ${ORDERED_MAX}`),
    shopobjects: ids(`ids of products and contents in it in their new order, at most ${ORDERED_MAX}`),
    if_seq: guard(
      int('extra: seq of the list that the caller has seen, from get_categories or a list of what is in the category'),
      undefined,
      'they are ordered whatever their order is',
    ),
  },
  handle: ({ id_category: id, categories, shopobjects, if_seq: seen }, { shop }) => {
    if (id !== 0 && shop.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', id);
    // One index is not read again after its kind was changed: categories and objects are two kinds.
    const ordered = orderCategories(shop, id, categories, seen);
    return ordered.ok ? orderObjects(shop, id, shopobjects, seen) : ordered;
  },
  refusals: ['CATEGORY_NOT_FOUND', 'CHANGED_MEANWHILE', 'SHOPOBJECT_NOT_FOUND'],
  ...done('set_positions'),
});
