// A real browser with the back office open, and what it must never have: an error in the console, a report of the
// Content-Security-Policy, a finding of axe-core.
import { join } from 'node:path';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEADLINE_MS } from '../harness/until.ts';

/** `KONTOR_TEST_PICTURES=write` makes the pictures of docs/ anew. */
const PICTURES =
  process.env['KONTOR_TEST_PICTURES'] === 'write' ? join(import.meta.dirname, '../../docs/sell/pictures') : '';

/** Kept by the page itself, before any of its own scripts runs. */
const WATCH = `globalThis.reports = [];
addEventListener('securitypolicyviolation', (event) => reports.push(event.violatedDirective + ' ' + event.blockedURI));`;

/** What is wrong with a page: where, what axe-core finds, what the policy reports, whether it is too wide. */
const SOUND = `(async () => [
  location.hash,
  await axe.run(document, { resultTypes: ['violations'] }),
  reports,
  document.documentElement.scrollWidth > innerWidth,
])()`;
type Looked = readonly [string, AxeResults, readonly string[], boolean];

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

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
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

  /** Opens a screen by its address. */
  async open(hash: string): Promise<void> {
    await this.page.goto(`${this.url}#${hash}`);
    await this.page.locator('main h1').waitFor();
  }

  /** `exact`: the whole name. */
  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Nothing is wrong with the page as it is now, for those who see it and for those who hear it. */
  async expectSound(): Promise<void> {
    const isThere = await this.page.evaluate(`typeof axe === 'object'`);
    // Half a megabyte, which a page needs once.
    if (isThere !== true) await this.page.evaluate(axe.source);
    const [where, { violations }, reports, isTooWide] = (await this.page.evaluate(SOUND)) as Looked;
    const findings = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
    );
    expect.soft(findings, where).toEqual([]);
    expect.soft(reports, where).toEqual([]);
    expect.soft(this.errors, where).toEqual([]);
    expect.soft(isTooWide, `${where} is wider than the window`).toBe(false);
  }

  async picture(name: string): Promise<void> {
    if (PICTURES !== '') await this.page.screenshot({ path: join(PICTURES, `back-office-${name}.png`) });
  }
}
