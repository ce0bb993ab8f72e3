// A shop that sends mails, and an order of it.
import { expect } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { testShop } from '../../../src/testing/test-shop.ts';
import type { TestShop } from '../../../src/testing/test-shop.ts';

const CLASS = {
  type: 'class',
  name: 'lamp',
  class_type: 'product',
  attributes: [
    { name: 'name', type: 'CHAR' },
    { name: 'price', type: 'FLOAT' },
  ],
};

const catalogueIn = (language: string): string =>
  [
    CLASS,
    {
      type: 'product',
      class: 'lamp',
      name: 'Lamp',
      active: true,
      attributes: { [language]: { name: 'Lamp', price: 10 } },
    },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n');

const ON = {
  smtpHost: 'mail.example',
  smtpFrom: 'shop@example.org',
  company: 'The Shop\nStreet 1',
  passwordMemoryKib: 8,
  passwordPasses: 1,
  // A machine that is busy with other tests starts threads slowly.
  htmlTimeoutMs: 60_000,
  pdfTimeoutMs: 60_000,
} as const;

type Extension = NonNullable<NonNullable<Parameters<typeof testShop>[0]>['extensions']>[number];

export const open = (settings: Partial<Config> = {}, extensions?: readonly Extension[]): Promise<TestShop> =>
  testShop({
    ...(extensions !== undefined && { extensions }),
    catalogue: catalogueIn(settings.language ?? 'de_DE'),
    clock: '2026-01-01T10:00:00Z',
    settings: { ...ON, ...settings },
  });

type Code = { readonly code: string };

export const order = async (shop: TestShop, email = 'buyer@example.org', more: object = {}): Promise<number> => {
  const { code: session } = await shop.call<Code>('get_new_session');
  await shop.call('add_to_cart', {
    session,
    id_shopobject: 1,
    element_type: 'PRODUCT',
    quantity: 2,
    name_field: 'name',
    price_field: 'price',
  });
  await shop.call('set_order_details', {
    session,
    id_payment_method: 2,
    id_delivery_method: 1,
    delivery_country: 'DE',
    ...(email !== '' && { email }),
  });
  const placed = await shop.call<{ readonly id_order: number }>('checkout', { session, ...more });
  expect(placed).toMatchObject({ status: 'success' });
  return placed.id_order;
};

/** Lets what is due be sent. */
export const settle = (shop: TestShop): Promise<void> => shop.advance(10_000);
