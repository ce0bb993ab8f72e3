// Categories and what is in them.
import { atOnce } from '../kernel/many.ts';
import { orderSeq } from '../domain/catalogue/set-positions.ts';
import { checkFacets } from '../domain/listing/facets.ts';
import { capList, categoryByPermalink } from '../domain/listing/listing.ts';
import type { ListOptions } from '../domain/listing/listing.ts';
import { int, optional } from '../kernel/params.ts';
import type { Static, TSchema } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import type { Context, Operation } from './context/operation.ts';
import { countedBy, facetParams } from './params/facet-params.ts';
import type { FacetParams } from './params/facet-params.ts';
import { listing as listParams, neededAttributes, wantedOf } from './params/listing-params.ts';
import { country, language, permalink } from './params/shop-params.ts';
import type { Listing } from './params/listing-params.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import {
  CAP,
  Category,
  CategoryDump,
  ContentsInCategory,
  ObjectsInCategory,
  ProductsInCategory,
  orderSeqOf,
} from './replies/catalogue.ts';
import { list, reply } from './replies/members.ts';
import { viewCategory } from './views/catalogue.ts';
import { ROOT, viewDump } from './views/dump.ts';
import { capMember, viewContext, plainRecords } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';
import { viewContentsOf, viewObjectsOf, viewProductsOf } from './views/listing.ts';
import type { ViewListing } from './views/listing.ts';

const Categories = reply('shopcategories', {
  parent_category: Category,
  ...CAP,
  categories: list(Category, 'the categories below it, in their order'),
  seq: orderSeqOf('the categories below it'),
});

/** Categories up to which the list is one piece, which the response cache can hold. */
const CATEGORIES_PIECE_MAX = 500;

export const get_categories = read({
  area: 'categories',
  summary: 'The categories below a category; 0 lists the roots.',
  credential: 'licence',
  session: 'none',
  params: { id_parent: int('parent category id; 0 = the roots'), language },
  refusals: ['CATEGORY_NOT_FOUND'],
  reply: Categories,
  cacheable: true,
  view: (args, ctx) => {
    const { shop, backOffice } = ctx;
    const parent = args.id_parent === 0 ? ROOT : shop.read('category', args.id_parent);
    if (parent === undefined) return refuse('CATEGORY_NOT_FOUND', args.id_parent);
    const children = shop.index('category').children.of(args.id_parent);
    shop.track(children);
    const view = viewContext(ctx, args);
    const listed = capList(shop, atOnce(children.ids, 'categories below one, shown by the budget of the reply'));
    const seq = backOffice ? orderSeq(shop, listed.ids) : undefined;
    return ok({
      object: 'shopcategories',
      parent_category: viewCategory(args.id_parent, parent, view),
      ...capMember(listed),
      categories: plainRecords(
        shop,
        'category',
        listed.ids,
        (id) => viewCategory(id, shop.read('category', id)!, view),
        CATEGORIES_PIECE_MAX,
      ),
      ...(seq !== undefined && { seq }),
    });
  },
});

interface Asked extends Listing {
  readonly needed_attributes: readonly string[];
}

const lensOf = ({ needed_attributes: needed }: Asked, ctx: Context, language: string): ViewContext =>
  viewContext(ctx, { language, needed });

const listed = { ...listParams, country, needed_attributes: neededAttributes, ...buyerParams };
const LISTED = ['CATEGORY_NOT_FOUND', 'TOO_EXPENSIVE', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'] as const;
const byId = { id_category: int('category id'), language, ...listed };
const byPermalink = { permalink, language, ...listed };
const COUNTED = { byId: { ...byId, ...facetParams }, byPermalink: { ...byPermalink, ...facetParams } };

/** What all lists of a category have in common, however the category is named. */
const LISTING = {
  area: 'categories',
  credential: 'licence',
  session: 'none',
  refusals: LISTED,
  cacheable: true,
  buyer,
} as const;

/** What a call asks of the list of a category. Refuses: PARAMETER_INVALID. */
const listedBy = (args: Listing & Partial<FacetParams>, ctx: Context, spoken: string): Result<ListOptions> => {
  const counted = countedBy(args);
  const wanted = wantedOf(args, ctx, spoken);
  return counted === undefined ? ok(wanted) : mapOk(checkFacets(ctx.shop, counted), () => ({ ...wanted, counted }));
};

const listing = <S extends TSchema>(
  summary: string,
  shown: S,
  show: ViewListing<Static<S>>,
  params: typeof byId = byId,
): Operation =>
  read({
    ...LISTING,
    summary,
    params,
    reply: shown,
    view: (args, ctx) => {
      const category = ctx.shop.read('category', args.id_category);
      if (category === undefined) return refuse('CATEGORY_NOT_FOUND', args.id_category);
      const view = lensOf(args, ctx, args.language);
      const wanted = listedBy(args, ctx, view.language);
      return wanted.ok ? show(args.id_category, category, wanted.value, view) : wanted;
    },
  });

/** Shown in the permalink's language unless the call asks for another. */
const linkedListing = <S extends TSchema>(
  summary: string,
  shown: S,
  show: ViewListing<Static<S>>,
  params: typeof byPermalink = byPermalink,
): Operation =>
  read({
    ...LISTING,
    summary,
    params,
    reply: shown,
    view: (args, ctx) => {
      const linked = categoryByPermalink(ctx.shop, args.permalink, args.language);
      if (!linked.ok) return linked;
      const view = lensOf(args, ctx, args.language || linked.value.language);
      const { id, state } = linked.value;
      const wanted = listedBy(args, ctx, view.language);
      return wanted.ok ? show(id, state, wanted.value, view) : wanted;
    },
  });

export const get_products_in_category = listing(
  'The products of a category, a page of them.',
  ProductsInCategory,
  viewProductsOf,
  COUNTED.byId,
);
export const get_contents_in_category = listing(
  'The contents of a category, a page of them.',
  ContentsInCategory,
  viewContentsOf,
);
export const get_shopobjects_in_category = listing(
  'The products and the contents of a category, a page of each.',
  ObjectsInCategory,
  viewObjectsOf,
);

export const seo_get_products_in_category = linkedListing(
  'The products of the category with this permalink, in its language unless another is asked for.',
  ProductsInCategory,
  viewProductsOf,
  COUNTED.byPermalink,
);
export const seo_get_contents_in_category = linkedListing(
  'The contents of the category with this permalink, in its language unless another is asked for.',
  ContentsInCategory,
  viewContentsOf,
);
export const seo_get_shopobjects_in_category = linkedListing(
  'Products and contents of the category with this permalink, in its language unless another is asked for.',
  ObjectsInCategory,
  viewObjectsOf,
);

export const dump_category = read({
  area: 'categories',
  summary: 'A category with everything in it and below it.',
  credential: 'licence',
  session: 'none',
  params: { ...byId, depth: optional(int('levels below the category; 0 = all'), 0) },
  refusals: [...LISTED, 'RESULT_TOO_LARGE'],
  reply: CategoryDump,
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    if (args.id_category !== 0 && ctx.shop.read('category', args.id_category) === undefined)
      return refuse('CATEGORY_NOT_FOUND', args.id_category);
    const view = lensOf(args, ctx, args.language);
    return viewDump(args.id_category, args.depth, wantedOf(args, ctx, view.language), view);
  },
});
