// The refunds of an order, whose code is loaded with the first order that is opened.
import type { Order } from '../../src/client/operations.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';

const Loading = ({ order }: { readonly order: Order }) => {
  const { value } = useData('code-of-refunds', () => import('./order-refunds.tsx'));
  return value === undefined ? null : <value.OrderRefunds order={order} />;
};

/** Nothing where no money came and none went. */
export const RefundsOf = ({ order }: { readonly order: Order }) =>
  may('get_refunds') && sees('amounts') && (order.balance.received > 0 || order.refunds !== undefined) ? (
    <Loading order={order} />
  ) : null;
