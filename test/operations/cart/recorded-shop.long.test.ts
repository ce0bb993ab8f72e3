// Ten thousand calls of shoppers, and digests of what they were answered. It would catch a redesign of prices, taxes,
// coupons, delivery costs or totals that moves an amount, or a member of a reply, of any cart or order.
//
// A digest stands for a hundred calls. Where one differs because a reply is meant to differ, `-u` writes it anew.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import type { ShopRules, TaxCalculation } from '../../../src/domain/rules.ts';
import type { Given, TestShop } from '../shop.ts';
import { Goods, freeLine, line } from '../shop.ts';

const [CALLS, PER_DIGEST, SHOPPERS] = [10_000, 100, 6];

const taxClass = (name: string, calculation: TaxCalculation, de: number, at: number) => ({
  name,
  calculation,
  rates: { DE: (de * 10_000) as RateE6, AT: (at * 10_000) as RateE6, FR: (de * 10_500) as RateE6 },
});
const TAX_CLASSES = [
  taxClass('full', 'included', 19, 20),
  taxClass('reduced', 'included', 7, 10),
  taxClass('zero', 'included', 0, 0),
  taxClass('net', 'added', 19, 20),
  taxClass('export', 'subtracted', 19, 20),
] as unknown as ShopRules['taxClasses'];

const PRICES = ['119.9', '0.3333', '9.9999', '47.29', '1', '0.01', '1234.5', '3.005', '89.99', '12.34', '0.005', '5.5'];
const QUANTITIES = [1, 1, 1, 2, 3, 5, 7, '0.5', '1.333', '2.75'];
const COUNTRIES = ['DE', 'AT', 'FR', ''];
const COUPONS: readonly Given[] = [
  { amount: 5, attributes: { combineable: 1 } },
  { amount: '12.50', attributes: { combineable: 1 } },
  { amount: 10, type: 'UNIQUE_PERCENTAGE', attributes: { combineable: 1 } },
  { amount: '33.3333', type: 'UNIQUE_PERCENTAGE', attributes: { combineable: 1 } },
  { amount: 500, attributes: { combineable: 1 } },
  { amount: 3, attributes: { combineable: 0 } },
];

/** Numbers below one that look like chance and are the same in every run. */
const chance = (): (() => number) => {
  let state = 46;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

interface Shopper {
  session: string;
  lines: number[];
  readonly orders: { readonly id_order: number; readonly session: string }[];
}

type Call = readonly [request: string, given: Given, secret?: boolean];

interface Drawn {
  readonly upTo: (limit: number) => number;
  readonly of: <T>(all: readonly T[]) => T;
}

interface Stock {
  readonly products: readonly number[];
  readonly codes: readonly string[];
}

const added = ({ upTo, of }: Drawn, { session, lines }: Shopper, { products }: Stock): Call => {
  const more = {
    quantity: of(QUANTITIES),
    country: of(COUNTRIES),
    ...(lines.length > 0 && upTo(12) === 0 && { id_parent_element: of(lines) }),
    element_type: of(['PRODUCT', 'PRODUCT_GR', 'PRODUCT_GR']),
  };
  if (upTo(5) > 0) return ['add_to_cart', line(session, of(products), more)];
  const price = upTo(9) === 0 ? '-2.5' : of(PRICES);
  const { name } = of(TAX_CLASSES);
  return ['add_to_cart', freeLine(session, price, { ...more, element_type: 'FREE_ELEMENT', taxclass: name }), true];
};

/** What a shopper does next; heavier where carts are changed. */
const next = (drawn: Drawn, shopper: Shopper, stock: Stock): Call => {
  const { upTo, of } = drawn;
  const { session, lines, orders } = shopper;
  const kind = upTo(100);
  if (kind < 34) return added(drawn, shopper, stock);
  if (kind < 44 && lines.length > 0)
    return ['set_quantity', { session, id_element: of(lines), quantity: of(QUANTITIES) }];
  if (kind < 48 && lines.length > 0) return ['sub_from_cart', { session, id_element: of(lines) }];
  if (kind < 51 && lines.length > 0) return ['del_from_cart', { session, id_element: of(lines) }];
  if (kind < 60) return ['get_cart', { session, explain: upTo(2) }];
  if (kind < 67) {
    const codes = Array.from({ length: upTo(4) }, () => of(stock.codes));
    return ['add_coupons', { session, coupons: codes.map((code) => [code, 'Gutschein']) }];
  }
  if (kind < 72) {
    const taxes = ['0.19', '0', 'full', 'net', 'export'];
    const positions = Array.from({ length: upTo(3) }, (_, at) => [`way ${at}`, of(PRICES), of(taxes)]);
    return ['add_delivery_costs', { session, delivery_costs: positions, country: of(COUNTRIES) }];
  }
  if (kind < 78) return ['set_order_details', { session, delivery_country: of(COUNTRIES), email: 'a@b.de' }];
  if (kind < 80) return ['get_order_details', { session }];
  if (kind < 82) return ['checkout', { session, dry_run: 1 }];
  if (kind < 89) return ['checkout', { session }];
  if (kind < 91) return ['clear_cart', { session }];
  if (orders.length === 0) return ['get_new_session', {}];
  const order = of(orders);
  if (kind < 94) return ['get_order_by_id', { session: order.session, id_order: order.id_order }];
  if (kind < 96) return ['get_invoice', { session: order.session, id_order: order.id_order, args: { format: 'html' } }];
  if (kind < 98)
    return ['update_order_details', { id_order: order.id_order, state: of(['CANCELED', 'PROCESSING']) }, true];
  return ['get_report', { statistic: 'sales', start_date: '2026-01-01', end_date: '2026-01-31' }, true];
};

const learn = (shopper: Shopper, request: string, reply: { readonly [name: string]: unknown }): void => {
  if (request === 'get_new_session') shopper.session = String(reply['code']);
  if (request === 'checkout' && Number(reply['id_order']) > 0) {
    shopper.orders.push({ id_order: Number(reply['id_order']), session: String(reply['session']) });
    shopper.session = String(reply['session']);
  }
  if (Array.isArray(reply['contents']))
    shopper.lines = (reply['contents'] as { readonly id: number }[]).map(({ id }) => id);
  else if (request === 'checkout' || request === 'get_new_session') shopper.lines = [];
};

const stocked = async (goods: Goods, shop: TestShop): Promise<Stock> => {
  const products = [];
  for (const [at, price] of PRICES.entries()) {
    const { name } = TAX_CLASSES[at % TAX_CLASSES.length]!;
    products.push(await goods.product(price, { metadata: { taxclass: name, quantity_step: '0.001' } }));
  }
  const codes = [];
  for (const [at, terms] of COUPONS.entries()) {
    const batch = { count: 3, name: `batch ${at}`, ...terms };
    const made = await shop.admin<{ readonly coupons: readonly { readonly code: string }[] }>('create_coupons', batch);
    codes.push(...made.coupons.map(({ code }) => code));
    const many = {
      ...batch,
      name: `many ${at}`,
      type: terms['type'] === undefined ? 'MULTIPLE_NOMINAL' : 'MULTIPLE_PERCENTAGE',
    };
    const reusable = await shop.admin<{ readonly coupons: readonly { readonly code: string }[] }>(
      'create_coupons',
      many,
    );
    codes.push(...reusable.coupons.map(({ code }) => code));
  }
  return { products, codes };
};

test('ten thousand calls are answered as they were', { timeout: 120_000 }, async () => {
  const goods = await Goods.open({ rules: { taxClasses: TAX_CLASSES } });
  const { shop } = goods;
  const stock = await stocked(goods, shop);
  const random = chance();
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const drawn: Drawn = { upTo, of: (all) => all[upTo(all.length)]! };
  const shoppers: Shopper[] = [];
  for (let at = 0; at < SHOPPERS; at += 1) shoppers.push({ session: await shop.session(), lines: [], orders: [] });
  const digests: string[] = [];
  const answered = new Map<string, [good: number, refused: number]>();
  let hash = createHash('sha256');
  for (let call = 1; call <= CALLS; call += 1) {
    shop.nowMs += 1000;
    const shopper = drawn.of(shoppers);
    const [request, given, secret = false] = next(drawn, shopper, stock);
    const text = await shop.text(request, given, { secret });
    hash.update(`${request} ${text}\n`);
    const reply = JSON.parse(text) as { readonly [name: string]: unknown };
    const counts = answered.get(request) ?? [0, 0];
    counts[reply['object'] === 'error' ? 1 : 0] += 1;
    answered.set(request, counts);
    learn(shopper, request, reply);
    if (call % PER_DIGEST !== 0) continue;
    digests.push(hash.digest('base64url').slice(0, 16));
    hash = createHash('sha256');
  }
  expect([...answered].sort(([a], [b]) => (a < b ? -1 : 1))).toMatchSnapshot('answered and refused');
  expect(digests).toMatchSnapshot('digests');
});
