// Searches. Each sees all writes that were answered before it.
import { distinctOfProducts, findObjects, findRecords } from '../domain/listing/listing.ts';
import type { Listed } from '../domain/listing/listing.ts';
import type { Constraint } from '../domain/search/constraint.ts';
import { fieldsOf } from '../domain/search/constraint.ts';
import { checkFields } from '../domain/listing/strict-fields.ts';
import type { SearchKind } from '../domain/search/query.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Reader } from '../domain/transaction.ts';
import { searchTextOf } from '../domain/reports/usage.ts';
import { flag, optional, text } from '../kernel/params.ts';
import type { Json } from '../kernel/json.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { taxCountry } from './params/countries.ts';
import { read } from './context/operation.ts';
import type { Context, Operation } from './context/operation.ts';
import { constraint, listing, neededAttributes, wantedOf } from './params/listing-params.ts';
import type { Listing } from './params/listing-params.ts';
import { country, language } from './params/shop-params.ts';
import { viewClass, viewContent, viewProduct } from './views/catalogue.ts';
import { capMember, fittedList, viewContext, plainRecords, recordsOf, scalarRecords } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';
import { orderShown } from './views/order.ts';
import { viewUser } from './views/user.ts';
import { viewWarehouseEntity } from './views/warehouse.ts';

const envelope = (kind: string, page: Listed, result: Json): Json => ({
  object: `search_${kind}_result`,
  count: page.count,
  limit_count: page.ids.length,
  ...capMember(page),
  result,
});

const strict = optional(flag('1: refuses a field that nothing here can have, instead of finding nothing'), false);

const searched = { constraint, strict, language, country, ...listing, needed_attributes: neededAttributes };

/** Users, orders and classes show no taxes, so no country matters. */
const withoutCountry = { constraint, strict, language, ...listing };

interface Asked {
  readonly strict: boolean;
  readonly constraint: Constraint;
}

/** `more`: fields that a call names in addition to its constraint. Refuses: CONSTRAINT_INVALID. */
const checkStrict = (
  { strict: isStrict, constraint: sentConstraint }: Asked,
  shop: Reader,
  kind: SearchKind,
  type = '',
  more: readonly string[] = [],
): Result<void> => (isStrict ? checkFields(shop, kind, type, [...fieldsOf(sentConstraint), ...more]) : DONE);

interface Sought extends Asked, Listing {}

/** The page of records other than products and contents that a call asks for. Refuses: CONSTRAINT_INVALID. */
const findPage = (
  kind: Exclude<SearchKind, 'shopobject'>,
  args: Sought,
  ctx: Context,
  spoken: string,
): Result<Listed> => {
  const fields = checkStrict(args, ctx.shop, kind);
  if (!fields.ok) return fields;
  return findRecords(ctx.shop, kind, { ...wantedOf(args, ctx, spoken), constraint: args.constraint });
};

const KINDS = { product: ['products', viewProduct], content: ['contents', viewContent] } as const;

const objectSearch = (type: ShopObject['type'], summary: string): Operation =>
  read({
    area: 'search',
    summary,
    credential: 'licence',
    session: 'none',
    params: searched,
    cacheable: true,
    view: (args, ctx) => {
      const { shop } = ctx;
      const taxedIn = taxCountry(ctx, args.country);
      if (!taxedIn.ok) return taxedIn;
      const view = viewContext(shop, args.language, taxedIn.value, args.needed_attributes, ctx.backOffice);
      const fields = checkStrict(args, shop, 'shopobject', type);
      if (!fields.ok) return fields;
      const page = findObjects(shop, type, args.constraint, wantedOf(args, ctx, view.language));
      if (!page.ok) return page;
      if (type === 'product' && page.value.count === 0) ctx.emptySearchText = searchTextOf(args.constraint);
      const [kind, viewObject] = KINDS[type];
      const show = (id: number, sized: ViewContext): Json => viewObject(id, sized.shop.read('shopobject', id)!, sized);
      const { ids } = page.value;
      return ok(
        fittedList(view, ids.length, (sized) => envelope(kind, page.value, recordsOf(sized, 'shopobject', ids, show))),
      );
    },
  });

export const search_products = objectSearch('product', 'The products that meet a constraint, a page of them.');
export const search_contents = objectSearch('content', 'The contents that meet a constraint, a page of them.');

export const search_distinct_products = read({
  area: 'search',
  summary: 'The different values of a field over the products that meet a constraint, in order.',
  credential: 'licence',
  session: 'none',
  params: { constraint, strict, field: text('attribute name, or a system field with its prefix'), language },
  cacheable: true,
  view: (args, ctx) => {
    const fields = checkStrict(args, ctx.shop, 'shopobject', 'product', [args.field]);
    if (!fields.ok) return fields;
    const wanted = wantedOf(
      { order_columns: [], order: 'ASC', left_limit: 0, right_limit: 0 },
      ctx,
      viewContext(ctx.shop, args.language).language,
    );
    return mapOk(distinctOfProducts(ctx.shop, args.constraint, args.field, wanted), (values) => {
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
  summary: 'The warehouse entities that meet a constraint, a page of them.',
  credential: 'secret_read',
  session: 'none',
  params: searched,
  cacheable: true,
  view: (args, ctx) => {
    const taxedIn = taxCountry(ctx, args.country);
    if (!taxedIn.ok) return taxedIn;
    const view = viewContext(ctx.shop, args.language, taxedIn.value, args.needed_attributes, ctx.backOffice);
    return mapOk(findPage('warehouse_entity', args, ctx, view.language), (page) =>
      fittedList(view, page.ids.length, (sized) =>
        envelope('warehouse_entities', page, recordsOf(sized, 'warehouse_entity', page.ids, viewWarehouseEntity)),
      ),
    );
  },
});

export const search_classes = read({
  area: 'search',
  summary: 'The classes that meet a constraint, a page of them.',
  credential: 'secret_read',
  session: 'none',
  params: withoutCountry,
  cacheable: true,
  view: (args, ctx) => {
    const view = viewContext(ctx.shop, args.language, '', [], ctx.backOffice);
    const show = (id: number, sized: ViewContext): Json => viewClass(id, sized.shop.read('class', id)!, sized);
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
  summary: 'The orders that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { ...withoutCountry, needed_attributes: neededAttributes },
  view: (args, ctx) => {
    const { shop } = ctx;
    const spoken = args.language || shop.rules.language;
    const allowed = maySearchPersons(ctx);
    if (!allowed.ok) return allowed;
    const show = (id: number): Json => orderShown(shop, id, spoken, args.needed_attributes);
    return mapOk(findPage('order', args, ctx, spoken), (page) =>
      envelope('orders', page, plainRecords(shop, 'order', page.ids, show)),
    );
  },
});

export const search_users = read({
  area: 'search',
  summary: 'The users that meet a constraint, a page of them.',
  credential: 'licence',
  session: 'none',
  params: { ...withoutCountry, needed_attributes: neededAttributes },
  view: (args, ctx) => {
    const { shop } = ctx;
    const allowed = maySearchPersons(ctx);
    if (!allowed.ok) return allowed;
    const spoken = args.language || shop.rules.language;
    const show = (id: number): Json => viewUser(shop, id, { object: 'user', code: '', needed: args.needed_attributes });
    return mapOk(findPage('user', args, ctx, spoken), (page) =>
      envelope('users', page, plainRecords(shop, 'user', page.ids, show)),
    );
  },
});
