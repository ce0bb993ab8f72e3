// Several offices that cancel pieces, take them back and refund money of the same few orders over HTTP, all at the same
// moment. Claims of each order afterwards: no more went back than came, no more pieces are gone than were ordered, and
// what was answered is what the order says.
import { testShop } from '../../src/testing/test-shop.ts';
import type { TestShop } from '../../src/testing/test-shop.ts';
import { Client, must } from '../kill/client.ts';
import type { Members } from '../kill/client.ts';
import { productFields } from '../kill/office.ts';
import { below, claim, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';

/** Of each product. */
export const STOCK = 1000;
export const PIECES = 6;
const PRICE_CENTS = 250;
const PAID = 2 * PIECES * PRICE_CENTS;

export interface RushOptions {
  readonly orders: number;
  readonly offices: number;
  /** Of each office. */
  readonly calls: number;
  readonly random: Random;
}

/** What the offices did together. */
export interface RushTally {
  refunded: number;
  credited: number;
  refused: number;
}

interface Rushed {
  readonly id: number;
  /** Cents that replies say went back. */
  answeredMinor: number;
  /** Credits that replies have named. */
  readonly credits: Set<number>;
}

interface Credit {
  readonly id: number;
  readonly kind: string;
  readonly amount: number;
  readonly lines: readonly { readonly id_element: number; readonly quantity: number }[];
}

export const cents = (money: unknown): number => Math.round(Number(money) * 100);

/** An order that is paid, of `PIECES` of each product. */
export const placePaid = async (client: Client, products: readonly number[]): Promise<number> => {
  const session = String((await must(client.call('get_new_session'))).body['code']);
  for (const product of products) {
    const fields = { session, id_shopobject: product, element_type: 'PRODUCT', price_field: 'price' };
    await must(client.call('add_to_cart', { ...fields, name_field: 'name', quantity: PIECES }));
  }
  const id = Number((await must(client.call('checkout', { session }))).body['id_order']);
  await must(client.office('update_order_details', { id_order: id, order_payment_state: 'PAYMENT_RECEIVED' }));
  return id;
};

const place = async (client: Client, products: readonly number[]): Promise<Rushed> => ({
  id: await placePaid(client, products),
  answeredMinor: 0,
  credits: new Set(),
});

/** One call of an office, by chance. */
const nextCall = (
  random: Random,
  id: number,
): readonly [operation: string, fields: Record<string, string | number>] => {
  const lines = JSON.stringify([{ id_element: 1 + below(random, 2), quantity: 1 + below(random, 3) }]);
  switch (below(random, 6)) {
    case 0:
    case 1:
      return ['refund', { id_order: id, to: 'manual', amount: ((1 + below(random, PAID)) / 100).toFixed(2) }];
    case 2:
      return ['refund', { id_order: id, to: 'manual' }];
    case 3:
      return ['refund', { id_order: id, to: pick(random, ['manual', 'credit'] as const), lines }];
    default:
      return ['cancel_lines', { id_order: id, lines }];
  }
};

const note = (tally: RushTally, order: Rushed, { refund, credit }: Members): void => {
  if (refund !== undefined) {
    tally.refunded += 1;
    order.answeredMinor += cents((refund as Members)['amount']);
  }
  if (credit === undefined) return;
  tally.credited += 1;
  const { id } = credit as { readonly id: number };
  claim(!order.credits.has(id), () => `order ${order.id} has two credits ${id}`);
  order.credits.add(id);
};

const check = async (client: Client, order: Rushed): Promise<void> => {
  const { body } = await must(client.office('get_order_by_id', { id_order: order.id }));
  const { total, received, refunded, outstanding } = body['balance'] as Record<string, number>;
  const shown = (): string => `order ${order.id}: ${JSON.stringify(body['balance'])} after ${order.answeredMinor}`;
  const credits = (body['credits'] ?? []) as readonly Credit[];
  const credited = credits.reduce((sum, { amount }) => sum + cents(amount), 0);
  claim(cents(received) === PAID && cents(refunded) <= PAID, shown);
  claim(cents(refunded) === order.answeredMinor, shown);
  claim(cents(total) === PAID - credited && credited <= PAID, () => `${shown()}, ${credited} credited`);
  claim(cents(outstanding) === cents(total) - cents(received) + cents(refunded), shown);
  claim(credits.length === order.credits.size, () => `${shown()}, ${credits.length} credits of ${order.credits.size}`);
  for (const line of [1, 2]) {
    const gone = credits
      .flatMap(({ kind, lines }) => (kind === 'canceled' ? lines : []))
      .reduce((sum, { id_element: id, quantity }) => sum + (id === line ? quantity : 0), 0);
    claim(gone <= PIECES, () => `${shown()}, ${gone} of line ${line} are cancelled`);
  }
};

/** Its two products. */
export const openShop = async (client: Client): Promise<readonly number[]> => {
  await must(client.office('create_class', { name: 'article', type: 'product' }));
  const attributes = JSON.stringify([
    { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
    { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
  ]);
  await must(client.office('create_class_attributes', { id_class: 1, attributes }));
  const made: number[] = [];
  for (const name of ['thing', 'other']) {
    const fields = productFields(name, PRICE_CENTS, { quantity: STOCK });
    made.push(Number((await must(client.office('create_product', fields))).body['id']));
  }
  return made;
};

/** Throws where a claim breaks. */
export const rushForRefunds = async ({ orders, offices, calls, random }: RushOptions): Promise<RushTally> => {
  const shop: TestShop = await testShop();
  const port = Number(new URL(await shop.listen()).port);
  const clients = Array.from({ length: offices }, () => new Client(port, shop.credentials));
  try {
    const [first] = clients as [Client];
    const products = await openShop(first);
    const rushed: Rushed[] = [];
    for (let at = 0; at < orders; at += 1) rushed.push(await place(first, products));
    const tally: RushTally = { refunded: 0, credited: 0, refused: 0 };
    const planned = clients.map(() => Array.from({ length: calls }, () => pick(random, rushed)));
    await Promise.all(
      clients.map(async (client, at) => {
        for (const order of planned[at]!) {
          const answer = await client.office(...nextCall(random, order.id));
          claim(answer !== undefined, () => 'a call was lost');
          if (answer!.refusal === '') note(tally, order, answer!.body);
          else tally.refused += 1;
        }
      }),
    );
    for (const order of rushed) await check(first, order);
    return tally;
  } finally {
    for (const client of clients) client.hangUp();
    await shop.close();
  }
};
