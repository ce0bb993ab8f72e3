// Money of an order that goes back, in the back office. Would catch a preview that says something else than what comes
// of it in money, stock and documents, a refusal that nobody sees, and a step that the page does not tell of.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('somebody who gives money back', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let id: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    const { shop } = office;
    await office.fill(1);
    const { code: session } = must(await shop.get_new_session({}));
    const goods = { id_shopobject: 2, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
    must(await shop.add_to_cart({ session, ...goods, quantity: 3 }));
    ({ id_order: id } = must(await shop.checkout({ session })));
    must(await shop.update_order_details({ id_order: id, order_payment_state: 'PAYMENT_RECEIVED' }));
    must(await shop.get_invoice({ id_order: id }));
    const sent = { lines: [{ id_element: 1, quantity: 3 }], provider: 'DHL', tracking_number: '0034' };
    must(await shop.add_parcel({ id_order: id, ...sent }));
    person = await Person.arrive(browser, office.url, { viewport: { width: 1280, height: 900 } });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const chosen = (label: string, value: string): Promise<unknown> =>
    person.page.getByRole('dialog').getByLabel(label).selectOption(value);

  test('is shown it before in money, stock and documents; what is refused changes nothing', async () => {
    const { page } = person;
    await person.open(`/orders/${id}`);
    await person.button('Refund').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('400');
    await dialog.getByText('400 is more than 359.7').first().waitFor();
    await dialog.getByLabel('Amount').fill('20');
    // Nobody paid it by a provider.
    expect(await dialog.getByLabel('To where?').inputValue()).toBe('manual');
    await chosen('To where?', 'payment');
    await dialog.getByText('No payment can take so much back by itself.').waitFor();
    expect(await dialog.getByText('to=manual').count()).toBe(0);
    await person.expectSound();
    await chosen('To where?', 'manual');
    await dialog.getByText('€20.00 goes back').waitFor();
    await dialog.getByText('The order comes to €20.00 less').waitFor();
    await dialog.getByText('It then comes to €339.70, of which €0.00 is still to be paid').waitFor();
    await dialog.getByText('No pieces come back by it: the stock stays as it is').waitFor();
    await dialog.getByText('Its invoice is issued: this gets a credit note').waitFor();
    await person.expectSound();
    expect(must(await office.shop.get_refunds({ id_order: id })).refunds).toEqual([]);
  });

  test('gives it back, and finds it on the page', async () => {
    const { page } = person;
    const before = await office.stockOf(2);
    await page.getByRole('dialog').getByLabel('Note for the staff').fill('by transfer');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The refund is recorded.').first().waitFor();
    const { refunds } = must(await office.shop.get_refunds({ id_order: id }));
    expect(refunds).toMatchObject([{ amount: 20, counted: 20, to: 'manual', state: 'done', note: 'by transfer' }]);
    const order = must(await office.shop.get_order_by_id({ id_order: id }));
    expect(order).toMatchObject({
      credits: [{ kind: 'goodwill', amount: 20 }],
      balance: { total: 339.7, refunded: 20, outstanding: 0 },
    });
    expect(order.credits?.[0]?.credit_note_number).toMatch(/./);
    expect(await office.stockOf(2)).toBe(before);
  });

  test('is told what a return brings before it is received', async () => {
    const { page } = person;
    await person.open(`/orders/${id}`);
    await person.button('Receive a return').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pieces: Leselampe').fill('1');
    await dialog.getByText(/ will be credited\.$/).waitFor();
    await dialog.getByText(/are then to be given back/).waitFor();
    await dialog.getByText('Stock again: 1 × Leselampe').waitFor();
    await dialog.getByText('Its invoice is issued: this gets a credit note.').waitFor();
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await page.getByText('Return 1 is received').first().waitFor();
  });

  test('reads in one list what happened to the order, and who did it', async () => {
    const { page } = person;
    await person.open(`/orders/${id}`);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Timeline' }) });
    await card.getByText(/^Return 1 received: 1/).waitFor();
    const steps = await card.locator('ol.timeline > li').allInnerTexts();
    expect(steps.map((text) => text.split('\n')[0]!.replaceAll(/\s+/g, ' '))).toEqual([
      'Placed: €359.70',
      'Paid: €359.70',
      expect.stringMatching(/^Invoice .+ issued$/),
      'Parcel 1 packed and sent: DHL · 0034',
      expect.stringMatching(/^Money off the order · €20\.00 less, Credit note .+/),
      'Refund 1 of €20.00 · done, by transfer',
      'Return 1 received: 1',
      expect.stringMatching(/^What came back is credited · €\d+\.\d\d less, Credit note .+/),
    ]);
    expect(steps.at(-1)).toContain('anna');
    expect(steps[1]).not.toContain('anna');
    await person.expectSound();
  });
});
