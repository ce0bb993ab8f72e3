// Would catch pages that nobody can write without HTML, an editor that changes or drops what it was not asked to, two
// persons of whom one overwrites the other unseen, and a class that is changed into something else.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

/** As Word puts it on the clipboard, shortened. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head>
<body lang=EN><!--StartFragment--><h2 style='color:#2F5496'>Deliveries<o:p></o:p></h2>
<p class=MsoNormal><b><span style='font-family:Arial'>Within</span></b> three days.<o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·
</span><![endif]>By post</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o </span>Letters</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>· </span>By bike</p>
<p class=MsoNormal><a href="javascript:alert(1)">Run</a> <a href="https://example.org/">read</a><img
src="file:///C:/logo.png"></p><!--EndFragment--></body></html>`;

const CLEAN =
  '<h2>Deliveries</h2><p><strong>Within</strong> three days.</p><ul><li>By post<ul><li>Letters</li></ul></li>' +
  '<li>By bike</li></ul><p>Run <a href="https://example.org/">read</a></p>';

describe.skipIf(!HAS_CHROMIUM)('somebody who writes the pages of a shop', () => {
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

  const own = async (id: number) => must(await office.shop.get_shopobject_languages({ id_shopobject: id }));
  const textOf = async (id: number, language = 'en_GB') =>
    ((await own(id)).values as { [language: string]: { [name: string]: unknown } })[language]?.['text'];
  const save = async (): Promise<void> => {
    await person.button('Save').click();
    await person.page.locator('.save-bar').waitFor({ state: 'detached' });
  };
  /** `label`: begins with it. */
  const edit = async (label: string) => {
    await person.button(new RegExp(`^Edit the text: ${label}`)).click();
    // The editor has the focus once it is loaded.
    await expect
      .poll(() => person.page.evaluate('String(document.activeElement.ariaLabel)'))
      .toMatch(new RegExp(`^${label}`));
    return person.page.locator(`.rich[aria-label^="${label}"]`);
  };

  test('a shop without contents makes the first one, with its class, in two languages', async () => {
    const { page } = person;
    await person.open('/contents');
    await page.getByText('No contents yet').waitFor();
    await person.expectSound();
    await page.locator('.empty').getByRole('link', { name: 'New content' }).click();
    await page.getByLabel('Title, British English').first().fill('Imprint');
    await page.getByLabel('Title, German').first().fill('Impressum');
    const text = await edit('Text, British English');
    await page.keyboard.type('Who we are');
    await page.getByLabel('Kind of paragraph').selectOption('h2');
    await text.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Two');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' sisters');
    await page.getByText('Missing: Text').waitFor();
    await person.expectSound();
    await person.button('Make the content').click();
    await page.waitForURL(/#\/contents\/\d+$/);
    const content = must(await office.shop.seo_get_content_details({ permalink: 'impressum' }));
    expect(content).toMatchObject({ name: 'Imprint', class: 'page', shop_active: 0 });
    expect(await textOf(1)).toBe('<h2>Who we are</h2><p><strong>Two</strong> sisters</p>');
    await person.button('Publish').click();
    await page.getByText('Shoppers see it now.').waitFor();
    expect((await own(1)).shop_active).toBe(1);
  });

  test('what is pasted from Word is its words and its lists, and no script, style or picture of the own disk', async () => {
    const { page } = person;
    await person.open('/contents/1');
    await edit('Text, British English');
    await page.keyboard.press('Control+a');
    await page.evaluate((html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, WORD);
    await page.getByText('By bike').waitFor();
    await person.expectSound();
    await save();
    expect(await textOf(1)).toBe(CLEAN);
  });

  test('a link is asked for by its key, and its address is none that runs; tools are steps of the arrow keys', async () => {
    const { page } = person;
    await person.open('/contents');
    await person.open('/contents/1');
    const text = await edit('Text, British English');
    await text.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Address of the link').fill('java script:alert(1)');
    await page.getByText('Such an address is not linked to.').waitFor();
    await page.getByLabel('Address of the link').fill('/imprint');
    await page.getByLabel('Address of the link').press('Enter');
    await page.getByRole('button', { name: 'Bold' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Italic');
    await save();
    expect(await textOf(1)).toBe('<p><a href="/imprint">Shop</a></p>');
  });

  test('what the editor would drop is named first, and is kept when the text is edited as HTML', async () => {
    const { page } = person;
    const html = '<div class="lead"><p>Watch</p><iframe src="/films/1"></iframe></div>';
    must(await office.shop.update_content({ id_content: 1, attributes: { de_DE: { text: html } } }));
    await person.open('/contents');
    await person.open('/contents/1');
    await page.getByText('Watch', { exact: true }).waitFor();
    await person.button(/^Edit the text: Text, German/).click();
    await page.getByText('The editor would drop parts of this text:').waitFor();
    await page.locator('.conflict code', { hasText: '<iframe>' }).waitFor();
    await person.expectSound();
    await person.button('Edit it as HTML').click();
    await page.getByLabel('Text, German').fill(html.replace('Watch', 'Look'));
    await save();
    expect(await textOf(1, 'de_DE')).toBe(html.replace('Watch', 'Look'));
    // A text that the editor knows is opened and left as it is.
    const table = '<table><tbody><tr><th>Size</th><td colspan="2">S <em>and</em> M</td></tr></tbody></table>';
    must(await office.shop.update_content({ id_content: 1, attributes: { de_DE: { text: table } } }));
    await person.open('/contents');
    await person.open('/contents/1');
    await edit('Text, German');
    await page.locator('.rich td').click();
    await person.button('Row below').waitFor();
    expect(await page.locator('.save-bar').count()).toBe(0);
  });

  test('another field that somebody else saves costs no question; the same one names who it was', async () => {
    const { page } = person;
    const other = await Person.arrive(browser, office.url);
    await other.logIn(office.people['mira']!);
    for (const one of [person, other]) await one.open('/contents/1');
    // Changes arrive late here: the record of the change decides.
    await page.route('**/admin/events', (route) => route.abort());
    await page.reload();
    const title = (one: Person) => one.page.getByLabel('Title, British English').first();
    const saveOther = async (): Promise<void> => {
      await other.button('Save').click();
      await other.page.locator('.save-bar').waitFor({ state: 'detached' });
    };
    await page.getByLabel('Summary, British English').fill('Who we are');
    await title(other).fill('Legal');
    await saveOther();
    await save();
    expect((await own(1)).values).toMatchObject({ en_GB: { title: 'Legal', teaser: 'Who we are' } });
    await expect.poll(() => title(person).inputValue()).toBe('Legal');
    await title(person).fill('Mine');
    await title(other).fill('Hers');
    await saveOther();
    await person.button('Save').click();
    await page.getByText('mira has saved this meanwhile: “Hers”.').waitFor();
    expect((await own(1)).values).toMatchObject({ en_GB: { title: 'Hers' } });
    await person.button('Keep mine').click();
    await save();
    expect((await own(1)).values).toMatchObject({ en_GB: { title: 'Mine' } });
    await page.unroute('**/admin/events');
    await other.context.close();
    person.errors.length = 0;
  });

  test('a category that two persons rename keeps both changes, or asks', async () => {
    const { page } = person;
    const labels = { en_GB: 'Help', de_DE: 'Hilfe' };
    const id = Number(must(await office.shop.create_category({ id_parent: 0, name: 'help', labels })).id);
    must(await office.shop.update_content({ id_content: 1, categories: [id] }));
    // A category of contents alone leads to them.
    await person.open(`/products?category=${id}`);
    await page.getByText('One content is in this category.').waitFor();
    await page.getByRole('link', { name: 'Show its contents' }).click();
    await page.locator('.list-row', { hasText: 'Mine' }).waitFor();
    await person.button('Rename').click();
    await page.getByLabel('Name, British English').fill('Help and more');
    must(await office.shop.update_category({ id_category: id, labels: { en_GB: 'Support', de_DE: 'Beistand' } }));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Support”').waitFor();
    await expect.poll(() => page.getByLabel('Name, German').inputValue()).toBe('Beistand');
    await person.expectSound();
    await person.button('Keep mine').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The category Help and more is saved.').waitFor();
    const { labels: after } = must(await office.shop.get_category_languages({ id_category: id }));
    expect(after).toEqual({ en_GB: 'Help and more', de_DE: 'Beistand' });
  });

  test('a class gets attributes and labels; what never changes is not offered; one in use is not deleted', async () => {
    const { page } = person;
    const dialog = page.getByRole('dialog');
    await person.open('/classes');
    await person.button('New class').click();
    await dialog.getByLabel('Name').fill('lamp');
    await dialog.getByRole('button', { name: 'Make the class' }).click();
    await page.getByText('It has no attributes yet.').waitFor();
    for (const [english, german, kind] of [
      ['Name', 'Name', 'CHAR'],
      ['Front view', 'Vorderansicht', 'IMG'],
      ['Back view', 'Rückansicht', 'IMG'],
    ] as const) {
      await person.button('Add an attribute').click();
      await dialog.getByLabel('Label, British English').fill(english);
      await dialog.getByLabel('Label, German').fill(german);
      await dialog.getByLabel('Kind').selectOption(kind);
      await dialog.getByRole('button', { name: 'Add it' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await person.expectSound();
    await person.button('Labels of front_view').click();
    await dialog.getByText('never change').waitFor();
    expect(await dialog.getByLabel('Kind').count()).toBe(0);
    await dialog.getByLabel('Label, German').fill('Vorn');
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Vorn' }).waitFor();
    await person.button('Delete the class').waitFor();
    must(await office.shop.create_product({ class: 'lamp', name: 'Lamp', attributes: { en_GB: { name: 'Lamp' } } }));
    await page.getByText('One object has it, so it is not deleted.').waitFor();
    expect(await person.button('Delete the class').count()).toBe(0);
  });

  test('pictures change places, and each says what it shows, by language', async () => {
    const { page } = person;
    const front = { value: '/images/front.svg', width: 40, height: 30 };
    must(await office.shop.update_product({ id_product: 2, attributes: { en_GB: { front_view: front } } }));
    await page.route('**/images/*.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await person.open('/products/2');
    await page.getByLabel('Front view: alternative text, German').fill('Von vorn');
    await page.getByLabel('Front view: alternative text, British English').fill('From the front');
    // The point is marked by keys, and by a click.
    await person.button('Mark a point: Front view').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('51 % from the left, 40 % from the top').waitFor();
    await person.expectSound();
    const frame = page.locator('.point-frame');
    const { width, height } = (await frame.boundingBox())!;
    await frame.click({ position: { x: width * 0.25, y: height * 0.75 } });
    await page.getByText('25 % from the left, 75 % from the top').waitFor();
    await person.button('Later: Front view').click();
    await page.getByRole('group', { name: 'Back view: point that stays in sight' }).waitFor();
    await person.expectSound();
    await page.setViewportSize({ width: 390, height: 844 });
    await person.expectSound();
    await page.setViewportSize({ width: 1280, height: 800 });
    await save();
    const { values } = await own(2);
    expect(values).toMatchObject({
      en_GB: { back_view: { ...front, alt: 'From the front', focus: { x: 25, y: 75 } } },
      de_DE: { back_view: { ...front, alt: 'Von vorn', focus: { x: 25, y: 75 } } },
    });
    expect((values as { [language: string]: object })['en_GB']).not.toHaveProperty('front_view');
    const german = must(await office.shop.get_product_details({ id_product: 2, language: 'de_DE' }));
    expect(german.attributes['back_view']).toMatchObject({ alt: 'Von vorn', focus: { x: 25, y: 75 } });
    await person.button('No point: Back view').click();
    await save();
    const without = must(await office.shop.get_product_details({ id_product: 2, language: 'de_DE' }));
    expect(without.attributes['back_view']).not.toHaveProperty('focus');
  });

  test('contents of a category are put into an order by keys and by dragging', async () => {
    const { page } = person;
    const { shop } = office;
    const { id } = must(await shop.create_category({ id_parent: 0, name: 'help', labels: { en_GB: 'Help' } }));
    // A name that is a number comes first in an object of JavaScript.
    for (const name of ['shipping', 'returns', '404'])
      must(await shop.create_content({ class: 'page', name, categories: [Number(id)], shop_active: 1 }));
    const order = async (): Promise<string[]> => {
      const { result } = must(await shop.search_contents({ constraint: { 'category.id': Number(id) } }));
      const at = await Promise.all(
        result.map(async (one) => {
          const { categories } = must(await shop.get_shopobject_languages({ id_shopobject: one.id }));
          return [one.name, categories[0]!.position] as const;
        }),
      );
      return at.toSorted((a, b) => a[1] - b[1]).map(([name]) => name);
    };
    await person.open(`/contents?category=${id}`);
    await person.button('Order of the contents').click();
    const rows = page.locator('.content-places li');
    await expect.poll(() => rows.allInnerTexts()).toEqual(['shipping', 'returns', '404']);
    await person.expectSound();
    await person.button('Up: 404').focus();
    await page.keyboard.press('Enter');
    await page.getByText('404: 2 of 3').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.allInnerTexts()).toEqual(['404', 'shipping', 'returns']);
    await rows.nth(2).dragTo(rows.nth(0));
    await expect.poll(() => rows.allInnerTexts()).toEqual(['returns', '404', 'shipping']);
    await person.button('Save the order').click();
    await page.getByText('The order is saved.').waitFor();
    expect(await order()).toEqual(['returns', '404', 'shipping']);
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"get_contents_in_category"') !== true) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), contents_count: 1234 } });
    });
    await person.button('Order of the contents').click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(['returns', '404', 'shipping']);
    await page.getByText('Only the first 3 of 1,234 contents stand here.').waitFor();
    await page.unroute('**/admin/call');
    // Some browsers begin no drag that carries nothing.
    const types = await rows.nth(0).evaluate((row: EventTarget) => {
      const dataTransfer = new DataTransfer();
      row.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
      row.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
      return [...dataTransfer.types];
    });
    expect(types).toHaveLength(1);
    // Somebody else orders them meanwhile.
    await person.button('Up: shipping').click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(['returns', 'shipping', '404']);
    const ids = await Promise.all(
      ['404', 'returns', 'shipping'].map(async (name) => {
        const { result } = must(await shop.search_contents({ constraint: { 'main.name': name } }));
        return result[0]!.id;
      }),
    );
    must(await shop.set_positions({ id_category: Number(id), shopobjects: ids }));
    await page.getByText('Somebody else has changed the contents of the category').waitFor();
    await person.expectSound();
    await person.button('Begin again with what is there now').click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(['404', 'returns', 'shipping']);
    await page.setViewportSize({ width: 390, height: 844 });
    await person.expectSound();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
  });

  test.each([[390, 844, 'dark'] as const, [1280, 800, 'light'] as const])(
    'at %i pixels it is sound',
    async (width, height, colorScheme) => {
      await person.page.setViewportSize({ width, height });
      await person.page.emulateMedia({ colorScheme });
      for (const [name, hash] of [
        ['contents', '/contents'],
        ['content', '/contents/1'],
        ['classes', '/classes'],
        ['class', '/classes/2'],
        ['pictures', '/products/2'],
      ] as const) {
        await person.open(hash);
        await person.page.locator('.list-row, tbody tr, .editor').first().waitFor();
        if (name === 'content') await edit('Text, British English');
        await person.expectSound();
        if (process.env['SHOT'] !== undefined)
          await person.page.screenshot({ path: `${process.env['SHOT']}/${name}-${width}.png`, fullPage: true });
      }
    },
  );
});
