// Would catch a page of a new product that makes something else than what was typed, or asks for what a person cannot
// know: in an empty shop, with one price for all languages, as a duplicate, and gone again.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

describe.skipIf(!HAS_CHROMIUM)('somebody who makes products', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open({ KONTOR_LANGUAGE: 'en_GB', KONTOR_LANGUAGES: '["de_DE"]' });
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const read = async (id: number, language: string) =>
    must(await office.shop.get_product_details({ id_product: id, language }));
  const made = async (): Promise<number> => {
    await person.page.waitForURL(/#\/products\/\d+$/);
    return Number(/\d+$/.exec(person.page.url())![0]);
  };

  test('an empty shop says that it has no products, and its first one makes the class', async () => {
    const { page } = person;
    await person.open('/products');
    await page.getByText('No products yet.').waitFor();
    await person.expectSound();
    await page.locator('.empty').getByRole('link', { name: 'New product' }).click();
    await page.getByLabel('Name, British English').fill('Reading lamp');
    await page.getByLabel('Name, German').fill('Leselampe „Größe 1“');
    await page.getByLabel('Price', { exact: true }).fill('-5');
    await person.button('Make the product').click();
    await page.getByText('at least 0').waitFor();
    await page.getByLabel('Price', { exact: true }).fill('119.90');
    await page.getByLabel('Article number').fill('L-1');
    await page.getByLabel('Stock', { exact: true }).fill('12');
    const zone = page.locator('.drop-zone').first();
    const files = await page.evaluateHandle((svg) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([svg], 'lamp.svg', { type: 'image/svg+xml' }));
      return transfer;
    }, SVG);
    await zone.dispatchEvent('drop', { dataTransfer: files });
    await page.locator('img.picture').waitFor();
    await person.expectSound();
    // As after a first try that made the class and was refused then.
    must(await office.shop.create_class({ name: 'product', type: 'product' }));
    await person.button('Make the product').click();
    const id = await made();
    const [english, german] = [await read(id, 'en_GB'), await read(id, 'de_DE')];
    expect(english).toMatchObject({ name: 'Reading lamp', shop_active: 1, metadata: { element_number: 'L-1' } });
    expect([english.attributes['price']?.value, german.attributes['price']?.value]).toEqual([119.9, 119.9]);
    expect(german.attributes['name']?.value).toBe('Leselampe „Größe 1“');
    expect(german.seo.permalink).toBe('leselampe-groesse-1');
    expect(english.attributes['picture']?.value).toMatch(/^\/images\/.+\.svg$/);
    expect(await office.stockOf(id)).toBe(12);
    // A number cannot be asked for twice: nothing of the draft is left.
    await person.open('/products/new');
    await person.button('Make the product').waitFor();
    expect(await page.getByLabel('Name, German').inputValue()).toBe('');
  });

  test('a second one of the same name gets an address of its own, in the category that was shown', async () => {
    const { page } = person;
    const { id } = must(await office.shop.create_category({ id_parent: 0, name: 'Lamps' }));
    await person.open(`/products?category=${id}`);
    await page.getByText('No product is in this category yet.').waitFor();
    await page.locator('.page-head').getByRole('link', { name: 'New product' }).click();
    await page.getByLabel('Name, British English').fill('Reading lamp');
    await page.getByLabel('Visible to shoppers').uncheck();
    await person.button('Make the product').click();
    const product = await read(await made(), 'en_GB');
    expect(product).toMatchObject({ name: 'Reading lamp 2', shop_active: 0, seo: { permalink: 'reading-lamp-2' } });
    expect(product.categories?.map((category) => category.name)).toEqual(['Lamps']);
  });

  test('what meets no filter is told from what is not there', async () => {
    const { page } = person;
    await person.open('/products?q=zzzz');
    await page.getByText('No product meets this filter.').waitFor();
    await person.button('Show all products').click();
    await page.locator('.list-row').first().waitFor();
  });

  test('one price is for all languages, until a person wants another one per language', async () => {
    const { page } = person;
    await person.open('/products/1');
    await page.getByLabel('Price', { exact: true }).fill('99');
    await page.getByText('One field is changed.').waitFor();
    await person.button('Save').click();
    await page.getByText('The product is saved.').waitFor();
    const prices = async () => [
      (await read(1, 'en_GB')).attributes['price']?.value,
      (await read(1, 'de_DE')).attributes['price']?.value,
    ];
    expect(await prices()).toEqual([99, 99]);
    await person.button('Price: another one per language').click();
    await page.getByLabel('Price, German').fill('105');
    await person.button('Save').click();
    await expect.poll(prices).toEqual([99, 105]);
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await person.button('Price: one for all languages').click();
    await person.button('Save').click();
    await expect.poll(prices).toEqual([99, 99]);
    await person.expectSound();
    // Another price that somebody else gives one language is shown, and not overwritten unseen.
    const priceElsewhere = async (price: number) =>
      must(await office.shop.update_product({ id_product: 1, attributes: { de_DE: { price } } }));
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await page.getByLabel('Price', { exact: true }).fill('98');
    await priceElsewhere(105);
    await person.button('Take theirs').click();
    await expect.poll(() => page.getByLabel('Price, German').inputValue()).toBe('105');
    await person.button('Save').click();
    await expect.poll(prices).toEqual([98, 105]);
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await page.getByLabel('Price, British English').fill('99');
    await person.button('Price: one for all languages').click();
    await person.button('Save').click();
    await expect.poll(prices).toEqual([99, 99]);
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await priceElsewhere(105);
    await page.getByLabel('Price, German').waitFor();
    await priceElsewhere(99);
    await page.getByLabel('Price', { exact: true }).waitFor();
  });

  test('a duplicate has the texts, the price and the picture, and no number or address of the original', async () => {
    const { page } = person;
    must(await office.shop.update_product({ id_product: 1, shop_active: 0 }));
    await person.open('/products/1');
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await expect.poll(() => page.getByLabel('Name, British English').inputValue()).toBe('Reading lamp');
    await expect.poll(() => page.getByLabel('Visible to shoppers').isChecked()).toBe(false);
    // A person who only looks keeps nothing.
    expect(await page.evaluate("Object.values(sessionStorage).join('')")).not.toContain('[-1,');
    await page.getByLabel('Name, British English').fill('Other lamp');
    await page.getByLabel('Name, German').fill('Andere Lampe');
    expect(await page.getByLabel('Article number').inputValue()).toBe('');
    await person.button('Make the product').click();
    const copy = await read(await made(), 'de_DE');
    const original = await read(1, 'de_DE');
    expect(copy.attributes).toMatchObject({ name: { value: 'Andere Lampe' }, price: { value: 99 } });
    expect(copy.shop_active).toBe(0);
    expect(copy.attributes['picture']).toEqual(original.attributes['picture']);
    expect(copy.seo.permalink).toBe('andere-lampe');
    expect(copy.metadata?.element_number).toBe('');
  });

  test('options make rows; a sheet is pasted and saved, and what is refused is tried again', async () => {
    const { page } = person;
    const { shop } = office;
    const sizes = ['S', 'M', 'L'];
    const variations = async () => (await read(2, 'en_GB')).variations;
    await person.open('/products/2');
    await person.button('Options and table').click();
    await page.getByLabel('Options, one per line').fill('Size: S, M, L');
    await page.getByRole('row', { name: /^S/ }).waitFor();
    await page.getByLabel('Price, S').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Price, M');
    await page.keyboard.press('ArrowUp');
    const sheet = '10\tR-S\t3\n11.50\tR-M\t4\n12\tR-L\t5';
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, sheet);
    await page.getByLabel('Visible, L').uncheck();
    await person.expectSound();
    // Somebody else has a product of a name that a row would get.
    const { id: other } = must(await shop.create_product({ class: 'product', name: 'Reading lamp 2 M' }));
    await person.button('Save 3 rows').click();
    await person.button('Try 1 row again').waitFor();
    await expect.poll(() => page.getByRole('row', { name: /^M/ }).locator('.error').count()).toBe(1);
    must(await shop.delete_product({ id_product: Number(other) }));
    await person.button('Try 1 row again').click();
    await expect.poll(async () => (await variations()).length).toBe(3);
    const shown = (await variations())
      .map(({ attributes, metadata, availability, shop_active: active }) =>
        [attributes['size'], attributes['price']]
          .map((one) => one?.value)
          .concat(metadata?.element_number ?? '', availability.quantity, active ?? 1),
      )
      .toSorted((a, b) => sizes.indexOf(String(a[0])) - sizes.indexOf(String(b[0])));
    expect(shown).toEqual([
      ['S', 10, 'R-S', 3, 1],
      ['M', 11.5, 'R-M', 4, 1],
      ['L', 12, 'R-L', 5, 0],
    ]);
    await page.getByLabel('Options, one per line').fill('Size: S, M, L, XL');
    await person.button('Save 1 row').click();
    await expect.poll(async () => (await variations()).length).toBe(4);
    // A new option gives its first value to those that are there, and makes the others.
    await page.getByLabel('Options, one per line').fill('Size: S, M\nColour: sand, sea');
    await person.button('Save 6 rows').click();
    await expect.poll(async () => (await variations()).length).toBe(6);
    const names = (await variations()).map(({ attributes }) => [
      attributes['size']?.value,
      attributes['colour']?.value,
    ]);
    expect(names).toContainEqual(['S', 'sand']);
    expect(names).toContainEqual(['M', 'sea']);
    await person.button('Save 0 rows').waitFor();
    await page.locator('.variation-grid').getByRole('button', { name: 'Close' }).click();
  });

  test('one cell changes one variation and makes none, and the sheet drops nothing unasked', async () => {
    const { page } = person;
    const prices = async () => {
      const { variations } = await read(2, 'en_GB');
      return variations.map(({ attributes }) => attributes['price']?.value);
    };
    const before = await prices();
    await person.open('/products/2');
    await person.button('Options and table').click();
    await person.button('Save 0 rows').waitFor();
    await page.getByLabel('Price, S, sand').fill('9');
    await page.locator('.variation-grid').getByRole('button', { name: 'Close' }).click();
    await page.getByText('One row is not saved').waitFor();
    await person.expectSound();
    await person.button('Leave it').click();
    await page.getByLabel('Stock, S, sand').fill('');
    await page.getByText('type 0 where none is left').waitFor();
    await expect.poll(() => person.button('Save 1 row').isDisabled()).toBe(true);
    await page.getByLabel('Stock, S, sand').fill('3');
    await person.button('Save 1 row').click();
    await expect.poll(prices).toEqual(before.map((price) => (price === 10 ? 9 : price)));
  });

  test('two people at one sheet: nobody overwrites what another one has saved without seeing it', async () => {
    const { page } = person;
    const { shop } = office;
    const { variations } = await read(2, 'en_GB');
    const [first, second, third] = variations;
    const nameOf = (one: typeof first): string =>
      `${one!.attributes['size']?.value}, ${one!.attributes['colour']?.value}`;
    const priceOf = async (one: typeof first): Promise<unknown> =>
      (await read(one!.id, 'en_GB')).attributes['price']?.value;
    const theirs = async (one: typeof first, price: number, active: 0 | 1 = 1): Promise<void> => {
      const attributes = { en_GB: { price }, de_DE: { price } };
      must(await shop.update_product({ id_product: one!.id, attributes, shop_active: active }));
    };
    // The test before has left the sheet open.
    await person.open('/products');
    await person.open('/products/2');
    await person.button('Options and table').click();
    const cell = page.getByLabel(`Price, ${nameOf(first)}`, { exact: true });
    await cell.fill('21');
    await theirs(first, 31);
    await page.getByText('Somebody else has saved this meanwhile: “31”.').waitFor();
    await person.expectSound();
    await person.button('Save 1 row').click();
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Take theirs');
    expect(await priceOf(first)).toBe(31);
    await person.button(`Keep mine: Price, ${nameOf(first)}`).click();
    await person.button('Save 1 row').click();
    await expect.poll(() => priceOf(first)).toBe(21);
    await person.button('Save 0 rows').waitFor();
    // Somebody is faster by a moment: the page learns it from the refusal.
    let isFaster = false;
    await page.route('**/admin/call', async (route) => {
      const body = route.request().postData() ?? '';
      if (!isFaster && body.includes('"update_product"')) {
        isFaster = true;
        await theirs(second, 32, 0);
      }
      await route.continue();
    });
    await page.getByLabel(`Price, ${nameOf(second)}`, { exact: true }).fill('22');
    await person.button('Save 1 row').click();
    await page.getByText('Somebody else has saved this meanwhile: “32”.').waitFor();
    expect([isFaster, await priceOf(second)]).toEqual([true, 32]);
    await page.setViewportSize({ width: 390, height: 844 });
    await person.expectSound();
    await page.setViewportSize({ width: 1360, height: 860 });
    await person.button(`Take theirs: Price, ${nameOf(second)}`).click();
    await person.button('Save 0 rows').waitFor();
    // What was not typed into is not sent: their hiding stays.
    isFaster = true;
    await page.unroute('**/admin/call');
    await page.getByLabel(`Article number, ${nameOf(second)}`, { exact: true }).fill('R-77');
    await person.button('Save 1 row').click();
    await expect.poll(async () => (await read(second!.id, 'en_GB')).metadata?.element_number).toBe('R-77');
    expect((await read(second!.id, 'en_GB')).shop_active).toBe(0);
    await person.button('Save 0 rows').waitFor();
    // One's own save is nobody else's, also before the page has read it.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isSent = false;
    await page.route('**/admin/call', async (route) => {
      const body = route.request().postData() ?? '';
      if (isSent && /"get_(shopobject_languages|product_details)"/.test(body)) await held;
      if (body.includes('"update_product"')) isSent = true;
      await route.continue();
    });
    await cell.fill('41');
    await person.button('Save 1 row').click();
    await expect.poll(() => priceOf(first)).toBe(41);
    await person.button('Save 0 rows').waitFor();
    await cell.fill('42');
    release();
    await person.button('Save 1 row').click();
    await expect.poll(() => priceOf(first)).toBe(42);
    await page.unroute('**/admin/call');
    await person.button('Save 0 rows').waitFor();
    // A row that is deleted meanwhile keeps no other one from being saved.
    let isDeleted = false;
    await cell.fill('43');
    await page.getByLabel(`Price, ${nameOf(third)}`, { exact: true }).fill('44');
    await page.route('**/admin/call', async (route) => {
      if (!isDeleted && route.request().postData()?.includes('"aggregate"') === true) {
        isDeleted = true;
        must(await shop.delete_product({ id_product: third!.id }));
      }
      await route.continue();
    });
    await person.button('Save 2 rows').click();
    await expect.poll(() => priceOf(first)).toBe(43);
    expect(isDeleted).toBe(true);
    await page.unroute('**/admin/call');
  });

  test('what was typed outlives a reload, and what somebody else has saved meanwhile is shown beside it', async () => {
    const { page } = person;
    const name = page.getByLabel('Name, British English');
    const nameOf = async () => (await read(2, 'en_GB')).attributes['name']?.value;
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await person.open('/products/2');
    await name.fill('Mine');
    await page.locator('.save-bar').waitFor();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect.poll(() => name.inputValue()).toBe('Mine');
    const rename = async (to: string) =>
      must(await office.shop.update_product({ id_product: 2, attributes: { en_GB: { name: to } } }));
    await rename('Theirs');
    await page.getByText(/has saved this meanwhile: “Theirs”\.$/).waitFor();
    await person.expectSound();
    await person.button('Save').click();
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Take theirs');
    expect(await nameOf()).toBe('Theirs');
    await person.button('Keep mine').click();
    await person.button('Save').click();
    await expect.poll(nameOf).toBe('Mine');
    // One's own save is nobody else's.
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await name.fill('Mine again');
    await rename('Theirs again');
    await person.button('Take theirs').click();
    await expect.poll(() => name.inputValue()).toBe('Theirs again');
    await page.locator('.save-bar').waitFor({ state: 'detached' });
  });

  test('it is deleted after the page has said what goes', async () => {
    const { page } = person;
    must(await office.shop.create_variation({ id_product: 1, name: 'black' }));
    await person.open('/products/1');
    await person.button('Delete').click();
    await page.getByText('Its one variation goes as well.').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Reading lamp is deleted.').waitFor();
    expect(await office.shop.get_product_details({ id_product: 1 })).toMatchObject({ code: 'SHOPOBJECT_NOT_FOUND' });
  });

  test.each([[390, 844, 'dark'] as const, [1280, 800, 'light'] as const])(
    'at %i pixels the page of a new product is sound',
    async (width, height, colorScheme) => {
      await person.page.setViewportSize({ width, height });
      await person.page.emulateMedia({ colorScheme });
      await person.open('/products/new');
      await person.page.getByLabel('Name, German').waitFor();
      await person.expectSound();
      if (process.env['SHOT'] !== undefined) await person.page.screenshot({ path: `/tmp/h/C/new-${width}.png` });
    },
  );
});
