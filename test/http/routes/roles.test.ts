// Would catch a role that holds inside the process and not for a caller over HTTP, in a call or a line of a bulk call.
import { describe, expect, test } from 'vitest';
import { channel } from '../../operations/channels/channel-calls.ts';
import { LISTENERS, served } from '../../operations/clients/served.ts';

describe.each(LISTENERS)('$name', (listener) => {
  test('a channel with a role calls what that holds, and hears by name what it lacks', async () => {
    const { goods, url } = await served(listener);
    const own = await channel(goods.shop, 'json', { role: 'warehouse' });
    const authorization = `Basic ${Buffer.from(`${own.licence_username}:${own.licence_password}`).toString('base64')}`;
    const headers = { authorization, 'x-licence-secret-key': own.licence_secret_key };
    const call = async (request: string): Promise<unknown> => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ ...own, request }) });
      return answer.json();
    };
    const lacks = (name: string) => ({
      message: 'PERMISSION_DENIED',
      param: 'request',
      detail: `The role warehouse lacks ${name}.`,
    });
    expect(await call('get_low_stock')).toMatchObject({ object: 'low_stock' });
    expect(await call('get_rights')).toMatchObject({ role: 'warehouse' });
    for (const name of ['create_coupons', 'search_users', 'create_product'])
      expect(await call(name)).toMatchObject(lacks(name));
    const lines = ['create_coupons', 'inventory_place'].map((request) => JSON.stringify({ request })).join('\n');
    const type = { 'content-type': 'application/x-ndjson' };
    const answer = await fetch(url.replace('service/', 'bulk'), {
      method: 'POST',
      headers: { ...headers, ...type },
      body: lines,
    });
    const [refused, read] = (await answer.text()).split('\n').map((line) => (line === '' ? {} : JSON.parse(line)));
    expect(refused).toMatchObject(lacks('create_coupons'));
    expect(read).toMatchObject({ message: 'PARAMETER_MISSING' });
  });
});
