// A week of a shop, from an empty folder, by clicking alone, in both languages and in a wide and a narrow window; and
// the same jobs for people with the roles support and warehouse. Would catch a job that cannot be done in the back
// office, or only in one language or at a desk, an action that is shown to a role that lacks it, and a link that does
// not say why it is closed.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { de } from '../../back-office/texts/de.ts';
import { en } from '../../back-office/texts/en.ts';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { reservePort } from '../harness/ports.ts';
import { Place } from '../harness/program.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Desk, Shoppers } from './desk.ts';
import { JOBS, saysClosed } from './jobs.ts';
import { PASSWORD } from './jobs-shop.ts';

const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 390, height: 844 } };
const ENGLISH = { texts: en, locale: 'en-GB' } as const;
const GERMAN = { texts: de, locale: 'de-DE' } as const;
type Window = (typeof ENGLISH | typeof GERMAN) & (typeof WIDE | typeof NARROW);
/** How the owner works, and those who have a role, if any. */
const SHOPS: readonly (readonly [string, Window, readonly (readonly ['support' | 'warehouse', Window])[]])[] = [
  [
    'in English at a desk',
    { ...ENGLISH, ...WIDE },
    [
      ['support', { ...GERMAN, ...WIDE }],
      ['warehouse', { ...ENGLISH, ...NARROW }],
    ],
  ],
  ['in German on a phone', { ...GERMAN, ...NARROW }, []],
];

describe.skipIf(!HAS_CHROMIUM).each(SHOPS)('a week of a shop, %s', (_name, ofOwner, roles) => {
  const place = new Place();
  let browser: Browser;
  let office = '';
  let shoppers: Shoppers;
  let desk: Desk;
  beforeAll(async () => {
    browser = await sharedBrowser();
    const port = await reservePort();
    office = `http://127.0.0.1:${port}/`;
    const env = { KONTOR_PDF_TIMEOUT_MS: '60000' };
    const program = place.start(['serve', '--data', 'shop', '--port', '0', '--admin-port', String(port)], env);
    const url = new URL(await program.ready()).origin;
    const keys = JSON.parse(readFileSync(place.path('shop/credentials.json'), 'utf8')) as {
      readonly username: string;
      readonly password: string;
      readonly secretKey: string;
    };
    shoppers = new Shoppers(createClient({ url, ...keys }));
  });
  afterAll(async () => {
    await closeContexts();
    await place.clean();
  });
  beginsAnewAfterFailure(() => desk.person);

  const sit = async ({ texts, ...window }: Window, who: string, url = office): Promise<Desk> => {
    const options: BrowserContextOptions = window;
    const arrive = (at: string): Promise<Person> => Person.arrive(browser, at, options);
    const isPictured = texts === en && window.viewport === WIDE.viewport;
    return new Desk({ person: await arrive(url), texts, shoppers, who, arrive, isPictured });
  };

  describe('the owner', () => {
    beforeAll(async () => {
      desk = await sit(ofOwner, 'owner');
      const { person, page, t } = desk;
      await page.goto(readFileSync(place.path('shop/first-owner.txt'), 'utf8').trim());
      await desk.field(t.login.username).fill('greta');
      await desk.field(t.start.owner.email).fill('greta@example.org');
      await desk.field(t.login.password).fill(PASSWORD);
      await person.button(t.start.owner.submit).click();
      await page.locator('.office').waitFor();
      await page.getByRole('heading', { name: t.start.title }).waitFor();
    });
    test.each(JOBS)('$name: $does', ({ steps }) => steps(desk));
  });

  describe.each(roles)('somebody of the role %s', (role, window) => {
    beforeAll(async () => {
      desk = await sit(window, role);
      await desk.person.logIn({ username: `the.${role}`, password: PASSWORD });
    });
    const expectClosed = async (address: string): Promise<void> => {
      await desk.person.open(address);
      const [before = '', after = ''] = saysClosed(desk.t, role);
      const text = await desk.page.locator('main .empty').innerText();
      expect([text.slice(0, before.length), text.slice(-after.length)]).toEqual([before, after]);
      expect(text.slice(before.length, -after.length)).toMatch(/^[a-z_]+(?:, [a-z_]+)*$/);
      await desk.person.expectSound();
    };
    test.each(JOBS.filter((job) => job[role] === undefined))('does this as well: $name: $does', ({ steps }) =>
      steps(desk),
    );
    test.each(JOBS.filter((job) => job[role] !== undefined))('does not: $name: $does', async (job) => {
      const limit = job[role]!;
      if ('at' in limit) {
        await (await limit.at(desk)).first().waitFor();
        expect(await limit.lacks(desk).count()).toBe(0);
        await desk.person.expectSound();
      }
      if (limit.closed !== undefined) await expectClosed(limit.closed);
    });
  });
});
