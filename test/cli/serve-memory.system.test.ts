// A shop for tests that writes to the disk, is open to other machines, or whose clock does not obey.
import { readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { signatureOf } from '../../src/outside/payments/hosted-page.ts';
import { must } from '../back-office/office.ts';
import { received, tokenIn } from '../operations/orders/paying.ts';
import { Place } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const CATALOGUE = [
  { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] },
  { type: 'product', class: 'lamp', name: 'lamp', active: true, attributes: { de_DE: { price: 10 } } },
];

const PAYMENTS = {
  paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example/' }],
};
const SECRET = { KONTOR_PAYMENT_8_SECRET: 'page-secret' };

type Shop = ReturnType<typeof createClient>;

/** An order of one line is paid by a notice of the provider, at this moment of the shop. */
const isPaid = async (url: string, shop: Shop, nowMs: number): Promise<void> => {
  const { code: session } = must(await shop.get_new_session({}));
  const line = { id_shopobject: 0, element_type: 'FREE_ELEMENT', quantity: 1, price_field: '12.50' } as const;
  must(await shop.add_to_cart({ session, ...line, name_field: 'Lamp' }));
  must(await shop.set_order_details({ session, id_payment_method: 8 }));
  const { id_order } = must(await shop.checkout({ session }));
  const { redirect } = must(await shop.do_payment({ id_order }));
  const { payment } = tokenIn(redirect);
  const body = Buffer.from(JSON.stringify(received(payment)));
  const timestamp = String(Math.floor(nowMs / 1000));
  const headers = {
    'x-kontor-timestamp': timestamp,
    'x-kontor-signature': signatureOf('page-secret', timestamp, body),
  };
  expect((await fetch(`${url}/srv/payment/8/notify`, { method: 'POST', headers, body })).status).toBe(200);
  expect(must(await shop.get_order_by_id({ id_order })).payment_state.name).toBe('PAYMENT_RECEIVED');
};

test('it serves a catalogue at a moment that callers move on, takes notices of payments, and leaves nothing', async () => {
  writeFileSync(place.path('shop.ndjson'), CATALOGUE.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(PAYMENTS));
  const clock = ['--clock', '2026-12-24T18:00:00Z'];
  const args = ['serve', '--memory', '--port', '0', ...clock, '--catalogue', place.path('shop.ndjson')];
  const program = place.start(args, SECRET);
  const url = (await program.ready()).replace('/srv/service/', '');
  const shop = createClient({ url, username: 'demo_kontor', password: 'demo-password' });
  expect(await shop.get_product_details({ id_product: 1 })).toMatchObject({ ok: true, value: { name: 'lamp' } });
  expect(await shop.get_new_session()).toMatchObject({ value: { creation_date: '2026-12-24 18:00:00' } });
  expect((await fetch(`${url}/srv/bulk`, { method: 'POST' })).status).toBe(403);
  const move = async (body: string): Promise<unknown> =>
    (await fetch(`${url}/srv/clock`, { method: 'POST', body: new URLSearchParams(body) })).json();
  expect(await move('')).toEqual({ object: 'clock', now: '2026-12-24T18:00:00.000Z' });
  expect(await move('advance=3600000')).toEqual({ object: 'clock', now: '2026-12-24T19:00:00.000Z' });
  expect(await move('at=2026-12-25T00:00:00Z')).toEqual({ object: 'clock', now: '2026-12-25T00:00:00.000Z' });
  for (const wrong of ['at=2026-12-24T00:00:00Z', 'at=soon', 'advance=-1', 'advance=x'])
    expect(await move(wrong), wrong).toMatchObject({ message: 'PARAMETER_INVALID', param: wrong.split('=')[0] });
  expect(await shop.get_new_session()).toMatchObject({ value: { creation_date: '2026-12-25 00:00:00' } });
  await isPaid(url, shop, Date.parse('2026-12-25T00:00:00Z'));
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect(readdirSync(place.path('.')).sort()).toEqual(['kontor.config.json', 'shop.ndjson']);
});

test('without the secret of a payment provider it does not start', async () => {
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(PAYMENTS));
  const { code, err } = await place.runBuilt(['serve', '--memory', '--port', '0']);
  expect([code, err.join()]).toEqual([1, expect.stringContaining('KONTOR_PAYMENT_8_SECRET is not set')]);
});

test.each([
  [['--clock', '2026-12-24T18:00:00Z'], '--clock is of a shop in memory'],
  [['--catalogue', 'shop.ndjson'], '--catalogue is of a shop in memory'],
  [['--memory', '--data', 'data'], '--data is of a shop on the disk'],
  [['--memory', '--host', '0.0.0.0'], 'a shop in memory listens on loopback only, not on 0.0.0.0'],
  [['--memory', '--clock', 'soon'], '--clock: soon is no moment, such as 2026-12-24T18:00:00Z'],
])('%j is refused', async (args, why) => {
  // The program, and not its action in this process: where the refusal is lost, that would serve until a signal.
  const { code, err } = await place.runBuilt(['serve', '--port', '0', ...args]);
  expect([code, err.join(' ')]).toEqual([1, expect.stringContaining(why)]);
  expect(readdirSync(place.path('.'))).toEqual([]);
});

test('a server on the disk has no path for its clock', async () => {
  const program = place.start(['serve', '--demo', '--port', '0']);
  const url = (await program.ready()).replace('/srv/service/', '');
  expect((await fetch(`${url}/srv/clock`, { method: 'POST' })).status).toBe(404);
  await program.kill();
});
