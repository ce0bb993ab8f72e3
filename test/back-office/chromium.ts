// A real browser with the back office open, and what it must never have: an error in the console, a report of the
// Content-Security-Policy, a finding of axe-core.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { DEADLINE_MS } from '../harness/until.ts';

/** `KONTOR_TEST_PICTURES=write` makes the pictures of docs/ anew. */
const PICTURES =
  process.env['KONTOR_TEST_PICTURES'] === 'write' ? join(import.meta.dirname, '../../docs/sell/pictures') : '';

/** Kept by the page itself, before any of its own scripts runs. */
const WATCH = `globalThis.reports = [];
addEventListener('securitypolicyviolation', (event) => reports.push(event.violatedDirective + ' ' + event.blockedURI));`;

const HEARD = `axe.run(document, { resultTypes: ['violations'] })`;
/** What is wrong with a page as it is seen: where, what the policy reports, whether it is too wide. */
const SEEN = `[location.hash, reports, document.documentElement.scrollWidth > innerWidth]`;
type Looked = readonly [string, readonly string[], boolean];

/** The router has heard of another address, and the screen of it is drawn, once `moved` is over. */
const leaving = (hash: string): string =>
  `void (globalThis.moved = new URL(${JSON.stringify(hash)}, location.href).hash === location.hash ? undefined
  : new Promise((resolve) => addEventListener('hashchange', () => resolve(), { once: true })))`;

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** One person at one window. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errors: string[] = [];
  private readonly url: string;
  private readonly size: { readonly width: number; readonly height: number };

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.size = page.viewportSize()!;
    page.setDefaultTimeout(DEADLINE_MS);
    page.on('pageerror', (error) => this.errors.push(String(error.stack)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.errors.push(message.text());
    });
  }

  static async arrive(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 860 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const person = new Person(context, page, url);
    await page.goto(url);
    return person;
  }

  async logIn({ username, password }: Login): Promise<void> {
    await this.page.getByLabel(/^(Username|Benutzername)/).fill(username);
    await this.page.getByLabel(/^(Password|Passwort)/).fill(password);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.office').waitFor();
  }

  /**
   * Opens a screen by its address. It is drawn then, its data maybe not; where it is open already nothing happens. What
   * was said until then goes.
   */
  async open(hash: string): Promise<void> {
    await this.closeToasts();
    await this.page.evaluate(leaving(`#${hash}`));
    await this.page.goto(`${this.url}#${hash}`);
    // The screen before has a heading, too.
    await this.page.evaluate('globalThis.moved');
    await this.page.locator('main h1').waitFor();
  }

  /** What was said goes: a test would take it for what it waits for. */
  async closeToasts(): Promise<void> {
    await this.page.evaluate(`document.querySelectorAll('.toast button:last-child').forEach((close) => close.click())`);
  }

  /** Begins as after a start of the browser: no dialog, nothing typed or picked, no route. Logins stay. */
  async beginAnew(): Promise<void> {
    const { page } = this;
    page.removeAllListeners('dialog');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.setOffline(false);
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    await page.setViewportSize(this.size);
    await page.goto(this.url);
    await page.locator('.office main h1').waitFor();
    this.errors.length = 0;
  }

  /** `exact`: the whole name. */
  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Where a button stands in the dialog that is open, and how tall the dialog is, in pixels. */
  placeInDialog(name: string): Promise<unknown> {
    return this.page.evaluate(`(() => {
      const dialog = document.querySelector('dialog[open]');
      const button = [...dialog.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(name)});
      return [button.offsetTop, dialog.offsetHeight];
    })()`);
  }

  /** The file that a click gives. Throws what the page says where it is refused. */
  async download(click: Promise<void>): Promise<Download> {
    const refused = this.page.locator('.toast.bad');
    const saved = this.page.waitForEvent('download');
    const told = refused.waitFor().then(async () => Promise.reject(new Error(await refused.innerText())));
    // The one that comes later, or never, is nobody's.
    for (const each of [saved, told]) each.catch(() => undefined);
    await click;
    return Promise.race([saved, told]);
  }

  /** Nothing is wrong with the page as it is now, for those who see it and for those who hear it. */
  async expectSound(): Promise<void> {
    const isThere = await this.page.evaluate(`typeof axe === 'object'`);
    // Half a megabyte, which a page needs once.
    if (isThere !== true) await this.page.evaluate(axe.source);
    const { violations } = (await this.page.evaluate(HEARD)) as AxeResults;
    const findings = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
    );
    expect.soft(findings, await this.expectSeen()).toEqual([]);
  }

  /** Nothing is too wide or wrote to the console. Returns where that is. What axe-core does takes ten times as long. */
  async expectSeen(): Promise<string> {
    const [where, reports, isTooWide] = (await this.page.evaluate(SEEN)) as Looked;
    expect.soft(reports, where).toEqual([]);
    expect.soft(this.errors, where).toEqual([]);
    expect.soft(isTooWide, `${where} is wider than the window`).toBe(false);
    return where;
  }

  /** A picture for the page of a job, as small as a browser makes it. */
  async jobPicture(name: string): Promise<void> {
    if (PICTURES === '') return;
    const session = await this.context.newCDPSession(this.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
    writeFileSync(join(PICTURES, `job-${name}.webp`), Buffer.from(data, 'base64'));
    await session.detach();
  }

  async picture(name: string): Promise<void> {
    if (PICTURES !== '') await this.page.screenshot({ path: join(PICTURES, `back-office-${name}.png`) });
  }
}

/** A test that fails leaves dialogs open and rows picked: the next one of its file does not fail by that. */
export const beginsAnewAfterFailure = (whose: () => Person): void => {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await whose().beginAnew();
  });
};
