// The README's first screen, run as a newcomer would paste it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { Place } from './cli/program.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!.trim());
const place = new Place();
afterAll(() => place.clean());

test('one command line sets up and runs, one sets up and tests', () => {
  expect(blocks[0]).toBe('npm ci && npm start');
  expect(blocks).toContain('npm ci && npm test');
  const scripts = (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: { [name: string]: string };
    }
  ).scripts;
  expect(scripts['start']).toMatch(/serve --demo --admin-port 8081$/);
  expect(readFileSync(new URL('../.ci/run', import.meta.url), 'utf8')).toMatch(/^npm test$/m);
});

test('the pasted curl sequence buys a product', async () => {
  const program = place.start(['serve', '--demo', '--port', '0']);
  try {
    const { host } = new URL(await program.ready());
    const pasted = blocks.find((block) => block.startsWith('kontor()'))!.replace('127.0.0.1:8080', host);
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', pasted]);
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { [name: string]: unknown });
    expect(replies.map(({ object }) => object)).toEqual([
      'products_in_category',
      'cart',
      'order_details',
      'checkout',
      'order',
    ]);
    expect(replies[3]).toMatchObject({ status: 'success', id_order: 10001 });
    expect(replies[4]).toMatchObject({ id: 10001, order_email: 'ada@example.org', cart: { sum: 239.8 } });
  } finally {
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
  }
});
