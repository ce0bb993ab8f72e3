// `kontor prices`: catches a row of a file that becomes another price than it says, a refused row without its line, an
// export that an import does not read back, and a command that shows other prices than the shop asks.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';
import { productFields } from '../kill/office.ts';

const LICENCE = { username: 'price_shop', password: 'price-password', secretKey: 'price-secret-key' };
const ATTRIBUTES = [
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
];

let place: CommandPlace;

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await OpenedShop.open(place, 'data', { credentials: LICENCE });
  const office = async (operation: string, fields: Readonly<Record<string, string | number>>): Promise<number> => {
    const reply = await shop.office(operation, fields);
    expect(reply).not.toMatchObject({ object: 'error' });
    return Number(reply['id']);
  };
  const classId = await office('create_class', { name: 'article', type: 'product' });
  await office('create_class_attributes', { id_class: classId, attributes: JSON.stringify(ATTRIBUTES) });
  for (const number of ['A-1', 'A-2', 'TWICE', 'TWICE'])
    await office('create_product', {
      ...productFields(`Ding ${Math.random()}`, 100, {}),
      metadata: JSON.stringify({ element_number: number }),
    });
  await office('create_group', { name: 'Wholesale' });
  await office('create_price_list', { name: 'Resale\nforged', groups: '[1]', priority: 5 });
  await office('create_price_list', { name: 'Sale' });
  await office('update_shop_settings', { currencies: '[{"code":"CHF","digits":2}]' });
  await office('create_price_list', { name: 'Swiss', currency: 'CHF', countries: '["CH"]' });
  await office('set_prices', { id_price_list: 3, prices: '[{"id_shopobject":1,"price":99}]' });
  await shop.stop();
});
afterAll(() => place.clean());

const run = (...args: string[]): Promise<Ran> => place.runHere(['prices', ...args]);

test('import names each wrong line and sets the others, and export writes what an import reads', async () => {
  writeFileSync(
    place.path('in.csv'),
    'number;from_quantity;price;compare_at\nA-1;;90,50;100\nA-1;10;85;\nA-2;5;1;\nA-2;0;50;\nNO;;1;\nTWICE;;1;\n' +
      'A-1;;9;\nA-2;x;1;\nA-2;1;-3;\n',
  );
  const tried = await run('import', 'resale\nforged', place.path('in.csv'), '--dry-run');
  expect(tried.out.at(-1)).toBe('kontor: 4 prices would be set, 5 lines refused, 1 warning');
  await run('export', '1', place.path('none.csv'));
  expect(readFileSync(place.path('none.csv'), 'utf8')).toBe('number;from_quantity;price;compare_at;id;name\n');
  const done = await run('import', '1', place.path('in.csv'), '--report', place.path('refused.jsonl'));
  expect(done).toMatchObject({ code: 1 });
  expect(done.out).toEqual([
    'kontor: line 6: SHOPOBJECT_NOT_FOUND: No product has the number "NO".',
    'kontor: line 7: PARAMETER_INVALID: Several products have the number "TWICE".',
    'kontor: line 8: PARAMETER_INVALID: A line before has a price of "A-1" for this quantity.',
    'kontor: line 9: PARAMETER_INVALID: from_quantity: no quantity.',
    'kontor: line 10: PARAMETER_INVALID: price: it is below 0.',
    'kontor: TIER_INVERTED: 5 pieces of product 2 cost less in sum than fewer',
    'kontor: 4 prices set, 5 lines refused, 1 warning',
  ]);
  const refused = readFileSync(place.path('refused.jsonl'), 'utf8').trim().split('\n');
  expect(refused.map((line) => (JSON.parse(line) as { readonly line: number }).line)).toEqual([6, 7, 8, 9, 10]);
  expect(await run('export', '1', place.path('out.csv'))).toMatchObject({ code: 0 });
  const written = readFileSync(place.path('out.csv'), 'utf8').trim().split('\n');
  expect(written.slice(1).map((line) => line.split(';').slice(0, 4).join(';'))).toEqual([
    'A-1;0;90.5;100',
    'A-1;10;85;',
    'A-2;0;50;',
    'A-2;5;1;',
  ]);
  const again = await run('import', 'Sale', place.path('out.csv'), '--json');
  expect(again).toMatchObject({ code: 0 });
  expect(JSON.parse(again.out.at(-1)!)).toEqual({ list: 2, prices: 4, refused: 0, warnings: 1 });
});

test('list and show say what counts for whom', async () => {
  const lists = await run('list');
  expect(lists.out).toEqual([
    '1  "Resale\\nforged"  (running; any day to any day; groups "Wholesale"; priority 5; 2 products)',
    '2  "Sale"  (running; any day to any day; everybody; 2 products)',
    '3  "Swiss"  (running; CHF; any day to any day; everybody; countries CH; 1 product)',
  ]);
  const guest = await run('show', 'A-1', '--json');
  expect(JSON.parse(guest.out.join(''))).toMatchObject({
    price: 90.5,
    price_list: 2,
    lists: [{ why: 'other_groups' }, { why: 'counts' }, { why: 'other_currency' }],
  });
  const member = await run('show', 'product/1', '--group', 'wholesale', '--quantity', '12');
  expect(member.out[0]).toContain('85 EUR');
  expect(member.out.slice(1)).toEqual([
    '  1 "Resale\\nforged" counts: 90.5 (beside 100), from 10: 85',
    '  2 "Sale" lower_priority: 90.5 (beside 100), from 10: 85',
    '  3 "Swiss" other_currency: CHF 99',
  ]);
});

test('show asks in another currency, country and channel', async () => {
  const abroad = await run('show', 'A-1', '--currency', 'CHF');
  expect(abroad.out).toEqual([
    expect.stringContaining('it is not sold in CHF'),
    expect.stringContaining(' other_currency: '),
    expect.stringContaining(' other_currency: '),
    '  3 "Swiss" other_countries: CHF 99',
  ]);
  const there = await run('show', 'A-1', '--currency', 'CHF', '--country', 'CH', '--channel', '1', '--json');
  expect(JSON.parse(there.out.join(''))).toMatchObject({ currency: 'CHF', price: 99, price_list: 3 });
});

test('what is not there is said, and nothing is changed', async () => {
  writeFileSync(place.path('bad.csv'), 'sku;price\nA-1;1\n');
  for (const [args, why] of [
    [['import', '9', place.path('in.csv')], 'there is no price list "9"'],
    [['import', '1', place.path('bad.csv')], 'the table has no column "number"'],
    [['show', 'nothing'], 'there is no product "nothing"'],
    [['show', 'TWICE'], 'several products have the number'],
    [['show', 'A-1', '--group', 'nobody'], 'there is no group "nobody"'],
    [['show', 'A-1', '--user', 'nobody'], 'there is no user "nobody"'],
    [['show', 'A-1', '--quantity', '-1'], 'is no number of pieces'],
    [['show', 'A-1', '--currency', 'USD'], 'is none of EUR, CHF'],
    [['show', 'A-1', '--country', 'nowhere'], 'is no code of two letters'],
    [['show', 'A-1', '--channel', 'nowhere'], 'there is no channel "nowhere"'],
  ] as const) {
    const { code, err } = await run(...args);
    expect([code, err.join('\n')]).toEqual([expect.any(Number), expect.stringContaining(why)]);
    expect(code).not.toBe(0);
  }
});
