// `kontor delivery`: catches a cell of a file that becomes another term than it says, a refused row without its line, a
// dry run that makes a rule, an export that an import does not read back, and a list that hides a gap.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELIVERY_COLUMNS } from '../../src/kernel/delivery-columns.ts';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

let place: CommandPlace;

const open = (): Promise<OpenedShop> => OpenedShop.open(place, 'data');
const rules = async (): Promise<readonly { readonly [term: string]: unknown }[]> => {
  const shop = await open();
  const reply = await shop.office('get_delivery_rules', {});
  await shop.stop();
  return reply['rules'] as readonly { readonly [term: string]: unknown }[];
};
const run = (...args: string[]): Promise<Ran> => place.runHere(['delivery', ...args]);
const fileOf = (name: string, lines: readonly string[]): string => {
  writeFileSync(place.path(name), `${lines.join('\n')}\n`);
  return place.path(name);
};

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await open();
  await shop.office('create_group', { name: 'Wholesale' });
  await shop.stop();
});
afterAll(() => place.clean());

const WRONG = [
  'countries;zips;weight_from;weight_to;price;free_from;days;method',
  'DE;10000-19999;;10,5 kg;4,90;50;1-2;',
  'Germany, AT;;10,5;31,5;9,90;-;3;',
  'XX;;;;1;;;',
  'DE;;5;2;1;;;',
  'DE;;;;x;;;',
  'DE;;;;;;;',
  'DE;;;;1;;2-1000;',
  'DE;;;;1;;;99',
  'DE;123456789;;;1;;;',
  'DE;10000-19999;;10,5 kg;4,90;50;1-2;',
  'CH;;;;-;;;',
];

test('import names each wrong row, makes the others, and a dry run makes none', async () => {
  const file = fileOf('in.csv', WRONG);
  const every = ['--method', '1', '--name', 'Parcel'];
  const tried = await run('import', file, ...every, '--dry-run');
  expect(tried).toMatchObject({ code: 1 });
  expect(tried.out.at(-1)).toBe('kontor: 2 rules would be made, 0 would be changed, 0 as they were, 9 lines refused');
  expect(await rules()).toEqual([]);
  const done = await run('import', file, ...every, '--report', place.path('refused.jsonl'));
  expect(done.out).toEqual([
    'kontor: line 4: COUNTRY_NOT_FOUND: countries: ISO 3166 knows no country XX.',
    'kontor: line 5: PARAMETER_INVALID: weight: it ends where it begins, or before.',
    expect.stringMatching(/^kontor: line 6: PARAMETER_INVALID: price: /),
    expect.stringMatching(/^kontor: line 7: PARAMETER_INVALID: price: .* is no amount; 0 is free\.$/),
    'kontor: line 8: PARAMETER_INVALID: days: 2-1000 is no number of working days such as 2 or 1-3.',
    expect.stringMatching(/^kontor: line 9: DELIVERY_METHOD_NOT_FOUND: /),
    expect.stringMatching(/^kontor: line 10: PARAMETER_INVALID: zips: /),
    'kontor: line 11: PARAMETER_INVALID: Line 2 says the same.',
    'kontor: line 12: PARAMETER_INVALID: price: - is no amount; 0 is free.',
    'kontor: 2 rules made, 0 changed, 0 as they were, 9 lines refused',
  ]);
  expect(readFileSync(place.path('refused.jsonl'), 'utf8').trim().split('\n')).toHaveLength(9);
  expect(await rules()).toMatchObject([
    { name: 'Parcel', countries: ['DE'], zips: ['10000-19999'], weight: [null, 10.5], price: 4.9, free_from: 50 },
    { name: 'Parcel', countries: ['DE', 'AT'], zips: [], weight: [10.5, 31.5], price: 9.9, days_min: 3, days_max: 3 },
  ]);
});

test('what is exported is imported again without a change, and a changed cell changes its rule', async () => {
  const shop = await open();
  const all = {
    name: '=Carrier "and" co',
    id_delivery_method: 1,
    countries: ['GB'],
    zips: ['SW1*', 'E1'],
    sum: [10, 500],
    basis: 'before',
    weight: [31.5, 1000],
    volume: [1, 2.5],
    pieces: [2, 10],
    goods: { 'main.id_shopobject': 2 },
    unless: { 'main.id_shopobject': 3 },
    groups: [1],
    channels: [1],
    price: '39.5',
    per_kg: '0.8',
    per_piece: '0.25',
    free_from: 400,
    taxclass: 'goods',
    days_min: 5,
    days_max: 8,
    cutoff: '12:30',
    priority: -2,
  };
  expect(await shop.office('create_delivery_rule', all as never)).toMatchObject({ status: 'success' });
  await shop.stop();
  const before = await rules();
  for (const delimiter of [';', ',', 'tab']) {
    const file = place.path(`out-${delimiter === ';' ? 'a' : delimiter === ',' ? 'b' : 'c'}.csv`);
    expect(await run('export', file, '--delimiter', delimiter)).toMatchObject({ code: 0 });
    const again = await run('import', file);
    expect(again.out).toEqual(['kontor: 0 rules made, 0 changed, 3 as they were, 0 lines refused']);
    expect(await rules()).toEqual(before);
  }
  // The same rows make the same rules where they have no numbers.
  const [header, ...lines] = readFileSync(place.path('out-a.csv'), 'utf8').trim().split('\n') as [string, ...string[]];
  expect(header).toBe(DELIVERY_COLUMNS.join(';'));
  const made = await run('import', fileOf('new.csv', [header, lines.at(-1)!.replace(/;\d+$/, ';')]));
  expect(made.out).toEqual(['kontor: 1 rules made, 0 changed, 0 as they were, 0 lines refused']);
  const [known, copy] = (await rules()).slice(-2).map((rule) => ({ ...rule, id: 0, seq: 0, creation_date: '' }));
  expect(copy).toEqual(known);
  const half = await run('import', fileOf('half.csv', ['id;price;weight_to', '2;9,90;40']));
  expect([half.code, half.err.join()]).toEqual([1, expect.stringContaining('it needs both')]);
  const strange = ['id;price;priority;name', '2;9,90;1000001;', `2;9,90;;${'x'.repeat(256)}`];
  expect((await run('import', fileOf('strange.csv', strange))).out.at(-1)).toContain(
    '0 changed, 0 as they were, 2 lines refused',
  );
  // What all rows have is for new rules alone.
  const other = fileOf('change.csv', ['id;price', '2;11,50', '9;1']);
  const changed = await run('import', other, '--method', '1', '--name', 'Other');
  expect(changed.out).toEqual([
    expect.stringMatching(/^kontor: line 3: DELIVERY_RULE_NOT_FOUND: /),
    'kontor: 0 rules made, 1 changed, 0 as they were, 1 lines refused',
  ]);
  expect((await rules())[1]).toMatchObject({ name: 'Parcel', price: 11.5, weight: [10.5, 31.5], days_max: 3 });
});

test('a table of more rows than there can be rules is given up', async () => {
  const rows = Array.from({ length: 20_002 }, (_, at) => `x${at};"1`);
  const { code, err } = await run('import', fileOf('long.csv', ['method;price', ...rows]), '--dry-run');
  expect(code).toBe(1);
  expect(err.join('\n')).toContain('the table has more than 20000 different rows: a shop has 10,000 rules at most');
});

test('list shows the tables with what they leave open, show a whole rule, and what is not there is said', async () => {
  const { out } = await run('list');
  expect(out.join('\n')).toContain(
    '  1  "Parcel"  (DE; 10000-19999; below 10.5 kg; 4.9 EUR free from 50; 1 to 2 working days)',
  );
  expect(out.join('\n')).toMatch(/overlap: rule 3 decides, and 4 does not/);
  await run('import', fileOf('gap.csv', ['method;name;weight_from;weight_to;price;countries', 'standard;A;0;10;1;FR']));
  await run(
    'import',
    fileOf('gap.csv', ['method;name;weight_from;weight_to;price;countries', 'none;;;;1;FR', '1;B;10.01;;1;FR']),
  );
  expect((await run('list')).out.join('\n')).toContain('  gap: 10 to 10.01 kg has no price.');
  const shown = (await run('show', '3')).out.join('\n');
  for (const text of ['"=Carrier \\"and\\" co"', 'fetched', 'goods: {"main.id_shopobject":2}', 'groups: "Wholesale"'])
    if (text === 'fetched') expect(shown).not.toContain(text);
    else expect(shown).toContain(text);
  expect(await run('show', '99')).toMatchObject({ code: 1 });
  expect(await run('import', fileOf('strange.csv', ['price;colour', '1;red']))).toMatchObject({ code: 1 });
  expect(await run('import', fileOf('none.csv', ['name;method', 'A;1']))).toMatchObject({ code: 1 });
});

test('a trial says what the run does, also where rows change what rows before them have changed', async () => {
  const id = String((await rules())[0]!['id']);
  const rows = [
    'id;price;weight_from;weight_to;method;name;countries',
    `${id};7,125;;;;;DE`,
    `${id};7,125;;;;;de`,
    `${id};8;0,5;1;;;`,
    `${id};8;0,50;1;;;`,
    `${id};1.299;;;;;`,
    ';1;;;1;New;NL',
    ';1;;;1;New;BE',
    '77;1;;;1;;',
    `${id};9;2;1;;;`,
  ];
  const file = fileOf('trial.csv', rows);
  const tried = await run('import', file, '--dry-run');
  const done = await run('import', file);
  expect(tried.out.slice(0, -1)).toEqual(done.out.slice(0, -1));
  expect(done.out).toEqual([
    `kontor: line 6: PARAMETER_INVALID: price: 1.299 can be read as two numbers.`,
    expect.stringMatching(/^kontor: line 9: DELIVERY_RULE_NOT_FOUND: /),
    'kontor: line 10: PARAMETER_INVALID: weight: it ends where it begins, or before.',
    'kontor: 2 rules made, 2 changed, 2 as they were, 3 lines refused',
  ]);
  expect(tried.out.at(-1)).toBe('kontor: 2 rules would be made, 2 would be changed, 2 as they were, 3 lines refused');
  expect((await rules())[0]).toMatchObject({ price: 8, weight: [0.5, 1], countries: [] });
});
