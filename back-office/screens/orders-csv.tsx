// The orders that are listed, all of them, as a CSV file.
import type { Constraint } from '../../src/client/constraints.ts';
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { seen } from '../api/rights.ts';
import type { FieldGroup } from '../api/session.ts';
import { csvOf } from '../csv.ts';
import { saveFile } from '../save-file.ts';
import { dayBefore, rate, shopClock, timeZone } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const ROWS = 500;

interface CsvColumn {
  readonly head: string;
  readonly cell: (order: Order) => string | number;
  /** It is left out for those who do not see it. */
  readonly group?: FieldGroup;
}

/** `zone`: of the times, so that days summed from the file are days of the shop's reports. */
const columnsOf = (zone: string): readonly CsvColumn[] => [
  { head: 'order', cell: (order) => order.order_number },
  { head: `placed (${zone})`, cell: (order) => shopClock(order.creation_date) },
  { head: 'state', cell: (order) => order.order_state },
  { head: 'payment', cell: (order) => order.payment_state.name },
  { head: 'delivery', cell: (order) => order.delivery_state.name },
  { head: 'invoice', cell: (order) => order.invoice_number },
  { head: 'username', cell: (order) => order.username, group: 'contacts' },
  { head: 'email', cell: (order) => order.order_email, group: 'contacts' },
  { head: 'company', cell: (order) => order.order_delivery_companyname, group: 'addresses' },
  { head: 'firstname', cell: (order) => order.order_delivery_firstname, group: 'addresses' },
  { head: 'lastname', cell: (order) => order.order_delivery_lastname, group: 'addresses' },
  { head: 'street', cell: (order) => order.order_delivery_street, group: 'addresses' },
  { head: 'number', cell: (order) => order.order_delivery_number, group: 'addresses' },
  { head: 'zip', cell: (order) => order.order_delivery_zip, group: 'addresses' },
  { head: 'city', cell: (order) => order.order_delivery_city, group: 'addresses' },
  { head: 'country', cell: (order) => order.order_delivery_country_code, group: 'addresses' },
  { head: 'payment_method', cell: (order) => order.payment_method },
  { head: 'delivery_method', cell: (order) => order.delivery_method },
  { head: 'total', cell: (order) => order.cart.total, group: 'amounts' },
  { head: 'tax', cell: (order) => order.cart.sum_tax, group: 'amounts' },
  { head: 'currency', cell: (order) => order.currency },
];

/** Reads newest first, each page after the last order before it: a new order moves no page. */
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
      const columns = seen(columnsOf(timeZone.value));
      const rows = orders.map((order) => columns.map(({ cell }) => cell(order)));
      saveFile(`orders-${dayBefore(0)}.csv`, 'text/csv', csvOf([columns.map(({ head }) => head), ...rows]));
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
