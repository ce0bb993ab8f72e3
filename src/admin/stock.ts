// `kontor stock`: what the storages hold, what products it makes, and how it came to that.
import { atOnce } from '../kernel/many.ts';
import { ConfigError } from '../config/setting.ts';
import { availableMilli, entityMilli } from '../domain/stock/availability.ts';
import { dateTime } from '../domain/date-time.ts';
import { movementsOf } from '../domain/stock/move-stock.ts';
import { signedMilli } from '../domain/stock/stock-movement-page.ts';
import { decimalText } from '../domain/money.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

const pieces = (milli: number): string => decimalText(milli, 3);
const signed = (milli: number): string => (milli < 0 ? `-${pieces(-milli)}` : `+${pieces(milli)}`);
/** Quoted, so that no name or note of the shop can break a line of the output. */
const shown = (text: string): string => JSON.stringify(text);
/** Unquoted if it has printable characters only and no space. */
const numberText = (elementNumber: string): string =>
  /^[!-~]+$/.test(elementNumber) ? elementNumber : shown(elementNumber);

interface Item {
  /** Name of the storage for the output; '': the stock of a product's own. */
  readonly storage: string;
  readonly stockId: number;
}

interface Moved {
  /** '' for the sum of what is not kept one by one. */
  readonly date: string;
  readonly change: string;
  readonly name: string;
  readonly storage: string;
  readonly order_id: number;
  readonly note: string;
}

/** Latest last; storages together, in the order of time. */
const movementsShown = (shop: Reader, items: readonly Item[]): readonly Moved[] => {
  const moved = items.flatMap(({ storage, stockId }) => {
    const { movements, earlierMilli } = movementsOf(shop, shop.read('stock', stockId)!);
    const sum = { date: '', change: signed(earlierMilli), name: 'earlier', storage, order_id: 0, note: '' };
    return [
      ...(earlierMilli === 0 ? [] : [{ atMs: 0, shown: sum }]),
      ...movements.map((movement) => {
        const [name, , atMs, orderId, note] = movement;
        const change = signed(signedMilli(movement));
        return { atMs, shown: { date: dateTime(atMs), change, name, storage, order_id: orderId, note } };
      }),
    ];
  });
  return moved.toSorted((a, b) => a.atMs - b.atMs).map(({ shown: one }) => one);
};

const movementLine = ({ date, change, name, storage, order_id: orderId, note }: Moved): string =>
  `    ${date.padEnd(19)}  ${change} ${name}${storage === '' ? '' : ` ${shown(storage)}`}` +
  `${orderId === 0 ? '' : ` order ${orderId}`}${note === '' ? '' : ` ${shown(note)}`}`;

interface Shown {
  readonly lines: readonly string[];
  readonly data: object;
}

const withMovements = (shop: Reader, items: readonly Item[], isWhole: boolean, { lines, data }: Shown): Shown => {
  if (!isWhole) return { lines, data };
  const movements = movementsShown(shop, items);
  return { lines: [...lines, ...movements.map(movementLine)], data: { ...data, movements } };
};

const entityStock = (shop: Reader, id: number, isWhole: boolean): Shown => {
  const { name, metadata } = shop.read('warehouse_entity', id)!;
  const stockIds = atOnce(shop.index('stock').ofEntity.of(id).ids, 'storages that hold one entity');
  const items = stockIds.map((stockId) => {
    const { storageId, quantityMilli } = shop.read('stock', stockId)!;
    return { storage: shop.read('storage', storageId)!.name, stockId, quantity: pieces(quantityMilli) };
  });
  const productIds = atOnce(shop.index('shopobject').bound.of(id).ids, 'products that sell one entity');
  const products = productIds.map((productId) => {
    const product = shop.read('shopobject', productId)!;
    const takes = product.bindings.find(({ entityId }) => entityId === id)!.perPieceMilli;
    const available = pieces(availableMilli(shop, productId, product));
    return { id: productId, name: product.name, takes: pieces(takes), available };
  });
  const number = metadata.element_number;
  const quantity = pieces(entityMilli(shop, id));
  return withMovements(shop, items, isWhole, {
    lines: [
      `${number === '' ? `warehouse entity ${id}` : numberText(number)} ${shown(name)}: ${quantity} pieces`,
      ...items.map((item) => `  storage ${shown(item.storage)} (stock/${item.stockId}) holds ${item.quantity}`),
      ...products.map(
        (product) =>
          `  product ${product.id} ${shown(product.name)} takes ${product.takes}: ${product.available} available`,
      ),
    ],
    data: {
      id,
      element_number: number,
      name,
      quantity,
      storages: items.map(({ storage, stockId, quantity: held }) => ({ storage, stock: stockId, quantity: held })),
      products,
    },
  });
};

const productStock = (shop: Reader, id: number, isWhole: boolean): Shown => {
  const product = shop.read('shopobject', id);
  if (product?.type !== 'product') throw new ConfigError(`there is no product ${id}`);
  const own = shop.index('stock').own.get(id);
  const bound = product.bindings.map(
    ({ entityId }) => shop.read('warehouse_entity', entityId)?.metadata.element_number ?? String(entityId),
  );
  const available = pieces(availableMilli(shop, id, product));
  const ownShown = own === undefined || bound.length > 0 ? '' : ` (stock/${own})`;
  return withMovements(shop, own === undefined ? [] : [{ storage: '', stockId: own }], isWhole, {
    lines: [
      `product ${id} ${shown(product.name)}${ownShown}: ${available} available`,
      ...(bound.length === 0 ? [] : [`  made of ${bound.map(numberText).join(', ')}`]),
    ],
    data: { id, name: product.name, available, made_of: bound },
  });
};

/**
 * `number`: an element number, `product/17` for stock of a product's own, or nothing for all entities. Throws
 * ConfigError.
 */
export const printStock = async (
  { store: { engine } }: Shop,
  { number, movements }: { readonly number?: string; readonly movements?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const isWhole = movements !== undefined;
  const shop = engine.readContext();
  const show = ({ lines, data }: Shown): Promise<void> => terminal.show(lines.join('\n'), data);
  const [, product] = /^product\/(\d{1,15})$/.exec(number ?? '') ?? [];
  if (product !== undefined) await show(productStock(shop, Number(product), isWhole));
  else if (number === undefined) {
    for (let id = 1; id < engine.tables.warehouse_entity.nextId; id += 1) {
      const now = engine.readContext();
      if (now.read('warehouse_entity', id) !== undefined) await show(entityStock(now, id, isWhole));
    }
  } else {
    const id = shop.index('warehouse_entity').byElementNumber.get(number);
    if (id === undefined) throw new ConfigError(`there is no warehouse entity ${number}`);
    await show(entityStock(shop, id, isWhole));
  }
  return true;
};
