// Would catch a parcel whose weight, link or label is not that of the engine, and one that nobody can say is there.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { CARD, Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who sends parcels', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open(CARD);
    await office.fill(1);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  test('a parcel is weighed, followed by its link, noted as delivered, and its label saved', async () => {
    const { page } = person;
    const link = 'https://carrier.example/{number}';
    must(await office.shop.update_shop_settings({ carriers: [{ name: 'Carrier', tracking_url: link }] }));
    const id = await office.order(0);
    await person.open(`/orders/${id}`);
    await person.button('Ship').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Carrier').fill('carrier');
    await dialog.getByLabel('Tracking number').fill('A/1');
    await dialog.getByLabel('Weight by a scale, in kg').fill('2.45');
    await dialog.getByLabel('Length × width × height, in cm').fill('40 x 30');
    expect(await dialog.getByRole('button', { name: 'Parcel has left' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Length × width × height, in cm').fill('40 x 30 x 12.5');
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Parcel has left' }).click();
    await page.getByText('2.45 kg · 40 × 30 × 12.5 cm').waitFor();
    const slip = page.waitForEvent('download');
    await person.button('Packing slip of parcel 1').click();
    expect((await slip).suggestedFilename()).toBe(`packing-slip-${id}-1.pdf`);
    expect(await page.getByRole('link', { name: 'A/1' }).getAttribute('href')).toBe('https://carrier.example/A%2F1');
    await person.button('Data of labels').click();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the table' }).click();
    expect(readFileSync((await (await saved).path())!, 'utf8')).toContain(`${id}-1`);
    await person.button('Delivered').click();
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Delivered' }).click();
    await page.getByText('Parcel 1 is noted as delivered.').waitFor();
    await person.expectSound();
    expect(must(await office.shop.get_order_by_id({ id_order: id })).parcels[0]).toMatchObject({
      state: 'delivered',
      weight: 2.45,
    });
  });
});
