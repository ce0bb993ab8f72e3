// One replay: read the file, fill the shop, sell every invoice, compare everything that can be read back.

import { COUNTRY, LANGUAGE, fillCatalogue } from './catalogue.ts';
import { compareOrder, quantityIs, quantityText } from './compare.ts';
import { forEachConcurrently } from './concurrent.ts';
import { readSalesFile } from './invoices.ts';
import type { Sales } from './invoices.ts';
import { Latencies } from './latency.ts';
import type { ReplayOptions } from './options.ts';
import { OwnServer } from './own-server.ts';
import { CART_LINES_MAX, planOf } from './plan.ts';
import type { Plan, Product, Sale } from './plan.ts';
import { progress } from './progress.ts';
import { ReplayError } from './replay-error.ts';
import { openReturns, takeBack } from './returns.ts';
import { continuedState, freshState } from './run-state.ts';
import { sell } from './shopper.ts';
import { StateFile } from './state-file.ts';
import { ConnectionLost, Refused, Wire } from './wire.ts';

/** What a replay found; it is right when differences is 0. */
export interface Summary {
  readonly sales: Sales;
  readonly plan: Plan;
  readonly differences: number;
  readonly ordersSold: number;
  readonly ordersCompared: number;
  readonly stocksCompared: number;
  readonly expectedMinor: bigint;
  /** The sum of all compared orders as the shop says it. */
  readonly shopMinor: bigint;
  /** Of those that the shop says are cancelled. */
  readonly shopCanceledMinor: bigint;
  readonly sellingMs: number;
  readonly latencies: Latencies;
  /** The own server's data directory, kept for --check-only; empty with a running shop. */
  readonly store: string;
}

const DIFFERENCES_SHOWN_MAX = 20;

/** Replays a file and returns what was found. Throws: ReplayError when the run cannot be finished. */
export const replay = async (options: ReplayOptions): Promise<Summary> => {
  const { sales, sha256 } = await readSalesFile(options.file);
  const earlier = StateFile.open(options.statePath);
  const state =
    options.mode === 'sell' ? freshState(options, sha256, earlier) : continuedState(options, sha256, earlier);
  const limit = state.header.limit;
  // Of a part of the file, what was cancelled before the first invoice that is left out.
  const endRow = limit === 0 ? Infinity : (sales.invoices[limit]?.lines[0]?.row ?? Infinity);
  const cancelled = sales.cancelled.filter(({ row }) => row < endRow);
  const plan = planOf(limit === 0 ? sales.invoices : sales.invoices.slice(0, limit), CART_LINES_MAX, cancelled);
  const run = new Run(options, sales, plan, state);
  try {
    await run.start();
    if (options.mode !== 'check') await run.sellAll();
    if (options.mode !== 'check') await run.takeAllBack();
    await run.checkRest();
    if (options.kill) await run.checkAfterRestart();
    await run.stop();
    if (options.mode !== 'check') run.finish();
  } catch (failure) {
    throw await run.explain(failure);
  } finally {
    run.close();
  }
  return run.summary();
};

class Run {
  private readonly options: ReplayOptions;
  private readonly sales: Sales;
  private readonly plan: Plan;
  private readonly server: OwnServer | undefined;
  private readonly latencies = new Latencies();
  private readonly compared = new Map<string, bigint>();
  /** What the shop itself says is cancelled. */
  private readonly canceled = new Set<string>();
  private readonly toCancel: ReadonlySet<string>;
  private state: StateFile;
  private wire: Wire | undefined;
  private differences = 0;
  private ordersSold = 0;
  private stocksCompared = 0;
  private sellingMs = 0;

  constructor(options: ReplayOptions, sales: Sales, plan: Plan, state: StateFile) {
    this.options = options;
    this.sales = sales;
    this.plan = plan;
    this.toCancel = new Set(plan.returns.canceled.map(({ id }) => id));
    this.state = state;
    this.server = options.shop === undefined ? new OwnServer(state.header.store) : undefined;
  }

  async start(): Promise<void> {
    const { shop, shoppers } = this.options;
    const url = shop?.url ?? (await this.ownServer().start());
    this.wire?.close();
    this.wire = new Wire(url, shop?.credentials ?? this.ownServer().credentials, shoppers, this.latencies);
  }

  async stop(): Promise<void> {
    this.wire?.close();
    await this.server?.stop();
  }

  /** Fills the shop unless that is done, and sells what is not sold yet; with `kill`, in two halves. */
  async sellAll(): Promise<void> {
    if (!this.state.ready) await this.fill();
    const pending = this.pending();
    const killAt = this.options.kill ? Math.ceil(pending.length / 2) : 0;
    await this.sellPending(pending, killAt);
    if (killAt === 0) return;
    await this.restartAfterKill();
    await this.sellPending(this.pending(), 0);
  }

  /** When all is sold: cancels what was cancelled. */
  async takeAllBack(): Promise<void> {
    const { plan, options } = this;
    if (this.pending().length > 0) return;
    const open = openReturns(plan.returns, this.state);
    const step = progress(
      'took back',
      open.canceled.length + open.placements.length,
      'orders and lines',
      options.print,
    );
    try {
      await takeBack(this.shop(), plan.returns, this.state, options.shoppers, step.done);
    } finally {
      step.end();
    }
    // Compared when they were sold, and changed since.
    for (const id of this.toCancel) this.compared.delete(id);
  }

  /** Compares the orders not compared yet, and the stock when all is sold. */
  async checkRest(): Promise<void> {
    await this.checkOrders(this.plan.sales.filter(({ id }) => this.state.orders.has(id) && !this.compared.has(id)));
    const unsold = this.pending().length;
    const { canceled, placements } = openReturns(this.plan.returns, this.state);
    const open = canceled.length + placements.length;
    if (unsold === 0 && open > 0)
      this.differ(`${open} cancellations are not done yet: continue with --resume (the stock is not compared)`);
    else if (unsold === 0) await this.checkStock();
    else
      this.differ(
        `${unsold} of ${this.plan.sales.length} orders are not sold yet: continue with --resume (the stock is not compared)`,
      );
  }

  async checkAfterRestart(): Promise<void> {
    this.options.print('stopping the server and starting it once more, to compare everything again');
    await this.stop();
    await this.start();
    this.compared.clear();
    await this.checkRest();
  }

  finish(): void {
    this.state.record({ finished: true });
  }

  close(): void {
    this.wire?.close();
    this.state.close();
  }

  /** What ended the run, with what the own server said when it died. */
  async explain(failure: unknown): Promise<unknown> {
    // On the same turn of the loop the connection is gone but the exit is not known yet.
    if (failure instanceof ConnectionLost) await new Promise((later) => setTimeout(later, 200));
    const died = this.server?.died ?? '';
    await this.server?.kill();
    if (!(failure instanceof ReplayError)) return failure;
    const resumable = this.options.mode !== 'check' && this.state.ready;
    const advice = resumable ? 'What was sold is in the state file: --resume goes on from there.' : '';
    return new ReplayError([failure.message, died, advice].filter((text) => text !== '').join('\n'));
  }

  summary(): Summary {
    const shopMinor = [...this.compared.values()].reduce((sum, minor) => sum + minor, 0n);
    const shopCanceledMinor = this.plan.returns.canceled.reduce(
      (sum, { id }) => sum + (this.canceled.has(id) ? (this.compared.get(id) ?? 0n) : 0n),
      0n,
    );
    return {
      sales: this.sales,
      plan: this.plan,
      differences: this.differences,
      ordersSold: this.ordersSold,
      ordersCompared: this.compared.size,
      stocksCompared: this.stocksCompared,
      expectedMinor: this.plan.sumMinor,
      shopMinor,
      shopCanceledMinor,
      sellingMs: this.sellingMs,
      latencies: this.latencies,
      store: this.state.header.store,
    };
  }

  private async fill(): Promise<void> {
    const { plan, options } = this;
    const step = progress('filled', plan.stocks.length + plan.products.length, 'entities and products', options.print);
    try {
      await fillCatalogue(this.shop(), plan, this.state, options.shoppers, step.done);
    } finally {
      step.end();
    }
  }

  private async sellPending(pending: readonly Sale[], killAt: number): Promise<void> {
    const step = progress('sold', pending.length, 'orders', this.options.print);
    const began = performance.now();
    let sold = 0;
    let killed = false;
    try {
      await forEachConcurrently(pending, this.options.shoppers, async (sale) => {
        const order = await sell(this.shop(), sale, this.state, (difference) => this.differ(difference));
        sold += 1;
        this.ordersSold += 1;
        step.done();
        if (sold === killAt) {
          killed = true;
          await this.ownServer().kill();
          throw new ConnectionLost('the replay killed the server');
        }
        await this.compare(sale, order, true);
      });
    } catch (failure) {
      if (!killed || !(failure instanceof ConnectionLost)) throw failure;
    } finally {
      this.sellingMs += performance.now() - began;
      step.end();
    }
  }

  private async restartAfterKill(): Promise<void> {
    const { print, statePath } = this.options;
    const began = performance.now();
    await this.start();
    // From the file, as --resume does it: what memory knows is not to be needed.
    this.state.close();
    this.state = StateFile.open(statePath) ?? this.state;
    const unanswered = [...this.state.sessions.keys()].filter((sale) => !this.state.orders.has(sale)).length;
    const backMs = Math.round(performance.now() - began);
    print(
      `killed the server after ${this.state.orders.size} orders, with ${unanswered} checkouts unanswered; it is back after ${backMs} ms`,
    );
  }

  private async checkOrders(sales: readonly Sale[]): Promise<void> {
    if (sales.length === 0) return;
    const step = progress('compared', sales.length, 'orders', this.options.print);
    try {
      await forEachConcurrently(sales, this.options.shoppers, async (sale) => {
        await this.compare(sale, this.state.orders.get(sale.id) ?? 0);
        step.done();
      });
    } finally {
      step.end();
    }
    this.checkOrdersDistinct();
  }

  private async compare(sale: Sale, order: number, selling = false): Promise<void> {
    const read = await this.readOr('get_order_by_id', { id_order: order, language: LANGUAGE }, 'ORDER_NOT_FOUND');
    if (read === undefined) return this.differ(`${sale.note}: its order ${order} is not in the shop`);
    const { sumMinor, differences } = compareOrder(
      read,
      sale,
      this.state.productIds,
      selling || !this.toCancel.has(sale.id) ? 'OPEN' : 'CANCELED',
    );
    this.compared.set(sale.id, sumMinor ?? 0n);
    if ((read as { order_state?: unknown }).order_state === 'CANCELED') this.canceled.add(sale.id);
    for (const difference of differences) this.differ(difference);
  }

  private checkOrdersDistinct(): void {
    const { orders } = this.state;
    const distinct = new Set(orders.values()).size;
    if (distinct !== orders.size) this.differ(`${orders.size} invoices became only ${distinct} orders`);
  }

  private async checkStock(): Promise<void> {
    const { plan, options } = this;
    const stocks = new Map(plan.stocks.map((stock) => [stock.stockCode, stock]));
    const step = progress('compared', plan.products.length, 'stocks', options.print);
    this.stocksCompared = 0;
    try {
      await forEachConcurrently(plan.products, options.shoppers, async (product) => {
        await this.compareStock(product, stocks.get(product.stockCode)?.leftUnits ?? 0n);
        this.stocksCompared += 1;
        step.done();
      });
    } finally {
      step.end();
    }
  }

  private async compareStock({ name }: Product, leftUnits: bigint): Promise<void> {
    const id = this.state.productIds.get(name) ?? 0;
    const read = await this.readOr(
      'get_product_details',
      { id_product: id, language: LANGUAGE, country: COUNTRY },
      'SHOPOBJECT_NOT_FOUND',
    );
    if (read === undefined) this.differ(`product ${name}: its id ${id} is not in the shop`);
    else if (!quantityIs(read, leftUnits))
      this.differ(`product ${name}: availability.quantity is ${quantityText(read)}, should be ${leftUnits}`);
  }

  /**
   * Reads an object; undefined when it is refused with this code: that it is gone is a finding, not the end of the run.
   */
  private async readOr(operation: string, fields: Record<string, string | number>, gone: string): Promise<unknown> {
    try {
      return await this.shop().call(operation, fields);
    } catch (failure) {
      if (failure instanceof Refused && failure.code === gone) return undefined;
      throw failure;
    }
  }

  private pending(): readonly Sale[] {
    return this.plan.sales.filter(({ id }) => !this.state.orders.has(id));
  }

  private differ(difference: string): void {
    this.differences += 1;
    if (this.differences <= DIFFERENCES_SHOWN_MAX) this.options.print(`DIFFERENCE ${difference}`);
    if (this.differences === DIFFERENCES_SHOWN_MAX) this.options.print('further differences are counted, not shown');
  }

  private shop(): Wire {
    if (this.wire === undefined) throw new ReplayError('The shop is not started.');
    return this.wire;
  }

  private ownServer(): OwnServer {
    if (this.server === undefined) throw new ReplayError('--kill needs the own server: leave --url away.');
    return this.server;
  }
}
