// Searches. Each sees all writes that were answered before it.
import { distinctOfProducts, findObjects, findRecords } from '../domain/listing/listing.ts';
import type { Listed } from '../domain/listing/listing.ts';
import { checkFacets } from '../domain/listing/facets.ts';
import type { FacetsAsked } from '../domain/listing/facets.ts';
import type { Constraint } from '../domain/search/constraint.ts';
import { fieldsOf } from '../domain/search/constraint.ts';
import { checkFields } from '../domain/listing/strict-fields.ts';
import type { SearchKind } from '../domain/search/query.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Searched as CountedSearch } from '../engine/maintenance/usage-counter.ts';
import { withWords } from '../domain/words/apply-words.ts';
import type { AppliedWords } from '../domain/words/compiled-words.ts';
import { searchTextOf } from '../domain/reports/usage.ts';
import { Type, flag, optional, text } from '../kernel/params.ts';
import type { TSchema } from '../kernel/params.ts';
import type { Shown } from '../kernel/json.ts';
import { DONE, mapOk, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mayAskFor } from './access/hidden-fields.ts';
import { taxCountry } from './params/countries.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { constraint, listing, neededAttributes, productConstraint, wantedOf } from './params/listing-params.ts';
import { countedBy, facetParams } from './params/facet-params.ts';
import type { Listing } from './params/listing-params.ts';
import { keyset, keysetOf, placeOfOrder, placeOfUser } from './params/keyset-params.ts';
import { country, language } from './params/shop-params.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { wordsMember } from './views/applied-words.ts';
import { facetsMember } from './views/facets.ts';
import { viewClass, viewContent, viewProduct } from './views/catalogue.ts';
import { fittedList, viewContext, plainRecords, recordsOf, scalarRecords, sharedIn } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';
import { envelope } from './views/found.ts';
import { orderShown } from './views/order.ts';
import { viewUser } from './views/user.ts';
import { viewWarehouseEntity } from './views/warehouse.ts';
import { CAP, Content, Product, ShopClass, WarehouseEntity } from './replies/catalogue.ts';
import { FACETS } from './replies/facets.ts';
import { MATCHED, RANKING, matchedMember, rankingMember } from './replies/ranking.ts';
import { WORDS } from './replies/applied-words.ts';
import { extra, id, list, maybe, reply, whole } from './replies/members.ts';
import { found } from './replies/found.ts';
import { Order } from './replies/orders.ts';
import { User } from './replies/users.ts';

const FoundProducts = reply('search_products_result', {
  count: whole('records that meet the constraint'),
  limit_count: whole('records of this page'),
  ...CAP,
  ...FACETS,
  ...MATCHED,
  ...RANKING,
  ...WORDS,
  result: list(Product, 'the records of this page, in their order'),
});

/** The reply of a search whose pages may begin behind a record. */
const foundByKeyset = <const K extends string, const S extends TSchema>(kind: K, of: S) =>
  reply(`search_${kind}_result`, {
    count: whole('records that meet the constraint; with count=0: -1'),
    limit_count: whole('records of this page'),
    ...CAP,
    next: maybe(extra(id('with after or before: the value of the same parameter for the next page; 0: there is none'))),
    result: list(of, 'the records of this page, in their order'),
  });

const strict = optional(flag('1: refuses a field that nothing here can have, or a parameter that there is not'), false);

const searched = { constraint, strict, language, country, ...listing, needed_attributes: neededAttributes };

/** Users, orders and classes show no taxes, so no country matters. */
const withoutCountry = { constraint, strict, language, ...listing };

interface Asked {
  readonly strict: boolean;
  readonly constraint: Constraint;
}

interface FieldsAsked {
  /** Type of the objects that are searched; '' for all of the kind. */
  readonly type?: string;
  /** Columns that the page is ordered by. */
  readonly columns?: readonly string[];
  /** Besides those of the constraint. */
  readonly more?: readonly string[];
}

/** Refuses: CONSTRAINT_INVALID. */
const checkStrict = (
  { strict: isStrict, constraint: sentConstraint }: Asked,
  shop: Reader,
  kind: SearchKind,
  { type = '', columns = [], more = [] }: FieldsAsked,
): Result<void> => (isStrict ? checkFields(shop, kind, type, [...fieldsOf(sentConstraint), ...more], columns) : DONE);

interface Sought extends Asked, Listing {}

/** The page of records other than products and contents that a call asks for. Refuses: CONSTRAINT_INVALID. */
const findPage = (
  kind: Exclude<SearchKind, 'shopobject' | 'order' | 'user'>,
  args: Sought,
  ctx: Context,
  spoken: string,
): Result<Listed> => {
  const fields = checkStrict(args, ctx.shop, kind, { columns: args.order_columns });
  if (!fields.ok) return fields;
  return findRecords(ctx.shop, kind, { ...wantedOf(args, ctx, spoken), constraint: args.constraint });
};

/**
 * As `findPage`, for records whose pages may begin behind one of them, whose place is that of `placeOf`.
 *
 * Refuses: PERMISSION_DENIED, CONSTRAINT_INVALID, PARAMETER_INVALID, and what `placeOf` does.
 */
const findPageByKeyset = (
  kind: 'order' | 'user',
  args: Parameters<typeof keysetOf>[0] & Sought,
  ctx: Context,
  spoken: string,
  placeOf: Parameters<typeof keysetOf>[2],
): Result<Listed> => {
  if (ctx.rights.hidden !== undefined) {
    const seen = mayAskFor(ctx.rights, kind, [...fieldsOf(args.constraint), ...args.order_columns]);
    if (!seen.ok) return seen;
  }
  const fields = checkStrict(args, ctx.shop, kind, { columns: args.order_columns });
  if (!fields.ok) return fields;
  const place = keysetOf(args, ctx.shop, placeOf);
  if (!place.ok) return place;
  const from = place.value && { keyset: place.value };
  return findRecords(ctx.shop, kind, { ...wantedOf(args, ctx, spoken), constraint: args.constraint, ...from });
};

interface Searched extends Sought {
  readonly language: string;
  readonly country: string;
  readonly needed_attributes: readonly string[];
  readonly explain?: boolean;
}

interface FoundPage {
  readonly page: Listed;
  readonly view: ViewContext;
  /** What the words of the shop did to the query. */
  readonly told: AppliedWords | undefined;
}

/** The page of products or contents that a call asks for, what it counts besides, and how it is shown. */
const findPageOf = (
  type: ShopObject['type'],
  args: Searched,
  ctx: Context,
  counted?: FacetsAsked,
): Result<FoundPage> => {
  const { shop } = ctx;
  const view = viewContext(ctx, { language: args.language, needed: args.needed_attributes });
  const fields = checkStrict(args, shop, 'shopobject', { type, columns: args.order_columns });
  if (!fields.ok) return fields;
  const countable = counted === undefined ? DONE : checkFacets(shop, counted);
  if (!countable.ok) return countable;
  const wanted = { ...wantedOf(args, ctx, view.language), ...(args.explain === true && { explains: true }) };
  const { constraint: sought, told } =
    type === 'product' ? withWords(shop, args.constraint, view.language) : { constraint: args.constraint };
  const found = findObjects(shop, type, sought, counted === undefined ? wanted : { ...wanted, counted });
  return mapOk(found, (page) => ({ page, view, told }));
};

/** What is counted of a search; undefined for one without words, and where the back office found something. */
const searchedBy = (args: Searched, { backOffice }: Context, hits: number): CountedSearch | undefined => {
  const isShoppers = !backOffice && args.left_limit === 0;
  const text = isShoppers || hits === 0 ? searchTextOf(args.constraint) : '';
  return text === '' ? undefined : { text, hits, isShoppers };
};

export const search_products = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The products that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: {
    ...searched,
    constraint: productConstraint,
    ...facetParams,
    explain: optional(flag('1: says why the first products stand where they do'), false),
    ...buyerParams,
  },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  reply: FoundProducts,
  cacheable: true,
  buyer,
  view: (args, ctx) =>
    mapOk(findPageOf('product', args, ctx, countedBy(args)), ({ page, view, told }) => {
      ctx.searched = searchedBy(args, ctx, page.count);
      const more = {
        ...facetsMember(page, view),
        ...matchedMember(page),
        ...rankingMember(args.explain, page),
        ...wordsMember(told),
      };
      const show = (id: number, sized: ViewContext): Shown<Product> =>
        viewProduct(id, sized.shop.read('shopobject', id)!, sized);
      return fittedList(view, page.ids.length, (sized) =>
        envelope(
          'products',
          page,
          recordsOf(sized, 'shopobject', page.ids, sharedIn<Product>(sized, 'product', show)),
          more,
        ),
      );
    }),
});

export const search_contents = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The contents that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { ...searched, ...buyerParams },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  reply: found('contents', Content),
  cacheable: true,
  buyer,
  view: (args, ctx) =>
    mapOk(findPageOf('content', args, ctx), ({ page, view }) => {
      const show = (id: number, sized: ViewContext): Shown<Content> =>
        viewContent(id, sized.shop.read('shopobject', id)!, sized);
      return fittedList(view, page.ids.length, (sized) =>
        envelope('contents', page, recordsOf(sized, 'shopobject', page.ids, sharedIn<Content>(sized, 'content', show))),
      );
    }),
});

const DistinctValues = reply('search_distinct_products_result', {
  count: whole('different values'),
  ...CAP,
  result: list(Type.Union([Type.String(), Type.Number()], { description: 'a value' }), 'the values, in order'),
});

export const search_distinct_products = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The different values of a field over the products that meet a constraint, in order.',
  credential: 'licence',
  session: 'none',
  params: { constraint, strict, field: text('attribute name, or a system field with its prefix'), language },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID'],
  reply: DistinctValues,
  cacheable: true,
  view: (args, ctx) => {
    const fields = checkStrict(args, ctx.shop, 'shopobject', { type: 'product', more: [args.field] });
    if (!fields.ok) return fields;
    const wanted = wantedOf(
      { order_columns: [], order: 'ASC', left_limit: 0, right_limit: 0 },
      ctx,
      viewContext(ctx, args).language,
    );
    const { constraint: sought } = withWords(ctx.shop, args.constraint, wanted.language);
    return mapOk(distinctOfProducts(ctx.shop, sought, args.field, wanted), (values) => {
      const { recordsMax } = ctx.shop.rules;
      const shown = recordsMax === 0 || values.length <= recordsMax ? values : values.slice(0, recordsMax);
      return {
        object: 'search_distinct_products_result',
        count: values.length,
        ...(shown.length < values.length && { records_max: recordsMax }),
        result: scalarRecords(ctx.shop, shown),
      };
    });
  },
});

export const search_warehouse_entities = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The warehouse entities that meet a constraint, a page of them.',
  credential: 'secret_read',
  session: 'none',
  params: searched,
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'COUNTRY_NOT_FOUND'],
  reply: found('warehouse_entities', WarehouseEntity),
  cacheable: true,
  view: (args, ctx) => {
    const taxedIn = taxCountry(ctx, args.country);
    if (!taxedIn.ok) return taxedIn;
    const needed = args.needed_attributes;
    const view = viewContext(ctx, { language: args.language, needed, country: taxedIn.value });
    return mapOk(findPage('warehouse_entity', args, ctx, view.language), (page) =>
      fittedList(view, page.ids.length, (sized) =>
        envelope('warehouse_entities', page, recordsOf(sized, 'warehouse_entity', page.ids, viewWarehouseEntity)),
      ),
    );
  },
});

export const search_classes = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The classes that meet a constraint, a page of them.',
  credential: 'secret_read',
  session: 'none',
  params: withoutCountry,
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID'],
  reply: found('classes', ShopClass),
  cacheable: true,
  view: (args, ctx) => {
    const view = viewContext(ctx, { language: args.language });
    const show = (id: number, sized: ViewContext): Shown<ShopClass> =>
      viewClass(id, sized.shop.read('class', id)!, sized);
    return mapOk(findPage('class', args, ctx, view.language), (page) =>
      fittedList(view, page.ids.length, (sized) =>
        envelope('classes', page, recordsOf(sized, 'class', page.ids, show)),
      ),
    );
  },
});

/** Without it a search would show what `ownership` hides. Refuses: PERMISSION_DENIED. */
const maySearchPersons = ({ backOffice, service }: Context): Result<void> =>
  backOffice || service.accounts.ownership === 'open' ? DONE : refuse('PERMISSION_DENIED', 'licence_secret_key');

export const search_orders = read({
  area: 'search',
  roles: ['warehouse'],
  summary: 'The orders that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { ...withoutCountry, needed_attributes: neededAttributes, ...keyset },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'ORDER_NOT_FOUND'],
  reply: foundByKeyset('orders', Order),
  view: (args, ctx) => {
    const { shop } = ctx;
    const spoken = args.language || shop.rules.language;
    const allowed = maySearchPersons(ctx);
    if (!allowed.ok) return allowed;
    const show = (id: number): Shown<Order> => orderShown(shop, id, spoken, args.needed_attributes);
    return mapOk(findPageByKeyset('order', args, ctx, spoken, placeOfOrder), (page) =>
      envelope('orders', page, plainRecords(shop, 'order', page.ids, show)),
    );
  },
});

export const search_users = read({
  area: 'search',
  summary: 'The users that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { ...withoutCountry, needed_attributes: neededAttributes, ...keyset },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'USER_NOT_FOUND'],
  reply: foundByKeyset('users', User),
  view: (args, ctx) => {
    const { shop } = ctx;
    const allowed = maySearchPersons(ctx);
    if (!allowed.ok) return allowed;
    const spoken = args.language || shop.rules.language;
    const show = (id: number): Shown<User> =>
      viewUser(shop, id, { object: 'user', code: '', needed: args.needed_attributes });
    return mapOk(findPageByKeyset('user', args, ctx, spoken, placeOfUser), (page) =>
      envelope('users', page, plainRecords(shop, 'user', page.ids, show)),
    );
  },
});
