// Questions about deliveries that find no place. Catches reads that leave none to carts, and a price that is said to be
// missing where nobody was asked.
import { expect, test } from 'vitest';
import type { ExtensionPoint, ReadAnswer } from '../../../src/kernel/extensions.ts';
import { quoteReader, readRefusal } from '../../../src/operations/context/extension-answers.ts';
import { ReadQuestions } from '../../../src/operations/context/read-questions.ts';
import { FakeExtensions } from '../fake-extensions.ts';
import { CREDENTIALS } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

/** Waits until it is let go. */
class Held {
  readonly asked: number[] = [];
  private readonly open: (() => void)[] = [];
  private readonly places = new ReadQuestions();

  ask(channelId: number, wanted: number) {
    return this.places.within(channelId, wanted, (atOnce) => {
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
  const held = new Held();
  const [first, second] = [held.ask(1, 20), held.ask(1, 20)];
  expect(await held.ask(1, 1)).toMatchObject({ code: 'OVERLOADED', detail: expect.stringContaining('19 of this') });
  const third = held.ask(2, 20);
  expect(await held.ask(3, 1)).toMatchObject({ code: 'OVERLOADED', detail: expect.stringContaining('have 25 q') });
  expect(held.asked).toEqual([10, 9, 6]);
  await held.release();
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, undefined]);
  const again = held.ask(1, 2);
  await held.release();
  expect([held.asked.at(-1), await again]).toEqual([2, undefined]);
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
