// The three states of an order, each in its colour.
import type { Order } from '../../src/client/operations.ts';
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

export const PaymentChip = ({ state }: { readonly state: Order['payment_state']['name'] }) => (
  <Chip tone={state === 'PAYMENT_RECEIVED' ? 'good' : 'bad'}>{t().states.payment[state]}</Chip>
);

export const DeliveryChip = ({ state }: { readonly state: Order['delivery_state']['name'] }) => (
  <Chip tone={DELIVERY[state]}>{t().states.delivery[state]}</Chip>
);
