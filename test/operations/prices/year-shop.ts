// A shop and its slow model, which take the same steps of a year.
import { expect } from 'vitest';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { scaled } from '../../domain/cart/rational.ts';
import { verified } from '../accounts/accounts.ts';
import type { Cart } from '../cart-reply.ts';
import type { Given } from '../shop.ts';
import { CREDENTIALS, Goods, START_MS, line } from '../shop.ts';
import {
  countryOf,
  dayOf,
  dayText,
  hasHeldOut,
  lineUnit,
  passDays,
  piecesOf,
  priceOf,
  reprice,
  taxAnew,
  totalOf,
  whomOf,
} from './year-model.ts';
import type { ModelLine, ModelSession, ModelShop, ModelTerms } from './year-model.ts';
import type { Step } from './year-steps.ts';

const DAY_MS = 86_400_000;
const TAX_CLASSES = [
  { name: 'gross', calculation: 'included', rates: { DE: 190_000, AT: 200_000 } },
  { name: 'net', calculation: 'added', rates: { DE: 190_000, AT: 200_000 } },
];
const RULES = {
  timeZone: 'Europe/Berlin',
  currencies: [
    { code: 'JPY', digits: 0 },
    { code: 'KWD', digits: 3 },
  ],
  taxClasses: TAX_CLASSES as never,
  sessionTtlMs: 1000 * DAY_MS,
};
export const LICENCES: { readonly [channel: number]: Given } = {
  1: {},
  2: { licence_username: 'shop_2', licence_password: 'password-2', licence_secret_key: 'secret-2' },
};
const USERS = ['Anna', 'Bert'];

type Priced = Cart & {
  readonly currency: string;
  readonly contents: readonly { readonly id: number; readonly price: number; readonly sum_price: number }[];
  readonly repriced?: readonly { readonly id_element: number; readonly from: number; readonly to: number }[];
};

export const at = <T>(all: readonly T[], place: number): T => all[place % all.length]!;

const plain = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll(/\s/g, ' ');

const priceText = (cents: number): string => (cents / 100).toFixed(2);

interface DrawnTerms extends Omit<ModelTerms, 'currency'> {
  readonly currency?: string;
}
type Shopping = Extract<Step, { readonly session: number }>;
type Of<T extends Step['type']> = Extract<Step, { readonly type: T }>;

export class YearShop {
  readonly goods: Goods;
  readonly model: ModelShop;
  private readonly groups: readonly number[];
  private readonly userIds: readonly number[];

  private constructor(goods: Goods, model: ModelShop, groups: readonly number[], userIds: readonly number[]) {
    this.goods = goods;
    this.model = model;
    this.groups = groups;
    this.userIds = userIds;
  }

  static async open(holdMs: number): Promise<YearShop> {
    const goods = await Goods.open({ rules: { ...RULES, priceHoldMs: holdMs } });
    const { shop } = goods;
    const [two] = [LICENCES[2]!] as unknown as [{ licence_username: string; licence_password: string }];
    shop.openChannel(two, 'secret-2');
    const products: { id: number; above: number | undefined; isNet: boolean; attribute: string | undefined }[] = [];
    const texts = (price: string | undefined) => ({
      de_DE: { name: 'Ware', short_description: 'kurz', ...(price !== undefined && { price }) },
    });
    const seo = (name: string) => ({ de_DE: { permalink: name } });
    for (const [place, attribute] of ['0.40', '47.29', '0.20', undefined, '0.33'].entries()) {
      const isNet = place === 4;
      const metadata = { taxclass: isNet ? 'net' : 'gross' };
      const more = { seo: seo(`p${place}`), metadata, attributes: texts(attribute) };
      products.push({ id: await goods.product('1', more), above: undefined, isNet, attribute });
    }
    for (const attribute of ['0.18', undefined]) {
      const given = { attributes: { de_DE: attribute === undefined ? {} : { price: attribute } }, shop_active: 1 };
      const name = `variation ${attribute}`;
      const id = await shop.make('create_variation', { id_product: products[2]!.id, name, ...given });
      products.push({ id, above: 2, isNet: false, attribute });
    }
    const groups: number[] = [];
    for (const name of ['first', 'second'])
      groups.push((await shop.admin<{ readonly id_group: number }>('create_group', { name })).id_group);
    const userIds: number[] = [];
    for (const name of USERS) userIds.push((await verified(shop, name)).id);
    const sessions: ModelSession[] = [];
    for (const channel of [1, 1, 2]) {
      const { code } = await shop.call<{ readonly code: string }>('get_new_session', LICENCES[channel]);
      const nobody = { user: undefined, currency: 'EUR', country: '', deliveryCountry: '' };
      sessions.push({ code, channel, ...nobody, lines: [], made: 0 });
    }
    const users = USERS.map((): number[] => []);
    const model = { products, lists: [], users, sessions, holdMs, nowMs: START_MS };
    return new YearShop(goods, model, groups, userIds);
  }

  /** A call of the channel of the session. */
  call<T = Given>({ channel, code }: ModelSession, request: string, given: Given = {}): Promise<T> {
    return this.goods.shop.admin<T>(request, { session: code, ...given, ...LICENCES[channel] });
  }

  async take(step: Step): Promise<void> {
    const { lists, sessions, users } = this.model;
    switch (step.type) {
      case 'make_list':
        return this.makeList(step);
      case 'change_list':
        return lists.length === 0 ? undefined : this.changeList(at(lists, step.list).id, step);
      case 'end_list': {
        if (lists.length === 0) return undefined;
        const list = at(lists, step.list);
        await this.admin('end_price_list', { id_price_list: list.id });
        list.isOver = true;
        return undefined;
      }
      case 'set_prices':
        return lists.length === 0 ? undefined : this.setPrices(step);
      case 'set_attribute':
        return this.setAttribute(step);
      case 'set_groups': {
        const ids = step.groups.map((place) => this.groups[place]!);
        await this.admin('set_user_groups', { id_user: at(this.userIds, step.user), groups: ids });
        users[step.user % users.length] = ids;
        return undefined;
      }
      case 'wait':
        return this.wait(step);
      case 'restart':
        return this.goods.shop.restart();
      default:
        return this.shopping(at(sessions, step.session), step);
    }
  }

  private async shopping(session: ModelSession, step: Shopping): Promise<void> {
    const before = session.lines.map((one) => ({ ...one, unit: lineUnit(this.model, one) }));
    const [currency, country] = [session.currency, countryOf(session)];
    await this.asked(session, step);
    const cart = await this.call<Priced>(session, 'get_cart');
    this.expectCart(session, cart);
    // A price never changes without a word. What only its tax changed is said by the tax.
    for (const line of session.lines) {
      const old = before.find(({ id }) => id === line.id);
      if (old === undefined || old.found === line.found || step.type === 'check_out') continue;
      const isTaxed = this.model.products[line.product]!.isNet && country !== countryOf(session);
      const [from, to] = [old.unit, lineUnit(this.model, line)].map((unit) => Number(scaled(unit, 4)) / 10_000);
      if (isTaxed || (from === to && currency === session.currency)) continue;
      const told = cart.repriced?.find(({ id_element: id }) => id === line.id);
      expect([step.type, told?.from, told?.to]).toEqual([step.type, from, to]);
    }
    for (const { from, to } of cart.repriced ?? [])
      if (currency === session.currency) expect(to, 'a line that was priced anew').not.toBe(from);
  }

  private async asked(session: ModelSession, step: Shopping): Promise<void> {
    switch (step.type) {
      case 'log_in': {
        const user = step.user % USERS.length;
        const given = { username: USERS[user], password: 'Secret1' };
        const reply = await this.call(session, 'login_user', given);
        expect(reply).toMatchObject({ status: 'SUCCESS' });
        session.code = String(reply['session_id']);
        session.user = user;
        return reprice(this.model, session);
      }
      case 'log_out':
        if (session.user === undefined) return undefined;
        await this.call(session, 'logout_user');
        session.user = undefined;
        return reprice(this.model, session);
      case 'choose':
        return this.choose(session, step);
      case 'deliver_to':
        await this.call(session, 'set_order_details', { delivery_country: step.country });
        session.deliveryCountry = step.country;
        return taxAnew(this.model, session);
      case 'add':
        return this.add(session, step.product % this.model.products.length, step.pieces * 1000);
      case 'set_quantity': {
        if (session.lines.length === 0) return undefined;
        const one = at(session.lines, step.line);
        await this.call(session, 'set_quantity', { id_element: one.id, quantity: step.pieces });
        reprice(this.model, session, one.product, step.pieces * 1000 - one.milli);
        one.milli = step.pieces * 1000;
        return undefined;
      }
      case 'remove': {
        if (session.lines.length === 0) return undefined;
        const one = at(session.lines, step.line);
        await this.call(session, 'del_from_cart', { id_element: one.id });
        reprice(this.model, session, one.product, -one.milli);
        session.lines = session.lines.filter((other) => other !== one);
        return undefined;
      }
      case 'check_out':
        return this.checkOut(session);
      default:
        return step satisfies never;
    }
  }

  private admin<T = Given>(request: string, given: Given): Promise<T> {
    return this.goods.shop.admin<T>(request, given);
  }

  private termsOf(step: DrawnTerms): { readonly sent: Given; readonly terms: Omit<ModelTerms, 'currency'> } {
    const today = dayOf(this.model.nowMs);
    const first = step.first === undefined ? undefined : today + step.first;
    const last = step.last === undefined ? undefined : Math.max(today + step.last, first ?? 0);
    const groups = step.groups.map((place) => this.groups[place]!);
    const { channels, countries, priority } = step;
    const days = {
      start_date: first === undefined ? 'none' : dayText(first),
      end_date: last === undefined ? 'none' : dayText(last),
    };
    return {
      sent: { groups, channels, countries, priority, ...days },
      terms: { groups, channels, countries, priority, first, last },
    };
  }

  private async makeList(step: DrawnTerms): Promise<void> {
    const { sent, terms } = this.termsOf(step);
    const { currency } = step;
    const given = { name: `list ${this.model.lists.length}`, ...sent, currency };
    const { id_price_list: id } = await this.admin<{ readonly id_price_list: number }>('create_price_list', given);
    this.model.lists.push({ id, terms: { ...terms, currency: currency! }, isOver: false, prices: new Map() });
  }

  private async changeList(id: number, step: DrawnTerms): Promise<void> {
    const list = this.model.lists.find((one) => one.id === id)!;
    const { sent, terms } = this.termsOf(step);
    const reply = await this.admin('update_price_list', { id_price_list: id, ...sent });
    expect(reply['message']).toBe(list.isOver ? 'PRICE_LIST_ENDED' : undefined);
    if (!list.isOver) list.terms = { ...terms, currency: list.terms.currency };
  }

  private async setPrices({ list: place, prices }: Of<'set_prices'>): Promise<void> {
    const list = at(this.model.lists, place);
    const { products } = this.model;
    const once = new Map(prices.map((one) => [`${one.product % products.length} ${one.from}`, one]));
    const sent = [...once.values()].map(({ product, from, cents, compareAt }) => ({
      id_shopobject: at(products, product).id,
      from_quantity: from / 1000,
      price: cents === undefined ? null : priceText(cents),
      ...(compareAt !== undefined && { compare_at: priceText(compareAt) }),
    }));
    const reply = await this.admin('set_prices', { id_price_list: list.id, prices: sent });
    expect(reply['message']).toBe(list.isOver ? 'PRICE_LIST_ENDED' : undefined);
    if (list.isOver) return;
    for (const { product, from, cents, compareAt } of once.values()) {
      const key = product % products.length;
      const tiers = list.prices.get(key) ?? new Map();
      list.prices.set(key, tiers);
      const told = compareAt === undefined ? undefined : priceText(compareAt);
      if (cents === undefined) tiers.delete(from);
      else tiers.set(from, { text: priceText(cents), compareAt: told });
    }
  }

  private async setAttribute({ product, cents }: Of<'set_attribute'>): Promise<void> {
    const one = at(this.model.products, product);
    one.attribute = priceText(cents);
    const attributes = { de_DE: { price: one.attribute } };
    const reply = await this.admin('update_product', { id_product: one.id, attributes });
    expect(reply).toMatchObject({ status: 'success' });
  }

  private async wait({ days, ms }: Of<'wait'>): Promise<void> {
    const { model, goods } = this;
    const day = dayOf(model.nowMs) + 1 + days;
    // The zone is one hour or two ahead.
    const begin = [1, 2].map((hours) => day * DAY_MS - hours * 3_600_000).find((one) => dayOf(one - 1) < day)!;
    model.nowMs = Math.max(model.nowMs, begin + ms);
    goods.shop.nowMs = model.nowMs;
    applyDueChanges(goods.shop.engine);
    passDays(model);
  }

  private async choose(session: ModelSession, step: Of<'choose'>): Promise<void> {
    const { model } = this;
    const { currency = session.currency, country = session.country } = step;
    const chosen = { ...session, currency, country };
    const lacks = session.lines.some(
      ({ product }) => priceOf(model, product, whomOf(model, chosen), piecesOf(session, product)) === undefined,
    );
    const reply = await this.chosen(session, {
      ...(step.currency !== undefined && { currency }),
      ...(step.country !== undefined && { country: country || null }),
    });
    if (currency !== session.currency && lacks) {
      expect(reply['message']).toBe('SHOPOBJECT_PRICE_MISSING');
      return;
    }
    expect(reply['message']).toBeUndefined();
    session.country = country;
    if (currency === session.currency) {
      if (step.country !== undefined) taxAnew(model, session);
      return;
    }
    session.currency = currency;
    for (const line of session.lines) {
      line.country = countryOf(session);
      line.found = priceOf(model, line.product, whomOf(model, session), piecesOf(session, line.product))!;
      line.sinceMs = model.nowMs;
    }
  }

  /** A JSON body, in which null takes a choice back. */
  private async chosen({ channel, code }: ModelSession, given: Given): Promise<Given> {
    const call = { ...CREDENTIALS, ...LICENCES[channel], request: 'set_context', session: code, ...given };
    return JSON.parse((await this.goods.shop.send(call)).text) as Given;
  }

  private async add(session: ModelSession, product: number, milli: number): Promise<void> {
    const { model } = this;
    const found = priceOf(model, product, whomOf(model, session), piecesOf(session, product) + milli);
    const given = line(session.code, model.products[product]!.id, { quantity: milli / 1000 });
    const reply = await this.call(session, 'add_to_cart', given);
    if (found === undefined) {
      expect(reply['message']).toBe('SHOPOBJECT_PRICE_MISSING');
      return;
    }
    reprice(model, session, product, milli);
    const equal = session.lines.find((one) => one.product === product);
    if (equal !== undefined) equal.milli += milli;
    else {
      session.made += 1;
      const made: ModelLine = {
        id: session.made,
        product,
        milli,
        found,
        country: countryOf(session),
        sinceMs: model.nowMs,
      };
      session.lines.push(made);
    }
  }

  private async checkOut(session: ModelSession): Promise<void> {
    const { model, goods } = this;
    if (session.lines.length === 0) return;
    const shown = totalOf(model, session);
    const heldOut = hasHeldOut(model, session);
    const kept = session.lines.map((one) => ({ ...one }));
    if (heldOut) for (const { product } of kept) reprice(model, session, product, 0);
    const isOther = Number(scaled(shown, 4)) !== Number(scaled(totalOf(model, session), 4));
    const tried = await this.call(session, 'checkout', { dry_run: 1 });
    if (isOther) {
      expect(tried).toMatchObject({ status: 'error', message: 'TOTAL_CHANGED' });
      session.lines = kept;
      return;
    }
    expect(tried).toMatchObject({ status: 'success' });
    this.expectCart(session, tried['cart'] as Priced);
    const placed = await this.call<{ readonly id_order: number; readonly session: string }>(session, 'checkout');
    const order = { id_order: placed.id_order };
    this.expectCart(session, (await this.admin<{ readonly cart: Priced }>('get_order_by_id', order)).cart);
    const { order_confirmation: text } = await this.admin<Given>('get_order_confirmation', order);
    const html = Buffer.from(String(text), 'base64').toString();
    const amounts = new Intl.NumberFormat('de-DE', { style: 'currency', currency: session.currency });
    const total = amounts.format(Number(scaled(totalOf(model, session), 4)) / 10_000);
    expect(plain(html).includes(plain(total)), `${total} in the confirmation`).toBe(true);
    Object.assign(session, { code: placed.session, deliveryCountry: '', lines: [], made: 0 });
    expect(goods.shop.faults).toEqual([]);
  }

  expectCart(session: ModelSession, { contents, sum, currency }: Priced): void {
    const { model } = this;
    expect(currency).toBe(session.currency);
    const wanted = session.lines.map((one) => [one.id, Number(scaled(lineUnit(model, one), 4)) / 10_000]);
    expect(contents.map(({ id, price }) => [id, price])).toEqual(wanted);
    expect(sum).toBe(Number(scaled(totalOf(model, session), 4)) / 10_000);
  }
}
