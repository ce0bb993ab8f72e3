// The real server killed at every step of a refund: before its provider is asked, while it is, and after its answer.
// Every refund that was acknowledged is paid back exactly once, and the order says so.
import { expect, test } from 'vitest';
import { signatureOf } from '../../src/outside/payments/hosted-page.ts';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { must } from './client.ts';
import type { Client } from './client.ts';
import { pick, seeded } from './model.ts';
import { KillShop } from './shop.ts';

const KILLS = runs(6, 3);
const random = seeded(seedOf('refunds'));
const SECRET = 'page-secret';
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
const STEPS = ['acknowledged', 'asked', 'answered'] as const;

/** A page that pays each key back once, however often it is asked for it. */
class Page {
  /** Key → order. */
  readonly paid = new Map<string, number>();
  asked = 0;
  /** Called when a refund has come, before it is answered; resolves with whether it may be. */
  meanwhile: () => Promise<boolean> = () => Promise.resolve(true);

  open(): Promise<Receiver> {
    return Receiver.open(({ body }, reply) => {
      const { refund, order } = JSON.parse(body) as { refund: string; order: number };
      this.paid.set(refund, order);
      this.asked += 1;
      void this.meanwhile().then((mayAnswer) => {
        if (mayAnswer) reply.end(JSON.stringify({ status: 'done', transaction: `r-${refund}` }));
      });
    });
  }
}

/** An order of 12.50 that the page has brought the money for; its id. */
const paidOrder = async (client: Client, url: string): Promise<number> => {
  const session = String((await must(client.call('get_new_session'))).body['code']);
  await must(client.office('add_to_cart', { session, ...LINE }));
  await must(client.call('set_order_details', { session, id_payment_method: 8 }));
  const id = Number((await must(client.call('checkout', { session }))).body['id_order']);
  const { redirect } = (await must(client.call('do_payment', { id_order: id }))).body;
  const token = new URL(String(redirect)).searchParams.get('token')!.split('.')[0]!;
  const { payment } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { payment: string };
  const said = { payment, status: 'received', transaction: `t-${id}`, amount: 1250, currency: 'EUR' };
  const [timestamp, body] = [String(Math.floor(Date.now() / 1000)), Buffer.from(JSON.stringify(said))];
  const headers = { 'x-kontor-timestamp': timestamp, 'x-kontor-signature': signatureOf(SECRET, timestamp, body) };
  const told = await fetch(new URL('/srv/payment/8/notify', url), { method: 'POST', headers, body });
  expect(told.status, await told.text()).toBe(200);
  return id;
};

const refunds = async (client: Client, id: number) =>
  (await must(client.office('get_refunds', { id_order: id }))).body['refunds'] as { state: string; amount: number }[];

test(`${KILLS} kills: every refund is paid back once`, async () => {
  const page = new Page();
  const receiver = await page.open();
  const card = { id: 8, name: 'Card', provider: 'hosted-page', url: receiver.url, refundUrl: receiver.url };
  const shop = await KillShop.open({
    KONTOR_PAYMENT_METHODS: JSON.stringify([card]),
    KONTOR_PAYMENT_8_SECRET: SECRET,
  });
  const client = shop.client();
  const orders: number[] = [];
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = shop.start(pick(random, ['commit', 'fsync']));
      const id = await paidOrder(client, await program.ready());
      const step = STEPS[kill % STEPS.length]!;
      const before = page.asked;
      const killed = new Promise<void>((resolve) => {
        page.meanwhile = async () => {
          if (step === 'acknowledged') return true;
          if (step === 'asked') await program.kill();
          else void program.kill();
          resolve();
          return step === 'answered';
        };
        if (step === 'acknowledged') resolve();
      });
      const answer = await client.office('refund', { id_order: id, to: 'payment', amount: '2.50' });
      // A reply may be lost with the server; then the refund may be there or not.
      if (answer?.refusal === '') orders.push(id);
      await killed;
      await program.kill();
      if (step !== 'acknowledged') expect(page.asked).toBeGreaterThan(before);
      client.hangUp();
      page.meanwhile = () => Promise.resolve(true);
    }
    const last = shop.start('commit');
    await last.ready();
    for (const id of orders) {
      await until(`the refund of order ${id} is done`, async () => (await refunds(client, id))[0]?.state === 'done');
      expect(await refunds(client, id)).toMatchObject([{ state: 'done', amount: 2.5 }]);
      expect([...page.paid.values()].filter((order) => order === id)).toEqual([id]);
      expect((await must(client.call('get_order_by_id', { id_order: id }))).body).toMatchObject({
        balance: { total: 10, received: 12.5, outstanding: 0, refunded: 2.5 },
      });
    }
    expect(orders.length, 'refunds that were acknowledged').toBeGreaterThanOrEqual(KILLS / 2);
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    await shop.verifyByCommand();
  } finally {
    await receiver.close();
    await shop.place.clean();
  }
});
