// Which amounts a provider can give back.
import type { RefundWanted } from '../../domain/orders/refund-order.ts';
import { whyNotPayable } from '../../kernel/payment-provider.ts';
import type { Context } from '../context/operation.ts';

export const returnsBy =
  ({ payments }: Context['service']): RefundWanted['returns'] =>
  (methodId, wanted) => {
    const provider = payments.provider(methodId);
    return provider?.refund !== undefined && whyNotPayable(provider.capabilities, wanted) === undefined;
  };
