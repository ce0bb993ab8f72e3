// Stock as the warehouse counts it: what each storage holds, and how it came to that.
import { atOnce, idsAtOnce } from '../kernel/many.ts';
import { findLowStock } from '../domain/listing/listing.ts';
import { availableMilli, entityMilli } from '../domain/stock/availability.ts';
import { latestMovements } from '../domain/stock/latest-movements.ts';
import type { FoundMovement } from '../domain/stock/latest-movements.ts';
import { signedMilli } from '../domain/stock/stock-movement-page.ts';
import type { Reader } from '../domain/transaction.ts';
import { flag, int, optional, text } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { bit, dateTime as dateTimeMember, id, list, oneOf, quantity as pieces, record } from './replies/members.ts';
import { reply, text as textMember } from './replies/members.ts';
import { dateTime, quantity } from './views/format.ts';

const MOVEMENTS_MAX = 1000;

const MOVEMENT_NAMES = ['placed', 'taken', 'sold', 'returned'] as const;

const StorageStock = record('StorageStock', 'What a storage holds of a warehouse entity, or a product has itself.', {
  storage: textMember('name of the storage; empty: the stock of a product’s own'),
  quantity: pieces('pieces in it'),
  held: pieces('of these, pieces that carts hold'),
});

const Movement = record('StockMovement', 'Pieces that came or went.', {
  creation_date: dateTimeMember('when'),
  storage: textMember('name of the storage; empty: the stock of a product’s own'),
  name: oneOf('what it was: placed and returned add, taken and sold remove', MOVEMENT_NAMES),
  quantity: pieces('what it added; below zero: what it removed'),
  id_order: id('order that it was for; 0: none'),
  note: textMember('why, as it was entered'),
});

/**
 * The stock items of an entity, or the one of a product's own.
 *
 * Refuses: PARAMETER_INVALID, SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND.
 */
const OF_ENTITY = 'storages that hold one entity';

const itemsOf = (
  shop: Reader,
  elementNumber: string,
  productId: number,
): Result<{ readonly stockIds: readonly number[]; readonly milli: number }> => {
  if ((elementNumber === '') === (productId === 0))
    return refuse('PARAMETER_INVALID', 'element_number', 'Either element_number or id_product is wanted.');
  shop.trackAbsence('stock');
  if (elementNumber !== '') {
    const entityId = shop.index('warehouse_entity').byElementNumber.get(elementNumber);
    if (entityId === undefined) {
      shop.trackAbsence('warehouse_entity');
      return refuse('WAREHOUSE_ENTITY_NOT_FOUND', elementNumber);
    }
    const stockIds = atOnce(shop.index('stock').ofEntity.of(entityId).ids, OF_ENTITY);
    return ok({ stockIds, milli: entityMilli(shop, entityId) });
  }
  if (shop.read('shopobject', productId)?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const own = shop.index('stock').own.get(productId);
  const milli = own === undefined ? 0 : shop.read('stock', own)!.quantityMilli;
  return ok({ stockIds: own === undefined ? [] : [own], milli });
};

const storageOf = (shop: Reader, stockId: number): string => {
  const { storageId } = shop.read('stock', stockId)!;
  return storageId === 0 ? '' : shop.read('storage', storageId)!.name;
};

const viewMovement = (shop: Reader, { stockId, movement }: FoundMovement) => {
  const [name, , atMs, orderId, note] = movement;
  return {
    creation_date: dateTime(atMs),
    storage: storageOf(shop, stockId),
    name,
    quantity: quantity(signedMilli(movement)),
    id_order: orderId,
    note,
  };
};

export const get_stock = read({
  area: 'warehouse',
  isExtension: true,
  summary: 'What each storage holds of a warehouse entity, or the stock of a product’s own, with the latest movements.',
  credential: 'secret',
  session: 'none',
  params: {
    element_number: optional(
      text('element number of the warehouse entity', { max: 10_000 }),
      '',
      'id_product is wanted',
    ),
    id_product: optional(int('product whose own stock is meant'), 0, 'element_number is wanted'),
    movements: optional(int(`latest movements to show, at most ${MOVEMENTS_MAX}`, { max: MOVEMENTS_MAX }), 0),
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'WAREHOUSE_ENTITY_NOT_FOUND'],
  reply: reply('stock', {
    quantity: pieces('pieces in all storages'),
    storages: list(StorageStock, 'what each storage holds, in the order in which they were made'),
    movements: list(Movement, 'the latest movements, newest first'),
  }),
  view: ({ element_number: elementNumber, id_product: productId, movements: max }, { shop }) =>
    mapOk(itemsOf(shop, elementNumber, productId), ({ stockIds, milli }) => ({
      object: 'stock' as const,
      quantity: quantity(milli),
      storages: stockIds.map((stockId) => {
        const { quantityMilli, holds } = shop.read('stock', stockId)!;
        return {
          storage: storageOf(shop, stockId),
          quantity: quantity(quantityMilli),
          held: quantity(holds?.heldMilli ?? 0),
        };
      }),
      movements: latestMovements(shop, stockIds, max).map((found) => viewMovement(shop, found)),
    })),
});

const LowPlace = record(
  'LowStockPlace',
  'A storage with pieces of what a product is made of, or the stock of its own.',
  {
    element_number: textMember('element number of the warehouse entity; empty: the stock of the product’s own'),
    storage: textMember('name of the storage; empty: the stock of the product’s own'),
    quantity: pieces('pieces in it'),
    held: pieces('of these, pieces that carts hold'),
  },
);

const LowProduct = record('LowStockProduct', 'A product or variation with little stock.', {
  id_product: id('product id'),
  id_parent: id('the product that it is a variation of; 0: none'),
  name: textMember('name'),
  element_number: textMember('element number of the product'),
  active: bit('1: on sale'),
  quantity: pieces('pieces that can be sold, those that carts hold included'),
  quantity_warning: pieces('it is listed at this quantity and below'),
  storages: list(LowPlace, 'where the pieces are'),
});

const placesOf = (shop: Reader, productId: number) => {
  const { bindings } = shop.read('shopobject', productId)!;
  const index = shop.index('stock');
  const own = bindings.length > 0 ? undefined : index.own.get(productId);
  const items = [
    ...(own === undefined ? [] : [{ stockId: own, elementNumber: '' }]),
    ...bindings.flatMap(({ entityId }) => {
      const elementNumber = shop.read('warehouse_entity', entityId)?.metadata.element_number ?? '';
      return atOnce(index.ofEntity.of(entityId).ids, OF_ENTITY).map((stockId) => ({ stockId, elementNumber }));
    }),
  ];
  return items.map(({ stockId, elementNumber }) => {
    const { quantityMilli, holds } = shop.read('stock', stockId)!;
    return {
      element_number: elementNumber,
      storage: storageOf(shop, stockId),
      quantity: quantity(quantityMilli),
      held: quantity(holds?.heldMilli ?? 0),
    };
  });
};

const LOW_MAX = 1000;

export const get_low_stock = read({
  area: 'warehouse',
  isExtension: true,
  summary: 'Products whose managed stock is at or below their warning quantity, newest first, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`products of one page at most, 1 to ${LOW_MAX}`, { min: 1, max: LOW_MAX }), 100),
    inactive: optional(flag('1: also products that are not on sale'), false),
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'TOO_EXPENSIVE'],
  reply: reply('low_stock', {
    next: id('`after` of the next page; 0: there is none'),
    products: list(LowProduct, 'products and variations, newest first'),
  }),
  view: (args, { shop }) =>
    mapOk(findLowStock(shop, args), ({ ids, next }) => ({
      object: 'low_stock' as const,
      next: next ?? 0,
      products: Array.from(idsAtOnce(ids, 'a page'), (productId) => {
        const product = shop.read('shopobject', productId)!;
        return {
          id_product: productId,
          id_parent: product.productId,
          name: product.name,
          element_number: product.metadata.element_number ?? '',
          active: product.active ? (1 as const) : (0 as const),
          quantity: quantity(availableMilli(shop, productId, product)),
          quantity_warning: quantity(product.availability.warningMilli),
          storages: placesOf(shop, productId),
        };
      }),
    })),
});
