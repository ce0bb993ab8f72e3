// Lists of a category.
import type { Category } from '../../domain/catalogue/category.ts';
import { orderSeqIn } from '../../domain/catalogue/set-positions.ts';
import { listCategory } from '../../domain/listing/listing.ts';
import type { Together } from '../../domain/listing/bought-with.ts';
import type { ListOptions } from '../../domain/listing/listing.ts';
import type { ListEntry, Shown } from '../../kernel/json.ts';
import { Keyed, LazyList } from '../../kernel/json.ts';
import { idsAtOnce } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import { mapOk } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type {
  BoughtTogether,
  Content,
  ContentsInCategory,
  ObjectsInCategory,
  Product,
  ProductsInCategory,
} from '../replies/catalogue.ts';
import { facetsMember } from './facets.ts';
import { viewCategory, viewContent, viewProduct } from './catalogue.ts';
import { capMember, fittedList, fixedIds, sharedIn, sliced } from './view-context.ts';
import type { ShowListed, ViewContext } from './view-context.ts';

type Entry<V> = (id: number, view: ViewContext) => ListEntry<V>;

const nameOf = (id: number, { shop }: ViewContext): string => shop.read('shopobject', id)!.name;

const productListed: ShowListed<Product> = (id, view) =>
  viewProduct(id, view.shop.read('shopobject', id)!, view, 0, true);

const contentListed: ShowListed<Content> = (id, view) => viewContent(id, view.shop.read('shopobject', id)!, view);

const entryOf =
  <T>(show: ShowListed<T>): Entry<Shown<T>> =>
  (id, view) => [nameOf(id, view), show(id, view)];

/** Products and contents as they stand in lists keyed by name. */
export const ENTRIES = { product: entryOf(productListed), content: entryOf(contentListed) };

/** The objects keyed by name, in their order. `name`: of what they are shown as. */
const viewKeyed = <T>(listed: ManyIds, view: ViewContext, name: string, show: ShowListed<T>) => {
  const entry = entryOf(sharedIn<T>(view, name, show));
  if (!view.budget.inSlices)
    return new Keyed(Array.from(idsAtOnce(listed, 'a reply of 200 records at most'), (id) => entry(id, view)));
  const ids = fixedIds(listed);
  const showAt = (index: number): ListEntry<Shown<T>> => sliced(view, (recordView) => entry(ids[index]!, recordView));
  return view.shop.lazyList(new LazyList({ count: ids.length, keyed: true, kind: 'shopobject', ids, show: showAt }));
};

/** For those who may put them into another order. */
const orderOf = (
  { shop, showsInactive }: ViewContext,
  categoryId: number,
  ...lists: readonly ManyIds[]
): { readonly seq?: number } => {
  const seqs = showsInactive ? lists.map((ids) => orderSeqIn(shop, categoryId, ids)) : [undefined];
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
  mapOk(listCategory(view.shop, categoryId, 'product', wanted), (listed) => {
    const facets = facetsMember(listed, view);
    return fittedList(view, listed.ids.length, (sized) => ({
      object: 'products_in_category',
      category: viewCategory(categoryId, category, sized),
      count: listed.count,
      products_count: listed.count,
      ...capMember(listed),
      ...facets,
      products: viewKeyed<Product>(listed.ids, sized, 'product of a list', productListed),
      ...orderOf(view, categoryId, listed.ids),
    }));
  });

/** Products with how many orders have each of them together with `id`. */
export const viewBoughtWith = (
  id: number,
  { orders, products: bought }: Together,
  view: ViewContext,
): Shown<BoughtTogether> =>
  fittedList(view, bought.length, (sized) => {
    const show = sharedIn<Product>(sized, 'product of a list', productListed);
    return {
      object: 'bought_together',
      id,
      orders,
      products: bought.map((one) => ({ count: one.count, product: show(one.id, sized) })),
    };
  });

export const viewContentsOf: ViewListing<ContentsInCategory> = (categoryId, category, wanted, view) =>
  mapOk(listCategory(view.shop, categoryId, 'content', wanted), (listed) =>
    fittedList(view, listed.ids.length, (sized) => ({
      object: 'contents_in_category',
      category: viewCategory(categoryId, category, sized),
      count: listed.count,
      contents_count: listed.count,
      ...capMember(listed),
      contents: viewKeyed<Content>(listed.ids, sized, 'content', contentListed),
      ...orderOf(view, categoryId, listed.ids),
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
      products: viewKeyed<Product>(ids, sized, 'product of a list', productListed),
      contents_count: contents.count,
      contents: viewKeyed<Content>(contents.ids, { ...sized, neededAttributes: [] }, 'content', contentListed),
      ...orderOf(view, categoryId, ids, contents.ids),
    })),
  );
};
