// Questions that find no place. Catches reads that leave none to carts, a session that leaves none to others, and a
// price that is said to be missing where nobody was asked; and reads that pay for questions which they do not ask.
import { expect, test } from 'vitest';
import type { ExtensionPoint, ReadAnswer } from '../../../src/kernel/extensions.ts';
import { quoteReader, readRefusal } from '../../../src/operations/context/extension-answers.ts';
import { QuestionPlaces, READ_PLACES, SESSION_PLACES } from '../../../src/operations/context/question-places.ts';
import type { PlaceLimits } from '../../../src/operations/context/question-places.ts';
import { ReadCalls } from '../../../src/operations/dispatch/read-calls.ts';
import type { IncomingCall } from '../../../src/operations/dispatch/incoming-call.ts';
import { replaced } from '../../harness/replaced.ts';
import { Staff } from '../accounts/staff.ts';
import { FakeExtensions } from '../fake-extensions.ts';
import { CREDENTIALS, line } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

/** Waits until it is let go. */
class Held {
  readonly asked: number[] = [];
  private readonly open: (() => void)[] = [];
  private readonly places: QuestionPlaces;

  constructor(limits: PlaceLimits) {
    this.places = new QuestionPlaces(limits);
  }

  ask(holder: number, wanted: number) {
    return this.places.within(holder, wanted, (atOnce) => {
      this.asked.push(atOnce);
      return new Promise<undefined>((resolve) => this.open.push(() => resolve(undefined)));
    });
  }

  async release(): Promise<void> {
    for (const end of this.open.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('reads ask 25 questions at a time, one call ten and one channel three quarters of them', async () => {
  const held = new Held(READ_PLACES);
  const [first, second] = [held.ask(1, 20), held.ask(1, 20)];
  expect(await held.ask(1, 1)).toMatchObject({
    code: 'OVERLOADED',
    detail: expect.stringContaining('19 questions of this'),
  });
  const third = held.ask(2, 20);
  expect(await held.ask(3, 1)).toMatchObject({ code: 'OVERLOADED', detail: expect.stringContaining('have 25 q') });
  expect(held.asked).toEqual([10, 9, 6]);
  await held.release();
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, undefined]);
  const again = held.ask(1, 2);
  await held.release();
  expect([held.asked.at(-1), await again]).toEqual([2, undefined]);
});

test('one session asks twenty questions at a time, and all of them leave places to others', async () => {
  const held = new Held(SESSION_PLACES);
  const first = [held.ask(1, 15), held.ask(1, 15)];
  expect(await held.ask(1, 1)).toMatchObject({
    code: 'OVERLOADED',
    detail: expect.stringContaining('20 questions of'),
  });
  const others = [2, 3, 4].map((other) => held.ask(other, 30));
  expect(held.asked).toEqual([15, 5, 20, 20, 5]);
  expect(await held.ask(5, 1)).toMatchObject({ detail: expect.stringContaining('have 65 questions about') });
  await held.release();
  expect(await Promise.all([...first, ...others])).toEqual(Array.from({ length: 5 }, () => undefined));
});

test('parallel writes of one session leave places to the others', async () => {
  const extensions = new FakeExtensions({ cart_check: () => undefined });
  const { add, goods, shop } = await openDelivery({}, extensions);
  const product = await goods.product('20');
  const other = await shop.session();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  extensions.meanwhile = () => released;
  const all = Array.from({ length: 25 }, () => add(product).catch((error: unknown) => String(error)));
  const one = shop.call('add_to_cart', line(other, product));
  await new Promise((resolve) => setImmediate(resolve));
  expect(extensions.asked).toHaveLength(21);
  release();
  expect(await one).toMatchObject({ object: 'cart' });
  expect((await Promise.all(all)).filter((reply) => String(reply).includes('OVERLOADED'))).toHaveLength(5);
});

test('staff find places whatever sessions, channels and other staff ask', async () => {
  const extensions = new FakeExtensions({ delivery_price: () => ({ minor: 100 }), cart_check: () => undefined });
  const { rule, add, choose, order, goods, shop } = await openDelivery({}, extensions);
  const staff = new Staff(shop);
  const [one, other] = [await staff.enter('one', 100), await staff.enter('other', 100)];
  await rule({ price: '4.90' });
  const product = await goods.product('20', { metadata: { weight: 2 } });
  await add(product);
  await choose();
  const { id_order } = await order();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  extensions.meanwhile = () => released;
  extensions.asked.length = 0;
  const asked = async (): Promise<number> => {
    await new Promise((resolve) => setImmediate(resolve));
    return extensions.asked.length;
  };
  // Each with another quantity: another question.
  const edit = (n: number) => ({ id_order, set: [{ id_element: 1, quantity: n + 2 }], dry_run: 1 });
  const many = (ask: (n: number) => Promise<unknown>) =>
    Array.from({ length: 25 }, (_, n) => ask(n).catch((error: unknown) => String(error)));
  const byChannel = many((n) => shop.admin('edit_order', edit(n)));
  expect(await asked()).toBe(20);
  const byOne = many((n) => staff.call(one, 'edit_order', edit(n)));
  expect(await asked()).toBe(40);
  const sessions = await Promise.all([1, 2, 3, 4, 5].map(() => shop.session()));
  const carts = sessions.flatMap((session) => many(() => shop.call('add_to_cart', line(session, product))));
  expect(await asked()).toBe(40 + 65);
  const byOther = staff.call(other, 'edit_order', edit(1));
  expect(await asked()).toBe(40 + 65 + 1);
  release();
  expect(await byOther).toMatchObject({ object: 'edit_order' });
  const refused = async (all: readonly Promise<unknown>[]): Promise<number> =>
    (await Promise.all(all)).filter((reply) => JSON.stringify(reply).includes('OVERLOADED')).length;
  expect([await refused(byChannel), await refused(byOne), await refused(carts)]).toEqual([5, 5, 60]);
});

test('a read pays for answers once it asks', async () => {
  const { rule, goods, offered, shop } = await openDelivery(
    {},
    new FakeExtensions({ delivery_price: () => undefined }),
  );
  const product = await goods.product('20', { metadata: { weight: 2 } });
  await rule({ price: '4.90' });
  const calls: IncomingCall[] = [];
  const mend = replaced(
    ReadCalls.prototype,
    'run',
    (own) =>
      function (this: ReadCalls, ...given: Parameters<ReadCalls['run']>) {
        calls.push(given[0]);
        return own.apply(this, given);
      },
  );
  try {
    await shop.call('get_product_details', { id_product: product, language: 'de_DE', country: 'DE' });
    expect(calls.map(({ answers }) => answers)).toEqual([undefined]);
    await offered({ id_shopobject: product, country: 'DE' });
    expect(calls.at(-1)!.answers).toBeDefined();
  } finally {
    mend();
  }
});

class Busy extends FakeExtensions {
  override async ask<A extends object>(_point: ExtensionPoint, _question: string, _read: ReadAnswer<A>) {
    const maySkip = this.onFailure === 'skip';
    return [
      {
        by: ['fake', '1'] as const,
        answer: undefined,
        failure: 'it has 100 questions',
        maySkip,
        isBusy: true as const,
      },
    ];
  }
}

test('a question that finds no place refuses the call, and takes away no method; or is passed over', async () => {
  const extensions = new Busy({ delivery_price: () => undefined });
  const { rule, add, choose, cart, goods, shop, session } = await openDelivery({}, extensions);
  await rule({ price: '4.90' });
  await add(await goods.product('20', { metadata: { weight: 2 } }));
  for (const request of ['get_delivery_methods', 'set_order_details']) {
    const fields = { ...CREDENTIALS, request, session: session(), id_delivery_method: '1' };
    expect(JSON.parse((await shop.send(fields)).text)).toMatchObject({ message: 'OVERLOADED' });
  }
  extensions.onFailure = 'skip';
  await choose();
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 } });
});

test('texts are cut between characters', () => {
  const long = (units: number): string => `${'x'.repeat(units - 1)}😀`;
  expect(quoteReader(2, [])({ minor: 1, name: long(255) })).toMatchObject({ name: `${'x'.repeat(254)} ` });
  expect(readRefusal({ refuse: 'NO', detail: long(500) })).toMatchObject({ detail: `${'x'.repeat(499)} ` });
  expect(readRefusal({ refuse: 'NO', detail: long(499) })).toMatchObject({ detail: long(499) });
});
