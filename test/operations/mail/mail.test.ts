// Catches mails that are not sent, sent to the wrong address, or say what they should not; and changes that go without
// their mail.
import { describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { testShop } from '../../../src/testing/test-shop.ts';
import type { TestShop } from '../../../src/testing/test-shop.ts';

const CATALOGUE = [
  {
    type: 'class',
    name: 'lamp',
    class_type: 'product',
    attributes: [{ name: 'price', type: 'FLOAT', required: false }],
  },
  { type: 'product', class: 'lamp', name: 'Lamp', active: true, attributes: { price: 10 } },
]
  .map((record) => JSON.stringify(record))
  .join('\n');

const ON = { smtpHost: 'mail.example', smtpFrom: 'shop@example.org', company: 'The Shop\nStreet 1' } as const;

const open = (settings: Partial<Config> = {}): Promise<TestShop> =>
  testShop({ catalogue: CATALOGUE, clock: '2026-01-01T10:00:00Z', settings: { ...ON, ...settings } });

type Code = { readonly code: string };

const order = async (shop: TestShop, email = 'buyer@example.org'): Promise<number> => {
  const { code: session } = await shop.call<Code>('get_new_session');
  await shop.call('add_to_cart', { session, id_product: 1, quantity: 2 });
  await shop.call('set_order_details', {
    session,
    id_payment_method: 2,
    id_delivery_method: 1,
    delivery_country: 'DE',
    ...(email !== '' && { email }),
  });
  const placed = await shop.call<{ readonly id_order: number }>('checkout', { session });
  expect(placed).toMatchObject({ status: 'success' });
  return placed.id_order;
};

const lineId = async (shop: TestShop, id_order: number): Promise<number> => {
  const { cart } = await shop.admin<{ cart: { contents: readonly { id: number }[] } }>('get_order', { id_order });
  return cart.contents[0]!.id;
};

/** Lets what is due be sent. */
const settle = (shop: TestShop): Promise<void> => shop.advance(10_000);

describe('mails of an order', () => {
  test('a placed order is confirmed once, with its number, lines and total, as HTML and as text', async () => {
    const shop = await open({ language: 'en_GB' });
    const id = await order(shop);
    await settle(shop);
    expect(shop.mails).toHaveLength(1);
    const [{ to, subject, html, text, attachments }] = shop.mails as [TestShop['mails'][number]];
    expect({ to, subject, attachments }).toEqual({
      to: 'buyer@example.org',
      subject: `Your order ${id}`,
      attachments: [],
    });
    expect(html).toContain(`<title>Your order ${id}</title>`);
    expect(text).toContain('Lamp');
    expect(text).toContain('€ 20.00');
    expect(text).not.toMatch(/[<>]|&#/);
    await settle(shop);
    expect(shop.mails).toHaveLength(1);
    await shop.close();
  });
});
