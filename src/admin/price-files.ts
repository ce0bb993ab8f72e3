// `kontor prices import` and `export`: the prices of one list as a CSV file: number; from_quantity; price; compare_at.
//
// A row that cannot be read or is refused is named by its line, and the others are set. Prices are set 1,000 at a time,
// those of a product together; other calls are served in between.
// Not promised: that all is set or nothing; a second run sets the same again.
import { ConfigError } from '../config/setting.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { tableLine } from '../catalogue-files/csv-line.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { decimal } from '../domain/money.ts';
import { setPrices } from '../domain/prices/change-lists.ts';
import type { Inverted } from '../domain/prices/change-lists.ts';
import { tierOf } from '../domain/prices/given-tier.ts';
import type { GivenTier } from '../domain/prices/given-tier.ts';
import { tiersOf } from '../domain/prices/product-prices.ts';
import type { TierChange } from '../domain/prices/product-prices.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import { refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import { listNamed } from './prices.ts';
import { REFUSED_SHOWN, RefusedRows, amountIn, readTable } from './table-rows.ts';
import type { Table, TableGiven } from './table-rows.ts';
import type { Terminal } from './terminal.ts';

const COLUMNS = ['number', 'from_quantity', 'price', 'compare_at'] as const;
type Cells = { readonly [column in (typeof COLUMNS)[number]]: string };

/** Prices of one record. */
const PRICES_AT_ONCE = 1000;

interface ImportGiven extends TableGiven {
  readonly list: string;
  readonly dryRun?: string;
}

interface Priced {
  readonly line: number;
  readonly productId: number;
  readonly change: TierChange;
}

/** Article number → its products. */
const productsByNumber = async (
  engine: Engine,
  terminal: Terminal,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const ids = new Map<string, number[]>();
  for (const [id, { type, metadata }] of eachActor(engine, engine.readContext(), 'shopobject')) {
    const number = metadata.element_number ?? '';
    if (type === 'product' && number !== '') {
      const known = ids.get(number);
      if (known === undefined) ids.set(number, [id]);
      else known.push(id);
    }
    await terminal.pause();
  }
  return ids;
};

/** Empty cells are absent. A comma may stand before decimals where `;` or a tab parts the cells. */
const givenBy = (cells: Cells, delimiter: string): GivenTier => {
  const amount = (cell: string): string | null => amountIn(cell, delimiter);
  return {
    from_quantity: amount(cells.from_quantity),
    price: amount(cells.price),
    compare_at: amount(cells.compare_at),
  };
};

/** Throws ConfigError where the header lacks `number` or `price`. */
const cellsBy = (header: readonly string[]): ((row: ScannedRow) => Cells) => {
  const names = header.map((name) => name.trim().toLowerCase());
  for (const needed of ['number', 'price'])
    if (!names.includes(needed))
      throw new ConfigError(`the table has no column "${needed}": it has number;from_quantity;price;compare_at`);
  const places = COLUMNS.map((column) => names.indexOf(column));
  return ({ cells }) =>
    Object.fromEntries(COLUMNS.map((column, at) => [column, unguarded(cells[places[at]!] ?? '').trim()])) as Cells;
};

/** The prices of the file, those of a product together. Throws ConfigError. */
const readPrices = async (
  engine: Engine,
  { rows, delimiter }: Table,
  terminal: Terminal,
  refusals: RefusedRows,
): Promise<readonly Priced[]> => {
  const products = await productsByNumber(engine, terminal);
  const known = new Set<string>();
  const priced: Priced[] = [];
  let cellsOf: ((row: ScannedRow) => Cells) | undefined;
  for (const row of rows) {
    await terminal.pause();
    if (row === undefined) continue;
    const { line, fault } = row;
    if (cellsOf === undefined) {
      cellsOf = cellsBy(row.cells);
      continue;
    }
    const cells = cellsOf(row);
    const change = fault === undefined ? tierOf(givenBy(cells, delimiter)) : refuse('PARAMETER_INVALID', '', fault);
    const [id, ...others] = products.get(cells.number) ?? [];
    const number = JSON.stringify(cells.number);
    if (!change.ok) await refusals.add(line, change.code, change.detail || REFUSALS[change.code].sentence);
    else if (id === undefined) await refusals.add(line, 'SHOPOBJECT_NOT_FOUND', `No product has the number ${number}.`);
    else if (others.length > 0)
      await refusals.add(line, 'PARAMETER_INVALID', `Several products have the number ${number}.`);
    else if (known.has(`${id} ${change.value[0]}`))
      await refusals.add(line, 'PARAMETER_INVALID', `A line before has a price of ${number} for this quantity.`);
    else {
      known.add(`${id} ${change.value[0]}`);
      priced.push({ line, productId: id, change: change.value });
    }
  }
  if (cellsOf === undefined) throw new ConfigError('the table has no header line');
  return priced.toSorted((a, b) => a.productId - b.productId || a.line - b.line);
};

/** Decides prices, those of a product together; `isTried`: and records nothing. */
const setAll = (
  engine: Engine,
  listId: number,
  priced: readonly Priced[],
  isTried: boolean,
): Result<readonly Inverted[]> => {
  const byProduct = new Map<number, TierChange[]>();
  for (const { productId, change } of priced) byProduct.set(productId, [...(byProduct.get(productId) ?? []), change]);
  const given = [...byProduct].map(([productId, changes]) => ({ productId, changes }));
  return isTried
    ? setPrices(engine.begin(), listId, given)
    : engine.transact(maintenanceCause('price_import'), (tx) => setPrices(tx, listId, given));
};

/** Ends before the first price of the next product. */
const partEnd = (priced: readonly Priced[], from: number): number => {
  let to = Math.min(from + PRICES_AT_ONCE, priced.length);
  while (to < priced.length && to > from + 1 && priced[to]!.productId === priced[to - 1]!.productId) to -= 1;
  return to;
};

const productEnd = (priced: readonly Priced[], from: number): number => {
  const other = priced.findIndex((one, at) => at > from && one.productId !== priced[from]!.productId);
  return other < 0 ? priced.length : other;
};

/** False if rows were refused. Throws ConfigError. */
export const importPrices = async (
  { store: { engine } }: Shop,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const listId = listNamed(engine.readContext(), given.list);
  const isTried = given.dryRun !== undefined;
  // A trial is a decision as well, though nothing is recorded.
  await mustTakeChanges(engine);
  const table = await readTable(terminal, given, engine.rules.language);
  const refusals = new RefusedRows(terminal);
  const priced = await readPrices(engine, table, terminal, refusals);
  const inverted: Inverted[] = [];
  let set = 0;
  const decide = async (part: readonly Priced[]): Promise<void> => {
    const result = setAll(engine, listId, part, isTried);
    if (result.ok) {
      set += part.length;
      inverted.push(...result.value);
      return;
    }
    // One product refuses the whole part: each is asked for alone.
    const end = productEnd(part, 0);
    if (end === part.length) {
      const { code, detail } = result;
      for (const { line } of part) await refusals.add(line, code, detail || REFUSALS[code].sentence);
    } else
      for (let at = 0; at < part.length;) {
        const next = productEnd(part, at);
        await decide(part.slice(at, next));
        at = next;
      }
  };
  for (let from = 0; from < priced.length;) {
    const to = partEnd(priced, from);
    await decide(priced.slice(from, to));
    from = to;
    await terminal.progress({ what: 'importing', done: from, total: priced.length, records: from });
  }
  if (!isTried) await engine.whenDurable(engine.headSeq);
  await refusals.end();
  for (const { productId, fromMilli } of inverted.slice(0, REFUSED_SHOWN))
    await terminal.show(
      `kontor: TIER_INVERTED: ${decimal(fromMilli, 3)} pieces of product ${productId} cost less in sum than fewer`,
    );
  await terminal.show(
    `kontor: ${set} prices ${isTried ? 'would be set' : 'set'}, ${refusals.count} lines refused, ` +
      `${inverted.length} ${inverted.length === 1 ? 'warning' : 'warnings'}`,
    { list: listId, prices: set, refused: refusals.count, warnings: inverted.length },
  );
  return refusals.count === 0;
};

interface ExportGiven {
  readonly list: string;
  readonly file: string;
  readonly delimiter?: string;
}

/** Products read at a time. */
const PRODUCTS_AT_ONCE = 256;

/** As of the moment in which each product is read. Throws ConfigError. */
export const exportPrices = async (
  { store: { engine } }: Shop,
  given: ExportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const listId = listNamed(engine.readContext(), given.list);
  const line = tableLine(delimiterOf(given) ?? ';');
  const priced = engine.readContext().index('product_prices').inList(listId);
  const total = priced?.size ?? 0;
  let [products, prices] = [0, 0];
  await terminal.write(Buffer.from(line([...COLUMNS, 'id', 'name'])));
  for (;;) {
    const shop = engine.readContext();
    const ids = priced?.page(products, PRODUCTS_AT_ONCE) ?? [];
    if (ids.length === 0) break;
    const lines = ids.flatMap((productId) => {
      const known = shop.index('product_prices').get(productId);
      const product = shop.read('shopobject', productId);
      const tiers = known === undefined ? [] : tiersOf(shop.read('product_prices', known)!, listId);
      return tiers.map(([fromMilli, priceE4, compareE4]) =>
        line([
          product?.metadata.element_number ?? '',
          decimal(fromMilli, 3),
          decimal(priceE4, 4),
          compareE4 === 0 ? '' : decimal(compareE4, 4),
          productId,
          product?.name ?? '',
        ]),
      );
    });
    [products, prices] = [products + ids.length, prices + lines.length];
    await terminal.write(Buffer.from(lines.join('')));
    await terminal.progress({ what: 'exporting', done: products, total, records: prices });
  }
  await terminal.note(`kontor: ${prices} prices of ${products} products`);
  return true;
};
