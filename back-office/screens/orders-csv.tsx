// The orders that are listed, all of them, as a CSV file.
import type { Constraint } from '../../src/client/constraints.ts';
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { csvOf } from '../csv.ts';
import { saveFile } from '../save-file.ts';
import { dayBefore, rate, shopClock, timeZone } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const ROWS = 500;

const rowOf = (order: Order): readonly (string | number)[] => [
  order.order_number,
  shopClock(order.creation_date),
  order.order_state,
  order.payment_state.name,
  order.delivery_state.name,
  order.invoice_number,
  order.username,
  order.order_email,
  order.order_delivery_companyname,
  order.order_delivery_firstname,
  order.order_delivery_lastname,
  order.order_delivery_street,
  order.order_delivery_number,
  order.order_delivery_zip,
  order.order_delivery_city,
  order.order_delivery_country_code,
  order.payment_method,
  order.delivery_method,
  order.cart.total,
  order.cart.sum_tax,
  order.currency,
];

/** A day that is summed up from the times of the file is a day of the shop's reports: the column names their zone. */
const headOf = (zone: string): string =>
  `order,placed (${zone}),state,payment,delivery,invoice,username,email,company,firstname,lastname,street,number,zip,city,country,` +
  'payment_method,delivery_method,total,tax,currency';

/** Newest first, each page behind the last order of the one before: an order that comes meanwhile moves no page. */
const readAll = async (
  constraint: Constraint,
  count: number,
  onShare: (share: number) => void,
): Promise<readonly Order[]> => {
  const orders: Order[] = [];
  for (let after = 0; ;) {
    const { next = 0, result } = await call('search_orders', { constraint, after, right_limit: ROWS, count: 0 });
    orders.push(...result);
    if (next === 0) return orders;
    after = next;
    onShare(Math.min(1, orders.length / Math.max(1, count)));
  }
};

export const CsvButton = ({ constraint, count }: { readonly constraint: Constraint; readonly count: number }) => {
  const [share, setShare] = useState<number | undefined>();
  const save = async (): Promise<void> => {
    setShare(0);
    await orWarn(async () => {
      const orders = await readAll(constraint, count, setShare);
      saveFile(
        `orders-${dayBefore(0)}.csv`,
        'text/csv',
        csvOf([headOf(timeZone.value).split(','), ...orders.map(rowOf)]),
      );
    });
    setShare(undefined);
  };
  return (
    <button type="button" disabled={share !== undefined || count === 0} onClick={() => void save()}>
      <Icon name="download" size={16} />
      {share === undefined ? t().orders.csv : t().orders.csvRunning(rate(Math.round(share * 100) / 100))}
    </button>
  );
};
