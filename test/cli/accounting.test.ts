// `kontor accounting`: catches a file that differs from what the call makes, and a month that a command closes for
// nobody or twice.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

const LICENCE = { username: 'books_shop', password: 'books-password', secretKey: 'books-secret-key' };

let place: CommandPlace;
let month = '';
let made: { readonly name?: string; readonly file?: string };

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await OpenedShop.open(place, 'data', { credentials: LICENCE });
  const { code: session } = (await shop.office('get_new_session', {})) as unknown as { code: string };
  await shop.office('add_to_cart', {
    session,
    type: 'PRODUCT',
    tax_class: 'default',
    name: 'Thing',
    price: 11.9,
    quantity: 1,
    attributes: '[]',
  });
  await shop.office('checkout', { session });
  month = new Date().toISOString().slice(0, 7);
  made = await shop.office('get_accounting_export', { from: `${month}-01`, to: `${month}-28` });
  await shop.stop();
});
afterAll(() => place.clean());

const run = (...args: string[]): Promise<Ran> => place.runHere(['accounting', ...args]);

test('export writes what the call makes', async () => {
  const done = await run('export', `${month}-01`, place.path('out.csv'), '--to', `${month}-28`);
  expect(done).toMatchObject({ code: 0 });
  expect(readFileSync(place.path('out.csv')).toString('base64')).toBe(made.file);
  expect(await run('export', month, place.path('datev.csv'), '--format', 'datev')).toMatchObject({ code: 1 });
  expect(await run('export', month, place.path('x.csv'), '--format', 'other')).toMatchObject({ code: 1 });
  expect(await run('export', month, place.path('x.csv'), '--currency', 'eur')).toMatchObject({ code: 1 });
});

test('months are closed, shown and opened', async () => {
  expect((await run('close', '2020-01')).out).toEqual(['2020-01 is closed']);
  const again = await run('close', '2020-01');
  expect(again.code).toBe(1);
  expect(again.err.join('\n')).toContain('MONTH_CLOSED (2020-01)');
  expect((await run('months')).out[0]).toMatch(/^2020-01 {2}closed 20/);
  expect((await run('open', '2019-12')).err.join('\n')).toContain('MONTH_OUT_OF_ORDER (2019-12)');
  expect((await run('open', '2020-01')).out).toEqual(['2020-01 is open']);
  expect(await run('close', '2020-13')).toMatchObject({ code: 1 });
});
