// A small shop with orders in all states, two people who may use its back office, and the address of the page.
import { signatureOf } from '../../src/outside/payments/hosted-page.ts';
import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Env, Program } from '../harness/program.ts';
import type { Login } from './chromium.ts';
import { must } from './must.ts';

const PEOPLE = [
  ['Ada', 'Lindqvist', 'Berlin', '10115', 'DE'],
  ['Jonas', 'Moreau', 'Wien', '1010', 'AT'],
  ['Mira', 'Okafor', 'Hamburg', '20095', 'DE'],
  ['Theo', 'Brandt', 'München', '80331', 'DE'],
  ['Lena', 'Silva', 'Leipzig', '04109', 'DE'],
] as const;
/** English name, German name, price, pieces. */
const GOODS = [
  ['Walnut desk', 'Schreibtisch aus Nussbaum', 489, 12],
  ['Reading lamp', 'Leselampe', 119.9, 240],
  ['Desk mat', 'Schreibunterlage', 34.5, 300],
  ['Fountain pen', 'Füllfederhalter', 79, 280],
  ['Ink, midnight blue', 'Tinte, nachtblau', 12.5, 3],
  ['Brass ruler', 'Lineal aus Messing', 24, 0],
] as const;
/** Ids of those that shoppers of the tests buy: lamp, mat and pen. */
const BOUGHT = [2, 3, 4];
const CREDENTIALS = {
  username: 'office-channel',
  password: 'office-password',
  secretKey: 'office-secret-key',
} as const;
const ENV = {
  KONTOR_LICENCE_USERNAME: CREDENTIALS.username,
  KONTOR_LICENCE_PASSWORD: CREDENTIALS.password,
  KONTOR_LICENCE_SECRET_KEY: CREDENTIALS.secretKey,
  // A busy machine, and a thread that loads its first layout.
  KONTOR_PDF_TIMEOUT_MS: '60000',
};

/** A shop with a hosted page. */
export const CARD = {
  KONTOR_PAYMENT_METHODS: JSON.stringify([
    { id: 2, name: 'PrePayment' },
    { id: 3, name: 'Cash' },
    { id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example/' },
  ]),
  KONTOR_PAYMENT_8_SECRET: 'page-secret',
};

export { must };

export class Office {
  readonly place: Place;
  readonly people: { readonly [name: string]: Login };
  readonly url: string;
  readonly shop: Client;
  readonly program: Program;

  private constructor(place: Place, program: Program, url: string, shop: Client, people: Office['people']) {
    this.place = place;
    this.program = program;
    this.url = url;
    this.shop = shop;
    this.people = people;
  }

  static async open(env: Env = {}): Promise<Office> {
    const place = new Place();
    try {
      return await Office.openIn(place, env);
    } catch (error) {
      await place.clean();
      throw error;
    }
  }

  private static async openIn(place: Place, env: Env): Promise<Office> {
    const port = await reservePort();
    const program = place.start(['serve', '--data', 'shop', '--port', '0', '--admin-port', String(port)], {
      ...ENV,
      ...env,
    });
    const url = new URL(await program.ready()).origin;
    const shop = createClient({ url, ...CREDENTIALS });
    const people: { [name: string]: Login } = {};
    for (const [username, level] of [
      ['anna', 'administrator'],
      ['mira', 'manager'],
    ] as const) {
      const args = ['user', 'add', username, '--email', `${username}@example.org`, '--level', level];
      const { out, err } = await place.run([...args, '--data', 'shop', '--json']);
      if (out.length === 0) throw new Error(err.join('\n'));
      people[username] = { username, password: (JSON.parse(out.join('')) as { password: string }).password };
    }
    return new Office(place, program, `http://127.0.0.1:${port}/`, shop, people);
  }

  /** Calls as a storefront does, without the secret key. */
  async storefront(): Promise<Client> {
    const { secretKey: _none, ...licence } = CREDENTIALS;
    return createClient({ url: new URL(await this.program.ready()).origin, ...licence });
  }

  /** Begins the payment of an order at the hosted page of CARD, whose provider then reports another amount. */
  async unclaimed(id: number): Promise<void> {
    must(await this.shop.update_order_details({ id_order: id, id_payment_method: 8 }));
    const { redirect } = must(await this.shop.do_payment({ id_order: id }));
    const [token = ''] = new URL(redirect).searchParams.get('token')!.split('.');
    const { payment } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { readonly payment: string };
    const said = { payment, status: 'received', transaction: 't-777', amount: 777, currency: 'EUR' };
    const body = Buffer.from(JSON.stringify(said));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signatureOf(CARD.KONTOR_PAYMENT_8_SECRET, timestamp, body);
    const headers = { 'x-kontor-timestamp': timestamp, 'x-kontor-signature': signature };
    const shop = new URL(await this.program.ready()).origin;
    const { status } = await fetch(`${shop}/srv/payment/8/notify`, { method: 'POST', headers, body });
    if (status !== 409) throw new Error(`the notice was answered ${status}`);
  }

  /** Places an order as a shopper does. `login`: code of a session in which somebody is logged in; '': a guest's. */
  async order(at: number, coupon = '', login = ''): Promise<number> {
    const [firstname, lastname, city, zip, country] = PEOPLE[at % PEOPLE.length]!;
    const session = login === '' ? must(await this.shop.get_new_session({})).code : login;
    for (const id of BOUGHT.slice(0, 1 + (at % BOUGHT.length))) {
      const line = { id_shopobject: id, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
      must(await this.shop.add_to_cart({ session, ...line, quantity: 1 }));
    }
    if (coupon !== '') must(await this.shop.add_coupons({ session, coupons: [coupon] }));
    must(
      await this.shop.set_order_details({
        session,
        id_payment_method: 2,
        id_delivery_method: 1,
        email: `${firstname}.${lastname}@example.org`.toLowerCase(),
        delivery_firstname: firstname,
        delivery_lastname: lastname,
        delivery_street: 'Lindenweg',
        delivery_number: String(at + 1),
        delivery_zip: zip,
        delivery_city: city,
        delivery_country: country,
      }),
    );
    return must(await this.shop.checkout({ session })).id_order;
  }

  private async stock(): Promise<void> {
    const { shop } = this;
    const { id: idClass } = must(await shop.create_class({ name: 'product', type: 'product' }));
    const attributes = [
      { name: 'name', type: 'CHAR', en_GB: { label: 'Name' }, de_DE: { label: 'Name' } },
      { name: 'price', type: 'FLOAT', en_GB: { label: 'Price' }, de_DE: { label: 'Preis' } },
    ];
    must(await shop.create_class_attributes({ id_class: Number(idClass), attributes }));
    must(await shop.create_category({ id_parent: 0, name: 'desk', labels: { en_GB: 'Desk', de_DE: 'Schreibtisch' } }));
    for (const [name, german, price, quantity] of GOODS) {
      must(
        await shop.create_product({
          class: 'product',
          name,
          shop_active: 1,
          categories: ['desk'],
          attributes: { en_GB: { name, price }, de_DE: { name: german, price } },
          availability: { quantity, quantity_warning: 5, active: 1 },
          metadata: { element_number: `G-${100 + price}` },
        }),
      );
    }
  }

  /** Goods, and orders in all states, the newest last. */
  async fill(orders: number): Promise<readonly number[]> {
    await this.stock();
    const placed: number[] = [];
    for (let at = 0; at < orders; at += 1) {
      const id = await this.order(at);
      placed.push(id);
      if (at % 3 > 0)
        must(await this.shop.update_order_details({ id_order: id, order_payment_state: 'PAYMENT_RECEIVED' }));
      if (at % 4 === 1) must(await this.shop.update_order_details({ id_order: id, order_state: 'PROCESSING' }));
      if (at % 7 === 2) must(await this.shop.update_order_details({ id_order: id, order_state: 'CANCELED' }));
    }
    return placed;
  }

  async stockOf(id: number): Promise<number> {
    return must(await this.shop.get_product_details({ id_product: id })).availability.quantity;
  }
}
