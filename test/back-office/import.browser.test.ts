// Would catch a file that the page reads otherwise than the command, an import that changes something while it is only
// checked, one that does twice what was ended in the middle, and a table that a person cannot look through.
import { createServer } from 'node:http';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { newDirectory } from '../harness/directories.ts';
import { listening } from '../harness/ports.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const SHOPWARE = [
  'id;product_number;price_gross;name;tax_name;tax_rate;stock;price_net;cover_media_url',
  '1;A-1;119.00;Müsli;Standard rate;19;5;100;PICTURE',
  '2;B-2;10,70;Brot;Standard rate;19;1;10;',
  '3;C-3;10.70;Salz;Salzsteuer;3;1;10;',
].join('\r\n');

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who brings a catalogue', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let served = 0;
  const pictures = createServer((_request, response) => {
    served += 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  });
  const folder = newDirectory();
  let picture = '';
  beforeAll(async () => {
    const port = await listening(pictures);
    picture = `http://127.0.0.1:${port}/a.png`;
    browser = await sharedBrowser();
    office = await Office.open();
    person = await Person.arrive(browser, office.url);
    ({ page } = person);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    pictures.close();
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const fileOf = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const choose = (path: string): Promise<void> => page.getByLabel('File', { exact: true }).setInputFiles(path);
  const openTable = async (): Promise<void> => {
    await person.open('/import');
    await choose(fileOf('table.csv', Buffer.from(SHOPWARE.replace('PICTURE', picture), 'latin1')));
  };
  /** The last cells of its row: what is new, changed and unchanged. */
  const outcomes = async (type: string): Promise<string[]> => {
    const row = await page.getByRole('row', { name: new RegExp(`^${type}`) }).innerText();
    return row.trim().split(/\s+/).slice(-3);
  };
  const number = async (name: string): Promise<number> =>
    must(await office.shop.search_products({ constraint: { 'main.name': name }, limit: 1, offset: 0 } as never)).count;

  test('a table is recognised, and shows what it holds before anything comes', async () => {
    await openTable();
    await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('shopware');
    await page.getByRole('cell', { name: 'Müsli' }).waitFor();
    await page.getByRole('cell', { name: 'price_net' }).waitFor();
    await page.getByText('"10,70" is no price').waitFor();
    await page.getByText('read as windows-1252').waitFor();
    await page.getByLabel('Tax “Salzsteuer”').selectOption('default');
    await page.getByRole('cell', { name: 'C-3', exact: true }).waitFor();
    await person.picture('import');
    await person.expectSound();
  });

  test('it is checked without a change, brought in with its picture, and a second time nothing changes', async () => {
    // It is open from the test before, unless that has failed.
    if ((await page.getByLabel('Fetch pictures').count()) === 0) {
      await openTable();
      await page.getByLabel('Tax “Salzsteuer”').selectOption('default');
      await page.getByRole('cell', { name: 'C-3', exact: true }).waitFor();
    }
    await page.getByLabel('Fetch pictures').check();
    await person.button('Check first').click();
    await page.getByText('Checked: nothing was changed').waitFor();
    await expect.poll(() => outcomes('Products')).toEqual(['2', '0', '0']);
    expect([served, await number('A-1')]).toEqual([0, 0]);
    await person.button('Import').click();
    await page.getByText('Imported.').waitFor();
    await expect.poll(() => outcomes('Products')).toEqual(['2', '0', '0']);
    await page.getByText('Pictures: 1 fetched').waitFor();
    await person.expectSound();
    expect(await number('A-1')).toBe(1);
    await person.button('Import').click();
    await page.getByText('1 already there').waitFor();
    await expect.poll(() => outcomes('Products')).toEqual(['0', '0', '2']);
    expect(served).toBe(1);
    const download = await person.download(person.button('Report').click());
    const report = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    const lines = report.map((line) => JSON.parse(line) as { readonly line?: number; readonly note?: string });
    expect(lines.filter(({ line }) => line !== undefined)).toEqual([
      expect.objectContaining({ line: 3, code: 'PARAMETER_INVALID', param: 'price_gross' }),
    ]);
    expect(lines.map(({ note = '' }) => note).join()).toContain('no place for the column "price_net"');
  });

  test('an import that was ended in the middle and begun again is as if it had not been', async () => {
    const rows = Array.from({ length: 800 }, (_, at) => `P${at},p${at},S-${at},${at + 1}`);
    await person.open('/import');
    await choose(fileOf('long.csv', ['name,slug,sku,price', ...rows].join('\n')));
    await page.getByRole('cell', { name: 'p0', exact: true }).waitFor();
    let batches = 0;
    // The third batch reaches the shop, and its answer is lost with the page.
    await page.route('**/admin/import', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      batches += 1;
      if (batches < 3) return route.continue();
      await route.fetch();
      return undefined;
    });
    await person.button('Import').click();
    await expect.poll(() => batches).toBe(3);
    await expect.poll(() => number('p700')).toBe(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.locator('main h1').waitFor();
    // Not before: the answer that is held back would come, and the page go on.
    await page.unroute('**/admin/import');
    await choose(fileOf('long.csv', ['name,slug,sku,price', ...rows].join('\n')));
    await page.getByRole('cell', { name: 'p0', exact: true }).waitFor();
    await person.button('Import').click();
    await page.getByText('Imported.').waitFor();
    await expect.poll(() => outcomes('Products')).toEqual(['33', '0', '767']);
    await person.button('Import').click();
    await expect.poll(() => outcomes('Products')).toEqual(['0', '0', '800']);
  });

  test('a file that nobody knows asks for its format, and says why it cannot be read so', async () => {
    await person.open('/import');
    await choose(fileOf('unknown.csv', 'a,b\n1,2\n'));
    await page.getByText('choose its format').waitFor();
    await page.getByLabel('Format').selectOption('medusa');
    await page.getByText('the table has no column "Product Handle"').waitFor();
    await person.expectSound();
  });

  test('the page of others does not carry the readers, and managers are told that it is not theirs', async () => {
    const built = join(import.meta.dirname, '../../dist/back-office');
    expect(readFileSync(join(built, 'app.js'), 'utf8')).not.toContain('Variant Inventory Quantity');
    // The readers are in a file of their own, for the one screen that needs them.
    expect(statSync(join(built, 'reader.js')).size).toBeLessThan(405_000);
    const manager = await Person.arrive(browser, office.url);
    await manager.logIn(office.people['mira']!);
    const answer = await manager.page.evaluate(async () => {
      const headers = { 'x-kontor-back-office': '1', 'content-type': 'application/x-ndjson' };
      const sent = await fetch('/admin/import', { method: 'POST', headers, body: '{"import":{}}\n' });
      return [sent.status, ((await sent.json()) as { message: string }).message] as const;
    });
    expect(answer).toEqual([403, 'PERMISSION_DENIED']);
  });
});
