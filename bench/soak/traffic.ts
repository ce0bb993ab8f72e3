// The canonical mix of the soak: journeys of shoppers that begin at a steady rate, whatever became of earlier ones.
// Most carts are left behind, so that their sessions and holds end by time.
import { codeOf, isGood } from '../attacks/client.ts';
import type { Client, Fields } from '../attacks/client.ts';
import { LANGUAGE, addFields } from '../shop.ts';
import type { Shop } from '../shop.ts';
import { seeded } from '../stats.ts';

export interface Counts {
  calls: number;
  failures: number;
  orders: number;
  /** Sessions found ended when asked for after their time. */
  ended: number;
  /** Sessions found open after their time, or ended before it. */
  endedWrongly: number;
  /** Journeys not begun because too many were under way. */
  skipped: number;
  latenciesMs: number[];
  firstFailure: string;
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

interface Ground {
  readonly client: Client;
  readonly secretKey: Fields;
  readonly shop: Shop;
  readonly accounts: readonly Account[];
  /** A content whose changes fire the webhook. */
  readonly contentId: number;
  readonly sessionTtlMs: number;
}

const UNDER_WAY_MAX = 400;
/** A session may live on for the interval between two writes of its expiry, and until the sweeper comes by. */
const ENDED_AFTER_MS = 15_000;
const SEED = 20260102;
const ADDRESS = { firstname: 'Änne', lastname: 'Müller', street: 'Hafenstraße', number: '12a', zip: '20457' };
const DETAILS: Fields = {
  id_payment_method: 2,
  id_delivery_method: 1,
  email: 'aenne@example.org',
  delivery_city: 'Hamburg',
  delivery_country: 'DE',
  ...Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [`delivery_${name}`, value])),
};

export class Traffic {
  readonly counts: Counts = {
    calls: 0,
    failures: 0,
    orders: 0,
    ended: 0,
    endedWrongly: 0,
    skipped: 0,
    latenciesMs: [],
    firstFailure: '',
  };
  private readonly ground: Ground;
  private readonly random = seeded(SEED);
  private readonly recentOrders: number[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(ground: Ground) {
    this.ground = ground;
  }

  start(journeysPerSecond: number): void {
    this.timer = setInterval(() => this.begin(), 1000 / journeysPerSecond);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    while (this.underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  private begin(): void {
    if (this.underWay >= UNDER_WAY_MAX) {
      this.counts.skipped += 1;
      return;
    }
    this.underWay += 1;
    void this.journey().finally(() => (this.underWay -= 1));
  }

  private journey(): Promise<void> {
    const drawn = this.random();
    if (drawn < 0.45) return this.browse();
    if (drawn < 0.7) return this.leaveCart();
    if (drawn < 0.85) return this.buy();
    if (drawn < 0.95) return this.useAccount();
    return this.office();
  }

  private async call(operation: string, fields: Fields, secret = false): Promise<string> {
    const all = secret ? { ...this.ground.secretKey, ...fields } : fields;
    const answer = await this.ground.client.call(operation, all);
    this.counts.calls += 1;
    this.counts.latenciesMs.push(answer.ms);
    if (!isGood(answer)) {
      this.counts.failures += 1;
      this.counts.firstFailure ||= `${operation}: ${answer.status} ${answer.text.slice(0, 200)}`;
    }
    return answer.text;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private product(): number {
    return this.ground.shop.productIds[this.below(this.ground.shop.productIds.length)]!;
  }

  private async browse(): Promise<void> {
    const page = this.ground.shop.pages[this.below(this.ground.shop.pages.length)]!;
    await this.call('get_products_in_category', {
      id_category: page.categoryId,
      left_limit: page.page * 24,
      right_limit: 24,
      ...LANGUAGE,
    });
    for (let at = 0; at < 3; at += 1)
      await this.call('get_product_details', { id_product: this.product(), ...LANGUAGE });
    const words = ['Rucksack', 'Zelt', 'Kiesel', 'Regenjacke'];
    const constraint = JSON.stringify({ name: ['LIKE', `%${words[this.below(words.length)]}%`] });
    await this.call('search_products', { constraint, right_limit: 10, ...LANGUAGE });
  }

  private async filledCart(session?: string): Promise<string> {
    const code = session ?? codeOf({ status: 200, ms: 0, text: await this.call('get_new_session', {}) });
    for (let line = 0; line < 2; line += 1)
      await this.call('add_to_cart', addFields(this.ground.shop, code, this.below(this.ground.shop.productIds.length)));
    await this.call('get_cart', { session: code });
    return code;
  }

  /** Left for good; one in ten is asked for later, and must be gone. */
  private async leaveCart(): Promise<void> {
    const session = await this.filledCart();
    if (this.random() > 0.1) return;
    setTimeout(() => void this.askEnded(session), this.ground.sessionTtlMs + ENDED_AFTER_MS).unref();
  }

  private async askEnded(session: string): Promise<void> {
    const { text, status } = await this.ground.client.call('get_cart', { session });
    if (status === 0) return;
    if (text.includes('SESSION_INVALID')) this.counts.ended += 1;
    else this.counts.endedWrongly += 1;
  }

  private async buy(session?: string): Promise<void> {
    const code = await this.filledCart(session);
    await this.call('set_order_details', { session: code, ...DETAILS });
    const order = Number((JSON.parse(await this.call('checkout', { session: code })) as Fields)['id_order']);
    if (!Number.isSafeInteger(order)) return;
    this.counts.orders += 1;
    this.recentOrders.push(order);
    if (this.recentOrders.length > 1000) this.recentOrders.shift();
    await this.call('get_order_by_id', { id_order: order }, true);
  }

  private async useAccount(): Promise<void> {
    const { username, password } = this.ground.accounts[this.below(this.ground.accounts.length)]!;
    const text = await this.call('login_user', { username, password });
    const session = (/"(?:session|code|remote_session)":"([^"]+)"/.exec(text) ?? [])[1];
    if (session === undefined) return;
    await this.call('get_user_data', { session });
    await this.call('set_user_data', { session, attributes: JSON.stringify({ email: `${username}@example.com` }) });
    if (this.random() < 0.1) await this.buy(session);
    else await this.call('logout_user', { session });
  }

  private async office(): Promise<void> {
    const order = this.recentOrders[this.below(this.recentOrders.length)];
    if (order !== undefined) {
      await this.call('update_order_details', { id_order: order, order_state: 'PROCESSING' }, true);
      await this.call('get_order_by_id', { id_order: order }, true);
    }
    const attributes = JSON.stringify({ de_DE: { price: 1 + this.below(10_000) / 100 } });
    await this.call('update_product', { id_product: this.product(), attributes }, true);
    const { contentId } = this.ground;
    await this.call('update_content', { id_content: contentId, name: `page ${this.below(1000)}` }, true);
    await this.call('get_report', { statistic: 'orders', start_date: '2026-01-01', end_date: '2030-01-01' }, true);
  }
}
