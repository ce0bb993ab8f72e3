// Lists of a category.
import type { Category } from '../../domain/catalogue/category.ts';
import { orderSeq } from '../../domain/catalogue/set-positions.ts';
import { listCategory } from '../../domain/listing/listing.ts';
import type { ListOptions } from '../../domain/listing/listing.ts';
import type { Ids, Json, ListEntry, Shown, ShownRecord } from '../../kernel/json.ts';
import { Keyed, LazyList } from '../../kernel/json.ts';
import { mapOk } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type {
  Content,
  ContentsInCategory,
  ObjectsInCategory,
  Product,
  ProductsInCategory,
} from '../replies/catalogue.ts';
import { viewCategory, viewContent, viewProduct } from './catalogue.ts';
import { capMember, fittedList, fixedIds, sliced } from './view-context.ts';
import type { ViewContext } from './view-context.ts';

type Entry<V> = (id: number, view: ViewContext) => ListEntry<V>;

const productEntry: Entry<ShownRecord<Product>> = (id, view) => {
  const product = view.shop.read('shopobject', id)!;
  return [product.name, viewProduct(id, product, view, 0, true)];
};

const contentEntry: Entry<ShownRecord<Content>> = (id, view) => {
  const content = view.shop.read('shopobject', id)!;
  return [content.name, viewContent(id, content, view)];
};

/** Products and contents as they stand in lists keyed by name. */
export const ENTRIES = { product: productEntry, content: contentEntry };

/** The objects keyed by name, in their order. */
const viewKeyed = <V extends Json>(listed: Ids, view: ViewContext, entry: Entry<V>): Keyed<V> | LazyList<V> => {
  if (!view.budget.inSlices) return new Keyed(Array.from(listed, (id) => entry(id, view)));
  const ids = fixedIds(listed);
  const show = (index: number): ListEntry<V> => sliced(view, (recordView) => entry(ids[index]!, recordView));
  return view.shop.lazyList(new LazyList({ count: ids.length, keyed: true, kind: 'shopobject', ids, show }));
};

/** For those who may put them into another order. */
const orderOf = ({ shop, showsInactive }: ViewContext, ...lists: readonly Ids[]): { readonly seq?: number } => {
  const seqs = showsInactive ? lists.map((ids) => orderSeq(shop, 'shopobject', ids)) : [undefined];
  const known = seqs.filter((seq) => seq !== undefined);
  return known.length < seqs.length ? {} : { seq: Math.max(...known) };
};

/** The list of a category for an operation: `wanted` is the page that it asks for. */
export type ViewListing<T> = (
  categoryId: number,
  category: Category,
  wanted: ListOptions,
  view: ViewContext,
) => Result<Shown<T>>;

export const viewProductsOf: ViewListing<ProductsInCategory> = (categoryId, category, wanted, view) =>
  mapOk(listCategory(view.shop, categoryId, 'product', wanted), (listed) =>
    fittedList(view, listed.ids.length, (sized) => ({
      object: 'products_in_category',
      category: viewCategory(categoryId, category, sized),
      count: listed.count,
      products_count: listed.count,
      ...capMember(listed),
      products: viewKeyed(listed.ids, sized, productEntry),
      ...orderOf(view, listed.ids),
    })),
  );

export const viewContentsOf: ViewListing<ContentsInCategory> = (categoryId, category, wanted, view) =>
  mapOk(listCategory(view.shop, categoryId, 'content', wanted), (listed) =>
    fittedList(view, listed.ids.length, (sized) => ({
      object: 'contents_in_category',
      category: viewCategory(categoryId, category, sized),
      count: listed.count,
      contents_count: listed.count,
      ...capMember(listed),
      contents: viewKeyed(listed.ids, sized, contentEntry),
      ...orderOf(view, listed.ids),
    })),
  );

/** needed_attributes are the products' only. */
export const viewObjectsOf: ViewListing<ObjectsInCategory> = (categoryId, category, wanted, view) => {
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
      products: viewKeyed(ids, sized, productEntry),
      contents_count: contents.count,
      contents: viewKeyed(contents.ids, { ...sized, neededAttributes: [] }, contentEntry),
      ...orderOf(view, ids, contents.ids),
    })),
  );
};
