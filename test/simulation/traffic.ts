// Calls by chance: shoppers, accounts, the back office, and now and then any operation with what its schema allows.
import { AFTER_SALE } from './after-sale-traffic.ts';
import { RECORDS } from './record-traffic.ts';
import { drawn } from '../fuzz/cost/call.ts';
import type { Seeded } from '../engine/seeded.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import type { Reply } from './replies.ts';
import type { SentCall } from './simulated-shop.ts';

/** What callers remember of earlier replies. */
export interface Known {
  /** Session codes. */
  readonly sessions: string[];
  /** Lines that carts have had, by session code. */
  readonly lines: Map<string, number>;
  /** Ids of acknowledged orders. */
  readonly orders: number[];
  /** By order: the session that its buyer went on with. */
  readonly buyers: Map<number, string>;
  /** By order: its lines of goods and their whole pieces. */
  readonly orderLines: Map<number, readonly (readonly [id: number, pieces: number])[]>;
  /** Number of a return → its order. */
  readonly returns: Map<number, number>;
  readonly usernames: string[];
  readonly couponCodes: string[];
  /** The last id of a promotion. */
  promotions: number;
  /** The last id of a delivery rule. */
  rules: number;
  /** Whether the shop has a class of records, and the last id of one. */
  readonly hasRecords: boolean;
  records: number;
  readonly products: number;
  /** Calls with a key that were sent: sent again now and then. */
  readonly keyed: SentCall[];
  /** Sessions of which no other call may draw: their logins are counted. */
  made: number;
}

export const newKnown = (products: number, hasRecords: boolean): Known => ({
  sessions: [],
  lines: new Map(),
  orders: [],
  buyers: new Map(),
  orderLines: new Map(),
  returns: new Map(),
  usernames: [],
  couponCodes: [],
  promotions: 0,
  rules: 2,
  hasRecords,
  records: 0,
  products,
  keyed: [],
  made: 0,
});

/** Remembers what the office has made. */
export const learnMade = (
  known: Known,
  request: string,
  { id = 0, id_promotion = 0, id_delivery_rule = 0, coupons, return: of }: Reply,
) => {
  known.promotions = Math.max(known.promotions, id_promotion);
  if (request === 'create_record') known.records = Math.max(known.records, Number(id));
  if (of !== undefined) known.returns.set(of.id, of.id_order);
  known.rules = Math.max(known.rules, id_delivery_rule);
  if (request === 'create_coupons') for (const { code } of coupons ?? []) known.couponCodes.push(code);
};

type Params = { readonly [name: string]: unknown };

const plain = (request: string, params: Params, secret = false): SentCall => ({ request, params, secret, key: '' });
const office = (request: string, params: Params): SentCall => plain(request, params, true);

const ELEMENT = 'screw';
const STORAGES = ['north', 'south'] as const;
const PASSWORD = 'Passwort1';

/** Weights, out of their sum. */
type Choices = readonly (readonly [weight: number, make: (chance: Seeded, known: Known) => SentCall])[];

const sessionOf = (chance: Seeded, { sessions }: Known): string =>
  sessions.length === 0 ? 'none' : chance.of(sessions.slice(-12));

const onCart =
  (request: string, params: (chance: Seeded, line: number) => Params) =>
  (chance: Seeded, known: Known): SentCall => {
    const session = sessionOf(chance, known);
    const lines = known.lines.get(session) ?? 1;
    return plain(request, { session, ...params(chance, 1 + chance.below(lines)) });
  };

const added = (chance: Seeded, { products }: Known): Params => ({
  id_shopobject: 1 + chance.below(products),
  element_type: chance.of(['PRODUCT', 'PRODUCT_GR']),
  quantity: String(1 + chance.below(3)),
  price_field: 'price',
});

const details = (chance: Seeded, made: number): Params => ({
  delivery_lastname: `Name ${made}`,
  delivery_email: `person${made}@example.com`,
  invoice_lastname: `Name ${made}`,
  ...(chance.chance(0.3) && { note: `note ${made}` }),
  ...(chance.chance(0.7) && { id_payment_method: chance.of([2, 8, 8]) }),
  ...(chance.chance(0.6) && { id_delivery_method: 1 }),
});

const orderOf = (chance: Seeded, { orders }: Known): number => (orders.length === 0 ? 1 : chance.of(orders));

const registered = (chance: Seeded, known: Known): SentCall => {
  const username = `user${known.made}`;
  known.usernames.push(username);
  const args = { username, passwd1: PASSWORD, passwd2: PASSWORD, email: `${username}@example.com` };
  return { ...plain('register_user', { args }), key: chance.chance(0.3) ? `key-${known.made}` : '' };
};

const checkedOut = (chance: Seeded, known: Known): SentCall => {
  const call = plain('checkout', { session: sessionOf(chance, known) });
  return chance.chance(0.6) ? { ...call, key: `key-${known.made}` } : call;
};

const promotionOf = (chance: Seeded, { promotions }: Known): number => 1 + chance.below(promotions + 1);

const limits = (chance: Seeded): Params => ({
  ...(chance.chance(0.5) && { uses_max: chance.below(4) }),
  ...(chance.chance(0.3) && { uses_per_person_max: chance.below(3) }),
  ...(chance.chance(0.4) && { budget_max: chance.below(500) / 100 }),
});

const promotionMade = (chance: Seeded, { made }: Known): SentCall =>
  office('create_promotion', {
    name: `p${made}`,
    gives: chance.of([
      { kind: 'percent', value: 1 + chance.below(100) },
      { kind: 'percent', value: 7.3, per: 'order' },
      { kind: 'amount', value: 0.37 },
      { kind: 'price', value: 5, per: 'order' },
      { kind: 'buy_get', buy: 1, get: 1 },
      { kind: 'free_delivery' },
    ]),
    by: chance.of(['automatic', 'automatic', 'code']),
    when: chance.of([{}, {}, { min_sum: 8 }, { min_quantity: 2 }, { first_order: 1 }]),
    stack: chance.of(['', 'a', 'b']),
    priority: chance.below(3),
    exclusive: chance.of([0, 0, 1]),
    ...limits(chance),
  });

const promotionChanged = (chance: Seeded, known: Known): SentCall => {
  const id = { id_promotion: promotionOf(chance, known) };
  return chance.chance(0.3) ? office('end_promotion', id) : office('update_promotion', { ...id, ...limits(chance) });
};

const ruleMade = (chance: Seeded, { made }: Known): SentCall =>
  office('create_delivery_rule', {
    name: `d${made}`,
    id_delivery_method: 1,
    basis: 'before',
    taxclass: 'goods',
    price: chance.below(900) / 100,
    priority: chance.below(3),
    ...(chance.chance(0.5) && { per_piece: 0.35 }),
    ...(chance.chance(0.6) && {
      sum: chance.of([
        [0, 8],
        [8, null],
        [4, 20],
      ]),
    }),
    ...(chance.chance(0.3) && { free_from: 15 }),
  });

/** The first rule stays, so that most carts can be delivered. */
const ruleChanged = (chance: Seeded, { rules }: Known): SentCall => {
  const id = { id_delivery_rule: 2 + chance.below(rules) };
  if (chance.chance(0.4)) return office('delete_delivery_rule', id);
  return office('update_delivery_rule', { ...id, price: chance.below(900) / 100 });
};

const WORDS = ['product', 'thing', 'ware', 'item', 'piece'] as const;

const wordsSet = (chance: Seeded, { products, made }: Known): SentCall => {
  const [word, ...others] = [chance.of(WORDS), chance.of(WORDS), chance.of(WORDS)];
  const words = [...new Set([word, ...others])];
  return office('set_search_words', {
    language: 'de_DE',
    ...(words.length > 1 && {
      synonyms: [
        { words },
        ...(chance.chance(0.4) ? [{ words: ['gadget'], finds: [word] }] : []),
        ...(made % 2 === 0 ? [{ words: ['fine pro'], finds: ['product'] }] : []),
      ],
    }),
    ...(chance.chance(0.6) && { pinned: [{ query: chance.of(WORDS), ids: [1 + chance.below(products)] }] }),
    ...(chance.chance(0.6) && { redirects: [{ query: chance.of(WORDS), url: `/page/${made}` }] }),
  });
};

/** Words in a search box, the last one often a beginning; by the call's number, so that no other draw changes. */
const boxed = (chance: Seeded, { made }: Known): SentCall => {
  const word = chance.of(WORDS);
  const text = made % 4 === 0 ? 'fine pro' : made % 3 === 0 ? word.slice(0, 2 + (made % 4)) : word;
  return made % 2 === 0
    ? plain('suggest_products', { text, language: 'de_DE' })
    : plain('search_products', { constraint: { search: ['MATCH', text] }, language: 'de_DE' });
};

const CHOICES: Choices = [
  ...AFTER_SALE.map(
    ([weight, make]) =>
      [weight, (chance: Seeded, known: Known) => make(chance, { ...known, lines: known.orderLines })] as const,
  ),
  [10, () => plain('get_new_session', {})],
  [26, (chance, known) => plain('add_to_cart', { session: sessionOf(chance, known), ...added(chance, known) })],
  [3, onCart('set_quantity', (chance, line) => ({ id_element: line, quantity: String(1 + chance.below(4)) }))],
  [3, onCart('sub_from_cart', (_, line) => ({ id_element: line }))],
  [2, onCart('del_from_cart', (_, line) => ({ id_element: line }))],
  [1, onCart('clear_cart', () => ({}))],
  [6, onCart('get_cart', () => ({}))],
  [
    6,
    (chance, known) =>
      plain('set_order_details', { session: sessionOf(chance, known), ...details(chance, known.made) }),
  ],
  [3, onCart('get_order_details', () => ({}))],
  [14, checkedOut],
  [4, (chance, known) => plain('get_order_by_id', { id_order: orderOf(chance, known) }, true)],
  [3, (chance, known) => plain('get_invoice', { id_order: orderOf(chance, known) }, true)],
  [1, (chance, known) => plain('do_payment', { id_order: orderOf(chance, known) }, true)],
  [
    3,
    (chance, { couponCodes, ...known }) =>
      plain('add_coupons', {
        session: sessionOf(chance, { couponCodes, ...known }),
        coupons: couponCodes.length === 0 ? [] : [[chance.of(couponCodes), 'c']],
      }),
  ],
  [2, registered],
  [
    3,
    (chance, known) =>
      plain('login_user', {
        session: sessionOf(chance, known),
        username: known.usernames.length === 0 ? 'nobody' : chance.of(known.usernames),
        password: PASSWORD,
      }),
  ],
  [1, onCart('logout_user', () => ({}))],
  [
    2,
    (chance, known) =>
      office('update_product', {
        id_product: 1 + chance.below(known.products),
        attributes: { de_DE: { price: 1 + chance.below(1000) / 100 } },
      }),
  ],
  [
    4,
    (chance, known) =>
      office(chance.of(['inventory_place', 'inventory_place', 'inventory_take']), {
        storage: chance.of(STORAGES),
        element_number: ELEMENT,
        quantity: 1 + chance.below(5),
        note: `n${known.made}`,
      }),
  ],
  [
    3,
    (chance, known) =>
      office('update_order_details', {
        id_order: orderOf(chance, known),
        order_state: chance.of(['CANCELED', 'CANCELED', 'PROCESSING', 'CLOSED', 'OPEN', 'OPEN']),
      }),
  ],
  // Money that a person enters, before the order has ended or after.
  [
    1,
    (chance, known) =>
      office('update_order_details', {
        id_order: orderOf(chance, known),
        order_payment_state: chance.of(['PAYMENT_RECEIVED', 'PAYMENT_RECEIVED', 'PAYMENT_NOT_RECEIVED']),
      }),
  ],
  [
    1,
    (chance, known) =>
      office('create_coupons', {
        count: 1 + chance.below(2),
        name: `c${known.made}`,
        amount: '1.50',
        type: chance.of(['UNIQUE_NOMINAL', 'MULTIPLE_NOMINAL', 'MULTIPLE_PERCENTAGE']),
      }),
  ],
  [2, promotionMade],
  [2, promotionChanged],
  [1, wordsSet],
  [1, boxed],
  [1, ruleMade],
  [1, ruleChanged],
  [
    1,
    (chance, known) =>
      office('create_coupons', { count: 1, name: `p${known.made}`, id_promotion: promotionOf(chance, known) }),
  ],
  [
    1,
    (chance) =>
      office(chance.of(['update_coupons', 'update_coupons', 'end_coupons']), {
        id_batch: 1 + chance.below(6),
        combineable: chance.of([0, 1]),
      }),
  ],
  [
    1,
    (chance) =>
      office('update_class_attributes', {
        id_class: 1,
        attributes: [{ name: 'price', de_DE: { label: chance.of(['Preis', 'P']), value: chance.of([1, null]) } }],
      }),
  ],
  [
    2,
    (chance) =>
      office('get_report', {
        statistic: chance.of([
          'sales',
          'orders',
          'traffic',
          'requests',
          'carts',
          'returning_orders',
          'products_sold',
          'categories_sold',
        ]),
        start_date: '2023-01-01',
        end_date: '2027-01-01',
      }),
  ],
  [2, (chance) => office('search_orders', { constraint: [], right_limit: 1 + chance.below(20) })],
  [1, () => office('get_changelog', { limit: 20 })],
  [
    2,
    (_, known) =>
      office('application_api_call', { application: 'erp', app_request: 'count', args: { made: known.made } }),
  ],
  [
    4,
    (chance, known) => {
      const session = sessionOf(chance, known);
      const parts = [
        { request: 'add_to_cart', session, ...added(chance, known) },
        { request: 'add_to_cart', session, ...added(chance, known), ...(chance.chance(0.3) && { quantity: '0' }) },
        { request: 'get_cart', session },
        ...(chance.chance(0.3) ? [{ request: 'checkout', session }] : []),
      ];
      return plain('aggregate', { pipe: Object.fromEntries(parts.map((part, index) => [`c${index}`, part])) });
    },
  ],
];

const totalOf = (choices: Choices): number => choices.reduce((sum, [weight]) => sum + weight, 0);
const WITH_RECORDS: Choices = [...CHOICES, ...RECORDS];
const [TOTAL, TOTAL_WITH_RECORDS] = [totalOf(CHOICES), totalOf(WITH_RECORDS)];
/**
 * What changes channels would lock the callers out, or give them their replies in another format; persons are erased
 * between two lives (erasures.ts). What became of a refund is said by its provider's pages (after-sale.ts).
 */
const ANY = [...OPERATIONS.keys()].filter((name) => !/_channel(_overlap)?$|^erase_|^settle_refund$/.test(name));

/** Any operation, with parameters that fit its schema more or less. */
const anyCall = (chance: Seeded, known: Known): SentCall => {
  const { request, secret, params } = drawn(chance, chance.of(ANY));
  const given = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' && value.startsWith('@')
      ? name === 'id_order'
        ? orderOf(chance, known)
        : sessionOf(chance, known)
      : value,
  ]);
  return { request, secret, params: Object.fromEntries(given) as Params, key: '' };
};

/** The next call of somebody. */
export const nextCall = (chance: Seeded, known: Known): SentCall => {
  known.made += 1;
  if (known.keyed.length > 0 && chance.chance(0.04)) return chance.of(known.keyed.slice(-20));
  if (chance.chance(0.06)) return anyCall(chance, known);
  let left = chance.below(known.hasRecords ? TOTAL_WITH_RECORDS : TOTAL);
  const [, make] = WITH_RECORDS.find(([weight]) => (left -= weight) < 0)!;
  const call = make(chance, known);
  if (call.key !== '') known.keyed.push(call);
  return call;
};
