// Would catch a count that puts pieces where nobody counted any: into a storage that is written otherwise, by a number
// that means another one, or as a whole one where there was a part.
import { afterEach, describe, expect, test } from 'vitest';
import type { Stocked } from '../../back-office/api/stocked.ts';
import { fileText, readTable } from '../../back-office/csv-reading.ts';
import { language } from '../../back-office/language.ts';
import { countList, readCounted } from '../../back-office/screens/stock-count-file.ts';

const screw: Stocked = {
  kind: 'warehouse_entity',
  id: 1,
  name: 'Müsli',
  elementNumber: 'M8',
  picture: '',
  quantity: 21.501,
  warning: 0,
  isCounted: true,
  storages: [
    { storage: 'Köln', quantity: 12, held: 0 },
    { storage: 'Ulm', quantity: 9.501, held: 0 },
  ],
} as Stocked;

const HEAD = 'object;element_number;name;storage;stock;counted\r\n';
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const compare = (file: Uint8Array) =>
  readCounted(
    file,
    (object) => Promise.resolve(object === 'warehouse_entity/1' ? screw : undefined),
    () => undefined,
  );

afterEach(() => {
  language.value = 'en';
});

const lineOf = (storage: string, counted: string): string => `warehouse_entity/1;M8;Müsli;${storage};12;${counted}\r\n`;

describe('what was counted', () => {
  test.each([
    ['UTF-8', utf8, 'utf-8'],
    ['windows-1252, as a German Excel saves it', latin1, 'windows-1252'],
    ['UTF-16', (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]), 'utf-16le'],
  ] as const)('in %s is compared with the storage that was meant', async (_, encode, encoding) => {
    const counted = await compare(encode(HEAD + lineOf('Köln', '11')));
    expect(counted).toMatchObject({ encoding, faults: [] });
    expect(counted.differences.map(({ storage, before, counted: now }) => [storage, before, now])).toEqual([
      ['Köln', 12, 11],
    ]);
  });

  test.each([
    ['bytes of no character', [0x81]],
    ['zeros', [0]],
  ])('in a file with %s is refused as a whole', async (_, bytes) => {
    const file = new Uint8Array([...latin1(HEAD + lineOf('Köln', '11')), ...bytes]);
    expect(await compare(file)).toMatchObject({ encoding: undefined, differences: [], missing: expect.any(Array) });
    expect(fileText(file)).toBeUndefined();
  });

  test('in a storage where the thing never lay is a fault of its line, and changes nothing', async () => {
    const counted = await compare(utf8(HEAD + lineOf('K\uFFFDln', '11') + lineOf('', '3') + lineOf('Ulm', '9,5')));
    expect(counted.faults).toEqual([
      { line: 2, fault: 'unknownStorage', named: ['K\uFFFDln'] },
      { line: 3, fault: 'noStorage', named: [] },
    ]);
    expect(counted.differences.map(({ storage, counted: now }) => [storage, now])).toEqual([['Ulm', 9.5]]);
  });

  test.each([
    [';', '2,5', 2.5],
    [';', '9,501', 9.501],
    [';', '2.5', 2.5],
    [',', '9.501', 9.501],
    [',', '"2,5"', 2.5],
    ['\t', '2.5', 2.5],
  ])('parted at %j, %s is %d', async (sign, typed, number) => {
    const file = `object,storage,counted\nwarehouse_entity/1,Köln,${typed}\n`;
    const parted = file.replace(/(object|storage|warehouse_entity\/1|Köln),/g, `$1${sign}`);
    const { differences, faults } = await compare(utf8(parted));
    expect([differences.map(({ counted }) => counted), faults]).toEqual([[number], []]);
  });

  test.each([
    ['1.234', { fault: 'doubtful', named: ['1.234', '1234', '1,234'] }],
    ['many', { fault: 'noNumber', named: ['many'] }],
    ['0,0005', { fault: 'noNumber', named: ['0,0005'] }],
    ['-1', { fault: 'noNumber', named: ['-1'] }],
  ])('%s is a fault of its line', async (typed, fault) => {
    const { differences, faults } = await compare(utf8(HEAD + lineOf('Köln', typed)));
    expect([differences, faults]).toEqual([[], [{ line: 2, ...fault }]]);
  });

  test.each(['en', 'de'] as const)('by the list of the page in %s, as it is, differs nowhere', async (code) => {
    language.value = code;
    const { header, rows } = readTable(countList([screw]));
    const sign = code === 'de' ? ';' : ',';
    const filled = [
      header,
      ...rows.map(({ cells }) => header.map((name) => cells[name === 'counted' ? 'stock' : name])),
    ];
    const counted = await compare(utf8(filled.map((cells) => cells.join(sign)).join('\r\n')));
    expect(counted).toMatchObject({ same: 2, differences: [], faults: [] });
  });
});
