// Would catch a field that a role hides in a reply over HTTP, or in the result of an agent's tool, and a tool whose
// declared result would refuse a reply in which something is left out.
import { fromJsonSchema } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { toolsOf } from '../../src/mcp/serve-mcp.ts';
import { ROLES } from '../../src/operations/dispatch/role-table.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { FIELD_GROUPS } from '../../src/domain/accounts/role.ts';
import { testShop } from '../../src/testing/test-shop.ts';

const MARKS = ['7391.17', 'Zauberweg', 'merlin@hexen.example'];

test('an agent and a client over HTTP are shown nothing that the role hides', async () => {
  const shop = await testShop();
  const { code: session } = await shop.call<{ code: string }>('get_new_session');
  const lamp = { id_shopobject: 0, element_type: 'FREE_ELEMENT', name_field: 'lamp', price_field: 7391.17 };
  const added = await shop.call('add_to_cart', { session, quantity: 1, ...lamp });
  expect(added).toMatchObject({ object: 'cart' });
  const details = { email: 'merlin@hexen.example', delivery_street: 'Zauberweg', id_payment_method: 2 };
  await shop.call('set_order_details', { session, ...details, id_delivery_method: 1 });
  const placed = await shop.call<{ id_order: number; object: string }>('checkout', { session });
  expect(placed).toMatchObject({ status: 'success', message: '' });
  const operations = [...OPERATIONS.keys()].filter((name) => ROLES.leaking([name], FIELD_GROUPS) === undefined);
  expect(await shop.admin('create_role', { role: 'blind', operations, hidden: FIELD_GROUPS })).toMatchObject({
    status: 'success',
  });
  const own = await shop.admin<{ [name: string]: string }>('create_channel', {
    name: 'agent',
    description: 'd',
    shop_active: 1,
    server_output: 'json',
    role: 'blind',
  });
  expect(own).toMatchObject({ status: 'success' });
  const { licence_username: username = '', licence_password: password = '', licence_secret_key: secretKey } = own;
  const url = await shop.listen();
  const body = new URLSearchParams({ ...own, request: 'search_orders', constraint: '{}' });
  const answer = await (await fetch(`${url}/srv/service/`, { method: 'POST', body })).text();
  expect(answer).toContain('"count":1');
  const access = { url, username, password, secretKey, source: 'here' };
  const tools = toolsOf({
    access,
    writes: new Set(),
    persons: true,
    areas: new Set(['orders', 'search']),
    resultMax: 40_000,
    version: '1',
  });
  const { signal } = new AbortController();
  const shown: string[] = [answer];
  for (const [name, args] of [
    ['search_orders', { constraint: {} }],
    ['get_order_by_id', { id_order: placed.id_order }],
  ] as const) {
    const tool = tools.byName.get(name)!;
    const result = await tool.run(args, signal);
    expect(result.isError, JSON.stringify(result)).not.toBe(true);
    const { issues = [] } = await fromJsonSchema(tool.outputSchema as never)['~standard'].validate(
      result.structuredContent,
    );
    expect(issues, name).toEqual([]);
    shown.push(JSON.stringify(result));
  }
  const explained = await tools.byName.get('explain_order')!.run({ id_order: placed.id_order }, signal);
  expect(JSON.stringify(explained)).toContain('The role blind lacks explain_order.');
  for (const text of shown) {
    expect(text).toContain('lamp');
    for (const mark of MARKS) expect(text).not.toContain(mark);
  }
  await shop.close();
});
