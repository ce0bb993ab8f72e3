// Tables about the warehouse: what is where, and how it came to that.
import type { StateOf } from '../domain/kind-types.ts';
import { signedMilli } from '../domain/stock/stock-movement-page.ts';
import type { StockMovement } from '../domain/stock/stock-movement-page.ts';
import { table } from './column.ts';
import { metadataColumns } from './goods-tables.ts';

const storages = table('storages', {
  kind: 'storage',
  key: 'id',
  about: 'A row per storage: a place of the warehouse.',
  rows: (id, storage) => [{ id, storage }],
  columns: ({ integer, text }) => ({
    id: integer('storage id', (row) => row.id),
    name: text('its name', ({ storage }) => storage.name),
  }),
});

const warehouseEntities = table('warehouse_entities', {
  kind: 'warehouse_entity',
  key: 'id',
  about: 'A row per warehouse entity: something of which storages hold pieces.',
  rows: (id, entity) => [{ id, entity }],
  columns: ({ integer, id, text, timestamp }) => ({
    id: integer('entity id', (row) => row.id),
    name: text('its name', ({ entity }) => entity.name),
    class_id: integer('classes.id', ({ entity }) => entity.classId),
    manufacturer_id: id('as the shop counts manufacturers', ({ entity }) => entity.manufacturerId),
    created_at: timestamp('when it was made', ({ entity }) => entity.createdMs),
    ...metadataColumns({ integer, text }, ({ entity }) => entity.metadata),
  }),
});

const stock = table('stock', {
  kind: 'stock',
  key: 'id',
  about: 'A row per stock item: the pieces of an entity in one storage, or of a product without entities.',
  rows: (id, item) => [{ id, item }],
  columns: ({ integer, id }) => ({
    id: integer('stock id', (row) => row.id),
    storage_id: id("storages.id; null: a product's own stock", ({ item }) => item.storageId),
    entity_id: id('warehouse_entities.id', ({ item }) => (item.storageId === 0 ? 0 : item.holderId)),
    product_id: id('products.id or variations.id', ({ item }) => (item.storageId === 0 ? item.holderId : 0)),
    quantity_milli: integer('pieces that are there', ({ item }) => item.quantityMilli),
    held_milli: integer('what of that carts hold', ({ item }) => item.holds?.heldMilli ?? 0),
    placed_milli: integer('placed by hand', ({ item }) => item.placedMilli),
    taken_milli: integer('withdrawn by hand', ({ item }) => item.takenMilli),
    sold_milli: integer('sold', ({ item }) => item.soldMilli),
    returned_milli: integer('given back by orders', ({ item }) => item.returnedMilli),
  }),
});

type Moved = { readonly id: number; readonly stockId: number; readonly at: number; readonly entry: StockMovement };

const movementsOf = (id: number, stockId: number, movements: readonly StockMovement[]): readonly Moved[] =>
  movements.map((entry, at) => ({ id, stockId, at, entry }));

const movementTable = (
  name: string,
  about: string,
  kind: 'stock' | 'stock_movement_page',
  rows: (id: number, state: never) => readonly Moved[],
) =>
  table(name, {
    kind,
    key: 'actor_id',
    about,
    rows: rows as (id: number, state: unknown) => readonly Moved[],
    columns: ({ integer, id, text, maybe, timestamp, personal }) => ({
      actor_id: integer('what holds the movement', (row) => row.id),
      stock_id: integer('stock.id', (row) => row.stockId),
      position: integer('among those of actor_id, oldest first', (row) => row.at),
      kind: text('placed, taken, sold or returned', ({ entry }) => entry[0]),
      quantity_milli: integer('pieces that came; below 0: that went', ({ entry }) => signedMilli(entry)),
      moved_at: timestamp('when', ({ entry }) => entry[2]),
      order_id: id('orders.id of a sale or a return', ({ entry }) => entry[3]),
      note: personal(maybe('what was noted', ({ entry }) => entry[4])),
    }),
  });

const stockMovements = movementTable(
  'stock_movements',
  'A row per movement of a stock item, the latest ones.',
  'stock',
  (id, { movements }: StateOf<'stock'>) => movementsOf(id, id, movements),
);

const earlierStockMovements = movementTable(
  'earlier_stock_movements',
  'A row per movement of a stock item, those before the ones in stock_movements.',
  'stock_movement_page',
  (id, { stockId, movements }: StateOf<'stock_movement_page'>) => movementsOf(id, stockId, movements),
);

export const STOCK_TABLES = [storages, warehouseEntities, stock, stockMovements, earlierStockMovements];
