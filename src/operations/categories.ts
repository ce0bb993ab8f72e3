// S 4.3: categories and what is in them.
import { createCategory } from '../domain/catalogue.ts';
import type { Category } from '../domain/category.ts';
import type { ChildList } from '../domain/children.ts';
import type { ShopObject } from '../domain/shop-object.ts';
import { Type, int, json, map, optional } from '../kernel/params.ts';
import { Keyed } from '../kernel/json.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './operation.ts';
import { country, labels, language, listing, name, neededAttributes, seo } from './params.ts';
import { lens, orderValue, viewCategory, viewProduct } from './views/catalogue.ts';
import type { Lens } from './views/catalogue.ts';

/** What stands above the roots. */
const ROOT: Category = { name: '', parentId: 0, prio: 0, createdMs: 0, labels: {}, attributes: {}, seo: {} };

export const get_categories = read({
  spec: '4.3',
  summary: 'The categories below a category; 0 lists the roots.',
  credential: 'licence',
  session: 'none',
  params: { id_parent: int('parent category id; 0 = the roots'), language },
  kept: true,
  view: (args, { shop }) => {
    const parent = args.id_parent === 0 ? ROOT : shop.read('category', args.id_parent);
    if (parent === undefined) return refuse('CATEGORY_NOT_FOUND', args.id_parent);
    const children = shop.index('category').children.of(args.id_parent);
    shop.see(children);
    const view = lens(shop, args.language);
    return ok({
      object: 'shopcategories',
      parent_category: viewCategory(args.id_parent, parent, view),
      categories: children.ids.map((id) => viewCategory(id, shop.read('category', id)!, view)),
    });
  },
});

type Comparable = string | number | undefined;

/** `direction` −1 turns the order around; what lacks the column comes last either way. */
const compareValues = (a: Comparable, b: Comparable, direction: 1 | -1): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
  const [left, right] = [String(a), String(b)];
  return left < right ? -direction : left > right ? direction : 0;
};

interface Listed {
  readonly id: number;
  readonly product: ShopObject;
  readonly values: readonly Comparable[];
}

interface Listing {
  readonly order_columns: readonly string[];
  readonly order: string;
}

/** The products of a category in the order asked for; ties break by id, so the order is total (Decision 9). */
const sortedProducts = (members: ChildList, view: Lens, wanted: Listing, inactive: boolean): Listed[] => {
  const columns = wanted.order_columns.length === 0 ? ['prio'] : wanted.order_columns;
  const listed = members.ids.flatMap((id): Listed[] => {
    const product = view.shop.read('shopobject', id)!;
    if (product.type !== 'product' || !(product.active || inactive)) return [];
    const values = columns.map((column) => orderValue(column, id, product, members.position(id), view));
    return [{ id, product, values }];
  });
  const direction = wanted.order === 'DESC' ? -1 : 1;
  return listed.sort((a, b) => {
    for (let at = 0; at < columns.length; at += 1) {
      const compared = compareValues(a.values[at], b.values[at], direction);
      if (compared !== 0) return compared;
    }
    return a.id - b.id;
  });
};

export const get_products_in_category = read({
  spec: '4.3',
  summary: 'The products of a category, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { id_category: int('category id'), language, country, ...listing, needed_attributes: neededAttributes },
  kept: true,
  view: (args, { shop, backOffice }) => {
    const category = shop.read('category', args.id_category);
    if (category === undefined) return refuse('CATEGORY_NOT_FOUND', args.id_category);
    const members = shop.index('shopobject').members.of(args.id_category);
    shop.see(members);
    const view = lens(shop, args.language, args.country, args.needed_attributes);
    // A change of any member is a change of the list, so only what is shown needs a look of its own.
    const products = shop.covered(() => sortedProducts(members, view, args, backOffice));
    const end = args.right_limit === 0 ? products.length : args.left_limit + args.right_limit;
    const page = products.slice(args.left_limit, end);
    return ok({
      object: 'products_in_category',
      category: viewCategory(args.id_category, category, view),
      count: products.length,
      products_count: products.length,
      products: new Keyed(
        page.map(({ id }) => {
          const product = shop.read('shopobject', id)!;
          return [product.name, viewProduct(id, product, view, 0, true)];
        }),
      ),
    });
  },
});

const categoryAttributes = optional(
  map(
    json(Type.Record(Type.String({ maxLength: 255 }), Type.Unknown(), { description: 'attributes: {name: value}', maxProperties: 200 })),
    (given, param) => {
      const kept: { [name: string]: string | number } = {};
      for (const [key, entry] of Object.entries(given)) {
        const value = typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry;
        if (typeof value !== 'string' && typeof value !== 'number') {
          return refuse('PARAMETER_INVALID', param, 'An attribute of a category is a text or a number.');
        }
        kept[key] = value;
      }
      return ok(kept);
    },
  ),
  {},
);

export const create_category = write({
  spec: '4.3',
  summary: 'Makes a category behind its siblings.',
  credential: 'secret',
  session: 'none',
  params: { id_parent: int('parent category id; 0 = root'), name, labels, attributes: categoryAttributes, seo },
  handle: ({ id_parent: parentId, ...args }, { shop }) =>
    createCategory(shop, { parentId, name: args.name, labels: args.labels, attributes: args.attributes, seo: args.seo }),
  view: (id) => ({ object: 'create_category', id: String(id) }),
});
