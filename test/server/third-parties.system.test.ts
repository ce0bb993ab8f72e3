// Catches a part of the built program that reaches its third party alone and not beside the others, whatever Node runs
// it: payment provider, webhooks and mail, pictures, and applications in one start.
import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { Client, must } from '../kill/client.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { StripeStub, WEBHOOK_SECRET, event, signed } from '../outside/payments/stripe-stub.ts';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const LICENCE = { username: 'shop_1', password: 'parties-password', secretKey: 'secret-key-1' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
  KONTOR_PAYMENT_8_SECRET: 'sk_test_1',
  KONTOR_PAYMENT_8_WEBHOOK_SECRET: WEBHOOK_SECRET,
};
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000028000000 1e00802000000'.replaceAll(' ', ''), 'hex');

test('Stripe, webhooks, mail, pictures and applications are reached by one start', async () => {
  const place = new Place();
  onTestFinished(() => place.clean());
  const stripe = new StripeStub();
  const api = await stripe.listen();
  onTestFinished(() => stripe.close());
  const others = await Receiver.open(({ target }, reply) => {
    if (target.startsWith('/picture')) return void reply.writeHead(200).end(Buffer.concat([PNG, Buffer.alloc(1000)]));
    if (target.startsWith('/srv/service/')) return void reply.end('{"status":"printed"}');
    return void reply.end('WEBHOOK_EXECUTED');
  });
  onTestFinished(() => others.close());
  const settings = {
    paymentMethods: [{ id: 8, name: 'Card', provider: 'stripe', url: api }],
    paymentSuccessUrl: 'https://shop.example.org/thanks',
    paymentReturnHosts: ['shop.example.org'],
    imageHosts: ['127.0.0.1'],
    applicationChannels: { labels: ['default'] },
    webhookDelayMs: 0,
    currency: 'EUR',
  };
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(settings));
  const program = place.start(['serve', '--port', '0'], ENV);
  const { origin, port } = new URL(await program.ready());
  const added = await place.run(['app', 'add', 'labels', `${others.url}/app`]);
  expect(added.code, added.err.join('\n')).toBe(0);
  const client = new Client(Number(port), LICENCE);
  onTestFinished(() => client.hangUp());
  const body = async (answer: ReturnType<Client['call']>): Promise<{ [name: string]: unknown }> =>
    (await must(answer)).body as { [name: string]: unknown };
  const office = (operation: string, fields: Readonly<Record<string, string | number>>) =>
    body(client.office(operation, fields));
  for (const name of ['ORDER_CREATE', 'SEND_MESSAGE_TO_USER', 'PAYMENT_UNCLAIMED'])
    await office('update_webhook', { name, url: `${others.url}/hook/${name}`, parameter: '' });
  const reached = (what: string): Promise<unknown> =>
    until(`${what} is called`, () => others.received.some(({ target }) => target.startsWith(what)));

  // A picture, an application and a message to a person.
  const { id: classId } = await office('create_class', { name: 'page', type: 'content' });
  const attributes = [{ name: 'image', type: 'IMG', de_DE: { label: 'Bild', value: '' } }];
  await office('create_class_attributes', { id_class: Number(classId), attributes: JSON.stringify(attributes) });
  const image = { de_DE: { image: `${others.url}/picture.png` } };
  await office('create_content', { class: 'page', name: 'a', shop_active: 1, attributes: JSON.stringify(image) });
  const person = { username: 'ada.b', passwd1: 'walnut4242', passwd2: 'walnut4242', email: 'ada@shop.example' };
  await body(client.call('register_user', { args: JSON.stringify(person) }));
  const asked = await body(client.call('application_api_call', { application: 'labels', app_request: 'print' }));
  expect(asked).toMatchObject({ status: 'printed' });

  // An order, its payment, and the notices of it.
  const { code: session } = (await body(client.call('get_new_session', {}))) as { code: string };
  const line = {
    session,
    id_shopobject: 0,
    quantity: 1,
    element_type: 'FREE_ELEMENT',
    name_field: 'Lamp',
    price_field: '12.50',
  };
  await body(client.call('add_to_cart', line));
  await body(client.call('set_order_details', { session, id_payment_method: 8 }));
  const { id_order } = (await body(client.call('checkout', { session }))) as { id_order: number };
  expect(await body(client.call('do_payment', { id_order }))).toMatchObject({
    status: 'Success',
    redirect: 'https://checkout.stripe.com/c/pay/cs_test_1',
  });
  expect(stripe.asked.map(({ path }) => path)).toEqual(['POST /v1/checkout/sessions']);
  const tell = async (intent: string): Promise<number> => {
    const text = event('checkout.session.completed', { payment_intent: intent });
    const { headers } = signed(text, { atMs: Date.now() });
    const url = `${origin}/srv/payment/8/notify`;
    return (await fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body: text })).status;
  };
  expect(await tell('pi_1')).toBe(200);
  expect(await tell('pi_2')).toBe(409);
  expect(await body(client.call('get_order_by_id', { id_order }))).toMatchObject({
    payment_state: { name: 'PAYMENT_RECEIVED' },
    currency: 'EUR',
  });
  for (const what of ['/picture', '/hook/ORDER_CREATE', '/hook/SEND_MESSAGE_TO_USER', '/hook/PAYMENT_UNCLAIMED'])
    await reached(what);
  expect(await office('get_unclaimed_money', {})).toMatchObject({ open: 1, money: [{ transaction: 'pi_2' }] });
  expect(program.err).toEqual([expect.stringContaining('money came without a claim: number 1')]);

  // Another currency would make something else of what the next cart holds.
  const { code: next } = (await body(client.call('get_new_session', {}))) as { code: string };
  await body(client.call('add_to_cart', { ...line, session: next }));
  client.hangUp();
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  const refused = await place.refusedHere(['serve', '--port', '0'], { ...ENV, KONTOR_CURRENCY_DIGITS: '3' });
  expect([refused.code, refused.err.at(-1)]).toEqual([
    1,
    expect.stringContaining('currency_digits: 2 would become 3, and there are carts.'),
  ]);
});
