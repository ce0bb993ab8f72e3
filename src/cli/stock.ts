// `kontor stock`: what the storages hold, what products it makes, and how it came to that, from a store that no server
// has open.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { availableMilli, entityMilli } from '../domain/stock/availability.ts';
import { dateTime } from '../domain/date-time.ts';
import { movementsOf } from '../domain/stock/move-stock.ts';
import { signedMilli } from '../domain/stock/stock-movement-page.ts';
import { decimalText } from '../domain/money.ts';
import type { Reader } from '../domain/transaction.ts';
import { withExistingStore } from './offline/store.ts';

export interface StockFlags {
  readonly movements?: boolean;
}

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

/** Latest last; storages together, in the order of time. */
const movementLines = (shop: Reader, items: readonly Item[]): string[] => {
  const movements = items.flatMap(({ storage, stockId }) => {
    const { movements, earlierMilli } = movementsOf(shop, shop.read('stock', stockId)!);
    const earlier =
      earlierMilli === 0 ? [] : [{ atMs: 0, text: `${' '.repeat(19)}  ${signed(earlierMilli)} earlier${storage}` }];
    const listed = movements.map((movement) => {
      const [name, , atMs, orderId, note] = movement;
      const why = `${orderId === 0 ? '' : ` order ${orderId}`}${note === '' ? '' : ` ${shown(note)}`}`;
      return { atMs, text: `${dateTime(atMs)}  ${signed(signedMilli(movement))} ${name}${storage}${why}` };
    });
    return [...earlier, ...listed];
  });
  return movements.toSorted((a, b) => a.atMs - b.atMs).map(({ text }) => `    ${text}`);
};

const entityLines = (shop: Reader, id: number, movements: boolean): string[] => {
  const { name, metadata } = shop.read('warehouse_entity', id)!;
  const items = shop
    .index('stock')
    .ofEntity.of(id)
    .ids.map((stockId): Item & { readonly milli: number } => {
      const { storageId, quantityMilli } = shop.read('stock', stockId)!;
      return { storage: ` ${shown(shop.read('storage', storageId)!.name)}`, stockId, milli: quantityMilli };
    });
  const products = shop
    .index('shopobject')
    .bound.of(id)
    .ids.map((productId) => {
      const product = shop.read('shopobject', productId)!;
      const takes = product.bindings.find(({ entityId }) => entityId === id)!.perPieceMilli;
      const available = pieces(availableMilli(shop, productId, product));
      return `  product ${productId} ${shown(product.name)} takes ${pieces(takes)}: ${available} available`;
    });
  return [
    `${metadata.element_number === '' ? `warehouse entity ${id}` : numberText(metadata.element_number)} ` +
      `${shown(name)}: ${pieces(entityMilli(shop, id))} pieces`,
    ...items.map(({ storage, stockId, milli }) => `  storage${storage} (stock/${stockId}) holds ${pieces(milli)}`),
    ...products,
    ...(movements ? movementLines(shop, items) : []),
  ];
};

const productLines = (shop: Reader, id: number, movements: boolean): string[] => {
  const product = shop.read('shopobject', id);
  if (product?.type !== 'product') throw new ConfigError(`there is no product ${id}`);
  const own = shop.index('stock').own.get(id);
  const bound = product.bindings.map(({ entityId }) =>
    numberText(shop.read('warehouse_entity', entityId)?.metadata.element_number ?? String(entityId)),
  );
  return [
    `product ${id} ${shown(product.name)}${own === undefined || bound.length > 0 ? '' : ` (stock/${own})`}: ` +
      `${pieces(availableMilli(shop, id, product))} available`,
    ...(bound.length === 0 ? [] : [`  made of ${bound.join(', ')}`]),
    ...(movements && own !== undefined ? movementLines(shop, [{ storage: '', stockId: own }]) : []),
  ];
};

function* stockLines(
  shop: Reader,
  wanted: string | undefined,
  movements: boolean,
  entitiesMade: number,
): Generator<string> {
  const [, product] = /^product\/(\d{1,15})$/.exec(wanted ?? '') ?? [];
  if (product !== undefined) return yield* productLines(shop, Number(product), movements);
  if (wanted !== undefined) {
    const id = shop.index('warehouse_entity').byElementNumber.get(wanted);
    if (id === undefined) throw new ConfigError(`there is no warehouse entity ${wanted}`);
    return yield* entityLines(shop, id, movements);
  }
  for (let id = 1; id < entitiesMade; id += 1) {
    if (shop.read('warehouse_entity', id) !== undefined) yield* entityLines(shop, id, movements);
  }
}

/**
 * `wanted`: an element number, `product/17` for stock of a product's own, or nothing for all. Throws ConfigError,
 * StoreLocked, StoreDamage.
 */
export const printStock = async (
  wanted: string | undefined,
  { movements = false }: StockFlags,
  config: Config,
): Promise<void> => {
  await withExistingStore(config, async (store) => {
    const { engine } = store;
    for (const line of stockLines(engine.readContext(), wanted, movements, engine.tables.warehouse_entity.nextId))
      console.log(line);
  });
};
