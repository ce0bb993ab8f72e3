// Lists of a category and dumps of a tree of them (S 4.3, W §2.2).
import { pathOf } from '../../domain/category-fields.ts';
import type { Category } from '../../domain/category.ts';
import { checkSize, listCategory } from '../../domain/listing.ts';
import type { Wanted } from '../../domain/listing.ts';
import type { Found } from '../../domain/searchable.ts';
import type { ShopObject } from '../../domain/shop-object.ts';
import type { Json } from '../../kernel/json.ts';
import { Keyed } from '../../kernel/json.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { viewCategory, viewContent, viewProduct } from './catalogue.ts';
import type { Lens } from './catalogue.ts';

/** The objects keyed by name, in their order. */
export const viewKeyed = ({ ids }: Found, view: Lens): Keyed =>
  new Keyed(
    ids.map((id) => {
      const object = view.shop.read('shopobject', id)!;
      return [object.name, object.type === 'product' ? viewProduct(id, object, view, 0, true) : viewContent(id, object, view)];
    }),
  );

const PLURALS = { product: 'products', content: 'contents' } as const;

/** One type of objects of a category. */
export const viewObjectsOf = (categoryId: number, category: Category, type: ShopObject['type'], wanted: Wanted, view: Lens): Result<Json> =>
  mapOk(listCategory(view.shop, categoryId, type, wanted), (found) => ({
    object: `${PLURALS[type]}_in_category`,
    category: viewCategory(categoryId, category, view),
    count: found.count,
    [`${PLURALS[type]}_count`]: found.count,
    [PLURALS[type]]: viewKeyed(found, view),
  }));

/** Products and contents of a category; needed_attributes are the products' only (Decision 10). */
export const viewAllOf = (categoryId: number, category: Category, wanted: Wanted, view: Lens): Result<Json> => {
  const products = listCategory(view.shop, categoryId, 'product', wanted);
  if (!products.ok) return products;
  return mapOk(listCategory(view.shop, categoryId, 'content', wanted), (contents) => ({
    object: 'shopobjects_in_category',
    category: viewCategory(categoryId, category, view),
    count: products.value.count + contents.count,
    products_count: products.value.count,
    products: viewKeyed(products.value, view),
    contents_count: contents.count,
    contents: viewKeyed(contents, { ...view, needed: [] }),
  }));
};

/** What stands above the roots. */
export const ROOT: Category = { name: '', parentId: 0, prio: 0, createdMs: 0, labels: {}, attributes: {}, seo: {} };

class Dump {
  /** Levels to show below the category. */
  private readonly depth: number;
  private readonly wanted: Wanted;
  private readonly view: Lens;
  private records = 0;

  constructor(depth: number, wanted: Wanted, view: Lens) {
    this.depth = depth;
    this.wanted = wanted;
    this.view = view;
  }

  /** A category, what is in it, and what is below it; `level`: how far it is below the first. */
  of(id: number, category: Category, level: number): Result<Json> {
    const { view, wanted } = this;
    const { shop } = view;
    const products = listCategory(shop, id, 'product', wanted);
    if (!products.ok) return products;
    const contents = listCategory(shop, id, 'content', wanted);
    if (!contents.ok) return contents;
    this.records += 1 + products.value.ids.length + contents.value.ids.length;
    const size = checkSize(shop, this.records);
    if (!size.ok) return size;
    const children = this.children(id, level);
    if (!children.ok) return children;
    const path = pathOf(shop, id).map((node) => ({ id: node.id, name: node.category.name }));
    const named = { id_category: id, name: category.name };
    return ok({
      object: 'category_dump',
      parent_category: { ...viewCategory(id, category, view), path: { name: path.map(({ name }) => name).join('/'), nodes: path } },
      shop_categories: children.value,
      products_in_category: { category: named, products: viewKeyed(products.value, view) },
      contents_in_category: { category: named, contents: viewKeyed(contents.value, { ...view, needed: [] }) },
    });
  }

  private children(id: number, level: number): Result<Keyed> {
    const dumped = new Map<string, Json>();
    if (level < this.depth) {
      const { shop } = this.view;
      const children = shop.index('category').children.of(id);
      shop.see(children);
      if (level === DUMP_DEPTH_MAX && children.ids.length > 0) {
        return refuse('RESULT_TOO_LARGE', 'depth', `There are more than ${DUMP_DEPTH_MAX} levels below the category; dump it in parts.`);
      }
      for (const child of children.ids) {
        const category = shop.read('category', child)!;
        const one = this.of(child, category, level + 1);
        if (!one.ok) return one;
        let key = category.name;
        // Names of categories need not be unique.
        while (dumped.has(key)) key += `#${child}`;
        dumped.set(key, one.value);
      }
    }
    return ok(new Keyed([...dumped]));
  }
}

const DUMP_DEPTH_MAX = 100;

/** `depth` 0: as deep as it goes. Refuses: RESULT_TOO_LARGE. */
export const viewDump = (id: number, category: Category, depth: number, wanted: Wanted, view: Lens): Result<Json> =>
  new Dump(depth === 0 ? Infinity : depth, wanted, view).of(id, category, 0);
