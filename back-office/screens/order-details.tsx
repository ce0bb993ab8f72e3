// Who gets the order: contact, addresses, note, the way to the customer and their other orders.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, moneyOf } from '../format.ts';
import { mailtoOf } from '../mail-link.ts';
import { LaterDialog, LaterPart } from '../parts/later.tsx';
import { Card } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

export const partOf = (order: Order, field: string): string => String(order[`order_${field}` as keyof Order] ?? '');

/** As many as are added up here: who has more is known to the shop. */
const ADDED_MAX = 100;
const OLDEST = { order_columns: 'main.id', order: 'ASC', left_limit: 0, right_limit: ADDED_MAX } as const;

/** Which of the orders of an address it is, and what those in its currency come to, cancelled ones apart. */
const placeAmong = (order: Order, all: readonly Order[]): string => {
  const place = all.findIndex(({ id }) => id === order.id) + 1;
  const counted = all.filter(({ currency, order_state: state }) => currency === order.currency && state !== 'CANCELED');
  const digits = 10 ** order.currency_digits;
  const sum = counted.reduce((minor, { cart }) => minor + Math.round(cart.total * digits), 0) / digits;
  return t().orderDetails.place(count(place), count(all.length), moneyOf(order)(sum));
};

/** Link to the account, and to all orders of the address. */
const Buyer = ({ order }: { readonly order: Order }) => {
  const { username = '', order_email: email = '' } = order as Partial<Order>;
  const texts = t().orderDetails;
  const data = useData(`buyer-${username}-${email}`, async (signal) => {
    const [users, orders] = await Promise.all([
      username !== '' && may('search_users')
        ? call('search_users', { constraint: { username }, left_limit: 0, right_limit: 1 }, signal)
        : undefined,
      email !== '' && may('search_orders')
        ? call('search_orders', { constraint: { 'main.email': email }, ...OLDEST }, signal)
        : undefined,
    ]);
    return { id: users?.result[0]?.id_user, orders: orders?.count ?? 0, ofAddress: orders?.result ?? [] };
  });
  const { id, orders = 0, ofAddress = [] } = data.value ?? {};
  return (
    <>
      {username !== '' && (
        <p>
          {id === undefined ? (
            <span class="quiet-text">{username}</span>
          ) : (
            <a href={hrefOf('customers', id)}>{texts.account(username)}</a>
          )}
        </p>
      )}
      {orders > 1 && (
        <p>
          <a href={hrefOf('orders', '', { q: email })}>{texts.allOrders(count(orders))}</a>
          {orders === ofAddress.length && sees('amounts') && (
            <span class="quiet-text"> {placeAmong(order, ofAddress)}</span>
          )}
        </p>
      )}
    </>
  );
};

export const Addresses = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const [isChanging, setChanging] = useState(false);
  // The form would write what it does not show.
  const isChangeable = may('update_order_details') && sees('contacts') && sees('addresses');
  const change = isChangeable && (
    <button type="button" class="not-printed" onClick={() => setChanging(true)}>
      {t().orderDetails.change}
    </button>
  );
  if (!sees('contacts') && !sees('addresses') && order.order_note === '') return null;
  return (
    <Card class="addresses" title={t().drafts.customer} beside={change}>
      <div class="card-body">
        {sees('contacts') && (
          <>
            <h3>{texts.contact}</h3>
            {order.order_email !== '' && <a href={mailtoOf(order.order_email)}>{order.order_email}</a>}
            {order.order_phone !== '' && <p>{order.order_phone}</p>}
            <Buyer order={order} />
          </>
        )}
        {sees('addresses') && (
          <LaterPart
            name="order-addresses"
            load={() => import('./order-addresses.tsx')}
            draw={({ OrderAddresses }) => <OrderAddresses order={order} />}
          />
        )}
        {order.order_note !== '' && (
          <>
            <h3>{texts.note}</h3>
            <p class="note-text">{order.order_note}</p>
          </>
        )}
      </div>
      {isChanging && (
        <LaterDialog
          name="change-details"
          title={t().orderDetails.title(order.order_number)}
          load={() => import('./change-details.tsx')}
          draw={({ ChangeDialog }) => <ChangeDialog order={order} onClose={() => setChanging(false)} />}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  );
};
