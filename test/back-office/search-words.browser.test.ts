// The screen of searches. Would catch words that are saved otherwise than they were typed, a line that cannot be read
// and is dropped, and a change that overwrites somebody else's.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the words of searches', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(1);
    person = await Person.arrive(browser, office.url, { viewport: { width: 1280, height: 800 } });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const words = async () => must(await office.shop.get_search_words({}));

  test('are typed as lines, and followed', async () => {
    const { page } = person;
    await person.open('/search');
    const synonyms = page.getByLabel('Synonyms', { exact: true });
    await synonyms.fill('couch');
    await page.getByText('Line 1 cannot be read.').waitFor();
    expect(await person.button('Save').isDisabled()).toBe(true);
    await synonyms.fill('couch, sofa\njeans > denim trousers');
    await page.getByLabel('Leads to a page').fill('voucher: /gift-cards');
    await page.getByText('There are changes that are not saved.').waitFor();
    await person.expectSound();
    await person.button('Save').click();
    await page.getByText('The words are saved.').waitFor();
    expect(await words()).toMatchObject({
      synonyms: [
        { words: ['couch', 'sofa'], finds: [] },
        { words: ['jeans'], finds: ['denim trousers'] },
      ],
      redirects: [{ query: 'voucher', url: '/gift-cards' }],
    });
  });

  test('a search without hits becomes a synonym with one click', async () => {
    const { page } = person;
    const storefront = await office.storefront();
    must(await storefront.search_products({ constraint: { search: ['MATCH', 'chesterfieldx'] } }));
    await person.open('/delivery');
    await person.open('/search');
    await person.button('Synonym for chesterfieldx').first().click();
    const synonyms = page.getByLabel('Synonyms', { exact: true });
    expect(await synonyms.inputValue()).toMatch(/\nchesterfieldx, $/);
    await person.expectSound();
    await person.button('Drop the changes').click();
  });

  test('overwrite nothing that was not seen', async () => {
    const { page } = person;
    await person.open('/search');
    await page.getByLabel('Ignored words').fill('the');
    must(await office.shop.set_search_words({ ignored: ['of'] }));
    await person.button('Save').click();
    await page.getByText('CHANGED_MEANWHILE').waitFor();
    await person.button('Drop the changes').click();
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value === 'of'));
    expect((await words()).ignored).toEqual(['of']);
  });
});
