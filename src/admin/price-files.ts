// `kontor prices import` and `export`: the prices of one list as a CSV file: number; from_quantity; price; compare_at.
//
// The file is read in the process of the command (src/cli/table-file.ts), which sends its rows in batches; the shop
// holds one of them. A row that cannot be read or is refused is named by its line, and the others are set. Prices are
// set 1,000 at a time, those of a product together where its rows stand together; other calls are served in between.
// Not promised: that all is set or nothing; a second run sets the same again. A trial does not know what rows of the
// same product in another batch would have set.
import { eachActor } from '../catalogue-files/catalogue.ts';
import { tableLine } from '../catalogue-files/csv-line.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { decimal } from '../domain/money.ts';
import { setPrices } from '../domain/prices/change-lists.ts';
import type { Inverted } from '../domain/prices/change-lists.ts';
import { tiersOf } from '../domain/prices/product-prices.ts';
import type { TierChange } from '../domain/prices/product-prices.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { factsOf } from './catalogue-import.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import { PRICE_COLUMNS, PRICE_TABLE, priceRows } from './price-table.ts';
import { listNamed } from './prices.ts';
import { Batches, REFUSED_SHOWN, readSentTable, refusedLine } from './table-rows.ts';
import type { TableGiven } from './table-rows.ts';
import type { Terminal } from './terminal.ts';

/** Prices of one record. */
const PRICES_AT_ONCE = 1000;

interface ImportGiven extends TableGiven {
  readonly list: string;
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

const productEnd = (priced: readonly Priced[], from: number): number => {
  const other = priced.findIndex((one, at) => at > from && one.productId !== priced[from]!.productId);
  return other < 0 ? priced.length : other;
};

/** Prices on their way into a list. */
class PriceRun {
  set = 0;
  refused = 0;
  /** Product → its tiers that cost less in sum than fewer pieces. */
  readonly inverted = new Map<number, readonly Inverted[]>();
  private pending: Priced[] = [];
  private readonly engine: Engine;
  private readonly terminal: Terminal;
  private readonly listId: number;
  private readonly isTried: boolean;

  constructor(engine: Engine, terminal: Terminal, listId: number, isTried: boolean) {
    this.engine = engine;
    this.terminal = terminal;
    this.listId = listId;
    this.isTried = isTried;
  }

  async refuse(line: number, refusal: Refusal): Promise<void> {
    this.refused += 1;
    await this.terminal.report(refusedLine(line, refusal));
  }

  async add(priced: Priced): Promise<void> {
    const { pending } = this;
    const isOther = pending.length > 0 && pending.at(-1)!.productId !== priced.productId;
    if ((pending.length >= PRICES_AT_ONCE && isOther) || pending.length >= 2 * PRICES_AT_ONCE)
      await this.decidePending();
    this.pending.push(priced);
  }

  async decidePending(): Promise<void> {
    const priced = this.pending.toSorted((a, b) => a.productId - b.productId || a.line - b.line);
    this.pending = [];
    if (priced.length > 0) await this.decide(priced);
  }

  private async decide(part: readonly Priced[]): Promise<void> {
    const result = setAll(this.engine, this.listId, part, this.isTried);
    if (result.ok) {
      this.set += part.length;
      for (const { productId } of part) this.inverted.delete(productId);
      for (const one of result.value)
        this.inverted.set(one.productId, [...(this.inverted.get(one.productId) ?? []), one]);
      return;
    }
    // One product refuses the whole part: each is asked for alone.
    const end = productEnd(part, 0);
    if (end === part.length) for (const { line } of part) await this.refuse(line, result);
    else
      for (let at = 0; at < part.length;) {
        const next = productEnd(part, at);
        await this.decide(part.slice(at, next));
        await this.terminal.pause();
        at = next;
      }
  }
}

/** Refuses: SHOPOBJECT_NOT_FOUND, PARAMETER_INVALID. */
const productNumbered = (products: ReadonlyMap<string, readonly number[]>, number: string): Result<number> => {
  const [id, ...others] = products.get(number) ?? [];
  if (id === undefined)
    return refuse('SHOPOBJECT_NOT_FOUND', '', `No product has the number ${JSON.stringify(number)}.`);
  return others.length > 0
    ? refuse('PARAMETER_INVALID', '', `Several products have the number ${JSON.stringify(number)}.`)
    : ok(id);
};

/** `terminal.input`: as table-rows.ts has it. False if rows were refused. Throws ConfigError. */
export const importPrices = async (
  { store: { engine } }: Shop,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const listId = listNamed(engine.readContext(), given.list);
  const isTried = given.dryRun !== undefined;
  // A trial is a decision as well, though nothing is recorded.
  await mustTakeChanges(engine);
  const products = await productsByNumber(engine, terminal);
  await terminal.shop(factsOf(engine.rules));
  const run = new PriceRun(engine, terminal, listId, isTried);
  const batches = new Batches(engine, terminal);
  let read: ReturnType<typeof priceRows> | undefined;
  for await (const sent of readSentTable(terminal.input)) {
    await terminal.pause();
    if (sent.kind === 'head') read = priceRows(sent.header, sent.delimiter);
    else if (sent.kind === 'end') {
      await run.decidePending();
      await batches.end(sent.batch);
    } else {
      const { line, cells } = sent;
      const row = read!(cells);
      const productId = row.ok ? productNumbered(products, row.value.number) : row;
      if (!row.ok) await run.refuse(line, row);
      else if (!productId.ok) await run.refuse(line, productId);
      else await run.add({ line, productId: productId.value, change: row.value.change });
    }
  }
  await run.decidePending();
  if (!isTried) await engine.whenDurable(engine.headSeq);
  const inverted = [...run.inverted.values()].flat();
  for (const { productId, fromMilli } of inverted.slice(0, REFUSED_SHOWN))
    await terminal.show(
      `kontor: TIER_INVERTED: ${decimal(fromMilli, 3)} pieces of product ${productId} cost less in sum than fewer`,
    );
  const done = { list: listId, prices: run.set, refused: run.refused, warnings: inverted.length };
  await terminal.show(PRICE_TABLE.summary(done, isTried), done);
  return run.refused === 0;
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
  await terminal.write(Buffer.from(line([...PRICE_COLUMNS, 'id', 'name'])));
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
