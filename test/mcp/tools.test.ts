// Catches a tool whose schema refuses the call that the documentation shows, an operation that is offered without
// having been allowed and a reply with a secret or, without persons, with a person.
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { fromJsonSchema } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { withCommands } from '../../src/cli/command-line.ts';
import { ApiDescription } from '../../src/mcp/api-description.ts';
import type { JsonSchema, Members } from '../../src/mcp/api-description.ts';
import { offerOf } from '../../src/mcp/offer.ts';
import type { Grant, Offer } from '../../src/mcp/offer.ts';
import { toolsOf } from '../../src/mcp/serve-mcp.ts';
import type { McpOptions, Tools } from '../../src/mcp/serve-mcp.ts';
import { AREAS } from '../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';

const ALL_AREAS = new Set(Object.keys(AREAS) as (keyof typeof AREAS)[]);
const NOTHING: ReadonlySet<string> = new Set();
const access = {
  url: 'http://127.0.0.1:1',
  username: 'u',
  password: 'a long password',
  secretKey: 'k',
  source: 'here',
};

const offered = (grant: Partial<Grant> = {}): Offer =>
  offerOf({ writes: NOTHING, persons: true, hasSecretKey: true, ...grant });
const made = (options: Partial<McpOptions> = {}): Tools =>
  toolsOf({ access, writes: NOTHING, persons: true, areas: ALL_AREAS, resultMax: 40_000, version: '1', ...options });

const problem = async (schema: JsonSchema | undefined, value: unknown): Promise<string> => {
  const { issues = [] } = await fromJsonSchema(schema as never)['~standard'].validate(value);
  return issues.map(({ message }) => message).join('; ');
};

const api = new ApiDescription();
const exampleOf = (name: string): { readonly call: Members; readonly reply: Members } => api.of(name).example;

describe('every operation as a tool', () => {
  const all = made({ writes: 'all' });

  test('all but those that show a secret and the one that calls others are offered', () => {
    expect([...offered({ writes: 'all' }).withheld.keys()].toSorted()).toEqual([
      'accept_invitation',
      'aggregate',
      'begin_second_factor',
      'confirm_second_factor',
      'create_application_token',
      'create_channel',
      'create_webhook',
      'invite_person',
      'register_user',
      'reset_user',
      'reset_user_password',
      'rotate_channel',
      'update_webhook',
    ]);
    for (const name of OPERATIONS.keys())
      expect([name, all.byName.has(name), all.offer.withheld.has(name)]).toEqual([
        name,
        all.offer.operations.has(name),
        !all.offer.operations.has(name),
      ]);
  });

  test.each([...offered({ writes: 'all' }).operations.keys()])('%s takes its example', async (name) => {
    const { inputSchema, outputSchema, description } = all.byName.get(name)!;
    const { call, reply } = exampleOf(name);
    expect(await problem(inputSchema, call)).toBe('');
    expect(await problem(outputSchema, reply)).toBe('');
    expect(description).toContain(OPERATIONS.get(name)!.summary);
    // What it needs, it needs.
    for (const param of (inputSchema['required'] as string[] | undefined) ?? [])
      expect(await problem(inputSchema, { ...call, [param]: undefined }), param).not.toBe('');
  });

  test('a member that a newer server adds is no error', async () => {
    const { outputSchema } = all.byName.get('get_status')!;
    expect(await problem(outputSchema, { ...exampleOf('get_status').reply, added: 1 })).toBe('');
    expect(await problem(outputSchema, { object: 1 })).not.toBe('');
  });

  test('only reads are called read-only, and only what adds is called harmless', () => {
    for (const [name, { annotations }] of all.byName) {
      const operation = OPERATIONS.get(name);
      if (operation === undefined) continue;
      const isRead =
        operation.effect === 'read' && !['test_webhook', 'send_test_mail', 'application_api_call'].includes(name);
      expect([name, annotations.readOnlyHint]).toEqual([name, isRead]);
      if (/^(delete|update|set|end|lock|clear|checkout)/.test(name))
        expect([name, annotations.destructiveHint]).toEqual([name, true]);
    }
    expect(all.byName.get('create_product')!.annotations.destructiveHint).toBe(false);
    expect(all.byName.get('test_webhook')!.annotations.openWorldHint).toBe(true);
    expect(all.byName.get('call_write_operation')!.annotations.readOnlyHint).toBe(false);
  });
});

describe('what was not allowed', () => {
  test('without a grant nothing is offered that changes or reaches anything', () => {
    const { operations, withheld } = offered();
    const dry = [...operations.values()].filter(({ access: kind }) => kind !== 'read');
    expect(dry.map(({ name, access: kind }) => [name, kind])).toEqual([
      ['delete_category', 'dry_run'],
      ['delete_unused_images', 'dry_run'],
      ['send_draft', 'dry_run'],
      ['edit_order', 'dry_run'],
      ['commit_order_edit', 'dry_run'],
      ['checkout', 'dry_run'],
      ['update_order_details', 'dry_run'],
      ['add_parcel', 'dry_run'],
      ['set_parcel_delivered', 'dry_run'],
      ['announce_return', 'dry_run'],
      ['withdraw_return', 'dry_run'],
      ['receive_return', 'dry_run'],
      ['cancel_lines', 'dry_run'],
      ['refund', 'dry_run'],
      ['inventory_place', 'dry_run'],
      ['inventory_take', 'dry_run'],
      ['update_shop_settings', 'dry_run'],
      ['update_document_template', 'dry_run'],
      ['set_search_words', 'dry_run'],
      ['end_coupons', 'dry_run'],
      ['delete_group', 'dry_run'],
      ['create_price_list', 'dry_run'],
      ['update_price_list', 'dry_run'],
      ['end_price_list', 'dry_run'],
      ['set_prices', 'dry_run'],
      ['create_delivery_rule', 'dry_run'],
      ['update_delivery_rule', 'dry_run'],
      ['delete_delivery_rule', 'dry_run'],
      ['create_promotion', 'dry_run'],
      ['update_promotion', 'dry_run'],
      ['end_promotion', 'dry_run'],
      ['erase_user', 'dry_run'],
      ['erase_order', 'dry_run'],
      ['erase_past_order', 'dry_run'],
    ]);
    for (const name of ['update_product', 'test_webhook', 'application_api_call', 'get_invoice', 'get_new_session'])
      expect([name, withheld.get(name)?.why]).toEqual([name, expect.stringContaining(`--allow ${name}`)]);
    expect(made().byName.has('call_write_operation')).toBe(false);
  });

  test('a dry run is all that its tool takes', async () => {
    const { inputSchema, annotations } = made().byName.get('checkout')!;
    expect(annotations.readOnlyHint).toBe(true);
    expect(await problem(inputSchema, { session: 's' })).not.toBe('');
    expect(await problem(inputSchema, { session: 's', dry_run: false })).not.toBe('');
    expect(await problem(inputSchema, { session: 's', dry_run: true })).toBe('');
  });

  test('what is allowed by name is a tool of its own, and nothing else is', () => {
    const { byName, offer } = made({ writes: new Set(['inventory_place']), areas: undefined });
    expect(byName.get('inventory_place')!.annotations.readOnlyHint).toBe(false);
    const writes = [...offer.operations.values()].filter(({ access: kind }) => kind === 'write');
    expect(writes.map(({ name }) => name)).toEqual(['inventory_place']);
  });

  test('without a secret key nothing is offered that needs one', () => {
    const { operations } = offered({ hasSecretKey: false, writes: 'all' });
    expect([...operations.values()].filter(({ operation }) => operation.credential === 'secret')).toEqual([]);
    expect(operations.has('search_products')).toBe(true);
  });
});

/** Strings and numbers of a value, with the names of the members that they are in. */
const leaves = (value: unknown, name = ''): (readonly [name: string, value: string])[] => {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, name));
  return Object.entries(value).flatMap(([member, one]) => leaves(one, member));
};

/** Members of replies by name, at any depth. */
const membersOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(membersOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, of]) =>
    keyword === 'properties' ? [...Object.keys(of as object), ...membersOf(of)] : membersOf(of),
  );
};

describe('what an agent sees', () => {
  test('no reply has a member for a password, a key or a secret', () => {
    for (const name of offered({ writes: 'all' }).operations.keys()) {
      const secret = membersOf(api.of(name).reply).filter((member) =>
        /passw|secret|licence_|_key$|^token$|login_token/.test(member),
      );
      // A browser is sent to the provider's page with it.
      const ofBrowsers = name === 'do_payment' ? ['token'] : [];
      expect([name, secret]).toEqual([name, ofBrowsers]);
    }
  });

  test('without persons no reply has what the calls of the examples say of one', () => {
    const about =
      /^(email|phone|username|firstname|lastname|street|(delivery|invoice)_(firstname|lastname|street|zip))$/;
    const given = [...OPERATIONS.keys()].flatMap((name) => leaves(exampleOf(name).call));
    const inText = given.filter(([name, value]) => name === 'args' && value.startsWith('{'));
    const all = [...given, ...inText.flatMap(([, value]) => leaves(JSON.parse(value)))];
    const persons = new Set(
      all.filter(([name, value]) => about.test(name) && value.length > 2).map(([, value]) => value),
    );
    expect([...persons].some((value) => value.includes('@'))).toBe(true);
    const told = (offer: Offer): string[] =>
      [...offer.operations.keys()].filter((name) =>
        leaves(exampleOf(name).reply).some(([, value]) => [...persons].some((one) => value.includes(one))),
      );
    expect(told(offered({ persons: false, writes: 'all' }))).toEqual([]);
    // The check sees persons where there are some.
    expect(told(offered({ writes: 'all' }))).toEqual(expect.arrayContaining(['search_orders', 'search_users']));
  });
});

describe('docs/build/agents.md', () => {
  const page = readFileSync(new URL('../../docs/build/agents.md', import.meta.url), 'utf8');

  test('names the tools and what is never offered', () => {
    const { byName, offer } = made({ areas: undefined, writes: 'all' });
    for (const name of [...byName.keys(), ...offer.withheld.keys()]) expect(page).toContain(`\`${name}\``);
    for (const name of ['checkout', 'update_order_details']) expect(page).toContain(`\`${name}\``);
  });

  test('names the options of the command, and no others', () => {
    const program = withCommands(new Command('kontor'));
    const { options } = program.commands.find((one) => one.name() === 'mcp')!;
    const named = [...page.matchAll(/^- `(--[a-z-]+)[^`]*`:/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(options.map(({ long }) => long).toSorted());
  });
});
