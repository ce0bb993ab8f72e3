// Catches words and the point of an image that are lost by a write which does not name them, or that outlive their
// image.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { altOf, focusOf, plainValue, realChanges } from '../../../src/domain/attributes/attributes.ts';
import type { AttributeValue } from '../../../src/domain/attributes/attributes.ts';
import { runs } from '../../harness/effort.ts';
import type { Json } from '../shop.ts';
import { openShop } from '../shop.ts';

const LAMP = { value: '/images/lamp.svg', width: 40, height: 30 };

const opened = async () => {
  const shop = openShop();
  const id = await shop.make('create_class', { name: 'product', type: 'product' });
  await shop.admin('create_class_attributes', { id_class: id, attributes: [{ name: 'image', type: 'IMG' }] as Json });
  const product = await shop.make('create_product', { class: 'product', name: 'lamp' });
  const update = (image: Json, language = 'de_DE') =>
    shop.admin('update_product', { id_product: product, attributes: { [language]: { image } } });
  const shown = async (language = 'de_DE') =>
    (
      await shop.admin<{ attributes: { image: object } }>('get_product_details', {
        id_product: product,
        language,
      })
    ).attributes.image;
  return { shop, product, update, shown };
};

test('alt differs by language, stays with its image, and goes with it', async () => {
  const { shop, product, update, shown } = await opened();
  await update({ ...LAMP, alt: 'Eine Lampe' });
  await update({ ...LAMP, alt: 'A lamp' }, 'en_GB');
  expect([await shown(), await shown('en_GB')]).toMatchObject([{ alt: 'Eine Lampe' }, { alt: 'A lamp' }]);
  // As importers send it: the address alone, or with its size.
  await update(LAMP.value);
  expect(await shown()).toMatchObject({ value: LAMP.value, alt: 'Eine Lampe' });
  await update({ ...LAMP });
  expect(await shown()).toMatchObject({ width: '40', alt: 'Eine Lampe' });
  await update({ ...LAMP, alt: '' });
  expect(await shown()).not.toHaveProperty('alt');
  await update({ ...LAMP, alt: 'Lampe' });
  await update({ ...LAMP, value: '/images/desk.svg' });
  expect(await shown()).not.toHaveProperty('alt');
  const long = { id_product: product, attributes: { de_DE: { image: { ...LAMP, alt: 'x'.repeat(1001) } } } };
  await shop.adminRefused('update_product', long as never, 'SHOPOBJECT_ATTRIBUTE_INVALID', 'image');
});

test('the point that stays in sight is shown where it was marked, and stays with its image', async () => {
  const { shop, product, update, shown } = await opened();
  await update({ ...LAMP, alt: 'Eine Lampe' });
  expect(await shown()).not.toHaveProperty('focus');
  await update({ ...LAMP, focus: { x: 30, y: 0 } });
  expect(await shown()).toMatchObject({ alt: 'Eine Lampe', focus: { x: 30, y: 0 } });
  await update(LAMP.value);
  await update({ ...LAMP, alt: 'Lampe' });
  expect(await shown('en_GB')).toMatchObject({ alt: 'Lampe', focus: { x: 30, y: 0 } });
  await update({ ...LAMP, focus: null });
  expect(await shown()).toMatchObject({ alt: 'Lampe' });
  expect(await shown()).not.toHaveProperty('focus');
  await update({ ...LAMP, focus: { x: 1, y: 2 } });
  await update({ ...LAMP, value: '/images/desk.svg' });
  expect(await shown()).not.toHaveProperty('focus');
  for (const focus of [{ x: 101, y: 0 }, { x: 0, y: -1 }, { x: 0.5, y: 0 }, { x: 1 }, 'left', [1, 2]]) {
    const wrong = { id_product: product, attributes: { de_DE: { image: { ...LAMP, focus } } } };
    await shop.adminRefused('update_product', wrong as never, 'SHOPOBJECT_ATTRIBUTE_INVALID', 'image');
  }
});

test('a write changes the words of an image only by naming them, or another image', () => {
  const address = fc.constantFrom('/images/a.svg', '/images/b.svg');
  const size = { width: fc.nat(2), height: fc.nat(2) };
  const focus = fc.option(fc.record({ x: fc.nat(1), y: fc.nat(1) }));
  const image = fc.record({ value: address, ...size, alt: fc.constantFrom('', 'x', 'y'), focus });
  const part = fc.record(
    { value: address, ...size, alt: fc.constantFrom('', 'x'), focus },
    { requiredKeys: ['value', 'width', 'height'] },
  );
  const sent = fc.oneof(address, image, part);
  fc.assert(
    fc.property(image, fc.oneof(sent, fc.constant(null)), (before, given: AttributeValue | null) => {
      const changes = realChanges({ de: { 1: before } }, { de: { 1: given } });
      const after = changes['de']?.[1] === undefined ? before : changes['de'][1];
      if (after === null || given === null) return void expect(after).toBe(given);
      expect(plainValue(after)).toBe(plainValue(given));
      const named = altOf(given);
      const kept = plainValue(given) === before.value ? before.alt : undefined;
      expect(altOf(after)).toBe(named ?? kept);
      const point = focusOf(given);
      const keptPoint = plainValue(given) === before.value ? before.focus : undefined;
      expect(focusOf(after)).toEqual(point === undefined ? keptPoint : point);
    }),
    { numRuns: runs(200) },
  );
});
