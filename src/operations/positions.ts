// The order of categories among their siblings, and of products and contents in a category.
import { orderCategories, orderObjects } from '../domain/catalogue/set-positions.ts';
import { Type, int, json, optional } from '../kernel/params.ts';
import { refuse } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { done } from './replies/plain.ts';

/** Bounds a record: each of them may be an event. */
const IDS_MAX = 1000;

const ids = (description: string) =>
  optional(
    json(
      Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), { description, maxItems: IDS_MAX }),
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
    categories: ids(`ids of categories below it in their new order, at most ${IDS_MAX}`),
    shopobjects: ids(`ids of products and contents in it in their new order, at most ${IDS_MAX}`),
  },
  handle: ({ id_category: id, categories, shopobjects }, { shop }) => {
    if (id !== 0 && shop.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', id);
    // One index is not read again after its kind was changed: categories and objects are two kinds.
    const ordered = orderCategories(shop, id, categories);
    return ordered.ok ? orderObjects(shop, id, shopobjects) : ordered;
  },
  refusals: ['CATEGORY_NOT_FOUND', 'SHOPOBJECT_NOT_FOUND'],
  ...done('set_positions'),
});
