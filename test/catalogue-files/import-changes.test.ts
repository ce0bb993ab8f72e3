// Catches an import that changes an object, a class or a table otherwise than its lines say.
import { atOnce } from '../../src/kernel/many.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { buy } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import {
  bringLines,
  bringRecords,
  bringTable,
  isUnchanged,
  linesOf,
  newEngine,
  recordsOf,
  tableText,
} from './catalogue-shop.ts';
import { SHOP, codes } from './import-lines.ts';

let engine: Engine;

beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, SHOP)).listed).toEqual([]);
});

afterEach(() => closeAndVerify(engine));

const moon = (): { [member: string]: unknown } =>
  recordsOf(engine).find((one) => (one as { name: string }).name === 'Moon') as { [member: string]: unknown };

describe('an object that is there', () => {
  test('becomes what the record says, member by member; what is left out stays', async () => {
    await bringRecords(engine, [
      { type: 'product', name: 'Moon', attributes: { de_DE: { price: 10 } }, seo: { en_GB: { title: 'Moon' } } },
    ]);
    expect(moon()).toEqual({
      ...SHOP.at(-1)!,
      attributes: { de_DE: { price: 10 } },
      seo: { en_GB: { title: 'Moon' } },
      bindings: [],
    });
    await bringRecords(engine, [
      {
        type: 'product',
        name: 'Moon',
        active: false,
        metadata: { ean: '9' },
        categories: [['Home']],
        availability: { active: false },
      },
    ]);
    expect(moon()).toMatchObject({
      active: false,
      metadata: { ean: '9' },
      categories: [['Home']],
      availability: { active: false, quantity: 5 },
    });
  });

  test('keeps its stock, unless the stock is asked for', async () => {
    buy(engine, 1);
    await isUnchanged(engine, () => bringRecords(engine, SHOP));
    expect(moon()).toMatchObject({ availability: { quantity: 4 } });
    const report = await bringRecords(engine, SHOP, { stock: true });
    expect([report.total('updated'), report.listed]).toEqual([1, []]);
    expect(moon()).toMatchObject({ availability: { quantity: 5 } });
    await bringRecords(
      engine,
      [
        {
          ...SHOP[5],
          storages: [
            { storage: 'north', quantity: 3 },
            { storage: 'south', quantity: 2 },
          ],
        },
      ],
      { stock: true },
    );
    expect(linesOf(engine)).toContain('"storages":[{"storage":"north","quantity":3},{"storage":"south","quantity":2}]');
  });

  test('gets the attributes that are new in its class, and categories and labels change', async () => {
    const [lamp, , , home] = SHOP as [{ attributes: object[] }, object, object, object];
    await bringRecords(engine, [
      { ...lamp, attributes: [{ name: 'watts', type: 'INT' }] },
      { ...home, labels: { de_DE: 'Zuhause' }, attributes: { icon: 'house' } },
    ]);
    expect(linesOf(engine)).toContain('{"name":"watts","type":"INT"}');
    await bringRecords(engine, [{ ...home, labels: { en_GB: 'Home' } }]);
    expect(linesOf(engine)).toContain(
      '{"type":"category","name":"Home","labels":{"en_GB":"Home"},"attributes":{"icon":"house"},"attributes_by_language":{},"seo":{}}',
    );
  });

  test('refers to others wherever they stand in the file, itself included', async () => {
    const star = { type: 'product', class: 'lamp', name: 'Star' };
    await bringRecords(engine, [
      star,
      { type: 'references', name: 'Moon', attributes: { de_DE: { likes: ['Star', 'Moon'] } } },
    ]);
    const other = newEngine();
    expect((await bringLines(other, linesOf(engine))).listed).toEqual([]);
    expect(linesOf(other)).toBe(linesOf(engine));
    await closeAndVerify(other);
  });

  test('a product that only sells what it is bound to has no stock of its own', async () => {
    const bound = {
      type: 'product',
      class: 'lamp',
      name: 'Twin',
      active: true,
      availability: { active: true },
      bindings: [{ element_number: 'b1', quantity: 2 }],
    };
    await bringRecords(engine, [bound]);
    await isUnchanged(engine, () => bringRecords(engine, [bound], { stock: true }));
    expect(linesOf(engine)).toContain(
      '"availability":{"active":true},"bindings":[{"element_number":"b1","quantity":2}]',
    );
  });

  test('is bound to what the record says, and to nothing else', async () => {
    const entity = { type: 'warehouse_entity', class: 'part', name: 'Socket', metadata: { element_number: 'a1' } };
    const of = (...bindings: [element_number: string, quantity: number][]): object => ({
      type: 'product',
      name: 'Moon',
      bindings: bindings.map(([number, quantity]) => ({ element_number: number, quantity })),
    });
    const bindings = async (record: object): Promise<unknown> => {
      expect((await bringRecords(engine, [record])).listed).toEqual([]);
      await isUnchanged(engine, () => bringRecords(engine, [record]));
      return moon()['bindings'];
    };
    await bringRecords(engine, [entity]);
    expect(await bindings(of(['b1', 2], ['a1', 0.5]))).toEqual([
      { element_number: 'a1', quantity: 0.5 },
      { element_number: 'b1', quantity: 2 },
    ]);
    expect(await bindings(of(['b1', 3]))).toEqual([{ element_number: 'b1', quantity: 3 }]);
    expect(await bindings({ type: 'product', name: 'Moon', active: false })).toEqual([
      { element_number: 'b1', quantity: 3 },
    ]);
    expect(await bindings(of())).toEqual([]);
    expect(moon()).toMatchObject({ availability: { quantity: 5 } });
    await bringRecords(engine, [of(['b1', 1])]);
    expect(
      (await bringRecords(engine, [{ ...of(), availability: { active: true, quantity: 7 } }], { stock: true })).listed,
    ).toEqual([]);
    expect(moon()).toMatchObject({ availability: { quantity: 7 }, bindings: [] });
  });

  test('a warehouse entity becomes what the record says, member by member; what is left out stays', async () => {
    const definitions = [
      { name: 'watts', type: 'INT' },
      { name: 'text', type: 'TXT' },
      { name: 'fits', type: 'PRODUCTS' },
    ];
    const bulb = (): object => recordsOf(engine).find((one) => (one as { type: string }).type === 'warehouse_entity')!;
    const metadata = { element_number: 'b1' };
    await bringRecords(engine, [
      { type: 'class', name: 'part', class_type: 'warehouse_entity', attributes: definitions },
    ]);
    const changed = {
      class: 'part',
      name: 'Bulb, large',
      id_manufacturer: 4,
      attributes: { de_DE: { watts: 7, text: 'hell' }, en_GB: { text: 'bright' } },
      metadata: { ...metadata, weight: 0.5 },
    };
    await bringRecords(engine, [
      { type: 'warehouse_entity', ...changed },
      { type: 'references', element_number: 'b1', attributes: { de_DE: { fits: ['Moon'] } } },
    ]);
    const storages = [{ storage: 'north', quantity: 20 }];
    expect(bulb()).toEqual({ type: 'warehouse_entity', ...changed, storages });
    expect(recordsOf(engine).at(-1)).toEqual({
      type: 'references',
      element_number: 'b1',
      attributes: { de_DE: { fits: ['Moon'] } },
    });
    await bringRecords(engine, [{ type: 'warehouse_entity', attributes: { de_DE: { watts: 8 } }, metadata }]);
    expect(bulb()).toEqual({
      type: 'warehouse_entity',
      ...changed,
      attributes: { de_DE: { watts: 8 } },
      metadata,
      storages,
    });
    await bringRecords(engine, [{ type: 'references', element_number: 'b1', attributes: {} }]);
    expect(recordsOf(engine).at(-1)).toEqual({ type: 'references', element_number: 'b1', attributes: {} });
  });

  test('stands in its category where the record says, else where it stood', async () => {
    const names = (): string[] => {
      const reader = engine.readContext();
      return atOnce(reader.index('shopobject').members.of(1).ids, 'few').map(
        (id) => reader.read('shopobject', id)!.name,
      );
    };
    const at = (name: string, position?: number): object => ({
      type: 'product',
      class: 'lamp',
      name,
      categories: [position === undefined ? ['Home'] : { path: ['Home'], position }],
    });
    await bringRecords(engine, [at('a'), at('b'), at('c', 1), at('d')]);
    expect(names()).toEqual(['a', 'c', 'b', 'd']);
    await isUnchanged(engine, () => bringRecords(engine, [at('a'), at('c'), at('d')]));
    const other = newEngine();
    await bringLines(other, linesOf(engine));
    expect(linesOf(other)).toBe(linesOf(engine));
    await closeAndVerify(other);
    await bringRecords(engine, [at('c', 3)]);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    expect(linesOf(engine)).not.toContain('position');
  });
});

describe('a class that is there', () => {
  const [lamp] = SHOP as unknown as [{ attributes: [object, object, object] }];
  const [price, text, likes] = lamp.attributes;
  const definitions = (): unknown => (recordsOf(engine)[0] as { attributes: unknown }).attributes;
  const other = { name: 'text', type: 'CHAR', labels: { de_DE: 'Kurztext' } };

  test('keeps what the record does not name, and refuses another definition with what to do', async () => {
    await bringRecords(engine, [
      { ...lamp, attributes: [likes] },
      { type: 'class', name: 'lamp', class_type: 'product' },
    ]);
    expect(definitions()).toEqual([price, text, likes]);
    const { listed } = await bringRecords(engine, [{ ...lamp, attributes: [other] }]);
    expect(listed).toEqual([
      'line 1: SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE "text": The class has text with another type, label or default; --replace-attributes makes it anew, without the values that objects have of it.',
    ]);
  });

  test('becomes what the record says where that is asked for; values come back with their objects', async () => {
    const replaceAttributes = true;
    await isUnchanged(engine, () =>
      bringRecords(engine, [lamp, { type: 'class', name: 'lamp', class_type: 'product' }], { replaceAttributes }),
    );
    const { attributes } = moon();
    await bringRecords(engine, [{ ...lamp, attributes: [likes, other] }], { replaceAttributes });
    expect(definitions()).toEqual([likes, other]);
    expect(moon()).toMatchObject({ attributes: {} });
    await bringRecords(engine, [lamp, { type: 'product', name: 'Moon', attributes }], { replaceAttributes });
    expect([definitions(), moon()['attributes']]).toEqual([[likes, price, text], attributes]);
  });
});

describe('a table', () => {
  test('changes what it has columns for, and an empty cell takes a value away', async () => {
    const before = moon();
    for (const [word, active] of [
      ['TRUE', true],
      ['no', false],
      ['On', true],
      ['FALSE', false],
      ['1', true],
      ['', true],
    ] as const) {
      expect((await bringTable(engine, `name,active\nMoon,${word}\n`)).listed).toEqual([]);
      expect(moon()).toMatchObject({ active });
    }
    expect((await bringTable(engine, 'name,active\nMoon,ja\n')).listed).toEqual([
      expect.stringContaining('PARAMETER_INVALID "active": active: ja is no flag'),
    ]);
    await bringTable(engine, 'name,price,text@en_GB,quantity\nMoon,12.75,,99\n');
    expect(moon()).toEqual({ ...before, attributes: { de_DE: { price: 12.75, text: 'hell' } } });
    await bringTable(engine, 'name,quantity,categories,ean\nMoon,99,Home|Home/Light,\n', { stock: true });
    expect(moon()).toMatchObject({
      availability: { quantity: 99 },
      categories: [['Home'], ['Home', 'Light']],
      metadata: { weight: 1.25 },
    });
    await bringTable(engine, 'name;quantity\r\nMoon;\r\n', { stock: true, delimiter: ';' });
    expect(moon()).toMatchObject({ availability: { active: false, quantity: 99 } });
  });

  test('refuses lines with their number, and the rest goes on', async () => {
    const rows = [
      'name,class,text',
      '"a","lamp","two',
      'lines, and ""quotes"""',
      '',
      'b,lamp',
      'c,sofa,x',
      `d,lamp,${'x'.repeat(3000)}`,
      'e,la"mp,x',
      'f,lamp,fine',
      'g,lamp,"never closed',
      'h,lamp,x',
    ];
    for (const bytes of [1, 13, 9000]) {
      const report = await bringTable(engine, rows.join('\n'), { bytesMax: 2000, bytes });
      expect(codes(report)).toEqual([
        '5: PARAMETER_INVALID',
        '6: CLASS_NOT_FOUND',
        '7: BODY_TOO_LARGE',
        '8: PARAMETER_INVALID',
        '10: PARAMETER_INVALID',
      ]);
      expect(report.total('created') + report.total('unchanged')).toBe(2);
    }
    expect(tableText(engine)).toContain('a,lamp,,0,,,,,,,EUR,,"two\nlines, and ""quotes""",\n');
  });

  // Catches a wrong quote that takes all rows up to the next quote with it, by the parser or by the limit of a line.
  test.each([',', ';', '\t', '|'])('refuses a line with a wrong quote, and no other: %j', async (sign) => {
    const rows = [
      ['name', 'class', 'text'],
      ['a', 'sofa', '"x"y'],
      ['b', 'sofa', 'x'],
      ['c', 'sofa', '"x" '],
      ['d', 'sofa', 'a 5" screen'],
      ['e', 'sofa', 'x'.repeat(900)],
      ['"f ""1"""', 'sofa', `"""two""${sign}\nlines"`],
      ['"g"h"', 'sofa', 'x'],
      ['h', 'sofa', '"x""'],
      ['i"', 'sofa', 'x'],
      ['j', 'sofa', '"x"'],
    ].map((cells) => cells.join(sign));
    const [wrong, read] = ['PARAMETER_INVALID', 'CLASS_NOT_FOUND'];
    for (const end of ['\n', '\r\n'])
      for (const bytes of [1, 7, 9000]) {
        const report = await bringTable(engine, rows.join(end), { bytes, bytesMax: 1000, delimiter: sign });
        expect(codes(report)).toEqual([
          `2: ${wrong}`,
          `3: ${read}`,
          `4: ${wrong}`,
          `5: ${wrong}`,
          `6: ${read}`,
          `7: ${read}`,
          `9: ${wrong}`,
          // Its last cell ends on the next line, which leaves too many cells.
          `10: ${wrong}`,
          `12: ${read}`,
        ]);
      }
  });

  // Spreadsheets write line ends within cells; the parser counts CR LF there twice.
  test.each([
    ['CR LF', '\r\n', '\r\n'],
    ['CR LF, and LF within cells', '\r\n', '\n'],
    ['LF, and CR LF within cells', '\n', '\r\n'],
    ['LF, and CR within cells', '\n', '\r'],
    ['CR', '\r', '\r'],
  ])('numbers lines that end in %s', async (_, end, within) => {
    const rows = [
      'name,class,text',
      `"a${within}a",sofa,x`,
      '',
      `"b${within}${within}b",sofa,x`,
      'c,so"fa,x',
      'd,sofa,x',
    ];
    for (const bytes of [1, 7, 9000]) {
      const report = await bringTable(engine, rows.join(end), { bytes });
      expect(codes(report)).toEqual([
        '2: CLASS_NOT_FOUND',
        '5: CLASS_NOT_FOUND',
        '8: PARAMETER_INVALID',
        '9: CLASS_NOT_FOUND',
      ]);
    }
  });

  test.each([
    ['', 'the table has no header line'],
    ['\n\n', 'the table has no header line'],
    ['name,colour\nx,y\n', 'the column "colour" is neither one that products have nor an attribute of a product class'],
    ['name,likes\nx,\n', 'the column "likes" is neither one that products have nor an attribute of a product class'],
    ['name,price,price@de_DE\nx,1,1\n', 'the column "price@de_DE" stands there twice'],
    [
      'name,price@__proto__\nx,1\n',
      'the column "price@__proto__" is neither one that products have nor an attribute of a product class',
    ],
    ['name,price@\nx,1\n', 'the column "price@" is neither one that products have nor an attribute of a product class'],
    ['class,price\nlamp,1\n', 'the table has no column "name"'],
    ['"name,price\nlamp,1\n', 'the table has no header line'],
  ])('with the header of %j is refused before anything is written', async (text, message) => {
    const { headSeq } = engine;
    await expect(bringTable(engine, text)).rejects.toThrow(message);
    expect(engine.headSeq).toBe(headSeq);
  });
});
