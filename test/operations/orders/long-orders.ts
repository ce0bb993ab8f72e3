// Orders with long texts, and their documents.
import { expect } from 'vitest';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Given, Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { CREDENTIALS, Goods, freeLine } from '../shop.ts';

type Request = 'get_invoice' | 'get_order_confirmation';

interface Bought {
  readonly goods: Goods;
  readonly orderId: number;
}

export const bought = async (lines: readonly Given[], details: Given = {}): Promise<Bought> => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  for (const given of lines)
    await goods.shop.call('add_to_cart', freeLine(session, 1, { element_type: 'FREE_ELEMENT', ...given }));
  await goods.shop.call('set_order_details', { session, ...details });
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, orderId };
};

export const bytes = async ({ goods, orderId }: Bought, request: Request, args: Given = {}): Promise<Buffer> => {
  const reply = await goods.shop.call<Reply>(request, { id_order: orderId, args });
  return Buffer.from(String(reply[request.slice(4)]), 'base64');
};

const decoded = (html: string): string =>
  html.replace(/&#(\d{3,});/g, (_all, code) => String.fromCodePoint(Number(code)));

export const html = async (order: Bought, request: Request = 'get_invoice', args: Given = {}): Promise<string> =>
  decoded((await bytes(order, request, args)).toString());

/** All of it, as one text without blanks: lines are broken where a page wants it. */
export const pdf = async (order: Bought, request: Request = 'get_invoice', args: Given = {}): Promise<string> =>
  wordsOf(await bytes(order, request, { ...args, format: 'pdf' }))
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '');

/** An order of lines as long as they may be: its invoice has a bound, and is not made in the turn that asks. */
export const expectBounded = async (lines: number): Promise<void> => {
  const order = await bought(
    Array.from({ length: lines }, (_, at) => ({
      name_field: `${at}${'&'.repeat(990)}`,
      description_field: '&'.repeat(10_000),
      attributes: [
        ['a', '&'.repeat(9000)],
        ['b', 'c'],
      ],
    })),
  );
  let answered = false;
  const reply = new Promise<string | Uint8Array>((resolve) => {
    const fields = { ...CREDENTIALS, request: 'get_invoice', id_order: String(order.orderId) };
    order.goods.shop.dispatch.call(fields, '', (_status, body) => resolve(((answered = true), body)));
  });
  expect(answered).toBe(false);
  const { invoice } = JSON.parse(String(await reply)) as { invoice: string };
  const document = Buffer.from(invoice, 'base64').toString();
  // Three texts of 600 characters, five bytes each, and the markup.
  expect(document.length).toBeLessThan(lines * 10_500);
  expect(document.match(/(?:&amp;){599}&#8230;/g)).toHaveLength(lines);
  expect(document.split('<tr>').length).toBeGreaterThan(lines);
};
