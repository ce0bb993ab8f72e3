// Would catch something typed that a reload throws away without a question, a page that asks although nothing is lost,
// and a picture that is sent although the shop takes none as large.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { newDirectory } from '../harness/directories.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

describe.skipIf(!HAS_CHROMIUM)('what is typed and not saved', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let orderId: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    [orderId = 0] = await office.fill(1);
    const { shop } = office;
    const [{ id: idClass } = { id: 0 }] = must(await shop.search_classes({ constraint: {} })).result;
    const picture = { name: 'picture', type: 'IMG', en_GB: { label: 'Picture' }, de_DE: { label: 'Bild' } };
    const size = { name: 'size', type: 'CHAR', en_GB: { label: 'Size' }, de_DE: { label: 'Größe' } };
    must(await shop.create_class_attributes({ id_class: idClass, attributes: [picture, size] }));
    must(await shop.create_webhook({ name: 'ERP', event: 'ORDER_CREATE' }));
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);
  beforeEach(async () => {
    person.page.removeAllListeners('dialog');
    await person.open('/today');
  });

  const dialog = () => person.page.getByRole('dialog');

  /** Whether the browser asks before the page is left; it is left then. */
  const asks = async (): Promise<boolean> => {
    let asked = false;
    person.page.once('dialog', (question) => {
      asked = question.type() === 'beforeunload';
      void question.accept();
    });
    await person.page.reload();
    await person.page.locator('.office main h1').waitFor();
    return asked;
  };

  const press = (name: string | RegExp) => person.button(name).first().click();
  /** Types into the first field of the dialog. */
  const type = async (): Promise<void> => {
    const field = dialog().locator('input:not([type=checkbox]), textarea').first();
    await field.click();
    await field.pressSequentially('7');
  };

  const INPUTS: readonly (readonly [what: string, address: () => string, type: () => Promise<void>])[] = [
    [
      'a note of an order',
      () => `/orders/${orderId}`,
      async () => {
        await person.page.getByLabel('New note').click();
        await person.page.keyboard.type('Rings twice');
      },
    ],
    [
      'the address of an order',
      () => `/orders/${orderId}`,
      async () => {
        await press('Change');
        await type();
      },
    ],
    [
      'new coupons',
      () => '/coupons',
      async () => {
        await press('New coupons');
        await type();
      },
    ],
    [
      'the data of a customer',
      () => '/customers/1',
      async () => {
        await press('Change data');
        await type();
      },
    ],
    [
      'a role',
      () => '/people',
      async () => {
        await press('Make a role');
        await type();
      },
    ],
    [
      'a webhook',
      () => '/webhooks',
      async () => {
        await press('New webhook');
        await type();
      },
    ],
    [
      'settings of the shop',
      () => '/shop',
      async () => {
        await press('Change: Documents');
        await type();
      },
    ],
    [
      'the sheet of variations',
      () => '/products/1',
      async () => {
        await press('Options and table');
        await person.page.getByLabel('Options, one per line').click();
        await person.page.keyboard.type('Size: S, M');
      },
    ],
  ];

  test.each(INPUTS)('%s: a reload asks, once it is typed', async (_what, address, typed) => {
    await person.open(address());
    await typed();
    expect(await asks()).toBe(true);
    expect(await asks()).toBe(false);
  });

  test('a field of a draft is asked about until it is saved', async () => {
    const { page } = person;
    const { id_draft: id } = must(await office.shop.create_draft({ id_user: 0 }));
    await person.open(`/orders/draft-${id}`);
    const email = page.getByLabel('E-mail');
    await email.click();
    await page.keyboard.type('ada@example.org');
    expect(await asks()).toBe(true);
    await email.click();
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Tab');
    await page.getByText('Everything that you enter is saved at once').waitFor();
    expect(await asks()).toBe(false);
  });

  test('a dialog that is closed, or in which nothing was typed, is not asked about', async () => {
    await person.open('/coupons');
    await press('New coupons');
    expect(await asks()).toBe(false);
    await press('New coupons');
    await type();
    await dialog().getByRole('button', { name: 'Leave it' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await asks()).toBe(false);
    await person.open('/orders');
    await press('CSV');
    await dialog().getByLabel('Line').check();
    expect(await asks()).toBe(false);
  });

  test.each([
    ['Escape', () => person.page.keyboard.press('Escape')],
    ['a click beside it', () => person.page.mouse.click(5, 5)],
    ['its cross', () => dialog().getByRole('button', { name: 'Close' }).click()],
  ])('a dialog asks before %s loses what was typed', async (_how, close) => {
    await person.open('/coupons');
    await press('New coupons');
    await type();
    await close();
    await dialog().getByText('What you typed would be lost.').waitFor();
    await person.expectSound();
    await person.button('Go on').click();
    expect(await dialog().getByLabel('Name').inputValue()).toBe('7');
    await close();
    await person.button('Discard').click();
    await dialog().waitFor({ state: 'detached' });
    await press('New coupons');
    // A key that comes before it would be the page's.
    await dialog().waitFor();
    await close();
    await dialog().waitFor({ state: 'detached' });
  });

  test('a picture of 30 MB is not sent: both figures are said', async () => {
    const { page } = person;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/images')) sent.push(request.method());
    });
    await person.open('/products/1');
    const large = join(newDirectory(), 'large.png');
    writeFileSync(large, Buffer.alloc(30_000_000));
    const field = page.getByLabel(/^Upload: Picture/).first();
    await field.setInputFiles(large);
    await page.getByText('This picture has 30 MB, and the shop takes at most 4.2 MB.').first().waitFor();
    await person.expectSound();
    await page.setViewportSize({ width: 390, height: 844 });
    await person.expectSound();
    await page.setViewportSize({ width: 1360, height: 860 });
    await field.setInputFiles({ name: 'lamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) });
    await page.locator('img.picture').first().waitFor();
    expect(sent).toEqual(['POST']);
    await press('Drop changes');
    await page.locator('.save-bar').waitFor({ state: 'detached' });
  });

  test('a reload while a picture is sent asks', async () => {
    const { page } = person;
    await person.open('/products/new');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = page.waitForRequest('**/admin/images');
    await page.route('**/admin/images', async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await page.locator('main h1').click();
    const picture = { name: 'lamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) };
    await page
      .getByLabel(/^Upload: Picture/)
      .first()
      .setInputFiles(picture);
    await asked;
    expect(await asks()).toBe(true);
    release();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await asks()).toBe(false);
  });
});
