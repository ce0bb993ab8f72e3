// The link by which somebody pays an order without a login: a page of the storefront, and a code that opens the payment
// of this order alone. There is no page for what no provider collects: a method by hand, or nothing to pay.
import { calculate } from '../../domain/calculation/calculate.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Context } from '../context/operation.ts';

export const paymentLink = (
  { service }: Pick<Context, 'service'>,
  orderId: number,
  { createdMs, details, cart }: Pick<Order, 'createdMs' | 'details' | 'cart'>,
): { readonly code: string; readonly link: string } => {
  const code = service.codes.paymentCode(orderId, createdMs);
  const isCollected =
    calculate(cart).totalMinor !== 0 && service.payments.provider(details.paymentMethodId) !== undefined;
  const page = isCollected ? (service.payments.page ?? '') : '';
  const link = page.replaceAll('{order}', String(orderId)).replaceAll('{code}', code);
  return { code, link };
};
