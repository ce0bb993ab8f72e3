// Would catch a row of the sheet of variations that gets another picture than the one that was chosen or uploaded for
// it, changes that of another row, or cannot have that of its product again.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

describe.skipIf(!HAS_CHROMIUM)('pictures in the sheet of variations', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let ids: readonly number[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(0);
    const { shop } = office;
    const attributes = [
      { name: 'picture', type: 'IMG' },
      { name: 'size', type: 'CHAR' },
    ] as const;
    must(await shop.create_class_attributes({ id_class: 1, attributes: [...attributes] }));
    ids = await Promise.all(
      ['S', 'M'].map(async (size) => {
        const sent = { id_product: 1, name: size, attributes: { en_GB: { size }, de_DE: { size } } };
        return Number(must(await shop.create_variation(sent)).id);
      }),
    );
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const pictures = () =>
    Promise.all(
      ids.map(async (id) => {
        const { attributes } = must(await office.shop.get_product_details({ id_product: id, language: 'de_DE' }));
        return attributes['picture']?.value;
      }),
    );

  test('one is uploaded or chosen, and again that of the product', async () => {
    const { page } = person;
    await person.open('/products/1');
    await person.button('Options and table').click();
    const [inherited] = await pictures();
    const save = () => person.button('Save 1 row').click();
    await person.button('Picture, S').click();
    const dialog = page.getByRole('dialog');
    await person.expectSound();
    const red = Buffer.from(SVG.replace('<rect', '<rect fill="red"'));
    await dialog.getByLabel(/Upload/).setInputFiles({ name: 'red.svg', mimeType: 'image/svg+xml', buffer: red });
    await dialog.waitFor({ state: 'detached' });
    await save();
    await expect.poll(pictures).toEqual([expect.stringMatching(/^\/images\//), inherited]);
    const [own] = await pictures();
    await person.button('Picture, M').click();
    await dialog.getByRole('group', { name: 'Pictures of the product' }).getByRole('button').last().click();
    await save();
    await expect.poll(pictures).toEqual([own, own]);
    await person.button('Picture, S').click();
    await dialog.getByRole('button', { name: 'As the product has it' }).click();
    await save();
    await expect.poll(pictures).toEqual([inherited, own]);
    await page.locator('.variation-grid').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('table img.thumb').count()).toBe(1);
  });
});
