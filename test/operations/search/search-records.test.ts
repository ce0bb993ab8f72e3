// Searches of orders and users against a reader of every record that replies show. It would catch a column that does
// not follow its record, an index that narrows too much, and a field that a search sees otherwise than a reply shows
// it.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { holds } from '../../../src/domain/search/constraint.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { FieldValue } from '../../../src/domain/search/constraint.ts';
import { good } from '../../domain/seeded-shop.ts';
import { verified } from '../accounts/accounts.ts';
import type { Given, Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { Goods, freeLine, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const RUNS = runs(15);
type Value = (field: string) => FieldValue;

interface OrderReply extends Reply {
  readonly id: number;
  readonly invoice_number: string;
  readonly attributes: { readonly [name: string]: { readonly value: string } };
  readonly cart: Reply & Pick<Cart, 'sum'>;
}

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE'] as const;

const condition = (fields: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ field: pick(...fields), operator: pick<string>(...OPERATORS), operands: fc.tuple(value) }),
    fc.record({
      field: pick(...fields),
      operator: pick('IN', 'NOT IN'),
      operands: fc.tuple(fc.array(value, { maxLength: 3 })),
    }),
    fc.record({ field: pick(...fields), operator: fc.constant('BETWEEN'), operands: fc.tuple(value, value) }),
  );
type Condition = ReturnType<typeof condition> extends fc.Arbitrary<infer C> ? C : never;
interface Asked {
  readonly either: boolean;
  readonly conditions: readonly Condition[];
}
const asking = (fields: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Asked> =>
  fc.record({ either: fc.boolean(), conditions: fc.array(condition(fields, value), { minLength: 1, maxLength: 3 }) });

const written = ({ either, conditions }: Asked): unknown => {
  const parts = conditions.map(({ field, operator, operands }) => ({
    [field]: [operator, ...(operands as readonly unknown[])],
  }));
  return either ? { OR: parts } : parts;
};
const meets = (constraint: unknown, value: Value): boolean =>
  holds(good(parseConstraint(constraint)), value, () => false);

/** A field of an order as its reply shows it. */
const orderField =
  (order: OrderReply, methods: readonly [payment: number, delivery: number]): Value =>
  (field) => {
    const bare = field.replace(/^main\./, '');
    const shown: { readonly [field: string]: FieldValue } = {
      id: order.id,
      id_order: order.id,
      order_number: String(order.id),
      payment_method: String(order['payment_method']),
      delivery_method: String(order['delivery_method']),
      id_payment_method: methods[0],
      id_delivery_method: methods[1],
      'cart.sum': order.cart.sum,
      'cart.total': Number(order.cart.total),
      nothing_to_pay: (order['balance'] as { readonly outstanding: number }).outstanding > 0 ? 0 : 1,
      invoice_number: field === 'main.invoice_number' ? order.invoice_number : String(order['order_invoice_number']),
      order_invoice_number: String(order['order_invoice_number']),
      delivery_city: String(order['order_delivery_city']),
      email: String(order['order_email']),
    };
    if (Object.hasOwn(shown, bare)) return shown[bare];
    return field === bare && Object.hasOwn(order.attributes, bare) ? order.attributes[bare]!.value : undefined;
  };

const ORDER_FIELDS = [
  'id',
  'main.id_order',
  'order_number',
  'payment_method',
  'main.payment_method',
  'delivery_method',
  'id_payment_method',
  'main.id_delivery_method',
  'cart.sum',
  'main.cart.sum',
  'main.cart.total',
  'main.nothing_to_pay',
  'invoice_number',
  'main.invoice_number',
  'main.invoice_number',
  'order_invoice_number',
  'main.order_invoice_number',
  'delivery_city',
  'email',
  'gift',
  'colour',
  'gift',
  'nothing',
  'main.gift',
  'constructor',
];
const orderValue = fc.oneof(
  pick<unknown>(
    'Cash',
    'PrePayment',
    'prepayment',
    'Standard',
    '',
    'R-1',
    'R-2',
    'R-12',
    'R-10',
    '1',
    '7a',
    '2',
    'R-',
    'yes',
    'no',
    'Köln',
    'Bonn',
    'red',
    null,
    2,
    3,
    1,
    '2',
    'a@example.org',
  ),
  fc.integer({ min: 10_000, max: 10_014 }),
  pick<unknown>(1.5, 3, 4.5, 19.99, '1.5', 0),
);

const ORDERS = 12;
interface PlacedOrder {
  readonly id: number;
  methods: readonly [payment: number, delivery: number];
}

const place = async (shop: TestShop, at: number): Promise<PlacedOrder> => {
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, [1.5, 3, 19.99][at % 3]!, { quantity: 1 + (at % 2) }));
  const methods = [at % 4 === 0 ? 0 : 2 + (at % 2), at % 3 === 0 ? 0 : 1] as const;
  const given: Given = {
    id_payment_method: methods[0] || undefined,
    id_delivery_method: methods[1] || undefined,
    invoice_number: ['1', '7a', '', 'R-2'][at % 4],
    delivery_city: ['Köln', 'Bonn'][at % 2],
    email: 'a@example.org',
    attributes:
      at % 3 === 0
        ? []
        : [{ name: 'gift', value: ['yes', 'no'][at % 2] }, ...(at % 5 === 0 ? [{ name: 'colour', value: 'red' }] : [])],
  };
  await shop.call('set_order_details', { session, ...given });
  return { id: (await shop.call<Checkout>('checkout', { session })).id_order, methods };
};

test('orders are found by what their replies show', async () => {
  const { shop } = await Goods.open();
  const orders: PlacedOrder[] = [];
  for (let at = 0; at < ORDERS; at += 1) orders.push(await place(shop, at));
  const check = async (asked: Asked): Promise<void> => {
    const constraint = written(asked);
    const replies = await Promise.all(
      orders.map(({ id }) => shop.call<OrderReply>('get_order_by_id', { id_order: id })),
    );
    const expected = orders
      .filter(({ methods }, at) => meets(constraint, orderField(replies[at]!, methods)))
      .map(({ id }) => id);
    const reply = await shop.call<{ result: readonly OrderReply[]; count: number }>('search_orders', { constraint });
    expect([reply.result.map(({ id }) => id), reply.count], JSON.stringify(constraint)).toEqual([
      expected,
      expected.length,
    ]);
  };
  await fc.assert(fc.asyncProperty(asking(ORDER_FIELDS, orderValue), check), { numRuns: RUNS });
  // What changes is found as it is now; after a restart, from rows alone, the same.
  const [first] = orders;
  await shop.admin('update_order_details', {
    id_order: first!.id,
    id_payment_method: 3,
    invoice_number: '2',
    attributes: [{ name: 'colour', value: 'blue' }],
  });
  first!.methods = [3, first!.methods[1]];
  await check({ either: false, conditions: [{ field: 'colour', operator: '=', operands: ['blue'] }] });
  await shop.restart();
  await fc.assert(fc.asyncProperty(asking(ORDER_FIELDS, orderValue), check), { numRuns: RUNS });
});

test('an order is found by its invoice among orders with other prefixes, prefixes that end in digits too', async () => {
  const shop = openShop({ rules: { invoicePrefix: 'R1' } });
  const first = await place(shop, 1);
  await shop.restart({ rules: { invoicePrefix: 'R' } });
  const others: PlacedOrder[] = [];
  for (let at = 2; at < 13; at += 1) others.push(await place(shop, at));
  const found = async (number: string): Promise<number[]> =>
    (
      await shop.call<{ result: readonly OrderReply[] }>('search_orders', {
        constraint: { 'main.invoice_number': number },
      })
    ).result.map(({ id }) => id);
  expect(await found('R11'), 'R1 and 1, R and 11').toEqual([first.id, others[9]!.id]);
  const { order } = shop.engine.tables;
  const looks = vi.spyOn(order, 'get');
  expect(await found('R2')).toEqual([others[0]!.id]);
  expect(new Set(looks.mock.calls.map(([id]) => id)), 'no other order is read').toEqual(new Set([others[0]!.id]));
  looks.mockRestore();
  expect(await found('R02')).toEqual([]);
  expect(await found('2')).toEqual([]);
  expect(await found('')).toEqual([]);
});

test('users are found by name and address in any case', async () => {
  const shop = openShop();
  const id_class = await shop.make('create_class', { name: 'user', type: 'user' });
  await shop.admin('create_class_attributes', { id_class, attributes: [{ name: 'motto', type: 'CHAR' }] });
  for (const username of ['anna', 'Bert', 'CARLA', 'dora.Z'])
    await verified(shop, username, { email: `${username}@Example.org` });
  await shop.admin('update_user_data', { id_user: 2, attributes: { city: 'Köln', motto: 'BERT' } });
  interface User extends Reply {
    readonly id_user: number;
    readonly username: string;
    readonly email: string;
  }
  const fields = ['username', 'main.username', 'email', 'main.email', 'city', 'motto', 'id_user'];
  const value = pick<unknown>(
    'anna',
    'ANNA',
    'bert',
    'Bert',
    'BERT',
    'carla',
    'Dora.z',
    'ANNA@example.ORG',
    'bert@example.org',
    '@EXAMPLE',
    'Köln',
    'köln',
    'c',
    2,
    null,
    '',
  );
  const all = (await shop.admin<{ result: readonly User[] }>('search_users', { constraint: {} })).result;
  expect(
    all.map(({ username }) => username),
    'shown as they were registered',
  ).toEqual(['anna', 'Bert', 'CARLA', 'dora.Z']);
  const isNamed = (field: string): boolean => /(username|email)$/.test(field);
  const lowered = (one: unknown): unknown =>
    typeof one === 'string' ? one.toLowerCase() : Array.isArray(one) ? one.map(lowered) : one;
  await fc.assert(
    fc.asyncProperty(asking(fields, value), async (asked) => {
      const naive = written({
        ...asked,
        conditions: asked.conditions.map((one) =>
          isNamed(one.field) ? { ...one, operands: lowered(one.operands) as never } : one,
        ),
      });
      const valueOf =
        ({ id_user, username, email }: User): Value =>
        (field) =>
          ({
            username: username.toLowerCase(),
            email: email.toLowerCase(),
            id_user,
            city: id_user === 2 ? 'Köln' : '',
            motto: id_user === 2 ? 'BERT' : '',
          })[field.replace('main.', '')];
      const constraint = written(asked);
      const { result } = await shop.call<{ result: readonly User[] }>('search_users', { constraint });
      expect(
        result.map(({ id_user }) => id_user),
        JSON.stringify(constraint),
      ).toEqual(all.filter((user) => meets(naive, valueOf(user))).map(({ id_user }) => id_user));
    }),
    { numRuns: RUNS },
  );
});
