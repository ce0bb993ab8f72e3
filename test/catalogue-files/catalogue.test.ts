// What an import does with single lines: which are refused, and what they leave of an object that is there already.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringLines, bringRecords, linesOf, newEngine } from './catalogue-shop.ts';
import { SHOP, codes } from './import-lines.ts';

let engine: Engine;

beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, SHOP)).listed).toEqual([]);
});

afterEach(() => closeAndVerify(engine));

const content = (name: string, more = {}): string => JSON.stringify({ type: 'content', class: 'page', name, ...more });

describe('lines', () => {
  test('that cannot be read are refused with their number, and the rest goes on', async () => {
    const long = content('long', { attributes: { de_DE: { text: 'x'.repeat(3000) } } });
    const lines = [
      `\uFEFF${content('one')}`,
      '{"type":"con',
      '',
      '  \r',
      '[1]',
      '{"type":"order"}',
      content('two', { colour: 1 }),
      '"x"',
      long,
      `${content('three')}\r`,
      '{"type":"content","class":"page"}',
      content('fo\u0000ur'),
      content('five'),
    ];
    for (const bytes of [1, 7, 5000]) {
      const report = await bringLines(engine, lines.join('\n'), { bytesMax: 2000, bytes });
      expect(codes(report)).toEqual([
        '2: PARAMETER_INVALID',
        '5: PARAMETER_INVALID',
        '6: PARAMETER_INVALID',
        '7: PARAMETER_INVALID',
        '8: PARAMETER_INVALID',
        '9: BODY_TOO_LARGE',
        '11: PARAMETER_MISSING',
        '12: PARAMETER_INVALID',
      ]);
      expect(report.listed[0]).toBe('line 2: PARAMETER_INVALID: The line is no JSON.');
      expect(report.listed[3]).toBe(
        'line 7: PARAMETER_INVALID "colour": A record of type content has no member colour.',
      );
      expect(report.total('created') + report.total('unchanged')).toBe(3);
    }
    const spoilt = await bringLines(
      engine,
      Buffer.concat([Buffer.from('{"type":"content","name":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    );
    expect(codes(spoilt)).toEqual(['1: PARAMETER_INVALID']);
  });

  test('are listed up to a hundred, and counted beyond', async () => {
    const report = await bringLines(engine, 'x\n'.repeat(250));
    expect(report.refused).toBe(250);
    expect(report.lines().slice(-2)).toEqual([
      'line 100: PARAMETER_INVALID: The line is no JSON.',
      '… and 150 more refused',
    ]);
  });

  test.each([
    ['SHOPOBJECT_NAME_ALREADY_IN_USE', { type: 'content', class: 'page', name: 'Moon' }],
    ['SHOPOBJECT_NAME_ALREADY_IN_USE', { type: 'product', class: 'page', name: 'Moon' }],
    ['SHOPOBJECT_NAME_ALREADY_IN_USE', { type: 'product', name: 'Moon', variation_of: 'Sun' }],
    ['SHOPOBJECT_NAME_NOT_VALID', { type: 'product', class: 'lamp', name: 'x'.repeat(256) }],
    [
      'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      { type: 'product', class: 'lamp', name: 'new', attributes: { de_DE: { colour: 'red' } } },
    ],
    [
      'SHOPOBJECT_ATTRIBUTE_INVALID',
      { type: 'product', class: 'lamp', name: 'Moon', attributes: { de_DE: { price: 'much' } } },
    ],
    ['SHOPOBJECT_NOT_FOUND', { type: 'product', class: 'lamp', name: 'new', variation_of: 'nobody' }],
    ['SHOPOBJECT_NOT_FOUND', { type: 'references', name: 'Moon', attributes: { de_DE: { likes: ['nobody'] } } }],
    ['SHOPOBJECT_NOT_FOUND', { type: 'references', name: 'nobody', attributes: {} }],
    ['SHOPOBJECT_ATTRIBUTE_INVALID', { type: 'references', name: 'Moon', attributes: { de_DE: { price: ['Moon'] } } }],
    [
      'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
      { type: 'product', class: 'lamp', name: 'new', seo: { de_DE: { permalink: 'mond' } } },
    ],
    ['PARAMETER_MISSING', { type: 'product', name: 'new' }],
    ['CLASS_NOT_FOUND', { type: 'product', class: 'sofa', name: 'new' }],
    ['CLASS_TYPE_NOT_VALID', { type: 'product', class: 'page', name: 'new' }],
    ['CLASS_TYPE_NOT_VALID', { type: 'product', class: 'page', name: 'new', variation_of: 'Moon' }],
    ['CATEGORY_NOT_FOUND', { type: 'product', class: 'lamp', name: 'new', categories: [['Light']] }],
    ['CATEGORY_NOT_FOUND', { type: 'category', name: 'new', parent: ['Light'] }],
    ['CATEGORY_NOT_FOUND', { type: 'category', name: 'Home', nth: 3 }],
    ['CLASS_NAME_ALREADY_IN_USE', { type: 'class', name: 'lamp', class_type: 'content' }],
    [
      'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE',
      {
        type: 'class',
        name: 'lamp',
        class_type: 'product',
        attributes: [
          { name: 'new', type: 'INT' },
          { name: 'price', type: 'INT' },
        ],
      },
    ],
    [
      'WAREHOUSE_ENTITY_NOT_FOUND',
      {
        type: 'product',
        class: 'lamp',
        name: 'new',
        availability: { active: 1, quantity: 1 },
        bindings: [
          { element_number: 'b1', quantity: 1 },
          { element_number: 'b2', quantity: 1 },
        ],
      },
    ],
    [
      'ELEMENT_NUMBER_ALREADY_IN_USE',
      { type: 'warehouse_entity', class: 'lamp', name: 'Bulb, large', metadata: { element_number: 'b1' } },
    ],
    [
      'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      {
        type: 'warehouse_entity',
        name: 'Bulb, large',
        attributes: { de_DE: { watts: 7 } },
        metadata: { element_number: 'b1' },
      },
    ],
    ['CLASS_NOT_FOUND', { type: 'warehouse_entity', class: 'bulb', name: 'Bulb', metadata: { element_number: 'b2' } }],
    [
      'CLASS_TYPE_NOT_VALID',
      { type: 'warehouse_entity', class: 'lamp', name: 'Bulb', metadata: { element_number: 'b2' } },
    ],
    ['PARAMETER_MISSING', { type: 'warehouse_entity', name: 'Bulb', metadata: { element_number: 'b2' } }],
    [
      'WAREHOUSE_ENTITY_NAME_NOT_VALID',
      { type: 'warehouse_entity', class: 'part', metadata: { element_number: 'b2' } },
    ],
    ['WAREHOUSE_ENTITY_NOT_FOUND', { type: 'references', element_number: 'b2', attributes: {} }],
    ['PARAMETER_INVALID', { type: 'references', attributes: {} }],
    ['PARAMETER_INVALID', { type: 'references', name: 'Moon', element_number: 'b1', attributes: {} }],
    ['PARAMETER_INVALID', { type: 'product', name: 'Moon', categories: [{ path: ['Home'], position: 0 }] }],
    ['CATEGORY_NOT_FOUND', { type: 'product', name: 'Moon', categories: [{ path: ['Sale'], position: 1 }] }],
    ['PARAMETER_MISSING', { type: 'warehouse_entity', class: 'part', name: 'Bulb, large' }],
    [
      'PARAMETER_INVALID',
      { type: 'product', name: 'Moon', bindings: [1, 2].map((quantity) => ({ element_number: 'b1', quantity })) },
    ],
    [
      'PARAMETER_INVALID',
      {
        type: 'warehouse_entity',
        name: 'Bulb',
        metadata: { element_number: 'b1' },
        storages: [1, 2].map((quantity) => ({ storage: 'north', quantity })),
      },
    ],
  ])('with %s leave nothing of themselves: %j', async (code, record) => {
    const before = linesOf(engine);
    const { headSeq } = engine;
    expect(codes(await bringRecords(engine, [record]))).toEqual([`1: ${code}`]);
    expect([engine.headSeq, linesOf(engine)]).toEqual([headSeq, before]);
  });
});
