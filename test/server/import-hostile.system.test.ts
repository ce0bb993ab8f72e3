// Catches a file of somebody else that costs the shop more than it costs the command that reads it: what reaches the
// shop's process is counted on the control socket, and the shop answers meanwhile.
import { createWriteStream, renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Ran } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const place = new Place();
const socketPath = place.path('data', 'demo', 'control.sock');
let url: string;
let proxy: Server;
/** Bytes that commands have sent the shop. */
let sentBytes = 0;

beforeAll(async () => {
  ({ url } = await place.serveHere(['serve', '--demo', '--port', '0']));
  const shop = place.path('data', 'demo', 'shop.sock');
  renameSync(socketPath, shop);
  proxy = createServer({ allowHalfOpen: true }, (command) => {
    const upstream = connect({ path: shop, allowHalfOpen: true });
    command.on('data', (chunk) => (sentBytes += chunk.length));
    command.pipe(upstream).pipe(command);
    for (const socket of [command, upstream]) socket.on('error', () => {});
  }).listen(socketPath);
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  await place.clean();
});

const status = async (): Promise<string> => {
  const body = new URLSearchParams({
    request: 'get_status',
    licence_username: 'demo_kontor',
    licence_password: 'demo-password',
    licence_secret_key: 'demo-secret-key',
  });
  const answer = (await (await fetch(url, { method: 'POST', body })).json()) as { readonly object: string };
  return answer.object;
};

/** Writes a file of so many copies of a text, between two others. */
const write = (file: string, before: string, text: string, copies: number, after: string): Promise<void> => {
  const parts = function* (): Generator<string> {
    yield before;
    for (let left = copies; left > 0; left -= 4096) yield text.repeat(Math.min(left, 4096));
    yield after;
  };
  return pipeline(Readable.from(parts()), createWriteStream(place.path(file)));
};

/** Imports in a process with so large a heap, and calls the shop until it ends. */
const imported = async (
  file: string,
  format: string,
  heapMb: number,
): Promise<Omit<Ran, 'signal'> & { readonly answers: Set<string> }> => {
  sentBytes = 0;
  const options = ['--format', format, '--data', 'data/demo', '--report', 'refused.jsonl'];
  const program = place.start(['import', file, ...options], { NODE_OPTIONS: `--max-old-space-size=${heapMb}` });
  const answers = new Set<string>();
  await until('the command has ended', async () => {
    answers.add(await status());
    return !program.running;
  });
  const { code } = await program.ended;
  // A slow machine is told how far the command is.
  const err = program.err.filter((line) => !line.startsWith('kontor: importing: '));
  return { code, out: program.out, err, answers };
};

const ANSWERED = new Set(['status']);
/** Of a command; a file in memory needs several times its length. */
const HEAP_MB = 64;
/** Of one that reads a file of 16 MB to its end. */
const SMALL_HEAP_MB = 40;
/** A table of another system is held in memory. */
const TABLE_HEAP_MB = 128;

test('36 MB of products without a name end the import where it is plain that they are none', async () => {
  await write('empty.json', '[', '{},', 12_000_000, '{}]');
  const { code, err, answers } = await imported('empty.json', 'best-buy', HEAP_MB);
  expect([code, err]).toEqual([1, ['kontor: 100000 records in a row are refused: is the file of another format?']]);
  expect(answers).toEqual(ANSWERED);
  expect(sentBytes).toBeLessThan(10_000);
});

test('16 MB of members of one product are read to their end, and not sent', async () => {
  await write('members.json', '[{"name":"x"', ',"price":1', 1_600_000, '},{"name":"Lamp","price":2}]');
  const { code, out, answers } = await imported('members.json', 'best-buy', SMALL_HEAP_MB);
  expect([code, out.slice(-4)]).toEqual([
    1,
    [
      'kontor: product: 1 created, 0 updated, 0 unchanged',
      'kontor: refused: 1',
      'kontor: record 1: PARAMETER_INVALID: The record has more than 20000 values.',
      expect.stringMatching(/: \d created, 0 updated, \d unchanged, 1 refused$/),
    ],
  ]);
  expect(answers).toEqual(ANSWERED);
  expect(sentBytes).toBeLessThan(10_000);
});

test('36 MB of one text end the import at its first megabyte', async () => {
  await write('text.json', '[{"name":"', 'x', 36_000_000, '"}]');
  const { code, err, answers } = await imported('text.json', 'best-buy', HEAP_MB);
  expect([code, err]).toEqual([1, ['kontor: product 1 has a text of more than 1048576 bytes']]);
  expect(answers).toEqual(ANSWERED);
  expect(sentBytes).toBeLessThan(10_000);
});

test('one product of 50,000 variants, and a header of 60,000 columns, are refused by name', async () => {
  const header = 'name,slug,optionGroups,optionValues,sku,price\n';
  await write('variants.csv', `${header}Shirt,shirt,size,S,S0,1\n`, ',,,M,,2\n', 49_999, '');
  const variants = await imported('variants.csv', 'vendure', TABLE_HEAP_MB);
  expect([variants.code, variants.out]).toEqual([
    1,
    expect.arrayContaining([
      'kontor: line 2: VARIATION_LIMIT_REACHED "variant": shirt has 50000 variants; the product is left out.',
    ]),
  ]);
  await write('columns.csv', 'name', ',price', 59_999, '\nx\n');
  const columns = await place.run(['import', 'columns.csv', '--format', 'csv', '--data', 'data/demo']);
  expect([columns.code, columns.err]).toEqual([1, ['kontor: the table has 60000 columns, 2000 are read at most']]);
  expect([await status(), variants.answers]).toEqual(['status', ANSWERED]);
  expect(sentBytes).toBeLessThan(10_000);
});
