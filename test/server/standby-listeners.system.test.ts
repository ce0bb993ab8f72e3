// Would catch a standby that answers otherwise over TLS and from I/O threads than its leader does.
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCertificate } from '../http/certificates.ts';
import type { Members } from '../kill/client.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

test('a standby reads and passes on over TLS, with I/O threads, also when it leads', async () => {
  const { cert, certFile, keyFile } = await newCertificate('standby');
  const env = { KONTOR_TLS_CERT: certFile, KONTOR_TLS_KEY: keyFile, KONTOR_IO_THREADS: '2' };
  await shop.lead(env);
  await shop.follow('standby', 'shop', env);
  const call = async (data: string, operation: string, fields: object = {}): Promise<Members> => {
    const options = {
      host: 'localhost',
      port: await shop.port(data),
      path: `/srv/service/${operation}`,
      method: 'POST',
      ca: cert,
      agent: false,
      auth: `${DEMO.username}:${DEMO.password}`,
      headers: { 'Content-Type': 'application/json', 'X-Licence-Secret-Key': DEMO.secretKey },
    };
    const reply = await new Promise<string>((resolve, reject) => {
      const sent = request(options, (response) => void text(response).then(resolve, reject));
      sent.once('error', reject).end(JSON.stringify(fields));
    });
    return JSON.parse(reply) as Members;
  };
  const session = String((await call('standby', 'get_new_session'))['code']);
  const lines = async (data: string): Promise<number> =>
    ((await call(data, 'get_cart', { session }))['contents'] as readonly unknown[]).length;
  for (let added = 1; added <= 4; added += 1) {
    await call(added % 2 === 0 ? 'shop' : 'standby', 'add_to_cart', { ...ITEM, session });
    expect([await lines('standby'), await lines('shop')]).toEqual([added, added]);
  }
  // Cached at the leader's threads, and asked for by name.
  const product = (data: string): Promise<Members> => call(data, 'get_product_details', { id_product: 1 });
  for (let time = 0; time < 2; time += 1) expect(await product('standby')).toEqual(await product('shop'));
  await shop.kill('shop');
  await shop.promote();
  await call('standby', 'add_to_cart', { ...ITEM, session });
  expect(await lines('standby')).toBe(5);
});
