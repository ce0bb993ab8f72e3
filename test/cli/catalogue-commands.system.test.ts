// `kontor import` and `kontor export` as commands: files, streams, exit codes, what they say.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMATS } from '../../src/catalogue-files/record-source.ts';
import { OpenedShop } from '../harness/opened-shop.ts';
import { Place } from '../harness/program.ts';
import type { Ran } from '../harness/program.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const REAL = fileURLToPath(new URL('../../../shared/data/best-buy-products.json', import.meta.url));

let place: Place;
beforeAll(async () => {
  place = new Place();
  await (await OpenedShop.open(place, 'demo')).stop();
});
afterAll(() => place.clean());

const said = ({ out, err }: Ran): string => [...out, ...err].join('\n');
const text = (name: string): string => readFileSync(place.path(name), 'utf8');
const done = async (...args: string[]): Promise<Ran> => {
  const ran = await place.run(args);
  // A slow machine is told how far the command is.
  const err = ran.err.filter((line) => !/ing: \d+ records/.test(line));
  expect({ ...ran, err }, said(ran)).toMatchObject({ code: 0, err: [] });
  return ran;
};
/** How many records the store's journal has, by `verify`, which must find it sound. */
const recordsIn = async (data: string): Promise<number> =>
  Number(/by (\d+) records/.exec(said(await done('verify', data)))![1]);

test('the demo shop goes out, changes nothing when it comes back, and makes an equal shop elsewhere', async () => {
  expect((await done('export', 'demo.jsonl', '--data', 'demo')).out).toEqual([
    'kontor: 7 records written to demo.jsonl',
  ]);
  const before = await recordsIn('demo');
  const again = await done('import', 'demo.jsonl', '--data', 'demo');
  expect(again.out.slice(0, 4)).toEqual([
    'kontor: class: 0 created, 0 updated, 1 unchanged',
    'kontor: category: 0 created, 0 updated, 1 unchanged',
    'kontor: product: 0 created, 0 updated, 5 unchanged',
    'kontor: refused: 0',
  ]);
  expect(await recordsIn('demo')).toBe(before);
  expect((await done('import', 'demo.jsonl', '--data', 'other')).out[0]).toBe('kontor: other becomes a new store');
  await done('export', 'other.jsonl', '--data', 'other');
  expect(text('other.jsonl')).toBe(text('demo.jsonl'));

  await done('export', 'demo.csv', '--data', 'demo', '--delimiter', ';');
  expect(text('demo.csv')).toMatch(/^name;class;variation_of;.*\nWalnut desk;product;;1;desk;walnut-desk;/);
  expect((await done('import', 'demo.csv', '--data', 'demo', '--delimiter', ';')).out[0]).toBe(
    'kontor: product: 0 created, 0 updated, 5 unchanged',
  );
  expect(readdirSync(place.directory).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('- is standard input and output', async () => {
  const run = (args: string[], input = ''): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: place.directory, input });
  const { stdout, stderr, status } = run(['export', '-', '--data', 'demo', '--format', 'csv']);
  expect([status, String(stderr)]).toEqual([0, 'kontor: 5 products written to standard output\n']);
  const back = run(['import', '-', '--data', 'demo', '--format', 'csv'], String(stdout));
  expect([back.status, String(back.stdout)]).toEqual([0, expect.stringContaining('5 unchanged, 0 refused')]);
});

test('refused lines are listed, end with 1, and stand in the report; the others are there', async () => {
  const lines = [
    '{"type":"class","name":"c","class_type":"product"}',
    '{broken',
    ...Array.from(
      { length: 350 },
      (_, at) => `{"type":"product","class":"c","name":"p${at % 250}","active":${at < 250}}`,
    ),
    '{"type":"content","class":"c","name":"p1"}',
  ];
  writeFileSync(place.path('lines.jsonl'), lines.join('\n'));
  const ran = await place.run(['import', 'lines.jsonl', '--data', 'fresh', '--report', 'refused.jsonl']);
  expect(ran).toMatchObject({ code: 1, err: [] });
  expect(ran.out.slice(1, -1)).toEqual([
    'kontor: class: 1 created, 0 updated, 0 unchanged',
    'kontor: product: 250 created, 100 updated, 0 unchanged',
    'kontor: refused: 2',
    'kontor: line 2: PARAMETER_INVALID: The line is no JSON.',
    'kontor: line 353: SHOPOBJECT_NAME_ALREADY_IN_USE "p1": p1 is a product already.',
  ]);
  expect(ran.out.at(-1)).toMatch(/^kontor: 353 records in \d+ ms: 251 created, 100 updated, 0 unchanged, 2 refused$/);
  const asData = await place.run(['import', 'lines.jsonl', '--data', 'as-data', '--json']);
  expect(JSON.parse(asData.out.at(-1)!)).toMatchObject({
    refused: 2,
    refusals: [
      { line: 2, code: 'PARAMETER_INVALID', detail: 'The line is no JSON.' },
      { line: 353, code: 'SHOPOBJECT_NAME_ALREADY_IN_USE', param: 'p1' },
    ],
    notes: [],
  });
  expect(
    text('refused.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { line: 2, code: 'PARAMETER_INVALID', param: '', detail: 'The line is no JSON.' },
    { line: 353, code: 'SHOPOBJECT_NAME_ALREADY_IN_USE', param: 'p1', detail: 'p1 is a product already.' },
  ]);
  expect(await recordsIn('fresh')).toBe(351);
  const credentials = { username: 'shop', password: 'password', secretKey: 'secret' };
  const shop = await OpenedShop.open(place, 'fresh', { credentials });
  expect(await shop.call('search_products', { constraint: '[]' })).toMatchObject({ count: 150 });
  await shop.stop();
});

test('what a file cannot hold is said: warehouse entities that nobody could tell from others', async () => {
  const shop = await OpenedShop.open(place, 'nameless');
  for (const [request, fields] of [
    ['create_class', { name: 'part', type: 'warehouse_entity' }],
    ['create_warehouse_entity', { class: 'part', name: 'screw' }],
  ] as const)
    expect(await shop.office(request, fields)).not.toMatchObject({ object: 'error' });
  await shop.stop();
  const { code, out, err } = await place.run(['export', 'nameless.jsonl', '--data', 'nameless']);
  expect([code, out, err]).toEqual([
    0,
    ['kontor: 8 records written to nameless.jsonl'],
    ['kontor: not in it: 1 warehouse entities without an element number, and bindings to them'],
  ]);
  expect(text('nameless.jsonl')).not.toContain('screw');
});

test('an attribute of a class is replaced where that is asked for', async () => {
  const article = (type: string): string =>
    JSON.stringify({ type: 'class', name: 'article', class_type: 'product', attributes: [{ name: 'size', type }] });
  for (const type of ['CHAR', 'INT']) writeFileSync(place.path(`${type}.jsonl`), article(type));
  await done('import', 'CHAR.jsonl', '--data', 'replaced');
  const refused = await place.run(['import', 'INT.jsonl', '--data', 'replaced']);
  expect([refused.code, refused.out[1]]).toEqual([1, expect.stringContaining('--replace-attributes')]);
  expect((await done('import', 'INT.jsonl', '--data', 'replaced', '--replace-attributes')).out[0]).toBe(
    'kontor: class: 0 created, 1 updated, 0 unchanged',
  );
});

test('beside a running server the same goes in and out, and the same is refused', async () => {
  const program = place.start(['serve', '--demo', '--port', '0', '--data', 'demo']);
  await program.ready();
  await done('export', 'served.jsonl', '--data', 'demo');
  await done('import', 'served.jsonl', '--data', 'demo');
  writeFileSync(place.path('wrong.csv'), 'name,nonsense\nx,y\n');
  expect(await place.run(['import', 'wrong.csv', '--data', 'demo'])).toMatchObject({
    code: 1,
    err: ['kontor: the column "nonsense" is neither one that products have nor an attribute of a product class'],
  });
  writeFileSync(place.path('half.jsonl'), 'nonsense\n'.repeat(3));
  const half = await place.run(['import', 'half.jsonl', '--data', 'demo', '--report', 'refused.jsonl']);
  expect(half.code).toBe(1);
  expect(readFileSync(place.path('refused.jsonl'), 'utf8').match(/\n/g)).toHaveLength(3);
  program.signal('SIGTERM');
  await program.ended;
  await done('export', 'closed.jsonl', '--data', 'demo');
  expect(readFileSync(place.path('closed.jsonl'), 'utf8')).toBe(readFileSync(place.path('served.jsonl'), 'utf8'));
});

test('products go out for other systems, and come back as far as the table carries them', async () => {
  const link = ['--link', 'https://shop.example/{permalink}'];
  const table = ['export', 'shopify.csv', '--format', 'shopify', '--language', 'en_GB', ...link];
  expect((await done(...table, '--data', 'demo')).out).toEqual(['kontor: 5 products written to shopify.csv']);
  const back = await done('import', 'shopify.csv', '--format', 'shopify', '--data', 'moved');
  expect(said(back)).toMatch(/product: 5 created, 0 updated, 0 unchanged/);
  const again = ['export', 'again.csv', '--format', 'shopify', '--data', 'moved'];
  expect((await done(...again)).out).toEqual(['kontor: 5 products written to again.csv']);
  const fed = await place.run([
    'export',
    'feed.xml',
    '--format',
    'google-merchant',
    ...link,
    '--data',
    'demo',
    '--json',
  ]);
  expect(JSON.parse(fed.out.at(-1)!)).toMatchObject({ format: 'google-merchant', file: 'feed.xml' });
  expect(text('feed.xml')).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g=.*<\/rss>\n$/s,
  );
  await done('export', 'english.csv', '--language', 'en_GB', '--data', 'demo');
  expect(text('english.csv')).toMatch(/^name,class,.*,name@en_GB,/);
});

test.each([
  [['import', 'nowhere.jsonl'], 'there is no file nowhere.jsonl'],
  [['import', 'demo', '--format', 'csv'], 'demo is a directory'],
  [['import', 'some.json'], `some.json does not say by its name what is in it: use --format ${FORMATS.join(', ')}`],
  [['import', 'some.jsonl', '--format', 'xml'], `--format: "xml" is not one of ${FORMATS.join(', ')}`],
  [['import', 'some.csv', '--delimiter', ';;'], '--delimiter: ";;" is not one character such as , or ;, or tab'],
  [
    ['import', 'some.jsonl', '--line-bytes-max', '1k'],
    '--line-bytes-max: "1k" is not a whole number from 1024 to 268435456',
  ],
  [['import', 'some.csv', '--data', 'nothing'], 'nothing holds no store'],
  [
    ['import', 'some.csv', '--data', 'demo'],
    'the column "nonsense" is neither one that products have nor an attribute of a product class',
  ],
  [['import', 'some.jsonl', '--format', 'best-buy', '--data', 'demo'], 'the file is no JSON array of products'],
  [['export', 'x.jsonl', '--data', 'nothing'], 'nothing holds no store'],
  [['export', 'demo', '--format', 'csv', '--data', 'demo'], 'demo is a directory'],
  [['export', 'x', '--format', 'best-buy', '--data', 'demo'], '--format: best-buy can only be imported'],
  [
    ['export', 'x.jsonl', '--language', 'en_GB', '--data', 'demo'],
    'JSON Lines have the whole catalogue: --language and the like are for products alone',
  ],
  [
    ['export', 'x', '--format', 'google-merchant', '--data', 'demo'],
    'PARAMETER_MISSING (link): A feed says where the page of each product is: https://shop.example/{permalink}, say.',
  ],
])('%j says what is wrong and makes nothing', async (args, message) => {
  writeFileSync(place.path('some.jsonl'), '{}');
  writeFileSync(place.path('some.csv'), 'name,nonsense\nx,y\n');
  expect(await place.run(args)).toMatchObject({ code: 1, err: [`kontor: ${message}`] });
  expect(existsSync(place.path('nothing'))).toBe(false);
});

test('the help says what can be said', async () => {
  const { out } = await done('import', '--help');
  for (const word of [
    '--format',
    '--delimiter',
    '--stock',
    '--replace-attributes',
    '--report',
    '--line-bytes-max',
    'docs/sell/import.md',
  ])
    expect(out.join('\n')).toContain(word);
});

if (existsSync(REAL)) {
  test('every product of the Best Buy data goes in', async () => {
    const first = await done('import', REAL, '--format', 'best-buy', '--data', 'best-buy');
    expect(first.out.at(-1)).toMatch(/: 3359 created, 0 updated, 0 unchanged, 0 refused$/);
    expect(first.out).toContain('kontor: product: 3291 created, 0 updated, 0 unchanged');
    expect(await recordsIn('best-buy')).toBe(3359);
  });

  test('a second time nothing of it changes, and it makes an equal shop elsewhere', async () => {
    const products = JSON.parse(readFileSync(REAL, 'utf8')) as readonly object[];
    writeFileSync(place.path('fifth.json'), JSON.stringify(products.filter((_, at) => at % 5 === 0)));
    const fifth = ['import', 'fifth.json', '--format', 'best-buy', '--data', 'best-buy-1'];
    const first = await done(...fifth);
    const [, created] = /: (\d+) created, 0 updated, 0 unchanged, 0 refused$/.exec(first.out.at(-1)!)!;
    expect(Number(created)).toBeGreaterThan(products.length / 5);
    const second = await done(...fifth);
    expect(second.out.at(-1)).toContain(`: 0 created, 0 updated, ${created} unchanged, 0 refused`);
    await done('export', 'bb.jsonl', '--data', 'best-buy-1');
    await done('import', 'bb.jsonl', '--data', 'best-buy-2');
    await done('export', 'bb2.jsonl', '--data', 'best-buy-2');
    expect(text('bb2.jsonl')).toBe(text('bb.jsonl'));
  });
} else {
  console.log(`the import of Best Buy's products does not run: ${REAL} is not here`);
}
