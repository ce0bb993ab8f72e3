// Catches an import that refuses a category for values from before its class, and a file that loses who sees records.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringRecords, isUnchanged, newEngine, recordsOf } from './catalogue-shop.ts';
import { SHOP, codes } from './import-lines.ts';

let engine: Engine;

beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, SHOP)).listed).toEqual([]);
});

afterEach(() => closeAndVerify(engine));

test('a category keeps values from before its class, and takes no new ones that the class lacks', async () => {
  const old = { attributes: { icon: 'bulb' }, attributes_by_language: { de_DE: { motto: 'hell' } } };
  const home = { type: 'category', name: 'Home' };
  await bringRecords(engine, [{ ...home, ...old }]);
  const fields = [{ name: 'depth', type: 'INT' }];
  await bringRecords(engine, [{ type: 'class', name: 'places', class_type: 'category', attributes: fields }]);
  expect(codes(await bringRecords(engine, [{ ...home, labels: { de_DE: 'Zuhause' } }]))).toEqual([]);
  expect(codes(await bringRecords(engine, [{ ...home, ...old, attributes: { icon: 'bulb', depth: 1 } }]))).toEqual([]);
  await isUnchanged(engine, () => bringRecords(engine, recordsOf(engine)));
  expect(codes(await bringRecords(engine, [{ ...home, attributes: { icon: 'lamp' } }]))).toEqual([
    '1: SHOPOBJECT_ATTRIBUTE_UNKNOWN',
  ]);
  const english = { attributes_by_language: { en_GB: { motto: 'hell' } } };
  expect(codes(await bringRecords(engine, [{ ...home, ...english }]))).toEqual(['1: SHOPOBJECT_ATTRIBUTE_UNKNOWN']);
});

test('a class of records says who sees them; what is left out stays, and no other class says so', async () => {
  const store = { type: 'class', name: 'store', class_type: 'record' };
  const shown = () => recordsOf(engine).find((one) => (one as { name: string }).name === 'store');
  for (const given of [{ public: true }, {}]) {
    await bringRecords(engine, [{ ...store, ...given }]);
    expect(shown()).toMatchObject({ public: true });
  }
  await isUnchanged(engine, () => bringRecords(engine, recordsOf(engine)));
  await bringRecords(engine, [{ ...store, public: false }]);
  expect(shown()).toMatchObject({ public: false });
  const page = { type: 'class', name: 'page', class_type: 'content', public: true };
  expect(codes(await bringRecords(engine, [page]))).toEqual(['1: PARAMETER_INVALID']);
});
