// Would catch a dialog that overwrites what somebody else has saved while it was open, or that says so without showing
// both: the shop is changed by its API beside each open dialog.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('two people at once', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(3);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const theirs = (text: string) => person.page.getByText(`Somebody else has saved this meanwhile: “${text}”.`);

  test('a warehouse entity: other fields go together, the same one is a choice', async () => {
    const { page } = person;
    const { shop } = office;
    must(await shop.create_class({ name: 'part', type: 'warehouse_entity' }));
    const metadata = { element_number: 'T-1' };
    const id = Number(must(await shop.create_warehouse_entity({ class: 'part', name: 'Desk top', metadata })).id);
    const entity = async () => must(await shop.search_warehouse_entities({ constraint: { 'main.id': id } })).result[0]!;
    await person.open(`/stock/warehouse_entity/${id}`);
    await person.button('Change').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Table top');
    must(await shop.update_warehouse_entity({ id_warehouse_entity: id, metadata: { element_number: 'T-2' } }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await entity()).toMatchObject({ name: 'Table top', metadata: { element_number: 'T-2' } });
    await person.button('Change').click();
    await dialog.getByLabel('Name').fill('Mine');
    must(await shop.update_warehouse_entity({ id_warehouse_entity: id, name: 'Theirs' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await theirs('Theirs').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine');
    expect((await entity()).name).toBe('Theirs');
    await person.picture('two-people');
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await entity()).name).toBe('Mine');
  });

  test('an order: a state that somebody else has set is said, and not set again', async () => {
    const { page } = person;
    const id = await office.order(1);
    await person.open(`/orders/${id}`);
    await person.button('Cancel order').click();
    const dialog = page.getByRole('dialog');
    const go = dialog.getByRole('button', { name: 'Cancel order' });
    await expect.poll(() => go.isEnabled()).toBe(true);
    must(await office.shop.update_order_details({ id_order: id, order_state: 'PROCESSING' }));
    await go.click();
    await theirs('In progress').waitFor();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(must(await office.shop.get_order_by_id({ id_order: id })).order_state).toBe('PROCESSING');
  });

  test('a customer and a role: what others saved stays', async () => {
    const { page } = person;
    const { shop } = office;
    const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
    const args = { username: 'lindqvist', email: 'lindqvist@example.org', ...passwords };
    const registered = must(await shop.register_user({ args }));
    await person.open(`/customers/${registered.id_user}`);
    await person.button('Change data').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Ada');
    must(await shop.update_user_data({ id_user: registered.id_user, attributes: { firstname: 'Eva', city: 'Ulm' } }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await theirs('Eva').waitFor();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Eva');
    expect(await dialog.getByLabel('Town', { exact: true }).inputValue()).toBe('Ulm');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });

    must(
      await shop.create_role({ role: 'Packer', description: 'packs', operations: ['add_parcel', 'create_coupons'] }),
    );
    await person.open('/people');
    await page.getByRole('button', { name: 'Change: Packer' }).click();
    await dialog.getByLabel('get_order_by_id').check();
    must(await shop.update_role({ role: 'Packer', operations: ['add_parcel'] }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { roles } = must(await shop.get_roles({}));
    const { operations } = roles.find(({ name }) => name === 'Packer')!;
    expect(operations).toEqual(expect.arrayContaining(['add_parcel', 'get_order_by_id']));
    expect(operations, 'what somebody else took away').not.toContain('create_coupons');
  });

  test('a class and a channel: a label is a choice, and what ends one says what others have changed', async () => {
    const { page } = person;
    const { shop } = office;
    const dialog = page.getByRole('dialog');
    const id_class = Number(must(await shop.create_class({ name: 'boat', type: 'content' })).id);
    must(await shop.create_class_attributes({ id_class, attributes: [{ name: 'hull', type: 'CHAR' }] }));
    const label = async (text: string) =>
      must(await shop.update_class_attributes({ id_class, attributes: [{ name: 'hull', labels: { de_DE: text } }] }));
    await person.open(`/classes/${id_class}`);
    await person.button('Labels of hull').click();
    await dialog.getByLabel(/^Label, German/).fill('Mine');
    await label('Theirs');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await theirs('Theirs').waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { attributes } = must(await shop.get_class_languages({ id_class }));
    expect(attributes[0]!.labels['de_DE']).toBe('Mine');
    await page.getByRole('cell', { name: 'Mine' }).waitFor();
    const end = dialog.getByRole('button', { name: 'Delete the class' });
    await person.button('Delete the class').click();
    await label('Body');
    await end.click();
    await dialog.getByText('attributes: hull').waitFor();
    await person.expectSound();
    expect((await shop.get_class_languages({ id_class })).ok).toBe(true);
    await end.click();
    await page.getByText('The class boat is deleted.').waitFor();

    must(await shop.create_channel({ name: 'Kiosk', description: 'window', server_output: 'json' }));
    const { channels } = must(await shop.get_channels({}));
    const id_channel = channels.find(({ name }) => name === 'Kiosk')!.id;
    const channel = async () => must(await shop.get_channels({})).channels.find(({ id }) => id === id_channel);
    await person.open(`/channels/${id_channel}`);
    await person.button('Change').click();
    await dialog.getByLabel('Channel', { exact: true }).fill('Stand');
    must(await shop.update_channel({ id_channel, description: 'hall' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await channel()).toMatchObject({ name: 'Stand', description: 'hall' });
    // The page has read what was saved here.
    await page.getByRole('heading', { name: 'Stand', level: 1 }).waitFor();
    await person.button('Delete').click();
    must(await shop.update_channel({ id_channel, description: 'door' }));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('description: hall → door').waitFor();
    expect(await channel()).toBeDefined();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Stand is deleted.').waitFor();
    expect(await channel()).toBeUndefined();
  });
});
