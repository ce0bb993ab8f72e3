// Catches a quantity step that a file loses, or that an import takes away where the file says nothing of it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringRecords, bringTable, isUnchanged, newEngine, recordsOf, tableText } from './catalogue-shop.ts';
import { SHOP, codes } from './import-lines.ts';

let engine: Engine;

beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, SHOP)).listed).toEqual([]);
});

afterEach(() => closeAndVerify(engine));

const named = (name: string): unknown => recordsOf(engine).find((one) => (one as { name: string }).name === name);
const productClass = SHOP.find((one) => (one as { class_type?: string }).class_type === 'product') as unknown as {
  readonly name: string;
};

test('of a product: by record, by table, and back again', async () => {
  await bringRecords(engine, [{ type: 'product', name: 'Moon', metadata: { quantity_step: 0.25 } }]);
  expect(named('Moon')).toMatchObject({ metadata: { quantity_step: 0.25 } });
  const table = tableText(engine);
  expect(table.split('\n')[0]).toContain('quantity_step');
  await isUnchanged(engine, () => bringTable(engine, table));
  // A table without the column leaves it, an empty cell takes it away.
  await bringTable(engine, 'name,taxclass\nMoon,\n');
  expect(named('Moon')).toMatchObject({ metadata: { quantity_step: 0.25 } });
  await bringTable(engine, 'name,quantity_step\nMoon,6\n');
  expect(named('Moon')).toMatchObject({ metadata: { quantity_step: 6 } });
  await bringTable(engine, 'name,quantity_step\nMoon,\n');
  expect(named('Moon')).not.toHaveProperty('metadata.quantity_step');
  expect(codes(await bringTable(engine, 'name,quantity_step\nMoon,0.0001\n'))).toEqual(['2: PARAMETER_INVALID']);
});

test('of a class: what is left out stays, 0 takes it away', async () => {
  const { name } = productClass;
  const record = { type: 'class', name, class_type: 'product' };
  await bringRecords(engine, [{ ...record, quantity_step: 0.001 }]);
  expect(named(name)).toMatchObject({ quantity_step: 0.001 });
  await isUnchanged(engine, () => bringRecords(engine, recordsOf(engine)));
  await bringRecords(engine, [record]);
  expect(named(name)).toMatchObject({ quantity_step: 0.001 });
  await bringRecords(engine, [{ ...record, quantity_step: 0 }]);
  expect(named(name)).not.toHaveProperty('quantity_step');
});
