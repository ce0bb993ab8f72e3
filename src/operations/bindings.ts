// What products are made of: the warehouse entities that they are bound to, asked from either side.
import type { Reader } from '../domain/transaction.ts';
import { int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { id, list, quantity as pieces, record, reply, text as textMember, whole } from './replies/members.ts';
import { quantity } from './views/format.ts';

const LIMIT_MAX = 1000;

const Binding = record('Binding', 'Pieces of a warehouse entity that a product consists of.', {
  id_product: id('product id'),
  product: textMember('name of the product'),
  id_warehouse_entity: id('warehouse entity id'),
  element_number: textMember('element number of the warehouse entity'),
  warehouse_entity: textMember('name of the warehouse entity'),
  quantity: pieces('pieces in one product'),
});

const viewBinding = (shop: Reader, productId: number, entityId: number) => {
  const product = shop.read('shopobject', productId)!;
  const entity = shop.read('warehouse_entity', entityId)!;
  const { perPieceMilli } = product.bindings.find((binding) => binding.entityId === entityId)!;
  return {
    id_product: productId,
    product: product.name,
    id_warehouse_entity: entityId,
    element_number: entity.metadata.element_number ?? '',
    warehouse_entity: entity.name,
    quantity: quantity(perPieceMilli),
  };
};

/** Refuses: PARAMETER_INVALID, SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND. */
const pairsOf = (
  shop: Reader,
  elementNumber: string,
  productId: number,
  after: number,
  max: number,
): Result<readonly (readonly [productId: number, entityId: number])[]> => {
  if ((elementNumber === '') === (productId === 0))
    return refuse('PARAMETER_INVALID', 'element_number', 'Either element_number or id_product is wanted.');
  if (elementNumber === '') {
    const product = shop.read('shopobject', productId);
    if (product?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
    const pairs = product.bindings.map(({ entityId }) => [productId, entityId] as const);
    return ok(after < productId ? pairs : []);
  }
  shop.trackAbsence('warehouse_entity');
  const entityId = shop.index('warehouse_entity').byElementNumber.get(elementNumber);
  if (entityId === undefined) return refuse('WAREHOUSE_ENTITY_NOT_FOUND', elementNumber);
  const products = shop.index('shopobject').bound.of(entityId);
  shop.track(products);
  return ok(products.behind(after, max).map((bound) => [bound, entityId] as const));
};

export const get_bindings = read({
  area: 'warehouse',
  isExtension: true,
  summary: 'What a product is made of, or which products a warehouse entity goes into, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    id_product: optional(int('product that is made of them'), 0, 'element_number is wanted'),
    element_number: optional(
      text('element number of the warehouse entity', { max: 10_000 }),
      '',
      'id_product is wanted',
    ),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`products at most, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100),
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'WAREHOUSE_ENTITY_NOT_FOUND'],
  reply: reply('bindings', {
    next: whole('`after` of the next page; 0: there is none'),
    bindings: list(Binding, 'by product; those of a product in the order in which they were made'),
  }),
  view: ({ id_product: productId, element_number: elementNumber, after, limit }, { shop }) => {
    const pairs = pairsOf(shop, elementNumber, productId, after, limit + 1);
    if (!pairs.ok) return pairs;
    // A product is bound to some entities only, and all of them are one page.
    const hasMore = elementNumber !== '' && pairs.value.length > limit;
    const shown = hasMore ? pairs.value.slice(0, limit) : pairs.value;
    return ok({
      object: 'bindings',
      next: hasMore ? shown.at(-1)![0] : 0,
      bindings: shown.map(([bound, entityId]) => viewBinding(shop, bound, entityId)),
    } as const);
  },
});
