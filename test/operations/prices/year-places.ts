// The places where a price of the year is shown, each beside the model.
import { expect } from 'vitest';
import { round } from '../../domain/cart/rational.ts';
import { scaled } from '../../domain/cart/rational.ts';
import type { Given } from '../shop.ts';
import { priceOf, unitOf, whomOf } from './year-model.ts';
import type { Found, ModelSession, Whom } from './year-model.ts';
import { LICENCES, YearShop, at } from './year-shop.ts';
import type { Look, Year } from './year-steps.ts';

type Shown = Given & { readonly id: number; readonly variations: readonly Shown[] };

const amount = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** What a product shows of its price: nothing where its attribute is the price. */
const shownOf = (found: Found | undefined): readonly (number | undefined)[] =>
  found === undefined || found.list === 0
    ? [undefined, undefined, undefined]
    : [Number(found.text), amount(found.compareAt), found.list];

const ofReply = ({ price, compare_at: compareAt, price_list: list }: Given) => [price, compareAt, list];

/** Who is asked for: a session, or a guest of the shop who names a currency. */
interface Asker {
  readonly whom: Whom;
  /** Members that name them in a call. */
  readonly by: Given;
  readonly channel: number;
}

const admin = <T>({ goods }: YearShop, { channel, by }: Asker, request: string, given: Given): Promise<T> =>
  goods.shop.admin<T>(request, { ...given, ...by, ...LICENCES[channel] });

const pieces = 1000;

const expectPrices = async (year: YearShop, asker: Asker, { product, pieces: many }: Look): Promise<void> => {
  const { model } = year;
  const place = product % model.products.length;
  const { id } = model.products[place]!;
  const found = priceOf(model, place, asker.whom, many * 1000);
  const prices = await admin<Given>(year, asker, 'get_prices', { id_shopobject: id, quantity: many });
  const [price, , list] = shownOf(found);
  expect(['get_prices', prices['price'], prices['price_list']]).toEqual(['get_prices', price, list]);
  const { groups, country, currency } = asker.whom;
  const asked = { id_shopobject: id, quantity: many, groups, country, currency };
  const why = await year.goods.shop.admin<Given>('explain_price', { ...asked, ...LICENCES[asker.channel] });
  const [, compareAt] = shownOf(found);
  expect(['explain_price', ...ofReply(why)]).toEqual(['explain_price', amount(found?.text), compareAt, list]);
  const counting = (why['lists'] as readonly Given[]).filter((one) => one['why'] === 'counts');
  expect(counting.map((one) => one['id_price_list'])).toEqual(list === undefined ? [] : [list]);
};

/** What more pieces cost apiece, where that is another price of a list. */
const moreOf = ({ model }: YearShop, place: number, whom: Whom): readonly Given[] | undefined => {
  const tiers = [pieces, 2000, 5000].map((milli) => ({ milli, found: priceOf(model, place, whom, milli) }));
  const others = tiers.flatMap(({ milli, found }, nth) => {
    const before = tiers[nth - 1]?.found;
    const isSame = before?.list !== 0 && Number(found?.text) === Number(before?.text);
    if (nth === 0 || found === undefined || found.list === 0 || isSame) return [];
    const { text, compareAt } = found;
    const beside = compareAt === undefined ? {} : { compare_at: Number(compareAt) };
    return [{ from_quantity: milli / 1000, price: Number(text), ...beside }];
  });
  return others.length === 0 ? undefined : others;
};

/** In details, a hit, a category and a dump, with variations. */
const expectShown = (year: YearShop, { whom }: Asker, where: string, shown: readonly Shown[]): void => {
  const { model } = year;
  const isWhole = where === 'get_product_details' || where === 'search_products';
  for (const product of shown.flatMap((one) => [one, ...one.variations])) {
    const place = model.products.findIndex(({ id }) => id === product.id);
    const wanted = shownOf(priceOf(model, place, whom, pieces));
    expect([where, product.id, ...ofReply(product)]).toEqual([where, product.id, ...wanted]);
    expect(product['quantity_prices']).toEqual(isWhole ? moreOf(year, place, whom) : undefined);
    expect(product['currency']).toBe(whom.currency === 'EUR' ? undefined : whom.currency);
  }
};

const expectSearch = async (year: YearShop, asker: Asker, { cents }: Look): Promise<void> => {
  const { model } = year;
  const least = cents / 100;
  const found = await admin<{ readonly result: readonly Shown[] }>(year, asker, 'search_products', {
    constraint: { 'main.price': ['>=', least], 'main.id_variation': ['>=', 0] },
    order_columns: ['main.price', 'main.id'],
    order: 'ASC',
  });
  const wanted = model.products
    .flatMap(({ id }, place) => {
      const price = priceOf(model, place, asker.whom, pieces);
      return price === undefined || Number(price.text) < least ? [] : [{ id, price: Number(price.text) }];
    })
    .sort((a, b) => a.price - b.price || a.id - b.id);
  expect(found.result.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  expectShown(year, asker, 'search_products', found.result);
};

/** Prices of the feed, by the id of what is bought. */
const expectFeed = async (year: YearShop): Promise<void> => {
  const { model } = year;
  const guest: Whom = { channel: 0, groups: [], country: 'DE', currency: 'EUR' };
  const given = { format: 'google-merchant', link: 'https://shop.example/{permalink}' };
  const { lines } = await year.goods.shop.admin<{ readonly lines: readonly string[] }>('export_products', given);
  const items = lines.join('').split('</item>');
  for (const [place, product] of model.products.entries()) {
    const item = items.find((one) => one.includes(`<g:id>${product.id}</g:id>`));
    const found = priceOf(model, place, guest, pieces);
    const isBought = !model.products.some(({ above }) => above === place);
    const text = (price: string): string => `${price.length === 0 ? '' : euros(product, price)} EUR`;
    const euros = (of: typeof product, price: string): string =>
      (Number(scaled(round(unitOf(of, price, 'DE'), 2), 2)) / 100).toFixed(2);
    if (found === undefined || !isBought) {
      expect(item).toBeUndefined();
      continue;
    }
    const beside = found.compareAt !== undefined && Number(found.compareAt) > Number(found.text);
    const wanted = beside
      ? `<g:price>${text(found.compareAt!)}</g:price><g:sale_price>${text(found.text)}</g:sale_price>`
      : `<g:price>${text(found.text)}</g:price>`;
    expect(item, `${product.id} in the feed`).toContain(wanted);
    expect(item!.includes('sale_price')).toBe(beside);
  }
};

const askerOf = (year: YearShop, session: ModelSession): Asker => ({
  whom: whomOf(year.model, session),
  by: { session: session.code },
  channel: session.channel,
});

type Where = 'some' | 'all';

const expectSame = async (year: YearShop, look: Look, where: Where): Promise<void> => {
  const { model } = year;
  const session = at(model.sessions, look.session);
  const guest = { channel: session.channel, groups: [], country: 'DE', currency: look.currency };
  const askers: readonly Asker[] = [
    askerOf(year, session),
    { whom: guest, by: { currency: look.currency }, channel: session.channel },
  ];
  const shown = where === 'all' ? askers : [askers[look.product % 2]!];
  for (const asker of shown) {
    await expectPrices(year, asker, look);
    const { id } = at(model.products, look.product);
    const details = await admin<Shown>(year, asker, 'get_product_details', { id_product: id });
    expectShown(year, asker, 'get_product_details', [details]);
    await expectSearch(year, asker, look);
    if (where === 'some' && look.pieces !== 1) continue;
    const category = { id_category: year.goods.categoryId };
    interface Listed {
      readonly products: { readonly [name: string]: Shown };
    }
    const listed = await admin<Listed>(year, asker, 'get_products_in_category', category);
    expectShown(year, asker, 'get_products_in_category', Object.values(listed.products));
    const dump = await admin<{ readonly products_in_category: Listed }>(year, asker, 'dump_category', category);
    expectShown(year, asker, 'dump_category', Object.values(dump.products_in_category.products));
  }
  if (where === 'all' || look.pieces === 2) await expectFeed(year);
  year.expectCart(session, await year.call(session, 'get_cart'));
};

/** `where`: whether a part of the places is looked at after a step, or every one. */
export const lived = async ({ holdMs, steps }: Year, where: Where): Promise<void> => {
  const year = await YearShop.open(holdMs);
  for (const [step, look] of steps) {
    await year.take(step);
    await expectSame(year, look, where);
  }
};
