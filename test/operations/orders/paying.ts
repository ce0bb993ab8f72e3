// A shop with a method by hand and one of a hosted page, and the notices that the page sends.
import { paymentServices } from './payment-services.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { PaymentMethod } from '../../../src/config/payment-settings.ts';
import { paymentNoticesRoute } from '../../../src/http/routes/payment-notices.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import type { RawNotice } from '../../../src/kernel/payment-provider.ts';
import { paymentNoticeHandler } from '../../../src/operations/dispatch/payment-notices.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import { signatureOf } from '../../../src/outside/payments/hosted-page.ts';
import { freeLine, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

export const SECRET = 'page-secret';
export const METHODS: readonly PaymentMethod[] = [
  { id: 2, name: 'PrePayment' },
  {
    id: 8,
    name: 'Card',
    provider: 'hosted-page',
    url: 'https://pay.example.org/card?shop=1',
    attributes: { public_key: 'pk_1' },
  },
];
const HOSTS = ['shop.example.org'];

export const config = (given = {}) => ({
  ...loadConfig({}, {}, '/nonexistent'),
  paymentMethods: METHODS,
  paymentReturnHosts: HOSTS,
  ...given,
});

export interface PayingShop {
  readonly shop: TestShop;
  readonly payments: Payments;
}

export const open = (
  payments: Payments = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET }),
): PayingShop => ({
  shop: openShop({ config: { paymentMethods: METHODS }, payments }),
  payments,
});

type Reply_ = { readonly [member: string]: unknown };

export const place = async (shop: TestShop, method: number, price: number | string = '12.50'): Promise<number> => {
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, price));
  await shop.call('set_order_details', { session, id_payment_method: method, email: 'ada@example.org' });
  return (await shop.call<{ id_order: number }>('checkout', { session })).id_order;
};

export const stateOf = async (shop: TestShop, id: number): Promise<unknown> =>
  (await shop.call<{ payment_state: { name: string } }>('get_order_by_id', { id_order: id })).payment_state.name;

export const tokenIn = (redirect: unknown): Reply_ =>
  JSON.parse(
    Buffer.from(new URL(String(redirect)).searchParams.get('token')!.split('.')[0]!, 'base64url').toString(),
  ) as Reply_;

interface Sent {
  readonly method?: number;
  readonly timestamp?: string;
  readonly secret?: string;
  readonly tamper?: (body: Buffer) => Buffer;
}

/** A notice as it arrives at the route. */
export const notify = (
  { shop, payments }: PayingShop,
  said: object | string,
  sent: Sent = {},
): Promise<{ status: number; message: string }> => {
  const {
    method = 8,
    timestamp = String(Math.floor(shop.nowMs / 1000)),
    secret = SECRET,
    tamper = (body: Buffer) => body,
  } = sent;
  const body = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
  const headers = new Map([
    ['x-kontor-timestamp', timestamp],
    ['x-kontor-signature', signatureOf(secret, timestamp, body)],
  ]);
  return deliver({ shop, payments }, method, { headers, body: tamper(body) });
};

/** What the log would have said, of all shops. */
export const warnings: string[] = [];

/** Anything that arrives at a method's route. */
export const deliver = (
  { shop, payments }: PayingShop,
  method: number,
  { headers, body }: Pick<RawNotice, 'headers' | 'body'>,
): Promise<{ status: number; message: string }> => {
  const route = paymentNoticesRoute(
    paymentNoticeHandler({
      payments,
      nowMs: () => shop.nowMs,
      decide: (operation, decision, done) => shop.dispatch.decideOutside({ operation, decision, done }),
      warn: (line) => void warnings.push(line),
    }),
  );
  return new Promise((resolve) => {
    const reply = {
      send: (status: number, text: string) =>
        resolve({ status, message: (JSON.parse(text) as { message?: string }).message ?? '' }),
    };
    route.handle(
      { method: 'POST', path: `/srv/payment/${method}/notify`, headers, body } as unknown as IncomingRequest,
      reply as unknown as Reply,
    );
  });
};

export const received = (payment: unknown, more = {}): object => ({
  payment,
  status: 'received',
  transaction: 't-1',
  amount: 1250,
  currency: 'EUR',
  ...more,
});

/** A shop with a payment of 12.50 begun for its order `id`. */
export const begun = async () => {
  const opened = open();
  const id = await place(opened.shop, 8);
  const { redirect } = await opened.shop.call('do_payment', { id_order: id });
  return { ...opened, id, payment: tokenIn(redirect)['payment'] };
};
