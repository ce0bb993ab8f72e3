// Would catch a stock or a product screen that shows something else than the engine has, sends something else than was
// changed, or loses what was typed: each does what a person does there, and the shop is asked whether it came about.
import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { newDirectory } from '../harness/directories.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who keeps the goods', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let entity: string;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(4);
    const { shop } = office;
    must(await shop.create_class({ name: 'part', type: 'warehouse_entity' }));
    entity = must(
      await shop.create_warehouse_entity({ class: 'part', name: 'Desk top', metadata: { element_number: 'T-1' } }),
    ).id;
    must(await shop.inventory_place({ storage: 'north', element_number: 'T-1', quantity: 10 }));
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['mira']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const stored = async (storage: string, number = 'T-1'): Promise<number | undefined> => {
    const { storages } = must(await office.shop.get_stock({ element_number: number }));
    return storages.find((one) => one.storage === storage)?.quantity;
  };

  test('what there is least of comes first, and says so', async () => {
    const { page } = person;
    await person.open('/stock');
    await page.locator('.list-row').nth(5).waitFor();
    const first = async (column: string, rows: number) =>
      (await page.locator(`.list-row ${column}`).allInnerTexts()).slice(0, rows);
    await expect.poll(() => first('.name', 2)).toEqual(['Brass ruler', 'Ink, midnight blue']);
    await expect.poll(() => first('.state', 3)).toEqual(['None left', 'Low', 'Enough']);
    await person.picture('stock');
    await person.expectSound();
  });

  test('pieces are placed into a new storage and taken again, after it was said what will be there', async () => {
    const { page } = person;
    await person.open('/stock?kind=warehouse_entity');
    await page.locator('.list-row', { hasText: 'north 10' }).click();
    await person.button('Place').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pieces').fill('6');
    await dialog.getByLabel('Storage').fill('south');
    await dialog.getByLabel('Note').fill('delivery 77');
    await dialog.getByText('“south” will hold 6 (now 0).').waitFor();
    await dialog.getByText('In all there will be 16 (now 10).').waitFor();
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Place' }).click();
    await page.getByRole('cell', { name: 'delivery 77' }).waitFor();
    expect(await stored('south')).toBe(6);
    await person.button('Take from north').click();
    await dialog.getByLabel('Pieces').fill('11');
    await dialog.getByText('“north” holds only 10.').waitFor();
    await dialog.getByRole('button', { name: 'Take' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Pieces').inputValue()).toBe('11');
    await dialog.getByLabel('Pieces').fill('3');
    await dialog.getByRole('button', { name: 'Take' }).click();
    await page.getByRole('cell', { name: 'Taken' }).waitFor();
    expect(await stored('north')).toBe(7);
    await person.picture('one-stock');
    await person.expectSound();
  });

  test('a warehouse entity is made, becomes a part of a product, and goes once nothing is made of it', async () => {
    // A manager makes none.
    const owner = await Person.arrive(browser, office.url);
    await owner.logIn(office.people['anna']!);
    const { page } = owner;
    await owner.open('/stock?kind=warehouse_entity');
    await owner.button('New warehouse entity').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Brass screw');
    await dialog.getByLabel('Article number').fill('T-1');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Article number').fill('S-8');
    await owner.expectSound();
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: 'Brass screw' }).waitFor();
    await page.getByText('No product is made of it.').waitFor();
    must(await office.shop.inventory_place({ storage: 'north', element_number: 'S-8', quantity: 9 }));
    const entity = page.url();
    await owner.open('/stock/product%2F5');
    await owner.button('Add part').click();
    await dialog.getByLabel('Article number').fill('S-8');
    await dialog.getByLabel('Pieces in one').fill('4');
    await dialog.getByRole('button', { name: 'Add part' }).click();
    await page.getByRole('link', { name: 'Brass screw' }).waitFor();
    expect(await office.stockOf(5)).toBe(2);
    await owner.picture('parts');
    await owner.expectSound();
    await page.goto(entity);
    await page.getByRole('cell', { name: '4', exact: true }).waitFor();
    await owner.button('Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await owner.open('/stock/product%2F5');
    await owner.button('Remove part S-8').click();
    await dialog.getByText('It is the only part').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('This product has stock of its own.').waitFor();
    must(await office.shop.inventory_take({ storage: 'north', element_number: 'S-8', quantity: 9 }));
    await page.goto(entity);
    await owner.button('Change').click();
    await dialog.getByLabel('Name').fill('Brass screw, long');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Brass screw, long' }).waitFor();
    await owner.button('Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Brass screw, long is deleted.').waitFor();
    expect(await office.shop.get_bindings({ element_number: 'S-8' })).toMatchObject({
      code: 'WAREHOUSE_ENTITY_NOT_FOUND',
    });
  });

  test('a counted list shows what differs, and puts it right line by line', async () => {
    const { page } = person;
    const { shop } = office;
    const metadata = { element_number: 'T-2' };
    const { id } = must(await shop.create_warehouse_entity({ class: 'part', name: 'Desk leg', metadata }));
    must(await shop.inventory_place({ storage: 'north', element_number: 'T-2', quantity: 7 }));
    must(await shop.inventory_place({ storage: 'south', element_number: 'T-2', quantity: 6 }));
    await person.open('/stock/count?kind=warehouse_entity');
    const download = await person.download(person.button('List: Warehouse entities').click());
    const list = readFileSync(await download.path(), 'utf8');
    expect(list).toContain(`warehouse_entity/${id},T-2,Desk leg,north,7,\r\n`);
    const counted = join(newDirectory(), 'counted.csv');
    const lines = list.trimEnd().split('\r\n');
    const filled = lines.map((line) =>
      line.replace(/leg,north,7,$/, 'leg,north,7,5').replace(/leg,south,6,$/, 'leg,south,6,6'),
    );
    writeFileSync(counted, [...filled, 'product/2,,,,,many', 'warehouse_entity/999,,,x,,1'].join('\r\n'));
    await page.getByLabel('CSV file').setInputFiles(counted);
    await page.getByText(/^1 differ, 1 agree/).waitFor();
    await page.getByText(': “many” is no number').waitFor();
    await page.getByText(': there is no such').waitFor();
    expect(await stored('north', 'T-2')).toBe(7);
    await person.expectSound();
    await person.button('Put right').click();
    await page.getByText('1 put right, 0 refused.').waitFor();
    await person.picture('stock-count');
    expect(await stored('north', 'T-2')).toBe(5);
    const { movements } = must(await shop.get_stock({ element_number: 'T-2', movements: 1 }));
    expect(movements[0]).toMatchObject({ name: 'taken', quantity: -2, note: expect.stringMatching(/^Stocktaking/) });
  });

  test('a list that is read page by page has everything once, whatever is sold meanwhile', async () => {
    const { page } = person;
    const { shop } = office;
    for (let at = 0; at < 210; at += 1) {
      const number = `many-${at}`;
      const metadata = { element_number: number };
      must(await shop.create_warehouse_entity({ class: 'part', name: `Screw ${at}`, metadata }));
      must(await shop.inventory_place({ storage: 'north', element_number: number, quantity: 1000 + at }));
    }
    let searches = 0;
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"search_warehouse_entities"') === true) searches += 1;
      // What there was most of is sold, and stands before everything else from now on.
      if (searches === 2) {
        const sold = { storage: 'north', element_number: 'many-209', quantity: 1209 };
        must(await shop.inventory_take(sold));
        searches += 1;
      }
      await route.continue();
    });
    await person.open('/stock/count?kind=warehouse_entity');
    const download = await person.download(person.button('List: Warehouse entities').click());
    await page.unroute('**/admin/call');
    expect(searches).toBeGreaterThan(2);
    const list = readFileSync(await download.path(), 'utf8').match(/many-\d+/g) ?? [];
    expect(list.toSorted()).toEqual(Array.from({ length: 210 }, (_, at) => `many-${at}`).toSorted());
  });

  test('all products are saved as a file, in a format and a language', async () => {
    const { page } = person;
    const made = async (): Promise<string> => {
      const download = await person.download(person.button('Make the file').click());
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText('6 products are in the file.').last().waitFor();
      return readFileSync(await download.path(), 'utf8');
    };
    await person.open('/products');
    await person.button('Export').click();
    await page.getByLabel('Language of the texts').selectOption('de_DE');
    await person.expectSound();
    expect(await made()).toMatch(/^\uFEFFname,class,.*\nWalnut desk,product,.*,Schreibtisch aus Nussbaum,489\n/s);
    await person.button('Export').click();
    await page.getByLabel('File').selectOption('Shopify (CSV)');
    expect(await made()).toMatch(/^Handle,Title,.*\nwalnut-desk-1,Schreibtisch aus Nussbaum,/s);
    await person.button('Export').click();
    await page.getByLabel('File').selectOption('Google Merchant (XML feed)');
    await expect.poll(() => person.button('Make the file').isDisabled()).toBe(true);
    await page.getByLabel('Address of a product’s page').fill('shop.example');
    await person.button('Make the file').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Address of a product’s page').fill('https://shop.example/{id}');
    expect(await made()).toMatch(/<g:link>https:\/\/shop\.example\/6<\/g:link>.*<\/rss>\n$/s);
    await person.button('Export').click();
    await page.getByLabel('File').selectOption('Google Merchant (XML feed)');
    await page.getByLabel('Address of a product’s page').fill('https://shop.example/{id}');
    const channel = await page.getByLabel('Channel').locator('option').nth(1).textContent();
    await page.getByLabel('Channel').selectOption(channel);
    await person.expectSound();
    expect(await made()).toContain(`<title>${channel}</title>`);
    // What was said is gone then.
    await page.reload();
  });

  test('the stock of a product is set, and the shop sells it', async () => {
    const { page } = person;
    await person.open('/stock/product%2F6');
    await person.button('Set stock').click();
    await page.getByLabel('Pieces that are there').fill('8');
    await page.getByText('In all there will be 8 (now 0).').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Set stock' }).click();
    await page.locator('main').getByText('Enough').waitFor();
    expect(await office.stockOf(6)).toBe(8);
  });

  test('a category is chosen, a product found, and its price changed: the shop asks the new one', async () => {
    const { page } = person;
    await person.open('/products');
    await page.getByRole('button', { name: 'Desk', exact: true }).click();
    await page.getByText('6 products').waitFor();
    await person.picture('products');
    await person.expectSound();
    await page.getByLabel('Search products').fill('lamp');
    await page.getByText('1 products').waitFor();
    await page.locator('.list-row', { hasText: 'Reading lamp' }).click();
    const price = page.getByLabel(/^(Price|Preis)$/);
    await price.fill('cheap');
    await page.getByText('One field is changed.').waitFor();
    await person.button('Save').click();
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
    await person.expectSound();
    expect(await price.inputValue()).toBe('cheap');
    // What is typed outlives the screen.
    await person.open('/stock');
    await person.open('/products/2');
    await expect.poll(() => price.inputValue()).toBe('cheap');
    await price.fill('99,5');
    await person.button('Save').click();
    await page.getByText('The product is saved.').waitFor();
    const shown = async (language: string) => {
      const { attributes } = must(await office.shop.get_product_details({ id_product: 2, language }));
      return attributes['price']?.value;
    };
    expect([await shown('de_DE'), await shown('en_GB')]).toEqual([99.5, 99.5]);
    await page.getByText('mira', { exact: true }).first().waitFor();
    const { orders, products } = must(await office.shop.get_bought_together({ id_product: 2 }));
    await page.getByText(`${products[0]!.count} of ${orders} orders`).first().waitFor();
    await person.picture('product');
    await person.expectSound();
  });

  test('a product is sold in steps of less than a piece, and in whole pieces again', async () => {
    const { page } = person;
    const stepOf = async () => must(await office.shop.get_product_details({ id_product: 2 })).quantity_step;
    await person.open('/products/2');
    const field = page.getByLabel('Quantity step', { exact: true });
    await expect.poll(() => field.getAttribute('placeholder')).toBe('1');
    await field.fill('0');
    await person.button('Save').click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await person.expectSound();
    await field.fill('0,25');
    await person.button('Save').click();
    await expect.poll(stepOf).toBe(0.25);
    // Never what was there before.
    expect(await field.inputValue()).toMatch(/^0[,.]25$/);
    // Once it is read again: the text that is selected to be deleted is another one then.
    await expect.poll(() => field.inputValue()).toBe('0.25');
    await field.fill('');
    await person.button('Save').click();
    await expect.poll(stepOf).toBe(undefined);
  });

  /** Reads of a product wait from now on until the function that it gives is called. */
  const holdReads = async (): Promise<() => Promise<void>> => {
    const { page } = person;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"get_shopobject_languages"') === true) await released;
      await route.continue();
    });
    return async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    };
  };

  test('what is typed is compared with what was saved, also before the product is read again', async () => {
    const { page } = person;
    const stepOf = async () => must(await office.shop.get_product_details({ id_product: 2 })).quantity_step;
    await person.open('/products/2');
    const field = page.getByLabel('Quantity step', { exact: true });
    const bar = page.locator('.save-bar');
    await expect.poll(() => field.inputValue()).toBe('');
    await bar.waitFor({ state: 'detached' });
    const goOn = await holdReads();
    await field.fill('0,25');
    await person.button('Save').click();
    await bar.waitFor({ state: 'detached' });
    expect(await stepOf()).toBe(0.25);
    expect(await field.inputValue()).toBe('0,25');
    // It is what the product had when it was read, and not what it has.
    await field.fill('');
    await person.button('Save').click();
    await bar.waitFor({ state: 'detached' });
    expect(await stepOf()).toBe(undefined);
    // What somebody else has put there meanwhile shows once it is read.
    await field.fill('0,5');
    await person.button('Save').click();
    await bar.waitFor({ state: 'detached' });
    must(await office.shop.update_product({ id_product: 2, metadata: { quantity_step: null } }));
    await goOn();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await bar.count()).toBe(0);
  });

  test('an administrator deletes the pictures that nothing shows, and nobody else is offered it', async () => {
    await person.open('/products');
    await person.page.getByText('6 products').waitFor();
    expect(await person.button('Unused pictures').count()).toBe(0);
    const folder = join(office.place.directory, 'shop', 'images');
    const old = new Date(Date.now() - 2 * 86_400_000);
    mkdirSync(folder, { recursive: true });
    for (const name of ['shown.svg', 'unused.svg']) {
      writeFileSync(join(folder, name), '<svg xmlns="http://www.w3.org/2000/svg"/>');
      utimesSync(join(folder, name), old, old);
    }
    must(await office.shop.update_product({ id_product: 1, metadata: { notes: 'see /images/shown.svg' } }));
    const administrator = await Person.arrive(browser, office.url);
    await administrator.logIn(office.people['anna']!);
    await administrator.open('/products');
    await administrator.button('Unused pictures').click();
    await administrator.page.getByText(/^1 uploaded pictures/).waitFor();
    await administrator.expectSound();
    await administrator.button('Delete').click();
    await administrator.page.getByText(/^1 pictures .* are deleted/).waitFor();
    expect(readdirSync(folder)).toEqual(['shown.svg']);
  });

  test('a product is hidden and published, and another person sees it without a reload', async () => {
    const { page } = person;
    await person.open('/products/3');
    await person.button('Hide').click();
    await person.button('Publish').waitFor();
    expect(must(await office.shop.get_shopobject_languages({ id_shopobject: 3 })).shop_active).toBe(0);
    must(await office.shop.update_product({ id_product: 3, shop_active: 1 }));
    await person.button('Hide').waitFor();
    await person.button('Change').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from' }).click();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('It is in no category.').first().waitFor();
    expect(must(await office.shop.get_shopobject_languages({ id_shopobject: 3 })).categories).toEqual([]);
  });

  test.each([
    [360, 740],
    [3840, 2160],
  ])('at %i pixels nothing is cut off', async (width, height) => {
    await person.page.setViewportSize({ width, height });
    for (const hash of ['/products', '/products/2', '/stock', `/stock/warehouse_entity%2F${entity}`, '/stock/count']) {
      await person.open(hash);
      await person.page.locator('main .card, main .list-row').first().waitFor();
      await person.expectSound();
    }
    await person.page.setViewportSize({ width: 1360, height: 860 });
  });
});
