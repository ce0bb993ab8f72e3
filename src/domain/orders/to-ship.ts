// What is still to be sent of orders, and where its pieces lie.
//
// An order keeps how many pieces it took from which stock item, and not which of these have left in a parcel: the
// pieces that have left count as those taken first. Guaranteed: a parcel takes what is to be sent, unless the order has
// as many parcels as one may have; what is to be fetched for an order is what its open lines need, piece for piece, by
// the bindings that the products have now. Not promised: that the pieces lie there.
import { atOnce } from '../../kernel/many.ts';
import { isGoods } from '../calculation/goods.ts';
import { NAME_IS_HTML } from '../cart/line.ts';
import type { Line } from '../cart/line.ts';
import type { Taken } from '../stock/pieces.ts';
import type { Reader } from '../transaction.ts';
import { creditedPieces } from './credits.ts';
import type { Order } from './order.ts';
import { sentOf } from './order-parts.ts';

interface OpenLine {
  readonly line: Line;
  /** Pieces that a parcel takes, in 1/1,000; more than 0. */
  readonly leftMilli: number;
}

/** A discount that staff entered as a line is nothing to pack. */
const isPacked = (line: Line): boolean => isGoods(line) && line.priceE4 >= 0;

/** Whether the order is done or cancelled, or the back office says that all of it has left. */
export const isOver = ({ states, deliveryByHand }: Order): boolean =>
  states.order === 'CANCELED' || states.order === 'CLOSED' || (deliveryByHand && states.delivery === 'CLOSED');

/**
 * Lines with pieces to send, in the order of the cart. None of an order that is done or cancelled, nor of one that has
 * left by hand, nor of one whose products have all left: what is no product of the catalogue need not be in a parcel.
 */
export const openLines = (order: Order): readonly OpenLine[] => {
  if (isOver(order)) return [];
  const sent = sentOf(order);
  const canceled = creditedPieces(order, ['canceled']);
  const lines = order.cart.lines.filter(isPacked);
  const open = lines.flatMap((line) => {
    const leftMilli = line.quantityMilli - (sent.get(line.id) ?? 0) - (canceled.get(line.id) ?? 0);
    return leftMilli > 0 ? [{ line, leftMilli }] : [];
  });
  const isOfCatalogue = ({ type }: Line): boolean => type === 'PRODUCT';
  return lines.some(isOfCatalogue) && !open.some(({ line }) => isOfCatalogue(line)) ? [] : open;
};

export interface ToFetch {
  /** The same for the same warehouse entity or product in every order; for a free line by its number and name. */
  readonly thing: string;
  /** Name of the storage; '': the stock of a product's own, or none is known. */
  readonly storage: string;
  readonly elementNumber: string;
  readonly name: string;
  /** The name is HTML, of a product whose attribute is. */
  readonly isHtml: boolean;
  /** What the order says of the product, such as a colour; none of a warehouse entity. */
  readonly attributes: Line['attributes'];
  readonly quantityMilli: number;
}

/** What a line needs of one thing that is fetched: a warehouse entity, or the product itself. */
interface Part extends Omit<ToFetch, 'storage' | 'quantityMilli'> {
  readonly perPieceMilli: number;
  readonly stockIds: readonly number[];
}

const partsOf = (shop: Reader, line: Line): readonly Part[] => {
  const { type, productId, elementNumber, name, markup, attributes } = line;
  const product = type === 'PRODUCT' ? shop.read('shopobject', productId) : undefined;
  if (product === undefined || product.bindings.length === 0) {
    const isHtml = (markup & NAME_IS_HTML) !== 0;
    const thing = productId === 0 ? JSON.stringify([elementNumber, name]) : `product/${productId}`;
    return [{ thing, elementNumber, name, isHtml, attributes, perPieceMilli: 1000, stockIds: [] }];
  }
  return product.bindings.map(({ entityId, perPieceMilli }) => {
    const entity = shop.read('warehouse_entity', entityId);
    const stock = shop.index('stock').ofEntity.of(entityId);
    shop.track(stock);
    return {
      thing: `warehouse_entity/${entityId}`,
      elementNumber: entity?.metadata.element_number ?? '',
      name: entity?.name ?? '',
      isHtml: false,
      attributes: [],
      perPieceMilli,
      stockIds: atOnce(stock.ids, 'storages that hold one entity'),
    };
  });
};

const storageOf = (shop: Reader, stockId: number): string => {
  const storageId = shop.read('stock', stockId)?.storageId ?? 0;
  return storageId === 0 ? '' : (shop.read('storage', storageId)?.name ?? '');
};

/** Storages that an order took pieces of a line from, each once, in the order in which it took them. */
export const storagesOf = (shop: Reader, { taken }: Order, line: Line): readonly string[] => {
  const stockIds = new Set(partsOf(shop, line).flatMap((part) => part.stockIds));
  const names = taken.filter(({ stockId }) => stockIds.has(stockId)).map(({ stockId }) => storageOf(shop, stockId));
  return [...new Set(names.filter((name) => name !== ''))];
};

/** Where `needMilli` pieces are still fetched from, of those that were taken; the rest has no storage. */
const places = (
  shop: Reader,
  taken: readonly Taken[],
  needMilli: number,
): readonly Pick<ToFetch, 'storage' | 'quantityMilli'>[] => {
  let goneMilli = Math.max(0, taken.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0) - needMilli);
  let restMilli = needMilli;
  const found: Pick<ToFetch, 'storage' | 'quantityMilli'>[] = [];
  for (const { stockId, quantityMilli: tookMilli } of taken) {
    const leftMilli = tookMilli - Math.min(goneMilli, tookMilli);
    goneMilli -= tookMilli - leftMilli;
    const quantityMilli = Math.min(restMilli, leftMilli);
    if (quantityMilli > 0) found.push({ storage: storageOf(shop, stockId), quantityMilli });
    restMilli -= quantityMilli;
  }
  return restMilli > 0 ? [...found, { storage: '', quantityMilli: restMilli }] : found;
};

/** What is to be fetched to send the open lines of an order. */
export const toFetch = (shop: Reader, order: Order): readonly ToFetch[] => {
  const needs = new Map<string, { readonly part: Part; needE6: number }>();
  for (const { line, leftMilli } of openLines(order)) {
    for (const part of partsOf(shop, line)) {
      const key = JSON.stringify([part.thing, part.attributes]);
      const need = needs.get(key) ?? { part, needE6: 0 };
      need.needE6 += leftMilli * part.perPieceMilli;
      needs.set(key, need);
    }
  }
  return [...needs.values()].flatMap(({ part, needE6 }) => {
    const { thing, elementNumber, name, isHtml, attributes, stockIds } = part;
    const taken = order.taken.filter(({ stockId }) => stockIds.includes(stockId));
    const found = places(shop, taken, Math.ceil(needE6 / 1000));
    return found.map((place) => ({ thing, elementNumber, name, isHtml, attributes, ...place }));
  });
};
