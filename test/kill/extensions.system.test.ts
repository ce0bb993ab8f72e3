// The real server killed while an extension is asked about a checkout, and just after it has answered. Nothing is half
// done: there is no order that was not acknowledged or repeated, and the call that comes again with its key acts once.
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { must } from './client.ts';
import type { Client } from './client.ts';
import { pick, seeded } from './model.ts';
import { KillShop } from './shop.ts';

const KILLS = runs(6, 4);
const random = seeded(seedOf('extensions'));
const LINE = {
  id_shopobject: 0,
  element_type: 'FREE_ELEMENT',
  quantity: 1,
  price_field: '12.50',
  name_field: 'Lamp',
  description_field: '',
  language: 'de_DE',
  country: 'DE',
  id_parent_element: 0,
  attributes: '[]',
};
const STEPS = ['asked', 'answered'] as const;

/** Asks a server of the test, which says when the question is out. */
const moduleFor = (url: string): string => `
import { defineExtension } from 'kontor/extension';
export default defineExtension({
  name: 'asks',
  version: '1',
  checkout_check: async (_question, { fetch }) => {
    await (await fetch('${url}')).text();
  },
  order_attributes: () => ({ route: 'north' }),
});
`;

const ordersOf = async (office: Client): Promise<readonly { readonly id: number }[]> =>
  (await must(office.office('search_orders', { constraint: '[]', right_limit: 1000 }))).body['result'] as {
    readonly id: number;
  }[];

/** A busy machine loads a module slowly; until then every question fails. */
const loaded = (office: Client): Promise<unknown> =>
  until('the extension is at work', async () => {
    const { extensions } = (await must(office.office('get_extensions'))).body as { extensions: { state: string }[] };
    return extensions[0]!.state === 'running';
  });

test(`${KILLS} kills between a question and its record: each order is placed once`, async () => {
  let asked = 0;
  let meanwhile = (): Promise<boolean> => Promise.resolve(true);
  const receiver = await Receiver.open((_received, reply) => {
    asked += 1;
    void meanwhile().then((mayAnswer) => (mayAnswer ? reply.end('yes') : undefined));
  });
  const shop = await KillShop.open({
    KONTOR_EXTENSIONS: JSON.stringify([{ module: 'asks.mjs', deadlineMs: { checkout_check: 60_000 } }]),
  });
  writeFileSync(shop.place.path('asks.mjs'), moduleFor(receiver.url));
  const client = shop.client();
  const placed: number[] = [];
  let halfway = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = shop.start(pick(random, ['commit', 'fsync']));
      await program.ready();
      await loaded(client);
      const session = String((await must(client.call('get_new_session'))).body['code']);
      await must(client.office('add_to_cart', { session, ...LINE }));
      const [step, key] = [STEPS[kill % STEPS.length]!, `order-${kill}`];
      const before = asked;
      meanwhile = async () => {
        if (step === 'asked') await program.kill();
        else void program.kill();
        return step === 'answered';
      };
      const lost = await client.call('checkout', { session, idempotency_key: key });
      await program.kill();
      expect(asked, 'the question was out').toBe(before + 1);
      if (step === 'asked') expect(lost, 'a reply without an answer').toBeUndefined();
      if (lost === undefined) halfway += 1;
      client.hangUp();
      meanwhile = () => Promise.resolve(true);
      const next = shop.start('commit');
      await next.ready();
      await loaded(client);
      const left = (await ordersOf(client)).map(({ id }) => Number(id)).filter((id) => !placed.includes(id));
      const cart = (await must(client.call('get_cart', { session }))).body;
      // All of it, or nothing.
      if (step === 'asked') expect(left).toEqual([]);
      expect(cart['contents']).toHaveLength(left.length === 0 ? 1 : 0);
      const [again, twice] = [0, 1].map(() => must(client.call('checkout', { session, idempotency_key: key })));
      const ids = [Number((await again!).body['id_order']), Number((await twice!).body['id_order'])];
      expect(ids[0]).toBe(ids[1]);
      expect(left.length === 0 ? ids : left).toContain(ids[0]);
      const order = (await must(client.call('get_order_by_id', { id_order: ids[0]! }))).body;
      expect(order).toMatchObject({ attributes: { route: { value: 'north' } }, cart: { total: 12.5 } });
      placed.push(ids[0]!);
      expect(next.err, 'what the server complained of').toEqual([]);
      await next.kill();
      client.hangUp();
    }
    const last = shop.start('commit');
    await last.ready();
    await until('all orders are there', async () => (await ordersOf(client)).length === placed.length);
    expect((await ordersOf(client)).map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(placed);
    expect(halfway, 'checkouts that were lost').toBeGreaterThanOrEqual(Math.ceil(KILLS / 2));
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    await shop.verifyByCommand();
  } finally {
    await receiver.close();
    await shop.place.clean();
  }
});
