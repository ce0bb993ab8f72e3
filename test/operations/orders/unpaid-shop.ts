// A shop whose orders end unless they are paid within a day, and what happens to them.
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { Goods, line, openShop } from '../shop.ts';
import type { ShopOptions } from '../shop.ts';
import { paymentServices } from './payment-services.ts';
import { METHODS, SECRET, config, notify, received, tokenIn } from './paying.ts';

export const DAY_MS = 86_400_000;
export const PENDING_MS = 3 * DAY_MS;
const GIVEN = {
  paymentMethods: METHODS.map((method) => ({ ...method, unpaidOrderMsMax: DAY_MS })),
  pendingPaymentMsMax: PENDING_MS,
};
export const STOCK = 4;
export const [BY_HAND, CARD] = [2, 8];

export interface Shown {
  readonly order_state: string;
  readonly pay_until?: string;
  readonly expired?: number;
  readonly payment_state: { readonly name: string };
}

export class Unpaid {
  readonly goods: Goods;
  readonly payments = paymentServices(config(GIVEN), { KONTOR_PAYMENT_8_SECRET: SECRET });
  readonly productId: number;
  private transactions = 0;

  private constructor(goods: Goods, productId: number) {
    this.goods = goods;
    this.productId = productId;
  }

  static async open(more: Pick<ShopOptions, 'rules'> = {}): Promise<Unpaid> {
    const payments = paymentServices(config(GIVEN), { KONTOR_PAYMENT_8_SECRET: SECRET });
    const goods = await Goods.over(openShop({ config: GIVEN, payments, ...more }));
    return new Unpaid(goods, await goods.stocked(STOCK));
  }

  get shop() {
    return this.goods.shop;
  }

  /** 0: there is nothing left. */
  async place(method: number): Promise<number> {
    const { shop } = this;
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, this.productId));
    await shop.call('set_order_details', { session, id_payment_method: method, email: 'ada@example.org' });
    return (await shop.call<{ id_order?: number }>('checkout', { session })).id_order ?? 0;
  }

  order(id_order: number): Promise<Shown> {
    return this.shop.call<Shown>('get_order_by_id', { id_order });
  }

  async begin(id_order: number): Promise<unknown> {
    const { redirect } = await this.shop.call('do_payment', { id_order });
    return redirect === undefined || redirect === '' ? undefined : tokenIn(redirect)['payment'];
  }

  notify(payment: unknown, more: object = {}) {
    this.transactions += 1;
    const said = received(payment, { transaction: `t-${this.transactions}`, amount: 1000, ...more });
    return notify({ shop: this.shop, payments: this.payments }, said);
  }

  pass(ms: number): void {
    this.shop.nowMs += ms;
    new ExpirySweeper(this.shop.engine).sweep(1000);
  }

  async unclaimed(id_order: number): Promise<number> {
    const { money } = await this.shop.admin<{ money: unknown[] }>('get_unclaimed_money', { id_order });
    return money.length;
  }

  left(): Promise<number> {
    return this.goods.left(this.productId);
  }
}
