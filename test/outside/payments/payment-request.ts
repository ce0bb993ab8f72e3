// A request for a payment in which nothing is special, for tests to vary.
import type { PaymentRequest } from '../../../src/kernel/payment-provider.ts';

export const REQUEST: PaymentRequest = {
  orderId: 10_001,
  key: 'order-10001-0',
  amountMinor: 1250,
  currency: 'EUR',
  email: 'ada@example.org',
  successUrl: 'https://shop.example.org/thanks',
  cancelUrl: '',
};
