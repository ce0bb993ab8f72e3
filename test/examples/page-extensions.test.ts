// The extensions of docs/build/extensions.md. Catches one that is not loaded or says something else than the page says
// of it, a point that nothing shows, and settings that a server refuses. test/package compiles them with their types.
import { createHmac } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { RawSettings } from '../../src/config/config.ts';
import { EXTENSION_POINTS, POINT_DEADLINES_MS } from '../../src/kernel/extensions.ts';
import { newDirectory } from '../harness/directories.ts';

const PAGE = readFileSync(new URL('../../docs/build/extensions.md', import.meta.url), 'utf8');
const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block!);
const EXAMPLES = new URL('../../examples/extensions/', import.meta.url);

type Handlers = { readonly [point: string]: (question: object, tools?: object) => unknown };

/** An extension of the page by its name. */
const extensionOf = async (name: string): Promise<Handlers> => {
  const block = blocksOf('ts').find((text) => text.includes(`name: '${name}'`))!;
  const { code } = await transform(block.replace(/^import .*kontor\/extension.*$/m, ''), { loader: 'ts' });
  const file = join(newDirectory(), `${name}.mjs`);
  writeFileSync(file, `const defineExtension = (extension) => extension;\n${code}`);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Handlers }).default;
};

test('each point has an example, and a row with its deadline', () => {
  const files = readdirSync(EXAMPLES).map((file) => readFileSync(new URL(file, EXAMPLES), 'utf8'));
  const shown = EXTENSION_POINTS.filter((point) =>
    [...files, ...blocksOf('ts')].some((text) => new RegExp(`^  ${point}:`, 'm').test(text)),
  );
  expect(shown).toEqual(EXTENSION_POINTS);
  const rows = [...PAGE.matchAll(/^\| `(\w+)` .*\| ([\d.]+) s +\|$/gm)].map(([, point, s]) => [
    point,
    Number(s) * 1000,
  ]);
  expect(Object.fromEntries(rows)).toEqual(POINT_DEADLINES_MS);
});

test('its settings are settings of a server', () => {
  const settings = blocksOf('json').map(
    (block) => loadConfig(JSON.parse(block) as RawSettings, {}, undefined).extensions,
  );
  expect(settings.length).toBeGreaterThan(1);
  expect(settings.every((extensions) => extensions.length > 0)).toBe(true);
});

test('its checks refuse what they say that they refuse', async () => {
  const minimum = await extensionOf('order-minimum');
  expect(minimum['checkout_check']!({ cart: { sum: 9.99 } })).toMatchObject({ refuse: 'ORDER_TOO_SMALL' });
  expect(minimum['checkout_check']!({ cart: { sum: 10 } })).toBeUndefined();
  const two = await extensionOf('two-of-each');
  expect(two['cart_check']!({ cart: { contents: [{ quantity: 2 }, { quantity: 3 }] } })).toMatchObject({
    refuse: 'TOO_MANY',
  });
  expect(two['cart_check']!({ cart: { contents: [{ quantity: 2 }] } })).toBeUndefined();
  expect(two['order_attributes']!({ details: { delivery_zip: '24103' } })).toEqual({ route: 'north' });
});

test('its ERP is told of an order, and again where it does not answer', async () => {
  const { after } = await extensionOf('tell-erp');
  const told: string[] = [];
  const tools = (status: number) => ({
    fetch: (_url: string, { body }: { body: string }) => {
      told.push(body);
      return Promise.resolve(new Response('', { status }));
    },
  });
  const event = { event: 'ORDER_CREATE', id: 'msg_1', object: { id: 7, cart: { total: 12.5 } } };
  await after!(event, tools(200));
  await after!({ ...event, event: 'ORDER_EXPIRED' }, tools(200));
  expect(told).toEqual(['{"key":"msg_1","order":7,"total":12.5}']);
  await expect(after!(event, tools(503))).rejects.toThrow('503');
});

test('its bank takes a notice that is signed, and no other', async () => {
  vi.stubEnv('BANK_SECRET', 'walnut');
  const { notify } = (await extensionOf('bank'))['payment_provider'] as unknown as Handlers;
  vi.unstubAllEnvs();
  const body = JSON.stringify({ key: 'k', transfer: 't', minor: 1250 });
  const signature = createHmac('sha256', 'walnut').update(body).digest('hex');
  const notice = { reference: 'k', outcome: 'received', transaction: 't', minor: 1250, currency: 'EUR' };
  expect(notify!({ headers: { 'x-signature': signature }, body })).toEqual(notice);
  const refused = { refuse: 'NOTICE_SIGNATURE_INVALID' };
  expect(notify!({ headers: { 'x-signature': signature }, body: `${body} ` })).toEqual(refused);
  expect(notify!({ headers: {}, body })).toEqual(refused);
});
