// Sells a retailer's invoices to a shop in memory, on their days, and takes back what their buyers took back: each
// order is paid, invoiced and delivered; what comes back is received, credited with a credit note, and given back.
import type { TestShop } from '../../../src/testing/test-shop.ts';
import { testShop } from '../../../src/testing/test-shop.ts';
import { monthsOf } from './retail-rows.ts';
import type { RetailPlan, RetailReturn, RetailRow, RetailSale } from './retail-rows.ts';

const ATTRIBUTES = [
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
];

/** A busy machine makes a document all the same. */
const PATIENT = { htmlTimeoutMs: 60_000 };

interface Line {
  readonly id: number;
  readonly productId: number;
  left: number;
}

interface Balance {
  readonly total: number;
  readonly received: number;
  readonly refunded: number;
  readonly outstanding: number;
}

type Answer = { readonly [member: string]: unknown };

/** Throws where the reply is a refusal. */
const succeeded = (request: string, answer: Answer): Answer => {
  if (answer['object'] === 'error' || answer['status'] === 'error')
    throw new Error(`${request}: ${JSON.stringify(answer)}`);
  return answer;
};

const pence = (money: number): number => Math.round(money * 100);

export class RetailShop {
  /** Credit notes in the order in which they were numbered. */
  readonly notes: string[] = [];
  private readonly shop: TestShop;
  private readonly products = new Map<string, number>();
  private readonly orders = new Map<RetailSale, { readonly id: number; readonly lines: readonly Line[] }>();
  private readonly returned: ReadonlySet<RetailSale>;

  private constructor(shop: TestShop, returned: ReadonlySet<RetailSale>) {
    this.shop = shop;
    this.returned = returned;
  }

  static async open({ returns, steps }: RetailPlan): Promise<RetailShop> {
    const [first] = steps;
    const day = first === undefined ? '2010-12-01' : 'of' in first ? first.row.day : first.rows[0]!.day;
    const shop = await testShop({ clock: `${day}T00:00:00Z`, settings: { currency: 'GBP', ...PATIENT } });
    const made = new RetailShop(shop, new Set(returns.map(({ of }) => of)));
    await made.office('create_class', { name: 'ware', type: 'product' });
    await made.office('create_class_attributes', { id_class: 1, attributes: ATTRIBUTES });
    return made;
  }

  private async office(request: string, fields: Answer): Promise<Answer> {
    const sent = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]);
    return succeeded(request, await this.shop.admin<Answer>(request, Object.fromEntries(sent) as never));
  }

  async replay({ steps }: RetailPlan): Promise<void> {
    for (const step of steps) {
      const { day, time } = 'of' in step ? step.row : step.rows[0]!;
      const at = new Date(`${day}T${time}Z`);
      if (at > this.shop.now()) await this.shop.setClock(at);
      if ('of' in step) await this.takeBack(step);
      else await this.sell(step);
    }
  }

  private async productOf({ product, name, priceText }: RetailRow): Promise<number> {
    const key = `${product} ${priceText}`;
    const known = this.products.get(key);
    if (known !== undefined) return known;
    const attributes = { de_DE: { price: priceText, name: name || product } };
    const { id } = await this.office('create_product', { class: 'ware', name: key, shop_active: 1, attributes });
    this.products.set(key, Number(id));
    return Number(id);
  }

  private async sell(sale: RetailSale): Promise<void> {
    const { shop } = this;
    const { code: session } = await shop.call<{ code: string }>('get_new_session');
    for (const row of sale.rows) {
      const given = {
        session,
        id_shopobject: await this.productOf(row),
        element_type: 'PRODUCT',
        price_field: 'price',
      };
      const fields = { ...given, name_field: 'name', quantity: String(row.pieces), language: 'de_DE' };
      succeeded('add_to_cart', await shop.call<Answer>('add_to_cart', fields));
    }
    const { id_order: id } = succeeded('checkout', await shop.call<Answer>('checkout', { session }));
    const orderId = Number(id);
    if (!this.returned.has(sale)) return;
    await this.office('update_order_details', {
      id_order: orderId,
      order_payment_state: 'PAYMENT_RECEIVED',
      order_delivery_state: 'CLOSED',
    });
    await this.office('get_invoice', { id_order: orderId });
    const { cart } = (await this.office('get_order_by_id', { id_order: orderId })) as {
      readonly cart: {
        readonly contents: readonly { readonly id: number; readonly id_product: number; readonly quantity: number }[];
      };
    };
    const lines = cart.contents.map((line) => ({ id: line.id, productId: line.id_product, left: line.quantity }));
    this.orders.set(sale, { id: orderId, lines });
  }

  /** Throws where the credit is not what the rows say. */
  private async takeBack({ of, row, pieces }: RetailReturn): Promise<void> {
    const { id, lines } = this.orders.get(of)!;
    const productId = await this.productOf(row);
    const back: { readonly id_element: number; readonly quantity: number }[] = [];
    let rest = pieces;
    for (const line of lines) {
      const quantity = line.productId === productId ? Math.min(rest, line.left) : 0;
      if (quantity === 0) continue;
      line.left -= quantity;
      rest -= quantity;
      back.push({ id_element: line.id, quantity });
    }
    const { credit } = (await this.office('receive_return', { id_order: id, lines: back })) as {
      readonly credit: { readonly credit_note_number: string };
    };
    this.notes.push(credit.credit_note_number);
    const { balance } = (await this.office('refund', { id_order: id, to: 'manual' })) as { readonly balance: Balance };
    const { total, received: came, refunded, outstanding } = balance;
    if (pence(outstanding) !== 0 || pence(total) !== pence(came) - pence(refunded))
      throw new Error(`order ${id} of invoice ${of.invoice}: ${JSON.stringify(balance)}`);
  }

  /** What a report comes to within a month, in pence. */
  private async reported(statistic: string, month: string): Promise<number> {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
    const { sum } = await this.office('get_report', { statistic, start_date: `${month}-01`, end_date: last });
    return pence(Number(sum));
  }

  /** Months in which the shop says something else than the rows; none where all is right. */
  async differences(plan: RetailPlan): Promise<string[]> {
    const found: string[] = [];
    for (const [month, { sold, back }] of monthsOf(plan))
      for (const [statistic, wanted] of [
        ['sales', sold],
        ['credits', back],
        ['net_sales', sold - back],
      ] as const) {
        const shown = await this.reported(statistic, month);
        if (shown !== wanted) found.push(`${month}: ${statistic} are ${shown}, and ${wanted} in the rows`);
      }
    return found;
  }

  close(): Promise<void> {
    return this.shop.close();
  }
}
