// npm run bench -- bulk: how many products a second one caller makes line by line in bulk calls, against single calls,
// and what a reader beside it waits. Rounds in turns, on one server; medians count.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Caller } from './caller.ts';
import { ROOT, startKontor } from './processes.ts';
import type { Credentials } from './processes.ts';
import { median } from './stats.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    data: { type: 'string', default: tmpdir() },
    rounds: { type: 'string', default: '9' },
    lines: { type: 'string', default: '500' },
  },
});
const [rounds, lines] = [Number(values.rounds), Number(values.lines)];

const word = (): string => randomBytes(18).toString('base64url');
const credentials: Credentials = { username: word(), password: word(), secretKey: word() };
const data = mkdtempSync(join(values.data, 'kontor-bench-bulk-'));
const server = await startKontor(values.engine, data, credentials);
const caller = new Caller(server.port, credentials);
const url = `http://127.0.0.1:${server.port}/srv`;

let made = 0;
const product = (): { readonly [name: string]: unknown } => {
  made += 1;
  const text = { name: `Product ${made}`, short_description: 'A thing that is made many times.', price: made % 100 };
  return {
    class: 'article',
    name: `product ${made}`,
    shop_active: 1,
    attributes: { de_DE: text },
    metadata: { element_number: `E${made}` },
    availability: { quantity: 10, active: 1 },
    categories: [1],
  };
};

const form = (fields: { readonly [name: string]: unknown }): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : `${value as string}`,
    ]),
  );

const HEADERS = {
  authorization: `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`,
  'x-licence-secret-key': credentials.secretKey,
};

const bulk = async (): Promise<void> => {
  const body = Array.from({ length: lines }, () => JSON.stringify({ request: 'create_product', ...product() })).join(
    '\n',
  );
  const answer = await fetch(`${url}/bulk`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/x-ndjson' },
    body,
  });
  const replies = (await answer.text()).split('\n').slice(0, -1);
  const failed = replies.find((reply) => !reply.startsWith('{"object":"create_product","id":"'));
  if (replies.length !== lines || failed !== undefined) throw new Error(`bulk: ${replies.length} replies, ${failed}`);
};

const oneByOne = async (): Promise<void> => {
  for (let index = 0; index < lines; index += 1) await caller.office('create_product', form(product()));
};

const atOnce = (): Promise<void> =>
  caller.many('create_product', lines, () => ({ ...caller.secretKey, ...form(product()) }));

/** Milliseconds that reads take, one after the other, until `until` has ended. */
const readsBeside = async (until: Promise<void>): Promise<readonly number[]> => {
  const state = { isOver: false };
  const ended = until.finally(() => (state.isOver = true));
  const times: number[] = [];
  while (!state.isOver) {
    const startMs = performance.now();
    await (
      await fetch(`${url}/service/get_categories`, { method: 'POST', headers: HEADERS, body: 'id_parent=0' })
    ).text();
    times.push(performance.now() - startMs);
  }
  await ended;
  return times;
};

const WAYS = { 'single, one after the other': oneByOne, 'single, 64 at once': atOnce, bulk } as const;
type Way = keyof typeof WAYS;

await caller.office('create_class', { name: 'article', type: 'product' });
const attributes = [
  { name: 'name', type: 'CHAR' },
  { name: 'short_description', type: 'TXT' },
  { name: 'price', type: 'FLOAT' },
];
await caller.office('create_class_attributes', { id_class: 1, attributes: JSON.stringify(attributes) });
await caller.office('create_category', { id_parent: 0, name: 'all' });

const ways = Object.keys(WAYS) as Way[];
const perSecond = new Map<Way, number[]>(ways.map((way) => [way, []]));
const slowest = new Map<Way, number[]>(ways.map((way) => [way, []]));
for (let round = -1; round < rounds; round += 1) {
  for (const way of ways) {
    const startMs = performance.now();
    await WAYS[way]();
    const rate = (lines / (performance.now() - startMs)) * 1000;
    const times = await readsBeside(WAYS[way]());
    // The first round warms up.
    if (round < 0) continue;
    perSecond.get(way)!.push(rate);
    slowest.get(way)!.push(Math.max(...times));
  }
}
for (const way of ways) {
  const [rate, ms] = [median(perSecond.get(way)!), median(slowest.get(way)!)];
  console.log(`${way}: ${Math.round(rate)} products/s; slowest read beside it ${ms.toFixed(1)} ms`);
}
await server.stop();
rmSync(data, { recursive: true });
