// Catches work of names times attributes in one decision: a record has 20,000 values, a class 999 attributes.
import { expect, test } from 'vitest';
import { wantedValues } from '../../src/catalogue-files/apply-object.ts';
import { newEngine } from './catalogue-shop.ts';

test('many values are compared by looking at each attribute a few times', async () => {
  let looked = 0;
  const definitions = Array.from({ length: 100 }, (_, number) => ({
    number,
    type: 'INT' as const,
    labels: {},
    defaults: {},
    get name() {
      looked += 1;
      return `\u212bngstr\u00f6m${number}`;
    },
  }));
  const values = Object.fromEntries(definitions.map((_one, number) => [`\u00c5ngstr\u00f6m${number}`, number]));
  const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`l${at}`, values]));
  const engine = newEngine();
  const wanted = wantedValues(engine.begin(), definitions, { attributes, cells: false }, {});
  expect(wanted.ok && Object.keys(wanted.value['l7']!)).toEqual(definitions.map(({ name }) => name));
  expect(looked).toBeLessThan(50 * definitions.length);
  await engine.close();
});
