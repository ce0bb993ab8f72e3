// What was this order at the shop system before?
import type { PastOrder } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime, moneyOf, pieces } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

interface Shown {
  readonly order: PastOrder;
}

const EraseDialog = ({ order, onClose }: Shown & { readonly onClose: () => void }) => {
  const texts = t().pastOrders;
  const data = useData(`past-erasure-${order.id}`, (signal) =>
    call('erase_past_order', { id_past_order: order.id, dry_run: 1 }, signal),
  );
  const act = async (): Promise<string> => {
    await call('erase_past_order', { id_past_order: order.id });
    goTo(hrefOf('orders', 'past'));
    return texts.erased;
  };
  return (
    <ConfirmDialog title={texts.eraseTitle(order.number)} label={texts.erase} isDangerous act={act} onClose={onClose}>
      <Loaded data={data}>
        {({ past_orders: orders = 0 }) => <Consequences sentences={texts.eraseWill(count(orders))} />}
      </Loaded>
    </ConfirmDialog>
  );
};

const filled = (pairs: readonly (readonly [name: string, value: string | undefined])[]) =>
  pairs.filter(([, value]) => value !== '' && value !== undefined);

const Lines = ({ order }: Shown) => {
  const texts = t().pastOrders;
  const amount = moneyOf(order);
  return (
    <Card title={texts.lines}>
      <Table
        caption={texts.lines}
        rows={order.lines.map((line, at) => ({ ...line, at }))}
        keyOf={({ at }) => at}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.article, cell: ({ element_number: number }) => number, isMinor: true },
          { title: texts.quantity, cell: ({ quantity }) => pieces(quantity), isFigure: true },
          { title: texts.price, cell: ({ price }) => amount(price), isFigure: true, group: 'amounts' },
        ]}
      />
      {sees('amounts') && (
        <Pairs
          areFigures
          pairs={[
            [texts.subtotal, amount(order.subtotal)],
            [texts.discount, `${amount(order.discount)} ${order.discount_code}`.trim()],
            [texts.delivery, amount(order.delivery_costs)],
            ...order.taxes.map(({ name, amount: tax }) => [name, amount(tax)] as const),
            [texts.tax, amount(order.tax)],
            [texts.total, amount(order.total)],
            [texts.refunded, amount(order.refunded)],
          ]}
        />
      )}
    </Card>
  );
};

const addressText = (address: Partial<PastOrder['invoice']> = {}): string =>
  Object.values(address)
    .filter((part) => part !== '')
    .join(', ');

const Buyer = ({ order }: Shown) => {
  const texts = t().pastOrders;
  return (
    <Card title={texts.customer}>
      <Pairs
        pairs={[
          ...(order.id_user === 0
            ? []
            : [[texts.account, <a href={hrefOf('customers', order.id_user)}>{order.id_user}</a>] as const]),
          ...filled([
            [texts.email, order.email],
            [texts.phone, order.phone],
            [texts.invoiceAddress, addressText(order.invoice)],
            [texts.deliveryAddress, addressText(order.delivery)],
            [texts.note, order.note],
            [texts.payment, `${order.payment_state} ${order.payment_method}`.trim()],
            [texts.shipping, `${order.delivery_state} ${order.delivery_method}`.trim()],
            [texts.cancelled, order.cancellation_date === '' ? '' : dateTime(order.cancellation_date)],
          ]),
        ]}
      />
    </Card>
  );
};

export const OnePastOrder = ({ id }: { readonly id: number }) => {
  const texts = t().pastOrders;
  const [isErasing, setErasing] = useState(false);
  const data = useData(`past-order-${id}`, (signal) => call('get_past_order', { id_past_order: id }, signal));
  if (isGone(data.refused)) return <NotFound screen="orders" />;
  const order = data.value;
  return (
    <Page
      title={order === undefined ? texts.title : `${order.number} · ${order.source}`}
      beside={order !== undefined && <span class="quiet-text">{dateTime(order.creation_date)}</span>}
      actions={
        <>
          <a class="button" href={hrefOf('orders', 'past')}>
            <Icon name="left" size={16} />
            {texts.title}
          </a>
          {order !== undefined && order.id_user === 0 && may('erase_past_order') && (
            <button type="button" class="danger" onClick={() => setErasing(true)}>
              {texts.erase}
            </button>
          )}
        </>
      }
    >
      <p class="quiet-text">{texts.hint}</p>
      <Loaded data={data}>
        {(shown) => (
          <div class="order-columns">
            <div class="main-column">
              <Lines order={shown} />
            </div>
            <div class="side-column">
              <Buyer order={shown} />
            </div>
          </div>
        )}
      </Loaded>
      {isErasing && order !== undefined && <EraseDialog order={order} onClose={() => setErasing(false)} />}
    </Page>
  );
};
