// Data of packing slips and pick lists for templates and PDF: what is still to be sent of orders, without prices.
import { isGoods } from '../../domain/calculation/goods.ts';
import { NAME_IS_HTML } from '../../domain/cart/line.ts';
import { fieldOf, methodName } from '../../domain/cart/order-details.ts';
import type { Order } from '../../domain/orders/order.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import { openLines, storagesOf, toFetch } from '../../domain/orders/to-ship.ts';
import type { ToFetch } from '../../domain/orders/to-ship.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Labels } from '../../outside/documents/templates.ts';
import type { DocumentServices } from '../context/document-services.ts';
import { barcodeOf } from './barcode.ts';
import { addressLines, dateIn, noteLines } from './document.ts';
import { attributesOf, cut, positions, sortedLines, written } from './document-amounts.ts';

export type OrderById = readonly [orderId: number, order: Order];

export interface Slips {
  readonly shop: Reader;
  readonly documents: DocumentServices;
  readonly orders: readonly OrderById[];
  /** '': that of each order. */
  readonly spoken: string;
  /** Texts that the template shows by these names. */
  readonly args: { readonly [name: string]: string };
  /** The parcel of each order whose slip it is; 0: what is still to be sent. */
  readonly parcelId: number;
}

/** Line → pieces of it that the slip has. */
const piecesOf = (order: Order, parcelId: number): ReadonlyMap<number, number> =>
  new Map(
    parcelId === 0
      ? openLines(order).map(({ line, leftMilli }) => [line.id, leftMilli])
      : order.parcels[parcelId - 1]!.lines.map(({ lineId, quantityMilli }) => [lineId, quantityMilli]),
  );

/** Characters of a name or of the attributes of a line: a slip has many lines to a page. */
const NAME_LENGTH_MAX = 200;

export const quantityText = (milli: number, { format }: Labels): string => written(milli, 3, 0, format);

/** The language of an issued invoice, where there is one, else the shop's at the checkout: an order keeps none. */
const languageOf = (shop: Reader, orderId: number, order: Order): string =>
  shop.read('issued_invoice', orderId)?.language || rulesOf(shop, order).language;

export const shownName = (name: string, isHtml: boolean, { plainText }: DocumentServices): string =>
  cut(isHtml ? plainText(name, NAME_LENGTH_MAX) : name, NAME_LENGTH_MAX);

const slipOf = ({ shop, documents, spoken, args, parcelId }: Slips, [orderId, order]: OrderById) => {
  const rules = rulesOf(shop, order);
  const language = spoken === '' ? languageOf(shop, orderId, order) : spoken;
  const labels = documents.templates.labels(language, rules.language);
  const country = (iso: string): string => documents.countries.name(iso, labels.language, rules.language);
  const delivery = addressLines('delivery', order, country);
  const { details } = order;
  const left = piecesOf(order, parcelId);
  const goods = order.cart.lines.filter(isGoods);
  const numbers = positions(goods);
  return {
    ...labels.documents.packing_slips,
    ...args,
    language: labels.language,
    text: labels.text,
    // As the label of the parcel has it.
    order_number: parcelId === 0 ? String(orderId) : `${orderId}-${parcelId}`,
    date: dateIn(labels, rules.timeZone, order.createdMs),
    delivery_method: methodName(details, 'delivery', rules, language),
    address: delivery.length > 0 ? delivery : addressLines('invoice', order, country),
    note_lines: noteLines(fieldOf(details, 'note')),
    ...barcodeOf(orderId),
    lines: sortedLines(goods).flatMap((line) => {
      const leftMilli = left.get(line.id);
      if (leftMilli === undefined) return [];
      return [
        {
          position: numbers.get(line.id)!,
          name: shownName(line.name, (line.markup & NAME_IS_HTML) !== 0, documents),
          element_number: cut(line.elementNumber, NAME_LENGTH_MAX),
          attributes: attributesOf(line, NAME_LENGTH_MAX),
          quantity: quantityText(leftMilli, labels),
          ordered: quantityText(line.quantityMilli, labels),
          storage: cut(storagesOf(shop, order, line).join(', '), NAME_LENGTH_MAX),
        },
      ];
    }),
  };
};

/** The newest of the orders: a document depends on its data alone, the moment that its file names included. */
const createdMs = (orders: readonly OrderById[]): number => Math.max(...orders.map(([, order]) => order.createdMs));

/** `orders`: one or more, each with something to send. */
export const slipsData = (given: Slips): object => {
  const { shop, documents, orders, spoken, args } = given;
  const labels = documents.templates.labels(spoken, shop.rules.language);
  return {
    ...labels.documents.packing_slips,
    ...args,
    language: labels.language,
    company: shop.rules.company,
    created_ms: createdMs(orders),
    slips: orders.map((one) => slipOf(given, one)),
  };
};

export interface Position extends Omit<ToFetch, 'thing' | 'isHtml' | 'attributes'> {
  /** As the slips show them. */
  readonly attributes: ReturnType<typeof attributesOf>;
  readonly orderIds: readonly number[];
}

/** The way through the warehouse: by storage, those without one last, then by number; `A2` before `A10`. */
const wayOrder = new Intl.Collator('en', { numeric: true });
const byPlace = (a: Position, b: Position): number =>
  Number(a.storage === '') - Number(b.storage === '') ||
  wayOrder.compare(a.storage, b.storage) ||
  wayOrder.compare(a.elementNumber, b.elementNumber) ||
  wayOrder.compare(a.name, b.name);

/** What is to be fetched for all of these orders together. */
export const positionsOf = (
  shop: Reader,
  orders: readonly OrderById[],
  documents: DocumentServices,
): readonly Position[] => {
  const sums = new Map<string, Position>();
  for (const [orderId, order] of orders) {
    for (const place of toFetch(shop, order)) {
      const { storage, thing, elementNumber, quantityMilli } = place;
      const attributes = attributesOf(place, NAME_LENGTH_MAX);
      // It is one thing whatever the language of its order calls it; what has the same number may be another.
      const key = JSON.stringify([storage, thing, attributes]);
      const sum = sums.get(key);
      const orderIds = sum?.orderIds ?? [];
      sums.set(key, {
        storage,
        elementNumber: sum?.elementNumber ?? elementNumber,
        name: sum?.name ?? shownName(place.name, place.isHtml, documents),
        attributes,
        quantityMilli: (sum?.quantityMilli ?? 0) + quantityMilli,
        orderIds: orderIds.at(-1) === orderId ? orderIds : [...orderIds, orderId],
      });
    }
  }
  return [...sums.values()].sort(byPlace);
};

/** `orders`: one or more. */
export const pickListData = (
  { shop, documents, orders, spoken, args }: Slips,
  fetched: readonly Position[],
): object => {
  const labels = documents.templates.labels(spoken, shop.rules.language);
  return {
    ...labels.documents.pick_list,
    ...args,
    language: labels.language,
    text: labels.text,
    company: shop.rules.company,
    created_ms: createdMs(orders),
    date: dateIn(labels, shop.rules.timeZone, shop.atMs),
    orders: orders.map(([orderId]) => orderId).join(', '),
    rows: fetched.map(({ storage, elementNumber, name, attributes, quantityMilli }) => ({
      storage: cut(storage, NAME_LENGTH_MAX),
      element_number: cut(elementNumber, NAME_LENGTH_MAX),
      name,
      attributes,
      quantity: quantityText(quantityMilli, labels),
    })),
  };
};
