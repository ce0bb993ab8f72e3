// Catches an order that is not its invoice to the penny, an invoice that a kill in the middle of the sale loses or
// sells twice, and stock that does not come out: of parts of a piece, and of pieces that come back one by one, too.
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import type { Program } from '../harness/program.ts';
import { seedOf } from '../harness/seed.ts';
import { must } from './client.ts';
import type { Client, Fields, Members } from './client.ts';
import { below, claim, seeded } from './model.ts';
import { STORAGES } from './office.ts';
import { KillShop } from './shop.ts';

const INVOICES = runs(80, 40);
const SHOPPERS = 8;
const PRODUCTS = 20;
const LINES_MAX = 5;
const PIECES_MAX = 40;
const PLACED = INVOICES * PIECES_MAX + 1;
/** Prices whose lines must be rounded, and such as have a price of a few cents or many digits. */
const PRICES_E4 = [10, 15, 333, 12_345, 25_500, 99_900, 12_345_678];
const LANGUAGE = 'de_DE';

const random = seeded(seedOf('invoices'));

/** Thousandths of a piece in which products are sold, by turns: whole pieces, by weight, and quarters. */
const STEPS_MILLI = [1000, 1, 250];

interface Product {
  readonly name: string;
  readonly element: string;
  readonly id: number;
  readonly priceE4: number;
  readonly stepMilli: number;
}

interface InvoiceLine {
  readonly product: Product;
  readonly milli: number;
}

interface Invoice {
  readonly note: string;
  readonly lines: readonly InvoiceLine[];
  readonly isCanceled: boolean;
  /** Thousandths of a piece of its first line that the customer sends back. */
  readonly returnedMilli: number;
}

/** As calls have a quantity: `0.25` for 250. */
const quantityOf = (milli: number): string => (milli / 1000).toFixed(3);

/** A quantity of the product's steps. */
const someMilli = ({ stepMilli }: Product, mostMilli: number): number =>
  stepMilli * (1 + below(random, mostMilli / stepMilli));

/** Half up. Both factors are whole, and their product is exact. */
const lineMinor = ({ product, milli }: InvoiceLine): number => Math.floor((product.priceE4 * milli + 50_000) / 100_000);
const sumMinor = ({ lines }: Invoice): number => lines.reduce((sum, line) => sum + lineMinor(line), 0);

const makeProduct = async (office: Client, at: number): Promise<Product> => {
  const [name, priceE4] = [`article ${at}`, PRICES_E4[at] ?? 1 + below(random, 1_000_000)];
  const stepMilli = STEPS_MILLI[at % STEPS_MILLI.length]!;
  const metadata = JSON.stringify({ element_number: `E${at}`, quantity_step: stepMilli / 1000 });
  const entity = { class: 'thing', name: `E${at}`, metadata: JSON.stringify({ element_number: `E${at}` }) };
  await must(office.office('create_warehouse_entity', entity));
  const placed = { storage: STORAGES[0]!, element_number: `E${at}`, quantity: PLACED };
  await must(office.office('inventory_place', placed));
  const { body } = await must(
    office.office('create_product', {
      class: 'article',
      name,
      shop_active: 1,
      attributes: JSON.stringify({ [LANGUAGE]: { name, price: (priceE4 / 10_000).toFixed(4) } }),
      metadata,
      availability: JSON.stringify({ quantity: 0, quantity_warning: 0, allow_override: 0, active: 1 }),
      add_binding: 1,
    }),
  );
  return { name, element: `E${at}`, id: Number(body['id']), priceE4, stepMilli };
};

const makeProducts = async (office: Client): Promise<readonly Product[]> => {
  const { body } = await must(office.office('create_class', { name: 'article', type: 'product' }));
  await must(office.office('create_class', { name: 'thing', type: 'warehouse_entity' }));
  const attributes = JSON.stringify([
    { name: 'name', type: 'CHAR', [LANGUAGE]: { label: 'Name', value: '' } },
    { name: 'price', type: 'FLOAT', [LANGUAGE]: { label: 'Preis', value: 0 } },
  ]);
  await must(office.office('create_class_attributes', { id_class: String(body['id']), attributes }));
  const products: Product[] = [];
  for (let at = 0; at < PRODUCTS; at += 1) products.push(await makeProduct(office, at));
  return products;
};

const invoiceOf = (at: number, products: readonly Product[]): Invoice => {
  const [first, count] = [below(random, PRODUCTS), 1 + below(random, LINES_MAX)];
  const lines = Array.from({ length: count }, (_, line) => {
    const product = products[(first + line) % PRODUCTS]!;
    return { product, milli: someMilli(product, PIECES_MAX * 1000) };
  });
  const isCanceled = at % 5 === 0;
  const returnedMilli = !isCanceled && at % 3 === 0 ? someMilli(lines[0]!.product, lines[0]!.milli) : 0;
  return { note: `invoice ${at}`, lines, isCanceled, returnedMilli };
};

class CallLost extends Error {}

/** Sells invoices, each once: an invoice whose checkout was sent is checked out again, in its session, by its key. */
class Sale {
  readonly orders = new Map<Invoice, number>();
  /** Sessions whose checkout was sent. */
  private readonly sessions = new Map<Invoice, string>();
  private readonly shop: KillShop;
  readonly invoices: readonly Invoice[];

  constructor(shop: KillShop, invoices: readonly Invoice[]) {
    this.shop = shop;
    this.invoices = invoices;
  }

  /** Resolves when all are sold, or when the server is killed after `killAt` orders. */
  async sell(program: Program, killAt = Infinity): Promise<void> {
    const open = this.invoices.filter((invoice) => !this.orders.has(invoice));
    const shopper = async (): Promise<void> => {
      const client = this.shop.client();
      for (let invoice = open.shift(); invoice !== undefined; invoice = open.shift()) {
        this.orders.set(invoice, await this.buy(client, invoice));
        if (this.orders.size === killAt) await program.kill();
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: SHOPPERS }, shopper));
    for (const one of ended)
      if (one.status === 'rejected' && !(killAt < Infinity && one.reason instanceof CallLost)) throw one.reason;
  }

  private async buy(client: Client, invoice: Invoice): Promise<number> {
    const ask = async (operation: string, fields: Fields = {}): Promise<Members> => {
      const answer = await client.call(operation, fields);
      if (answer === undefined || answer.refusal === 'NOT_LEADER') throw new CallLost(operation);
      claim(answer.refusal === '', () => `${operation} of ${invoice.note}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    let session = this.sessions.get(invoice);
    if (session === undefined) {
      session = String((await ask('get_new_session'))['code']);
      for (const { product, milli } of invoice.lines) {
        const quantity = quantityOf(milli);
        const line = { id_shopobject: product.id, element_type: 'PRODUCT', quantity, price_field: 'price' };
        await ask('add_to_cart', { session, ...line, name_field: 'name', language: LANGUAGE });
      }
      await ask('set_order_details', { session, email: 'ada@example.org', note: invoice.note });
      this.sessions.set(invoice, session);
    }
    const placed = await ask('checkout', { session, idempotency_key: invoice.note.replace(' ', '-') });
    return Number(placed['id_order']);
  }

  async cancel(): Promise<void> {
    for (const [{ isCanceled }, order] of this.orders)
      if (isCanceled)
        await must(this.shop.client().office('update_order_details', { id_order: order, order_state: 'CANCELED' }));
  }

  /** Part of an order comes back into the warehouse; the order and its invoice stay as they are. */
  async takeBack(): Promise<void> {
    for (const [{ lines, returnedMilli, note }] of this.orders) {
      if (returnedMilli === 0) continue;
      const back = { storage: STORAGES[0]!, element_number: lines[0]!.product.element, note };
      await must(this.shop.client().office('inventory_place', { ...back, quantity: quantityOf(returnedMilli) }));
    }
  }

  async compare(): Promise<void> {
    const client = this.shop.client();
    expect(new Set(this.orders.values()).size).toBe(this.invoices.length);
    const sold = new Map<Product, number>();
    for (const [invoice, order] of this.orders) {
      const { body } = await must(client.office('get_order_by_id', { id_order: order, language: LANGUAGE }));
      const cart = body['cart'] as { readonly sum: number; readonly contents: readonly Members[] };
      expect([body['order_note'], body['order_state'], cart.sum]).toEqual([
        invoice.note,
        invoice.isCanceled ? 'CANCELED' : 'OPEN',
        sumMinor(invoice) / 100,
      ]);
      const lines = cart.contents.map(({ name, quantity, price, sum_price }) => [name, quantity, price, sum_price]);
      expect(lines, invoice.note).toEqual(
        invoice.lines.map((line) => {
          const { name, priceE4 } = line.product;
          return [name, line.milli / 1000, priceE4 / 10_000, lineMinor(line) / 100];
        }),
      );
      if (invoice.isCanceled) continue;
      for (const { product, milli } of invoice.lines) sold.set(product, (sold.get(product) ?? 0) + milli);
      const [{ product }] = invoice.lines as [InvoiceLine];
      sold.set(product, sold.get(product)! - invoice.returnedMilli);
    }
    for (const [product, milli] of sold) {
      const { body } = await must(client.call('get_product_details', { id_product: product.id, language: LANGUAGE }));
      const leftMilli = PLACED * 1000 - milli;
      // A product that takes a part from the warehouse is available in whole pieces; the warehouse counts thousandths.
      expect((body['availability'] as Members)['quantity'], product.name).toBe(Math.floor(leftMilli / 1000));
      const { body: stock } = await must(client.office('get_stock', { element_number: product.element }));
      expect(stock['quantity'], product.name).toBe(leftMilli / 1000);
    }
  }
}

test('invoices are sold once and to the penny, through a kill and two restarts', async () => {
  const shop = await KillShop.open({ KONTOR_PASS_ON_MS_MAX: '500' });
  try {
    const started = async (): Promise<Program> => {
      const program = shop.start('commit');
      await program.ready();
      return program;
    };
    let program = await started();
    const products = await makeProducts(shop.client());
    const sale = new Sale(
      shop,
      Array.from({ length: INVOICES }, (_, at) => invoiceOf(at, products)),
    );
    await sale.sell(program, INVOICES / 2);
    expect(sale.orders.size).toBeLessThan(INVOICES);
    program = await started();
    await sale.sell(program);
    await sale.cancel();
    await sale.takeBack();
    expect(sale.invoices.filter(({ returnedMilli }) => returnedMilli > 0).length).toBeGreaterThan(INVOICES / 5);
    await sale.compare();
    expect(await program.stop()).toBe(0);
    program = await started();
    await sale.compare();
    expect(await program.stop()).toBe(0);
    await shop.standby?.stop();
  } finally {
    await shop.place.clean();
  }
});
