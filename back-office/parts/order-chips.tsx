// The three states of an order, each in its colour.
import type { Order } from '../../src/client/operations.ts';
import { sees } from '../api/rights.ts';
import { t } from '../texts/texts.ts';
import { Chip } from './chip.tsx';
import type { Tone } from './chip.tsx';

const ORDER: { readonly [state in Order['order_state']]: Tone } = {
  OPEN: 'info',
  PROCESSING: 'warn',
  CLOSED: 'good',
  CANCELED: 'quiet',
};
const DELIVERY: { readonly [state in Order['delivery_state']['name']]: Tone } = {
  PROCESSING: 'quiet',
  PARTIAL: 'warn',
  CLOSED: 'good',
};

export const OrderStateChip = ({ state }: { readonly state: Order['order_state'] }) => (
  <Chip tone={ORDER[state]}>{t().states.order[state]}</Chip>
);

/** Whether nothing is to be paid and nothing was: such an order is neither paid nor unpaid. */
export const isFree = ({ payment_state: { name }, cart }: Order): boolean =>
  name === 'PAYMENT_NOT_RECEIVED' && cart.total === 0;

/** Whether it was paid and something is outstanding again: it became dearer, say, or a dispute took money. */
export const owesAgain = ({ payment_state: { name }, balance }: Order): boolean =>
  name === 'PAYMENT_RECEIVED' && sees('amounts') && balance.outstanding > 0;

export const PaymentChip = ({ order }: { readonly order: Order }) => {
  const { name } = order.payment_state;
  if (isFree(order)) return <Chip>{t().states.free}</Chip>;
  if (owesAgain(order)) return <Chip tone="warn">{t().states.paidInPart}</Chip>;
  return <Chip tone={name === 'PAYMENT_RECEIVED' ? 'good' : 'bad'}>{t().states.payment[name]}</Chip>;
};

export const DeliveryChip = ({ state }: { readonly state: Order['delivery_state']['name'] }) => (
  <Chip tone={DELIVERY[state]}>{t().states.delivery[state]}</Chip>
);
