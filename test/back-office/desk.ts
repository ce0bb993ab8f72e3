// What a person does in the back office, in the words of either language and in windows of either width: it clicks and
// types, and waits for what it sees.
import type { Download, Locator, Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import type { Texts } from '../../back-office/texts/en.ts';
import type { Login, Person } from './chromium.ts';
import { must } from './must.ts';

/** A shop whose first product is sold to those who buy from it. */
export class Shoppers {
  readonly shop: Client;

  constructor(shop: Client) {
    this.shop = shop;
  }

  /** Places an order, as a storefront does; its number. */
  async order(): Promise<number> {
    const { shop } = this;
    const session = must(await shop.get_new_session({})).code;
    const line = { id_shopobject: 1, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
    must(await shop.add_to_cart({ session, ...line, quantity: 1 }));
    const to = { delivery_firstname: 'Ada', delivery_lastname: 'Lindqvist', delivery_city: 'Berlin' };
    must(await shop.set_order_details({ session, email: 'ada@example.org', delivery_country: 'DE', ...to }));
    return must(await shop.checkout({ session })).id_order;
  }

  /** Makes an account, as a storefront does. */
  async register(username: string): Promise<void> {
    const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
    must(await this.shop.register_user({ args: { username, email: `${username}@example.org`, ...passwords } }));
  }
}

interface At {
  readonly person: Person;
  readonly texts: Texts;
  readonly shoppers: Shoppers;
  /** Goes into names, so that whoever does a job again makes other things. */
  readonly who: string;
  /** Opens the page in another browser, at an address. */
  readonly arrive: (url: string) => Promise<Person>;
  /** Whether pictures for the pages are made here. */
  readonly isPictured?: boolean;
}

export class Desk {
  readonly person: Person;
  readonly t: Texts;
  readonly shoppers: Shoppers;
  readonly who: string;
  readonly arrive: At['arrive'];
  private readonly isPictured: boolean;

  constructor({ person, texts, shoppers, who, arrive, isPictured = false }: At) {
    this.person = person;
    this.t = texts;
    this.shoppers = shoppers;
    this.who = who;
    this.arrive = arrive;
    this.isPictured = isPictured;
  }

  get page(): Page {
    return this.person.page;
  }

  get shop(): Client {
    return this.shoppers.shop;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Goes to a screen by the navigation, which is behind a button where the window is narrow. */
  async go(screen: keyof Texts['screens']): Promise<void> {
    await this.person.closeToasts();
    const name = this.t.screens[screen];
    const menu = this.person.button(this.t.shell.openMenu);
    const isNarrow = await menu.isVisible();
    if (isNarrow) await menu.click();
    const place = isNarrow ? this.dialog : this.page.locator('aside');
    await place.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    if (isNarrow) await this.dialog.waitFor({ state: 'detached' });
    await this.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  link(name: string): Locator {
    return this.page.locator('main').getByRole('link', { name, exact: true }).first();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.person.button(name).first().click();
  }

  /** Says yes to a dialog, which closes then. */
  async confirm(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async download(name: string): Promise<Download> {
    return this.person.download(this.press(name));
  }

  row(text: string | RegExp): Locator {
    return this.page.locator('.list-row', { hasText: text }).first();
  }

  /** Goes to an order by the list. */
  async openOrder(id: number): Promise<void> {
    await this.go('orders');
    await this.row(String(id)).click();
    await this.page.getByRole('heading', { name: this.t.order.title(id), exact: true }).waitFor();
  }

  /** Goes to a product by the list. */
  async openProduct(name: string): Promise<void> {
    await this.go('products');
    await this.row(name).click();
    await this.field(this.t.products.ownName).waitFor();
  }

  /** A language by its name, as the page writes it. */
  async language(code: string): Promise<string> {
    const name = `new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of('${code}')`;
    return String(await this.page.evaluate(name));
  }

  async save(): Promise<void> {
    await this.press(this.t.products.save);
    await this.page.locator('.save-bar').waitFor({ state: 'detached' });
  }

  /** The page is as sound as it is seen now, and so it is in the picture of the job. */
  async look(job: string): Promise<void> {
    await this.person.expectSound();
    await this.person.closeToasts();
    if (this.isPictured) await this.person.jobPicture(job);
  }

  /** Takes up an invitation, in another browser. */
  async join(link: string, login: Login): Promise<void> {
    const { invitation } = this.t;
    const person = await this.arrive(link);
    const field = (label: string) => person.page.getByLabel(label, { exact: true });
    await field(invitation.username).fill(login.username);
    await field(invitation.password).fill(login.password);
    await field(invitation.again).fill(login.password);
    await person.button(invitation.accept).click();
    await person.page.locator('.office').waitFor();
    await person.context.close();
  }
}
