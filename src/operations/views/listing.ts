// Lists of a category.
import type { Category } from '../../domain/catalogue/category.ts';
import { listCategory } from '../../domain/listing/listing.ts';
import type { ListOptions } from '../../domain/listing/listing.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { ListEntry, Ids, Json } from '../../kernel/json.ts';
import { Keyed, LazyList } from '../../kernel/json.ts';
import { mapOk } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { viewCategory, viewContent, viewProduct } from './catalogue.ts';
import { capMember, fittedList, fixedIds, sliced } from './view-context.ts';
import type { ViewContext } from './view-context.ts';

/** An object as it stands in lists keyed by name. */
export const viewEntry = (id: number, view: ViewContext): ListEntry => {
  const object = view.shop.read('shopobject', id)!;
  return [
    object.name,
    object.type === 'product' ? viewProduct(id, object, view, 0, true) : viewContent(id, object, view),
  ];
};

/** The objects keyed by name, in their order. */
const viewKeyed = (listed: Ids, view: ViewContext): Json => {
  if (!view.budget.inSlices) return new Keyed(Array.from(listed, (id) => viewEntry(id, view)));
  const ids = fixedIds(listed);
  const show = (index: number): ListEntry => sliced(view, (recordView) => viewEntry(ids[index]!, recordView));
  return view.shop.lazyList(new LazyList({ count: ids.length, keyed: true, kind: 'shopobject', ids, show }));
};

const PLURALS = { product: 'products', content: 'contents' } as const;

/** One type of objects of a category. */
export const viewObjectsOf = (
  categoryId: number,
  category: Category,
  type: ShopObject['type'],
  wanted: ListOptions,
  view: ViewContext,
): Result<Json> =>
  mapOk(listCategory(view.shop, categoryId, type, wanted), (listed) =>
    fittedList(view, listed.ids.length, (sized) => ({
      object: `${PLURALS[type]}_in_category`,
      category: viewCategory(categoryId, category, sized),
      count: listed.count,
      [`${PLURALS[type]}_count`]: listed.count,
      ...capMember(listed),
      [PLURALS[type]]: viewKeyed(listed.ids, sized),
    })),
  );

/** Products and contents of a category; needed_attributes are the products' only. */
export const viewAllOf = (
  categoryId: number,
  category: Category,
  wanted: ListOptions,
  view: ViewContext,
): Result<Json> => {
  const products = listCategory(view.shop, categoryId, 'product', wanted);
  if (!products.ok) return products;
  const { ids, count } = products.value;
  return mapOk(listCategory(view.shop, categoryId, 'content', wanted, ids.length), (contents) =>
    fittedList(view, ids.length + contents.ids.length, (sized) => ({
      object: 'shopobjects_in_category',
      category: viewCategory(categoryId, category, sized),
      count: count + contents.count,
      products_count: count,
      ...capMember(products.value, contents),
      products: viewKeyed(ids, sized),
      contents_count: contents.count,
      contents: viewKeyed(contents.ids, { ...sized, neededAttributes: [] }),
    })),
  );
};
