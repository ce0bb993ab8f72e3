// Every address of the back office, in both languages and in a wide and a narrow window. Would catch a screen that axe
// finds fault with, that is wider than its window, that lacks a thing it should show or writes to the console; and a
// screen, or an address below one, that this walk leaves out.
import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { de } from '../../back-office/texts/de.ts';
import { en } from '../../back-office/texts/en.ts';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { textOf } from '../tidy/source.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

const GONE = [en, de].flatMap(({ gone, shell }) => [...Object.values(gone), shell.unknownScreen]);

/** Below a screen, by its own names in the source; the others are things by their numbers. */
const WORDS = ['drafts', 'new', 'past', 'groups', 'untranslated', 'count', 'documents'];

const SOURCE = textOf('back-office/screens.tsx');
const SCREENS = [...SOURCE.matchAll(/name: '([a-z]+)'/g)].map(([, name]) => name!);

/** Addresses of a filled shop; `draft`, `order`, `content`: ones that it has. */
const addresses = (draft: string, order: number, content: number): readonly string[] => [
  ...SCREENS.map((name) => `/${name}`),
  `/orders/${order}`,
  '/orders/new',
  '/orders/drafts',
  `/orders/draft-${draft}`,
  '/orders/past',
  '/orders/past-1',
  '/customers/1',
  '/customers/groups',
  '/customers/group-1',
  '/prices/1',
  '/promotions/1',
  '/promotions/new',
  '/coupons/1',
  '/products/2',
  '/products/new',
  '/products/untranslated',
  `/contents/${content}`,
  '/contents/new',
  '/contents/untranslated',
  '/classes/1',
  '/records/1',
  '/stock/product%2F2',
  '/stock/count',
  '/webhooks/ERP',
  '/channels/1',
  '/shop/documents',
  '/explorer/get_shop',
  '/nothing',
  '/orders/999999',
];

test('the walk has every screen, and every word that is an address below one', () => {
  const walked = addresses('x', 1, 1);
  const words = [...SOURCE.matchAll(/\bid === '([a-z]+)'/g)].map(([, word]) => word!);
  expect(new Set(words)).toEqual(new Set(WORDS));
  for (const word of WORDS)
    expect(
      walked.some((address) => address.endsWith(`/${word}`)),
      word,
    ).toBe(true);
  for (const [, screen] of SOURCE.matchAll(/listOrOne\('([a-z]+)'/g))
    expect(
      walked.some((address) => new RegExp(`^/${screen}/\\d+$`).test(address)),
      screen,
    ).toBe(true);
  expect(SCREENS.length).toBeGreaterThan(18);
});

describe.skipIf(!HAS_CHROMIUM)('every screen is sound', () => {
  let office: Office;
  let browser: Browser;
  let walked: readonly string[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open({ KONTOR_LANGUAGES: '["en_GB"]' });
    const { shop, place } = office;
    const [order = 0] = await office.fill(6);
    must(await shop.create_coupons({ count: 1, name: 'Spring', amount: 5, code: 'SPRING' }));
    const group = must(await shop.create_group({ name: 'Resellers' })).id_group;
    const list = must(await shop.create_price_list({ name: 'Resale', groups: [group] })).id_price_list;
    must(await shop.set_prices({ id_price_list: list, prices: [{ id_shopobject: 1, price: 9 }] }));
    must(await shop.create_promotion({ name: 'Sale', by: 'code', gives: { kind: 'percent', value: 20 } }));
    must(await shop.create_webhook({ name: 'ERP', event: 'ORDER_CREATE' }));
    const { id } = must(await shop.create_class({ name: 'page', type: 'content' }));
    must(await shop.create_class_attributes({ id_class: Number(id), attributes: [{ name: 'body', type: 'HTML' }] }));
    must(await shop.create_class({ name: 'store', type: 'record', public: 1 }));
    must(await shop.create_record({ class: 'store', name: 'Berlin' }));
    const body = { de_DE: { body: '<p>Hallo</p>' } };
    must(await shop.create_content({ class: 'page', name: 'imprint', categories: ['desk'], attributes: body }));
    const [content] = must(await shop.search_contents({ constraint: { 'main.name': 'imprint' } })).result;
    const { id_draft: draft } = must(await shop.create_draft({}));
    const sums = { total: '21' };
    const lines = [{ name: 'Lamp', quantity: 2, price: '10.50' }];
    const past = {
      type: 'past_order',
      source: 'shopify',
      number: '#1',
      placed: '2025-03-01 11:00:00',
      currency: 'EUR',
    };
    writeFileSync(place.path('before.jsonl'), JSON.stringify({ ...past, email: 'ada@example.org', sums, lines }));
    expect((await place.run(['import', 'before.jsonl', '--data', 'shop'])).code).toBe(0);
    walked = addresses(draft, order, content!.id);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });

  describe.each(['en-GB', 'de-DE'])('in %s', (locale) => {
    test.each([1280, 390])('at %i pixels', async (width) => {
      const viewport = { width, height: width === 390 ? 844 : 800 };
      const person = await Person.arrive(browser, office.url, { viewport, locale });
      await person.logIn(office.people['anna']!);
      for (const address of walked) {
        await person.open(address);
        await person.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        const isMissing = /\/(nothing|999999)$/.test(address);
        const says = await person.page.locator('main').innerText();
        expect
          .soft(
            GONE.some((text) => says.includes(text)),
            `${address} is not there`,
          )
          .toBe(isMissing);
        if (!isMissing) expect.soft(await person.page.locator('.failure').count(), address).toBe(0);
        expect.soft(await person.page.getByText(/undefined|\[object/).count(), address).toBe(0);
        // Languages and widths do not meet in what axe-core looks at: once with each is enough.
        await ((locale === 'en-GB') === (width === 1280) ? person.expectSound() : person.expectSeen());
      }
      await person.context.close();
    });
  });
});
