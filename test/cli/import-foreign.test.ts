// `kontor import` of another system's table as a command: would catch a dry run that makes a store or changes one, an
// exit code that hides what was left, and options that do not reach the reader.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Progress } from '../../src/admin/terminal.ts';
import { LocalTerminal } from '../../src/cli/local-terminal.ts';
import { CommandPlace } from '../harness/commands.ts';
import { listening } from '../harness/ports.ts';

let place: CommandPlace;
beforeEach(() => {
  place = new CommandPlace();
});
afterEach(() => place.clean());

const TABLE = [
  'id;product_number;price_gross;name;tax_name;tax_rate;stock;price_net',
  '1;A;119;M\xFCsli;19%;19;5;100',
  '2;B;10,70;Brot;7%;7;1;10',
  '3;C;10.70;Salz;7%;7;1;10',
].join('\r\n');
const IMPORT = ['import', 'table.csv', '--format', 'shopware', '--data', 'data'];

test('--dry-run says what would come, what is left and what is doubtful, needs no store and makes none', async () => {
  writeFileSync(place.path('table.csv'), Buffer.from(TABLE, 'latin1'));
  const { code, out, err } = await place.runHere([...IMPORT, '--dry-run', '--report', 'refused.jsonl']);
  expect(err).toEqual([]);
  expect(out).toEqual([
    'kontor: class: 1 would come',
    'kontor: product: 1 would come',
    'kontor: refused: 2',
    'kontor: line 3: PARAMETER_INVALID "price_gross": "10,70" is no price: digits behind a point are wanted, and no comma.',
    expect.stringMatching(
      /^kontor: line 4: PARAMETER_INVALID "tax": The shop has no tax class "7%", and none with 7 %: /,
    ),
    expect.stringMatching(/^kontor: read as windows-1252, because line 2 is no UTF-8/),
    'kontor: no place for the column "price_net": 3 values are left out, such as "100" in line 2',
    expect.stringMatching(/^kontor: 4 records read in \d+ ms, nothing is changed; left out: 1 column$/),
  ]);
  expect(code).toBe(1);
  expect(existsSync(place.path('data'))).toBe(false);
  expect(readFileSync(place.path('refused.jsonl'), 'utf8').match(/"line":\d/g)).toEqual(['"line":3', '"line":4']);
});

test('what a dry run says comes, and the second time nothing changes; the exit code tells what was left', async () => {
  writeFileSync(place.path('table.csv'), Buffer.from(TABLE, 'latin1'));
  const told = ['--tax', '7%=default', '--encoding', 'windows-1252', '--json'];
  const first = await place.runHere([...IMPORT, ...told]);
  const dataOf = ({ out }: typeof first): object => JSON.parse(out.at(-1)!) as object;
  expect([first.code, dataOf(first)]).toEqual([1, expect.objectContaining({ created: 3, refused: 1 })]);
  writeFileSync(place.path('table.csv'), Buffer.from(TABLE.replace('10,70', '10.70'), 'latin1'));
  const foreseen = await place.runHere([...IMPORT, ...told, '--dry-run']);
  expect([foreseen.code, dataOf(foreseen)]).toEqual([
    0,
    expect.objectContaining({
      records: 4,
      refused: 0,
      types: {
        class: { created: 0, updated: 0, unchanged: 1 },
        product: { created: 1, updated: 0, unchanged: 2 },
      },
    }),
  ]);
  expect(foreseen.out.at(-1)).toContain('"took_ms"');
  const second = await place.runHere([...IMPORT, ...told]);
  expect([second.code, dataOf(second)]).toEqual([
    0,
    expect.objectContaining({ created: 1, updated: 0, unchanged: 3, refused: 0 }),
  ]);
  const third = await place.runHere([...IMPORT, ...told]);
  expect(dataOf(third)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('an option that is wrong by itself is refused before a file or a store is opened', async () => {
  for (const [option, value, message] of [
    ['--encoding', 'ebcdic', '--encoding: "ebcdic" is not one of utf-8'],
    ['--tax', '7%', '--tax: "7%" does not say NAME=CLASS'],
  ] as const) {
    const { code, err } = await place.runHere([...IMPORT, option, value]);
    expect([code, err]).toEqual([1, [expect.stringContaining(message)]]);
    expect(existsSync(place.path('data'))).toBe(false);
  }
});

test('a feed in XML is brought as a table is, whatever its file is called, and a second time it changes nothing', async () => {
  const item = (id: string, price: string): string =>
    `<item><g:id>${id}</g:id><title>Lamp ${id}</title><g:price>${price}</g:price></item>`;
  const xml = ['<rss xmlns:g="g"><channel>', item('1', '5 EUR'), item('2', '6 USD'), '</channel></rss>'].join('\n');
  writeFileSync(place.path('feed.xml'), xml);
  const command = ['import', 'feed.xml', '--format', 'google-merchant', '--data', 'data'];
  const first = await place.runHere(command);
  expect([first.code, first.out]).toEqual([
    1,
    expect.arrayContaining([
      'kontor: product: 1 created, 0 updated, 0 unchanged',
      'kontor: line 3: PARAMETER_INVALID "price": "6 USD" is not in EUR, the shop\'s currency.',
    ]),
  ]);
  expect((await place.runHere(command)).out).toContain('kontor: product: 0 created, 0 updated, 1 unchanged');
});

test('customers and their orders come, the second time nothing changes, and nothing of the files is left in clear', async () => {
  const customers = [
    'First Name,Last Name,Email,Default Address City,Tags',
    'Zqxvkwfirst,Zqxvkwlast,zqxvkwmail@example.org,Zqxvkwtown,zqxvkwtag',
    'Zqxvkwsecond,,,Zqxvkwtown,',
  ];
  const orders = [
    'Name,Email,Created at,Currency,Total,Billing Name,Notes,Lineitem quantity,Lineitem name,Lineitem price',
    '#1001,zqxvkwmail@example.org,2026-03-01 12:00:00 +0100,EUR,5,Zqxvkwfirst Zqxvkwlast,zqxvkwnote,1,Mug,5',
  ];
  writeFileSync(place.path('customers.csv'), customers.join('\n'));
  writeFileSync(place.path('orders.csv'), orders.join('\n'));
  const bring = (file: string, ...more: readonly string[]) =>
    place.runHere(['import', `${file}.csv`, '--format', `shopify-${file}`, '--data', 'data', ...more]);
  expect((await bring('customers', '--dry-run')).out).toContain('kontor: customer: 1 would come');
  expect(existsSync(place.path('data'))).toBe(false);
  const first = await bring('customers');
  expect([first.code, first.out]).toEqual([
    1,
    [
      'kontor: data becomes a new store',
      'kontor: customer: 1 created, 0 updated, 0 unchanged',
      'kontor: refused: 1',
      'kontor: line 3: PARAMETER_INVALID "Email": An account needs an e-mail address.',
      'kontor: no place for the column "Tags": 1 values are left out, such as "zqxvkwtag" in line 2',
      expect.stringMatching(
        /^kontor: 2 records in \d+ ms: 1 created, 0 updated, 0 unchanged, 1 refused; left out: 1 column$/,
      ),
    ],
  ]);
  expect((await bring('orders')).out).toContain('kontor: past_order: 1 created, 0 updated, 0 unchanged');
  for (const [file, type] of [
    ['customers', 'customer'],
    ['orders', 'past_order'],
  ] as const)
    expect((await bring(file)).out).toContain(`kontor: ${type}: 0 created, 0 updated, 1 unchanged`);
  const list = await place.runHere(['user', 'list', '--data', 'data']);
  expect(list.out).toEqual([
    expect.stringMatching(
      /^1 {2}zqxvkwmail@example.org {2}zqxvkwmail@example.org {2}active, customer, since .*, without a password$/,
    ),
  ]);
  expect((await place.runHere(['verify', 'data'])).code).toBe(0);
  const kept = readdirSync(place.path('data'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  // Long enough never to stand in a random key.
  for (const { parentPath, name } of kept)
    expect(readFileSync(`${parentPath}/${name}`, 'latin1').toLowerCase(), name).not.toContain('zqxvkw');
});

test('a dry run asks the shop, which refuses what it would refuse, and changes nothing', async () => {
  const records = (price: string): string =>
    [
      { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] },
      { type: 'product', class: 'lamp', name: 'Moon', attributes: { en_GB: { price: Number(price) } } },
      { type: 'product', class: 'unknown', name: 'Sun' },
    ]
      .map((record) => JSON.stringify(record))
      .join('\n');
  writeFileSync(place.path('shop.jsonl'), records('5'));
  await place.runHere(['import', 'shop.jsonl', '--data', 'data']);
  writeFileSync(place.path('shop.jsonl'), records('6'));
  const foresee = () => place.runHere(['import', 'shop.jsonl', '--data', 'data', '--dry-run']);
  for (const { code, out } of [await foresee(), await foresee()]) {
    expect(out).toEqual([
      'kontor: class: 0 created, 0 updated, 1 unchanged',
      'kontor: product: 0 created, 1 updated, 0 unchanged',
      'kontor: refused: 1',
      expect.stringMatching(/^kontor: line 3: [A-Z_]+ /),
      expect.stringMatching(
        /^kontor: 3 records read in \d+ ms, nothing is changed; the import would have 0 created, 1 updated, 1 unchanged, 1 /,
      ),
    ]);
    expect(code).toBe(1);
  }
});

test.each(['jsonl', 'csv'])(
  'an export in %s says its currency, and a shop of another one refuses it',
  async (format) => {
    const shop = { KONTOR_LANGUAGE: 'en_GB' };
    const product =
      '{"type":"class","name":"lamp","class_type":"product","attributes":[{"name":"price","type":"FLOAT"}]}';
    writeFileSync(place.path('class.jsonl'), product);
    writeFileSync(
      place.path('moon.jsonl'),
      '{"type":"product","class":"lamp","name":"Moon","attributes":{"en_GB":{"price":5}}}',
    );
    for (const file of ['class.jsonl', 'moon.jsonl']) await place.runHere(['import', file, '--data', 'data'], shop);
    await place.runHere(['export', `all.${format}`, '--data', 'data'], shop);
    const dollars = { ...shop, KONTOR_CURRENCY: 'USD' };
    await place.runHere(['import', 'class.jsonl', '--data', 'other'], dollars);
    const bring = (...more: readonly string[]) =>
      place.runHere(['import', `all.${format}`, '--data', 'other', ...more], dollars);
    const { code, err } = await bring();
    expect([code, err.join('\n')]).toEqual([
      1,
      expect.stringContaining('in EUR and those of the shop in USD: --any-currency'),
    ]);
    expect((await bring('--any-currency')).out).toContain('kontor: product: 1 created, 0 updated, 0 unchanged');
    expect((await place.runHere(['import', `all.${format}`, '--data', 'data'], shop)).code).toBe(0);
  },
);

/** Answers `/a.png` with a picture; `served` counts what it was asked. */
const pictureServer = async () => {
  const told = { served: 0, origin: '', close: () => void server.close() };
  const server = createServer((request, response) => {
    told.served += 1;
    const png = Buffer.from('\u0089PNG\r\n\u001a\nIEND\u00aeB`\u0082', 'latin1');
    response.writeHead(request.url === '/a.png' ? 200 : 404, { 'content-type': 'text/plain' }).end(png);
  });
  told.origin = `http://127.0.0.1:${await listening(server)}`;
  return told;
};
const PICTURED = ['import', 'table.csv', '--format', 'vendure', '--data', 'data', '--pictures'];

test('--pictures fetches into the shop, and a second time nothing', async () => {
  const pictures = await pictureServer();
  const { origin } = pictures;
  try {
    const rows = [`A,a,${origin}/a.png|own.png,1,5`, `B,b,${origin}/a.png,2,5`];
    writeFileSync(place.path('table.csv'), ['name,slug,assets,sku,price', ...rows].join('\n'));
    const first = await place.runHere(PICTURED);
    expect(first.out).toEqual(
      expect.arrayContaining([
        'kontor: product: 2 created, 0 updated, 0 unchanged',
        'kontor: pictures: 1 fetched, 0 already there, 0 left as addresses',
      ]),
    );
    expect([first.code, pictures.served]).toEqual([0, 1]);
    expect(readdirSync(place.path('data/images')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
    const second = await place.runHere(PICTURED);
    expect(second.out).toContain('kontor: product: 0 created, 0 updated, 2 unchanged');
    // One that is asked for while it is looked up counts once.
    expect(second.out).toContainEqual(
      expect.stringMatching(/^kontor: pictures: 0 fetched, [12] already there, 0 left as addresses$/),
    );
    expect(pictures.served).toBe(1);
  } finally {
    pictures.close();
  }
});

test('pictures are told of while their batch is under way; one that fails is counted in the last line', async () => {
  const pictures = await pictureServer();
  const { origin } = pictures;
  const told: Progress[] = [];
  const emit = vi.spyOn(LocalTerminal.prototype, 'emit').mockImplementation(async (output) => {
    if ('progress' in output) told.push(output.progress);
    else if ('line' in output) console.log(output.data === undefined ? output.line : JSON.stringify(output.data));
  });
  try {
    writeFileSync(place.path('table.csv'), `name,slug,assets,sku,price\nA,a,${origin}/a.png|${origin}/b.png,1,5`);
    const { code, out } = await place.runHere(PICTURED);
    const before = told.filter(({ records }) => records === 0).map(({ pictures: settled }) => settled);
    expect(before.sort()).toEqual([1, 2]);
    expect([code, JSON.parse(out.at(-1)!)]).toEqual([
      0,
      expect.objectContaining({ created: 2, refused: 0, left_out: { columns: 0, pictures: 1 } }),
    ]);
  } finally {
    emit.mockRestore();
    pictures.close();
  }
});

test('--pictures calls no address of inside where the shop does not allow such', async () => {
  const pictures = await pictureServer();
  try {
    writeFileSync(place.path('table.csv'), `name,slug,assets,sku,price\nA,a,${pictures.origin}/a.png,1,5`);
    const { code, out } = await place.runHere(PICTURED, { KONTOR_WEBHOOK_PRIVATE_ADDRESSES: 'off' });
    expect([code, pictures.served]).toEqual([0, 0]);
    expect(out).toContain('kontor: product: 1 created, 0 updated, 0 unchanged');
    expect(out).toContain('kontor: pictures: 0 fetched, 0 already there, 1 left as addresses');
    expect(out.at(-1)).toMatch(/0 refused; left out: 1 picture$/);
  } finally {
    pictures.close();
  }
});
