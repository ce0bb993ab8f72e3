// The README's first screen and docs/start/first-steps.md, run as a newcomer would paste them: would catch a page that
// asks for what no longer works.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { Place } from './harness/program.ts';
import { startServed } from './harness/standby.ts';

const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(new URL(`../${page}`, import.meta.url), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) =>
    text!.trim(),
  );
const blocks = blocksOf('README.md');
const place = new Place();
/** As `npm start` makes it, and not the five products of other tests. */
const WHOLE_DEMO = { KONTOR_TEST_DEMO: '' };

/** What the calls of these blocks reply, each a line. */
const pasted = async (
  texts: readonly string[],
  host: string,
): Promise<readonly { readonly [name: string]: unknown }[]> => {
  const script = texts.join('\n').replace('127.0.0.1:8080', host);
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: place.directory });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { [name: string]: unknown });
};

afterAll(() => place.clean());

test('one command sets up and tests, one runs', () => {
  expect(blocks[0]).toBe('npm ci && npm test\nnpm start');
  const scripts = (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: { [name: string]: string };
    }
  ).scripts;
  expect(scripts['start']).toMatch(/serve --demo --admin-port 8081$/);
  // What CI runs begins with it.
  expect(scripts['test:all']).toMatch(/\bnpm test &&/);
  expect(readFileSync(new URL('../.ci/run', import.meta.url), 'utf8')).toMatch(
    /^tests\(\) \{ step .* npm run test:all; \}$/m,
  );
});

test('the six pasted lines buy a product', async () => {
  const program = startServed(place, 'data/demo', ['serve', '--demo', '--port', '0'], WHOLE_DEMO);
  try {
    const { host } = new URL(await program.ready());
    const replies = await pasted([blocks.find((block) => block.startsWith('shop()'))!], host);
    expect(replies.map(({ object }) => object)).toEqual(['cart', 'order_details', 'order']);
    expect(replies[2]).toMatchObject({ order_email: 'ada@example.org', cart: { sum: 239.8 } });
    expect(Number(replies[2]!['id'])).toBeGreaterThan(10_100);
    // Catches a file of the data directory of which an operator is not told whether it may be deleted.
    const page = readFileSync(new URL('../docs/operate/deleting.md', import.meta.url), 'utf8');
    const files = readdirSync(place.path('data', 'demo'), { withFileTypes: true });
    const names = files.map((file) => `\`${file.name}${file.isDirectory() ? '/' : ''}\``);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  } finally {
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
  }
});

test('the first steps lead from an empty shop to an order, and the start names them', async () => {
  const program = startServed(place, 'data', ['serve', '--port', '0']);
  try {
    const { host } = new URL(await program.ready());
    expect(program.out.join('\n')).toMatch(/the shop is empty; first steps:\n +create_class /);
    const [start, ...steps] = blocksOf('docs/start/first-steps.md');
    expect(start).toBe('node dist/main.js serve');
    const replies = await pasted(steps, host);
    expect(replies.filter(({ object }) => object === 'error')).toEqual([]);
    expect(replies.at(-2)).toMatchObject({ object: 'checkout', status: 'success', id_order: 10001 });
    expect(replies.at(-1)).toMatchObject({ object: 'product', availability: { quantity: 38 } });
  } finally {
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
  }
});

test('--sample gives a new shop something to sell and credentials of its own, and fills no other', async () => {
  const serve = ['serve', '--port', '0', '--sample', '--data', 'sample'];
  const listed = 'call -d request=get_products_in_category -d id_category=1';
  const definitions = blocksOf('docs/start/first-steps.md')[1]!.split('\n\n')[0]!.replace('data/', 'sample/');
  for (const isNew of [true, false]) {
    const program = startServed(place, 'sample', serve, WHOLE_DEMO);
    try {
      const { host } = new URL(await program.ready());
      expect(await pasted([definitions, listed], host)).toMatchObject([{ object: 'products_in_category', count: 5 }]);
      expect(program.said.includes('--sample fills a new shop')).toBe(!isNew);
      expect(program.said).not.toContain('the shop is empty');
    } finally {
      program.signal('SIGTERM');
      expect(await program.ended).toEqual({ code: 0, signal: null });
    }
  }
});
