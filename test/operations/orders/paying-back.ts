// A paid order whose provider gives back as it is told to, and the calls and notices that tests make of it.
import { RefundCalls } from '../../../src/engine/delivery/refund-calls.ts';
import type { PaymentProvider, RefundAnswer, RefundRequest } from '../../../src/kernel/payment-provider.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import type { Given, Reply } from '../shop.ts';
import { SECRET, config, notify, open, place, received, tokenIn } from './paying.ts';
import { paymentServices } from './payment-services.ts';

export const UNKNOWN = refuse('PAYMENT_PROVIDER_UNAVAILABLE', 0, 'no answer');

/** A provider that gives back once for each key, and answers as it is told to. */
class PayingBack {
  readonly asked: RefundRequest[] = [];
  readonly given = new Map<string, number>();
  says: (request: RefundRequest, transaction: string) => Result<RefundAnswer> = (_request, transaction) => ({
    ok: true,
    value: { state: 'done', transaction, failure: '' },
  });

  refund(request: RefundRequest): Promise<Result<RefundAnswer>> {
    this.asked.push(request);
    const at = this.given.get(request.key) ?? this.given.size + 1;
    this.given.set(request.key, at);
    return Promise.resolve(this.says(request, `r-${at}`));
  }
}

/** A paid order of 12.50, and its provider's calls. `isTwice`: another page, `other`, asks for the money as well. */
export const paid = async (isTwice = false) => {
  const back = new PayingBack();
  const wired = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET });
  const page = wired.provider(8)!;
  const provider: PaymentProvider = {
    capabilities: page.capabilities,
    start: (request, nowMs) => page.start(request, nowMs),
    notify: (notice) => page.notify(notice),
    refund: (request) => back.refund(request),
  };
  const payments = { ...wired, provider: (id: number) => (id === 8 ? provider : undefined) };
  const { shop } = open(payments);
  const id = await place(shop, 8);
  const begin = async (more: Given): Promise<unknown> =>
    tokenIn((await shop.call('do_payment', { id_order: id, ...more })).redirect)['payment'];
  const payment = await begin({});
  const other = isTwice ? await begin({ args: { success_url: 'https://shop.example.org/other' } }) : undefined;
  const at = { shop, payments, id, payment, other, begin, back, warnings: [] as string[] };
  await notify(at, received(payment));
  return at;
};
export type Paid = Awaited<ReturnType<typeof paid>>;

/** As the server does with each tick, until nothing is under way. */
export const tick = async ({ shop, payments, warnings }: Paid): Promise<void> => {
  const calls = new RefundCalls(shop.engine, { provider: payments.provider, warn: (line) => void warnings.push(line) });
  calls.tick();
  while (calls.isCalling) await yieldToEventLoop();
};

export const refund = ({ shop, id }: Paid, more: Given = {}): Promise<Reply> =>
  shop.admin('refund', { id_order: id, to: 'payment', ...more });

export const set = ({ shop, id }: Paid, order_payment_state: string): Promise<Reply> =>
  shop.admin('update_order_details', { id_order: id, order_payment_state });

export const refunds = async ({ shop }: Paid): Promise<readonly Reply[]> =>
  (await shop.admin<{ refunds: readonly Reply[] }>('get_refunds')).refunds;

export const balance = async ({ shop, id }: Paid): Promise<unknown> =>
  (await shop.call<{ balance: object }>('get_order_by_id', { id_order: id })).balance;

export const said = ({ payment }: Paid, more: Given = {}): object => ({
  payment,
  status: 'refunded',
  transaction: 'r-1',
  amount: 250,
  currency: 'EUR',
  ...more,
});
