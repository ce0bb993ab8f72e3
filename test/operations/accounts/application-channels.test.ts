// Catches a channel that has the shop call, with the shop's own token, an application that was not given to it.
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { warnOfApplications } from '../../../src/server/start/start-report.ts';
import { channel, raw } from '../channels/channel-calls.ts';
import { openShop } from '../shop.ts';
import { addBilling } from './application-shop.ts';

const CALL = { request: 'application_api_call', application: 'billing', app_request: 'send' };

test('unless the setting names channels nobody calls an application: not the first one, nor with a secret key', async () => {
  for (const config of [{}, { applicationChannels: {} }, { applicationChannels: { billing: [] } }]) {
    const shop = openShop({ config });
    addBilling(shop, 'https://app.example.org/');
    shop.http = { call: () => Promise.reject(new Error('nothing is forwarded')) };
    for (const secret of [false, true])
      await shop.refused('application_api_call', CALL, 'PERMISSION_DENIED', 'application', { secret });
  }
});

test('the start warns of an application that nobody may call, and of no other', () => {
  const warned = vi.spyOn(console, 'error').mockReturnValue();
  const shop = openShop();
  addBilling(shop, 'https://app.example.org/');
  const config = loadConfig({}, {}, '/nonexistent');
  for (const [applicationChannels, lines] of [
    [{}, 1],
    [{ billing: [] }, 2],
    [{ other: ['test'] }, 3],
    [{ billing: ['test'] }, 3],
  ] as const) {
    warnOfApplications(shop, { ...config, applicationChannels });
    expect(warned.mock.calls).toHaveLength(lines);
  }
});

test('a channel calls those that applicationChannels gives it', async () => {
  const applicationChannels = { billing: ['test', 'pos'], other: ['web'], nothing: ['pos'] };
  const shop = openShop({ config: { applicationChannels } });
  addBilling(shop, 'https://app.example.org/');
  let calls = 0;
  shop.http = { call: () => ((calls += 1), Promise.resolve({ ok: true, status: 200, bytes: Buffer.from('{"a":1}') })) };
  expect(await shop.call('application_api_call', CALL)).toEqual({ a: 1 });

  const pos = await channel(shop, 'json', { name: 'pos' });
  expect((await raw(shop, { ...pos, ...CALL })).text).toBe('{"a":1}');
  expect((await raw(shop, { ...pos, ...CALL, application: 'nothing' })).text).toContain('APPLICATION_NOT_FOUND');
  expect(calls).toBe(2);

  const web = await channel(shop, 'json', { name: 'web' });
  const storefront = { ...web, licence_secret_key: '' };
  // With the secret key of the channel and without it; what there is and what there is not get the same answer.
  for (const credentials of [web, storefront])
    for (const application of ['billing', 'unknown', 'constructor'])
      expect(JSON.parse((await raw(shop, { ...credentials, ...CALL, application })).text)).toMatchObject({
        message: 'PERMISSION_DENIED',
        param: 'application',
      });
  expect(calls).toBe(2);
});
