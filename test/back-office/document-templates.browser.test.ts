// Would catch a screen of templates that shows another text than counts, that saves what was not typed or loses what
// was, a preview that runs scripts or looks otherwise than the document, and a way back without a question.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('templates of documents in the back office', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const foot = async () =>
    must(await office.shop.get_document_templates({})).templates.find(({ name }) => name === 'foot')!;
  const inFrame = () => person.page.frameLocator('iframe');

  test('a text is previewed, saved and taken back', async () => {
    const { page } = person;
    const [order] = await office.fill(1);
    await person.open('/shop');
    await page.getByRole('link', { name: 'Templates of documents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Templates of documents' }).waitFor();
    await inFrame().getByText('Erika Mustermann').waitFor();
    await page.getByLabel('Template', { exact: true }).selectOption('foot');
    const text = page.getByLabel('Text of the template');
    await expect.poll(() => text.inputValue()).toBe((await foot()).text);
    await person.expectSound();
    await text.fill(
      '<style>.mine { color: rgb(1, 2, 3); }</style><script>document.title = "run"</script>' +
        '<p class="mine" style="font-weight: 900" onclick="top.hit = 1">Mine {{ order_number }}</p>',
    );
    await page.getByText('It is not saved yet.').waitFor();
    await page.getByLabel('Number of the order').fill(String(order));
    await person.button('Show the preview').click();
    const mine = inFrame().getByText(`Mine ${order}`, { exact: true });
    await mine.waitFor();
    const styles = await mine.evaluate((element) => {
      const { color, fontWeight } = getComputedStyle(element);
      return [color, fontWeight, document.querySelectorAll('script').length];
    });
    expect(styles).toEqual(['rgb(1, 2, 3)', '900', 0]);
    expect((await foot()).source).toBe('built_in');
    await person.expectSound();
    await person.picture('document-templates');

    // What was typed is there after a look elsewhere.
    await person.open('/orders');
    await person.open('/shop/documents?template=foot');
    await expect.poll(() => text.inputValue()).toContain('Mine');
    await person.button('Save the template').click();
    await page.getByText('The template was saved.').waitFor();
    await expect.poll(async () => (await foot()).source).toBe('shop');
    expect((await foot()).text).toContain('<p class="mine"');

    await text.fill('{% broken %}');
    await person.button('Save the template').click();
    await page.getByText('foot: tag "broken" not found, line:1, col:1').waitFor();
    await person.button('Drop what was typed').click();
    await person.button('Back to the text before').click();
    await page.getByRole('dialog').getByText('The history still shows the text.').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the text before' }).click();
    await page.getByText('The text of the server counts again.').waitFor();
    await expect.poll(async () => (await foot()).source).toBe('built_in');
    await expect.poll(() => text.inputValue()).toBe((await foot()).text);
  });

  test('on a small screen, in German', async () => {
    const small = await Person.arrive(browser, office.url, { viewport: { width: 390, height: 780 }, locale: 'de-DE' });
    await small.logIn(office.people['anna']!);
    await small.open('/shop/documents?template=style');
    await small.page.getByLabel('Text der Vorlage').waitFor();
    await small.page.frameLocator('iframe').getByText('Erika Mustermann').waitFor();
    await small.expectSound();
  });
});
