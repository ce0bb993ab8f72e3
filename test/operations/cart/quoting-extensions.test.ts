// Several extensions that say what a delivery costs. Catches one that takes away the method of another.
import { expect, test } from 'vitest';
import type { Answered, ExtensionPoint, ReadAnswer } from '../../../src/kernel/extensions.ts';
import { FakeExtensions } from '../fake-extensions.ts';
import { openDelivery } from './delivery-shop.ts';

class Several extends FakeExtensions {
  private readonly all: readonly FakeExtensions[];

  constructor(...all: readonly FakeExtensions[]) {
    super(all[0]!.handlers);
    this.all = all;
  }

  override async ask<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): Promise<readonly Answered<A>[]> {
    return (await Promise.all(this.all.map((one) => one.ask(point, question, read)))).flat();
  }
}

const says = (minor: number) => new FakeExtensions({ delivery_price: () => ({ minor }) });
const silent = () => new FakeExtensions({ delivery_price: () => undefined });
const fails = (onFailure: 'refuse' | 'skip') =>
  Object.assign(new FakeExtensions({ delivery_price: () => JSON.parse('{') as unknown }), { onFailure });

test('a failure that is passed over makes no delivery free, whoever else says nothing', async () => {
  for (const extensions of [
    [fails('skip'), silent()],
    [silent(), fails('skip')],
  ]) {
    const { add, choose, cart, goods, offered, refusedOrder, rule } = await openDelivery(
      {},
      new Several(...extensions),
    );
    await add(await goods.product('20', { metadata: { weight: 2 } }));
    await choose();
    expect((await offered())[0]).toMatchObject({ available: 0, why: 'no_quote' });
    await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'no_quote');
    // The rules of the shop say it, as without the one that has failed.
    await rule({ price: '4.90' });
    await choose();
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 } });
    expect((await offered())[0]).toMatchObject({ available: 1, price: 4.9 });
  }
});

test('where all are silent and no rule says a price, calls say it', async () => {
  const { add, choose, goods, offered } = await openDelivery({}, new Several(silent(), silent()));
  await add(await goods.product('20', { metadata: { weight: 2 } }));
  await choose();
  expect((await offered())[0]).toMatchObject({ available: 1, why: 'no_rules' });
});

test.each([
  ['a price before a failure', [silent(), says(700), fails('refuse')], { price: 7 }],
  ['a failure before a price', [fails('refuse'), says(700)], { available: 0, why: 'no_quote' }],
  ['a failure that is passed over', [fails('skip'), says(700), says(800)], { price: 7 }],
  ['a failure after silence', [silent(), fails('refuse')], { available: 0, why: 'no_quote' }],
] as const)('the first that says something wins: %s', async (_what, extensions, method) => {
  const { rule, add, choose, cart, goods, offered } = await openDelivery({}, new Several(...extensions));
  const product = await goods.product('20', { metadata: { weight: 2 } });
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  expect((await offered())[0]).toMatchObject(method);
  const sum = 'price' in method ? method.price : 0;
  expect(await cart()).toMatchObject({ delivery_costs: { sum } });
});
