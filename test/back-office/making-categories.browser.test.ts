// Would catch a tree of categories that makes, names, moves or deletes something else than what a person asked it for:
// each is done there, by keyboard and by dragging, and the shop is asked whether it came about.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { until } from '../harness/until.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('somebody who arranges the categories', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open({ KONTOR_LANGUAGE: 'en_GB', KONTOR_LANGUAGES: '["de_DE"]' });
    await office.fill(0);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const below = async (parent: number): Promise<readonly string[]> =>
    must(await office.shop.get_categories({ id_parent: parent, language: 'en_GB' })).categories.map(
      ({ label }) => label,
    );

  const idOf = async (parent: number, wanted: string): Promise<number> => {
    const { categories } = must(await office.shop.get_categories({ id_parent: parent, language: 'en_GB' }));
    return categories.find(({ label }) => label === wanted)!.id;
  };

  const choose = (name: string) => person.page.locator('.category-tree').getByRole('button', { name, exact: true });

  const make = async (english: string, german: string): Promise<void> => {
    const { page } = person;
    await person.button('New category').click();
    await page.getByLabel('Name, British English').fill(english);
    await page.getByLabel('Name, German').fill(german);
    await person.button('Make it').click();
    await page.getByText(`The category ${english} is there.`).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  test('a category is made with a name per language, at the top and below another one', async () => {
    const { page } = person;
    await person.open('/products');
    await person.button('All products').click();
    await person.button('New category').click();
    await page.getByLabel('Name, German').fill('Bücher & Größen');
    await page.getByText('buecher-groessen').waitFor();
    await person.expectSound();
    await page.keyboard.press('Escape');
    await page.getByText('What you typed would be lost.').waitFor();
    await person.expectSound();
    await person.button('Discard').click();
    await make('Books', 'Bücher');
    expect(await below(0)).toEqual(['Desk', 'Books']);
    const books = await idOf(0, 'Books');
    await make('Novels', 'Romane');
    expect(await below(books)).toEqual(['Novels']);
    const { labels, seo } = must(await office.shop.get_category_languages({ id_category: books }));
    expect(labels).toEqual({ en_GB: 'Books', de_DE: 'Bücher' });
    expect(seo).toEqual({ en_GB: { permalink: 'books' }, de_DE: { permalink: 'buecher' } });
  });

  test('it finds products by itself, and says how many', async () => {
    const { page } = person;
    const books = await idOf(0, 'Books');
    await choose('Books').click();
    await person.button('Rename').click();
    await person.button('Add a condition').click();
    await page.getByLabel('Field', { exact: true }).fill('main.active');
    await page.getByLabel('Value', { exact: true }).fill('1');
    await page.getByText(/Now it finds \d+ products\./).waitFor();
    await person.expectSound();
    await person.button('Save').click();
    await page.getByText('The category Books is saved.').first().waitFor();
    const { constraint } = must(await office.shop.get_category_languages({ id_category: books }));
    expect(constraint).toEqual([{ 'main.active': ['=', '1'] }]);
    await person.button('Rename').click();
    await person.button('Take out the condition on main.active').click();
    await person.button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(must(await office.shop.get_category_languages({ id_category: books })).constraint).toBeUndefined();
  });

  test('it is renamed, and a text that is emptied goes', async () => {
    const { page } = person;
    const books = await idOf(0, 'Books');
    await choose('Books').click();
    await person.button('Rename').click();
    await page.getByLabel('Name, British English').fill('Good books');
    await page.getByLabel('Permalink, German').fill('');
    await person.expectSound();
    await person.button('Save').click();
    await page.getByText('The category Good books is saved.').waitFor();
    await choose('Good books').waitFor();
    const { labels, seo } = must(await office.shop.get_category_languages({ id_category: books }));
    expect(labels['en_GB']).toBe('Good books');
    expect(Object.keys(seo)).toEqual(['en_GB']);
  });

  test('it moves by buttons: up, below another one, out again; what is below it is sorted', async () => {
    const books = await idOf(0, 'Good books');
    await choose('Good books').click();
    await make('Atlases', 'Atlanten');
    expect(await below(books)).toEqual(['Novels', 'Atlases']);
    await choose('Good books').click();
    await person.button('Sort what is below it by name').click();
    await expect.poll(() => below(books)).toEqual(['Atlases', 'Novels']);
    await person.button('Up').click();
    await expect.poll(() => below(0)).toEqual(['Good books', 'Desk']);
    // Nothing is before it now, and the button keeps the focus.
    await expect.poll(() => person.button('Up').getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => person.page.evaluate('document.activeElement.ariaLabel')).toBe('Up');
    await person.page.keyboard.press('Enter');
    await choose('Atlases').click();
    await person.button('One level up').click();
    await expect.poll(() => below(0)).toEqual(['Good books', 'Atlases', 'Desk']);
    await expect.poll(() => person.button('Below the category before it').getAttribute('aria-disabled')).toBe('false');
    await person.button('Below the category before it').click();
    await expect.poll(() => below(books)).toEqual(['Novels', 'Atlases']);
  });

  test('it is dragged into another one and beside it, and never below itself', async () => {
    const books = await idOf(0, 'Good books');
    const desk = await idOf(0, 'Desk');
    const branch = (name: string) => person.page.locator('.branch', { has: person.button(name) });
    // A pointer that a busy browser loses on its way drops nothing: a person drags again.
    const drag = (name: string, onto: string, at: typeof middle, hasCome: () => Promise<boolean>) =>
      until(`${name} is dragged`, async () => {
        await branch(name).dragTo(branch(onto), at);
        const endMs = performance.now() + 3000;
        while (performance.now() < endMs) if (await hasCome()) return true;
        return false;
      });
    const isBelow = async (parent: number, names: readonly string[]): Promise<boolean> =>
      String(await below(parent)) === String(names);
    const [middle, upper] = [{ targetPosition: { x: 60, y: 16 } }, { targetPosition: { x: 60, y: 2 } }];
    // A row that moves while it is dragged is dropped: the page may still draw what the test before did.
    const rows = person.page.locator('.category-tree .branch .name');
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Good books', 'Novels', 'Atlases', 'Desk']);
    await drag('Novels', 'Desk', middle, () => isBelow(desk, ['Novels']));
    // Rows move when the tree is drawn again: it is what the next drag sees.
    await branch('Novels').waitFor({ state: 'detached' });
    await drag('Desk', 'Good books', upper, () => isBelow(0, ['Desk', 'Good books']));
    const roots = person.page.locator('.category-tree > ul > li > .branch .name');
    await expect.poll(() => roots.allInnerTexts()).toEqual(['Desk', 'Good books']);
    await drag('Good books', 'Atlases', middle, () => person.page.locator('.toast.bad').isVisible());
    expect([await below(0), await below(books)]).toEqual([['Desk', 'Good books'], ['Atlases']]);
    await person.page.locator('.toast.bad button').click();
  });

  test('it is deleted after the page has said what goes and what stays', async () => {
    const { page } = person;
    await choose('Desk').click();
    await person.button('Delete').click();
    await page.getByText('One category below it goes as well.').waitFor();
    await page.getByText('6 products and contents stay, and are in it no longer.').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Desk is deleted.').waitFor();
    expect(await below(0)).toEqual(['Good books']);
    expect(must(await office.shop.get_product_details({ id_product: 1 })).categories).toEqual([]);
  });

  test.each([[390, 844, 'dark'] as const, [1280, 800, 'light'] as const])(
    'at %i pixels it is sound',
    async (width, height, colorScheme) => {
      await person.page.setViewportSize({ width, height });
      await person.page.emulateMedia({ colorScheme });
      await person.open('/products');
      await choose('Good books').click();
      await person.button('Rename').waitFor();
      await person.expectSound();
      if (process.env['SHOT'] !== undefined) await person.page.screenshot({ path: `/tmp/h/C/cat-${width}.png` });
    },
  );

  test('products of a category are put into an order, which lists have where no sort is named', async () => {
    const { page } = person;
    const constraint = { 'main.name': 'found' };
    const sorted = Number(must(await office.shop.create_category({ id_parent: 0, name: 'sorted', constraint })).id);
    must(await office.shop.create_product({ class: 'product', name: 'found', shop_active: 1 }));
    for (const name of ['one', 'two', 'three', 'four'])
      must(await office.shop.create_product({ class: 'product', name, shop_active: 1, categories: [sorted] }));
    const listed = async (): Promise<readonly string[]> =>
      Object.keys(must(await office.shop.get_products_in_category({ id_category: sorted })).products);
    const before = (await listed()).slice(0, -1);
    expect(before).toHaveLength(4);
    await person.open(`/products?category=${sorted}`);
    await person.button('Order of the products').click();
    const rows = page.locator('.content-places li');
    await expect.poll(() => rows.count()).toBe(before.length);
    await person.expectSound();
    await page.locator('[data-move^="down "]').first().click();
    await rows.nth(2).dragTo(rows.nth(0));
    await person.button('Save the order').click();
    await page.getByText('The order is saved.').waitFor();
    const [first, second, third, ...rest] = before;
    expect(await listed()).toEqual([third, second, first, ...rest, 'found']);
  });

  test('what is not translated is listed by language, and leads to its product', async () => {
    const { page } = person;
    const made = { class: 'product', name: 'only-english', shop_active: 1 } as const;
    must(await office.shop.create_product({ ...made, attributes: { en_GB: { name: 'Only English', price: 1 } } }));
    await person.open('/products');
    await page.getByRole('link', { name: 'What is not translated' }).click();
    await page.getByRole('heading', { name: 'Missing in German' }).waitFor();
    await page.getByRole('row', { name: /Only English.*Name/ }).waitFor();
    await person.expectSound();
    await page.getByRole('button', { name: /British English/ }).click();
    await page.getByText('All that was looked at is there in British English.').waitFor();
    await person.expectSound();
    await page.getByRole('button', { name: /German/ }).click();
    await page.getByRole('link', { name: 'Only English' }).click();
    await page.getByRole('heading', { name: 'Only English' }).waitFor();
    await person.open('/contents/untranslated');
    await page.getByText('0 of 0 were looked at.').waitFor();
    await person.expectSound();
  });
});
