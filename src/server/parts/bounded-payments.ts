// Bounds what a payment provider may take: time for each payment, and how many of them are being begun.
import type { Config } from '../../config/config.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { PaymentProvider, StartedPayment } from '../../kernel/payment-provider.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** A provider with a time limit, and a limit on payments being started: one that hangs does not block the others. */
export const bounded = (provider: PaymentProvider, { paymentTimeoutMs, paymentCallsMax }: Config): PaymentProvider => {
  let calls = 0;
  const { refund } = provider;
  return {
    capabilities: provider.capabilities,
    notify: (notice) => provider.notify(notice),
    // The engine bounds how many are asked for, and providers bound their time by that of the client.
    ...(refund !== undefined && { refund: (request, nowMs) => refund.call(provider, request, nowMs) }),
    async start(request, nowMs) {
      const late = refuse(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        request.orderId,
        `The payment provider did not answer within ${paymentTimeoutMs} ms.`,
      );
      if (calls >= paymentCallsMax)
        return refuseAt(
          'paymentCallsMax',
          'PAYMENT_PROVIDER_UNAVAILABLE',
          request.orderId,
          `${calls} payments of this method are being begun, of at most ${paymentCallsMax}; try again.`,
        );
      calls += 1;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<Result<StartedPayment>>(
        (resolve) => (timer = setTimeout(() => resolve(late), paymentTimeoutMs)),
      );
      try {
        return await Promise.race([provider.start(request, nowMs), timeout]);
      } finally {
        calls -= 1;
        clearTimeout(timer);
      }
    },
  };
};
