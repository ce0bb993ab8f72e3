// Would catch a role that opens to an agent, by the tools of kontor mcp, an operation that it lacks, or closes one that
// it holds: every operation that is offered is called by a channel of each built-in role.
import { expect, test } from 'vitest';
import { BUILT_IN_ROLES } from '../../src/domain/accounts/role.ts';
import { toolsOf } from '../../src/mcp/serve-mcp.ts';
import { AREAS } from '../../src/operations/context/operation.ts';
import { testShop } from '../../src/testing/test-shop.ts';

test.each(BUILT_IN_ROLES)(
  'an agent of the role %s is refused what it lacks, by name, and nothing else',
  async (role) => {
    const shop = await testShop();
    const { roles } = await shop.admin<{ roles: { name: string; operations: string[] }[] }>('get_roles');
    const held = new Set(roles.find(({ name }) => name === role)!.operations);
    const made = { name: role, description: 'd', shop_active: 1, server_output: 'json', role };
    const own = await shop.admin<{ [name: string]: string }>('create_channel', made);
    const { licence_username: username = '', licence_password: password = '', licence_secret_key: secretKey } = own;
    const access = { url: await shop.listen(), username, password, secretKey, source: 'here' };
    const areas = new Set(Object.keys(AREAS) as (keyof typeof AREAS)[]);
    const tools = toolsOf({ access, writes: 'all', persons: true, areas, resultMax: 40_000, version: '1' });
    const { signal } = new AbortController();
    expect(tools.offer.operations.size).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const name of tools.offer.operations.keys()) {
      // Without its parameters a held one is refused otherwise, or is a read.
      const result = JSON.stringify(await tools.byName.get(name)!.run({}, signal));
      // The reply of a checkout has no sentence.
      const says = name === 'checkout' ? 'PERMISSION_DENIED (request)' : `The role ${role} lacks ${name}.`;
      if (result.includes(says) === held.has(name)) wrong.push(`${name}: ${result}`);
    }
    expect(wrong).toEqual([]);
    await shop.close();
  },
);
