// Jobs of the shop as a whole: its settings, its texts, its figures, its people and what it is connected to.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newDirectory } from '../harness/directories.ts';
import type { Desk } from './desk.ts';
import type { Job, Limit } from './job.ts';
import { must } from './must.ts';

export const PASSWORD = 'walnut4545';
/** Its title before and after it is translated. */
const IMPRINT = /Imprint|Impressum/i;

/** Its state is a chip beside its name. */
const isDone = (desk: Desk, name: string): Promise<void> =>
  desk.page
    .locator('.first-step h3', { hasText: name })
    .locator('.chip', { hasText: desk.t.start.states.done })
    .waitFor();

const onContents = (lacks: (desk: Desk) => ReturnType<Desk['field']>, closed?: string): Limit => ({
  at: async (desk) => {
    await desk.go('contents');
    return desk.row(IMPRINT);
  },
  lacks,
  ...(closed !== undefined && { closed }),
});

/** The first of a field of texts: search engines have one of the same name. */
const title = async (desk: Desk, code: string) =>
  desk.field(`${desk.t.contents.standard.title}, ${await desk.language(code)}`).first();

/** Types a text into its editor. */
const write = async (desk: Desk, code: string, text: string): Promise<void> => {
  const label = `${desk.t.contents.standard.text}, ${await desk.language(code)}`;
  await desk.press(desk.t.richText.open(label));
  // The button that opens it has a longer name.
  await expect.poll(() => desk.page.evaluate('document.activeElement.ariaLabel')).toBe(label);
  await desk.page.keyboard.type(text);
};

const openContent = async (desk: Desk) => {
  await desk.go('contents');
  await desk.row(IMPRINT).click();
  const field = await title(desk, 'en-GB');
  await field.waitFor();
  return field;
};

const noContent = onContents((desk) => desk.link(desk.t.contents.make), '/contents/new');
const noTranslation: Limit = {
  at: openContent,
  lacks: ({ page }) => page.locator('.editor input:read-write, .editor textarea:read-write'),
};

const closedAt = (address: string) => ({ support: { closed: address }, warehouse: { closed: address } });

export const SHOP_JOBS: { readonly begin: readonly Job[]; readonly end: readonly Job[] } = {
  begin: [
    {
      name: 'first-settings',
      does: 'the shop is set up',
      steps: async (desk) => {
        const { start, shop } = desk.t;
        const save = async (name: string): Promise<void> => {
          await desk.press(start.save);
          await isDone(desk, name);
        };
        const open = async (name: string): Promise<void> =>
          desk.page.locator('.first-step h3', { hasText: name }).getByRole('button').click();
        await desk.field(start.name).fill('Walnut & Co.');
        await desk.field(start.address).fill('Mill Lane 7\n1010 Wien');
        await desk.field(shop.fields.country).selectOption('AT');
        await desk.look('first-settings');
        await save(start.steps.shop);
        await desk.field(start.reducedRate).fill('10');
        await save(start.steps.taxes);
        await desk.field(shop.fields.currency).waitFor();
        await save(start.steps.currency);
        await desk.field(shop.fields.language).selectOption('de_DE');
        await desk.field(await desk.language('en-GB')).check();
        await save(start.steps.languages);
        await open(start.steps.payment);
        await desk.field(start.newWay(start.ways.prepayment)).check();
        await save(start.steps.payment);
        await open(start.steps.delivery);
        await desk.field(start.areas.eu).check();
        await save(start.steps.delivery);
        const settings = must(await desk.shop.get_shop_settings({}));
        expect(settings).toMatchObject({ country: 'AT', currency: 'EUR', languages: ['de_DE', 'en_GB'] });
        expect([settings.tax_classes.length, settings.delivery_countries.length]).toEqual([2, 27]);
      },
      ...closedAt('/shop'),
    },
  ],
  end: [
    {
      name: 'coupons',
      does: 'a batch of coupons is made',
      steps: async (desk) => {
        const { coupons } = desk.t;
        await desk.go('coupons');
        await desk.press(coupons.make);
        await desk.dialog.getByLabel(coupons.name, { exact: true }).fill('Autumn');
        await desk.dialog.getByLabel(coupons.ownCode, { exact: true }).fill('AUTUMN10');
        await desk.look('coupons');
        await desk.confirm(coupons.makeGo);
        await desk.page.getByRole('row', { name: 'Autumn' }).getByText('AUTUMN10').waitFor();
        expect(must(await desk.shop.search_coupons({ code: 'AUTUMN10' })).batches).toHaveLength(1);
      },
      support: {
        at: async (desk) => {
          await desk.go('coupons');
          return desk.page.getByRole('row', { name: 'Autumn' });
        },
        lacks: ({ person, t }) => person.button(t.coupons.make),
      },
      warehouse: { closed: '/coupons' },
    },
    {
      name: 'contents',
      does: 'a page of texts is made and published',
      steps: async (desk) => {
        const { contents, products } = desk.t;
        await desk.go('contents');
        await desk.link(contents.make).click();
        await (await title(desk, 'en-GB')).fill('Imprint');
        await write(desk, 'en-GB', 'Two sisters in Vienna');
        await desk.look('contents');
        await desk.press(contents.makeGo);
        await desk.page.waitForURL(/#\/contents\/\d+$/);
        await desk.press(products.publish);
        await desk.see(products.isPublished);
        const { result } = must(await desk.shop.search_contents({ constraint: {} }));
        expect(result).toMatchObject([{ shop_active: 1 }]);
        const { attributes } = must(
          await desk.shop.get_content_details({ id_content: result[0]!.id, language: 'en_GB' }),
        );
        expect(attributes['text']?.value).toBe('<p>Two sisters in Vienna</p>');
      },
      support: noContent,
      warehouse: noContent,
    },
    {
      name: 'translation',
      does: 'a page is translated',
      steps: async (desk) => {
        const { translations, standard } = desk.t.contents;
        await openContent(desk);
        await desk.see(translations.missing(`${standard.title}, ${standard.text}`));
        await (await title(desk, 'de-DE')).fill('Impressum');
        await write(desk, 'de-DE', 'Zwei Schwestern in Wien');
        await desk.page.getByText(translations.whole(2)).nth(1).waitFor();
        await desk.look('translation');
        await desk.save();
        const german = must(await desk.shop.search_contents({ constraint: {}, language: 'de_DE' })).result[0]!;
        const texts = [german.attributes['title']?.value, german.attributes['text']?.value];
        expect(texts).toEqual(['Impressum', '<p>Zwei Schwestern in Wien</p>']);
      },
      support: noTranslation,
      warehouse: noTranslation,
    },
    {
      name: 'figures',
      does: 'the figures of the week are read, and saved as a file',
      steps: async (desk) => {
        const { figures } = desk.t;
        await desk.go('figures');
        await desk.page.getByRole('cell', { name: 'Lamp' }).waitFor();
        await desk.look('figures');
        const file = readFileSync(await (await desk.download(figures.csv)).path(), 'utf8');
        expect(file).toContain('Lamp');
      },
      ...closedAt('/figures'),
    },
    {
      name: 'import',
      does: 'products come from a table, after it was checked',
      steps: async (desk) => {
        const { imports } = desk.t;
        const file = join(newDirectory(), 'goods.csv');
        writeFileSync(file, 'name,slug,sku,price\nInk,ink,I-1,4\nPaper,paper,P-1,7\n');
        await desk.go('import');
        await desk.field(imports.file).setInputFiles(file);
        await desk.page.getByRole('cell', { name: 'paper', exact: true }).waitFor();
        await desk.press(imports.check);
        await desk.see(imports.checked);
        await desk.look('import');
        await desk.press(imports.go);
        await desk.see(imports.imported);
        const { count } = must(await desk.shop.search_products({ constraint: {} }));
        expect(count).toBeGreaterThanOrEqual(4);
      },
      ...closedAt('/import'),
    },
    {
      name: 'people',
      does: 'two people are invited, each with a role',
      steps: async (desk) => {
        const { invitation, once } = desk.t;
        await desk.go('people');
        for (const role of ['support', 'warehouse'] as const) {
          await desk.press(invitation.invite);
          await desk.dialog.getByLabel(invitation.email, { exact: true }).fill(`${role}@example.org`);
          await desk.dialog.getByLabel(invitation.role, { exact: true }).selectOption(role);
          if (role === 'support') await desk.look('people');
          await desk.press(invitation.inviteGo);
          await desk.see(once.hint);
          const link = await desk.dialog.locator('pre').innerText();
          await desk.press(once.done);
          await desk.dialog.waitFor({ state: 'detached' });
          await desk.join(link, { username: `the.${role}`, password: PASSWORD });
        }
        const { staff } = must(await desk.shop.get_staff({}));
        expect(staff.map(({ role }) => role)).toEqual(expect.arrayContaining(['support', 'warehouse']));
      },
      ...closedAt('/people'),
    },
    {
      name: 'webhook',
      does: 'another program is told of orders',
      steps: async (desk) => {
        const { webhooks, once } = desk.t;
        await desk.go('webhooks');
        await desk.press(webhooks.make);
        await desk.dialog.getByLabel(webhooks.name, { exact: true }).fill('ERP_ORDERS');
        await desk.dialog.getByLabel(webhooks.event, { exact: true }).selectOption('ORDER_CREATE');
        await desk.look('webhook');
        await desk.press(webhooks.makeGo);
        await desk.see(once.hint);
        await desk.press(once.done);
        await desk.link('ERP_ORDERS').waitFor();
        const made = must(await desk.shop.get_webhooks({})).webhooks.find(({ name }) => name === 'ERP_ORDERS');
        expect(made).toMatchObject({ event: 'ORDER_CREATE' });
      },
      ...closedAt('/webhooks'),
    },
  ],
};
