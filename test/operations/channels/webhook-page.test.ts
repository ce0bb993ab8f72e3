// Catches code of docs/build/webhook-bodies.md that does not verify a real call, or takes one that is none; and a body
// there that is not as its event declares it.
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { WEBHOOK_PAYLOADS } from '../../../src/operations/replies/webhook-payloads.ts';
import { openShop } from '../shop.ts';
import { ViewWorld } from './view-world.ts';

const PAGE = readFileSync(new URL('../../../docs/build/webhook-bodies.md', import.meta.url), 'utf8');
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(PAGE)![1]!;

type IsFromShop = (secret: string, signature: string, body: string | Buffer, nowMs?: number) => boolean;

const codeOfPage = async (): Promise<IsFromShop> => {
  const { code } = transformSync(blockOf('ts'), { loader: 'ts', format: 'esm' });
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return ((await import(/* @vite-ignore */ url)) as { isFromShop: IsFromShop }).isFromShop;
};

test('the code of the page, of ten lines, knows calls of this shop from all others', async () => {
  expect(blockOf('ts').trim().split('\n').length).toBeLessThanOrEqual(10);
  const isFromShop = await codeOfPage();
  const shop = openShop();
  const world = new ViewWorld(shop);
  const former = await world.aim('WEBHOOK_CATEGORY_UPDATE', { body: 'view' });
  const secret = await world.aim('WEBHOOK_CATEGORY_UPDATE');
  for (const name of ['goods', 'Bücher', '品']) await shop.make('create_category', { id_parent: 0, name });
  await world.deliver();
  const calls = world.taken();
  expect(calls).toHaveLength(3);
  const now = shop.nowMs;
  for (const { body, headers } of calls) {
    const signature = headers['x-kontor-signature']!;
    expect(isFromShop(secret, signature, body, now)).toBe(true);
    expect(isFromShop(secret, signature, Buffer.from(body), now)).toBe(true);
    for (const [key, sent, bytes, atMs] of [
      [former, signature, body, now],
      [secret, signature, `${body} `, now],
      [secret, signature.replace('t=1', 't=2'), body, now],
      [secret, signature.replace(/v1=./, 'v1='), body, now],
      [secret, '', body, now],
      [secret, signature, body, now + 400_000],
    ] as const)
      expect(isFromShop(key, sent, bytes, atMs)).toBe(false);
  }
});

test('the body of the page is one that its event has, but for the fields that it leaves out', () => {
  const { object, ...shown } = JSON.parse(blockOf('json')) as { event: string; object: object };
  const { properties } = WEBHOOK_PAYLOADS.get(shown.event as 'ORDER_CREATE')! as unknown as {
    properties: { readonly object: { readonly anyOf: readonly [{ readonly properties: object }] } };
  };
  expect([...Object.keys(shown), 'object', 'test'].sort()).toEqual(Object.keys(properties).sort());
  expect(Object.keys(properties.object.anyOf[0].properties)).toEqual(expect.arrayContaining(Object.keys(object)));
});
