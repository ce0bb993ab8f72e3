// An order with its documents.
import { expect } from 'vitest';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';

export const directories: string[] = [];

export interface Bought {
  readonly goods: Goods;
  readonly orderId: number;
  readonly html: (request: 'get_invoice' | 'get_order_confirmation', given?: Given) => Promise<string>;
}

/** What is not ASCII is written as references. */
export const decoded = (html: string): string => {
  expect([...html].every((character) => character < '\x80')).toBe(true);
  return html.replace(/&#(\d{3,});/g, (_all, code) => String.fromCodePoint(Number(code)));
};

/** Two lines at two rates, a gift below the first, a coupon and delivery costs. */
export const bought = async (options: ShopOptions = {}, details: Given = {}, name = 'Wanderhose'): Promise<Bought> => {
  const taxClasses = [
    { name: 'default', calculation: 'included' as const, rates: { DE: 0.19 } },
    { name: 'reduced', calculation: 'included' as const, rates: { DE: 0.07 } },
  ];
  const goods = await Goods.open({
    ...options,
    config: { taxClasses, company: 'Kontor & Söhne\nHafenstraße 1\n20457 Hamburg', ...options.config },
  });
  const { shop } = goods;
  const session = await shop.session();
  const attributes = { de_DE: { name, short_description: 'aus Wolle', price: 1234.5 } };
  const first = await goods.product(1, { attributes, metadata: { element_number: 'W-1' } });
  const book = await goods.product(1, {
    attributes: { de_DE: { name: 'Buch', price: '7.4925' } },
    metadata: { taxclass: 'reduced', quantity_step: 0.5 },
  });
  const raised = await shop.call<{ last_inserted_element_id: number }>(
    'add_to_cart',
    line(session, first, { quantity: 2, attributes: [['Farbe', name]] }),
  );
  await shop.call('add_to_cart', line(session, book, { quantity: 1.5 }));
  await shop.call('add_to_cart', freeLine(session, 1, { id_parent_element: raised.last_inserted_element_id }));
  await shop.admin('create_coupons', {
    count: 1,
    name: 'Willkommen',
    amount: 10,
    type: 'UNIQUE_PERCENTAGE',
    code: 'aaaa-bbbb-cccc-dddd',
  });
  await shop.call('add_coupons', { session, coupons: [['aaaa-bbbb-cccc-dddd', 'Willkommen']] });
  await shop.call('add_delivery_costs', { session, delivery_costs: [['DHL', 4.9, 0.19]] });
  const address = {
    invoice_firstname: 'Änne',
    invoice_lastname: 'Łuczak',
    invoice_street: 'Weg',
    invoice_number: '3',
    invoice_zip: '1010',
    invoice_city: 'Wien',
    invoice_country: 'AT',
  };
  await shop.call('set_order_details', {
    session,
    id_payment_method: 2,
    id_delivery_method: 1,
    ...address,
    delivery_city: 'Graz',
    note: 'Bitte\nklingeln',
    ...details,
  });
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  const html = async (request: 'get_invoice' | 'get_order_confirmation', given: Given = {}): Promise<string> => {
    const reply = await shop.call<Reply>(request, { id_order: orderId, ...given });
    const member = request.slice(4);
    expect(Object.keys(reply)).toEqual(['object', member]);
    expect(reply['object']).toBe(member);
    return decoded(Buffer.from(reply[member] as string, 'base64').toString());
  };
  return { goods, orderId, html };
};

/** Text as a reader sees it: tags gone, entities and no-break spaces read. */
export const seen = (html: string): string =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/[\s\u00a0]+/g, ' ');
