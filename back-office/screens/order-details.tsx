// Who gets the order: contact, addresses, note, the way to the customer and their other orders.
import type { Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, moneyOf } from '../format.ts';
import { mailtoOf } from '../mail-link.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ADDRESS_FIELDS, DetailsForm, NO_INVOICE, changedDetails } from '../parts/details-form.tsx';
import type { Typed } from '../parts/details-form.tsx';
import { KeptRoom } from '../parts/kept-room.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Card, Failure, Loaded } from '../parts/page.tsx';
import { useEffect, useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { orderLabel } from './field-labels.ts';

const partOf = (order: Order, field: string): string => String(order[`order_${field}` as keyof Order] ?? '');

const addressOf = (order: Order, kind: 'delivery' | 'invoice'): readonly string[] => {
  const part = (name: string): string => partOf(order, `${kind}_${name}`);
  return [
    part('companyname'),
    part('department'),
    `${part('salutation')} ${part('firstname')} ${part('lastname')}`.trim(),
    `${part('street')} ${part('number')}`.trim(),
    `${part('zip')} ${part('city')}`.trim(),
    [part('state'), part('country')].filter((text) => text !== '').join(', '),
  ].filter((line) => line !== '');
};

/** As set_order_details names the fields; countries as codes, which the form chooses from. */
const detailsOf = (order: Order): Typed =>
  Object.fromEntries([
    ...(['email', 'phone', 'note'] as const).map((field) => [field, partOf(order, field)]),
    ...(['delivery', 'invoice'] as const).flatMap((kind) =>
      ADDRESS_FIELDS.map((field) => {
        const name = `${kind}_${field}`;
        return [name, partOf(order, field === 'country' ? `${name}_code` : name)];
      }),
    ),
  ]);

/** What the engine says to a change, without making it; undefined: it is possible, or there is none. */
const refusalOf = async (order: Order, changed: object, signal: AbortSignal): Promise<Refused | undefined> => {
  if (Object.keys(changed).length === 0) return undefined;
  try {
    await call('update_order_details', { id_order: order.id, ...changed, dry_run: 1 }, signal);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

const seenOf = (order: Order): Seen => ({ fields: detailsOf(order), seq: order.seq });

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await call('get_order_by_id', { id_order: id })),
  send: async (_draft, changed, seen) => {
    const sent = Object.entries(changed).map(([field, text]) => [field, text.trim() === '' ? null : text.trim()]);
    await call('update_order_details', { id_order: id, ...Object.fromEntries(sent), ...seen });
  },
});

/** After what was typed last it is tried. */
const REST_MS = 300;

const ChangeDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().orderDetails;
  const language = wireLanguage();
  const form = useSeen(placeOf(order.id), () => seenOf(order));
  const { draft: typed, before } = form;
  const [rested, setRested] = useState(typed);
  // Not on leaving a field: what is said then would move the button that is just being pressed.
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const shop = useData(`countries-${language}`, (signal) => call('get_shop', { language }, signal));
  const tried = changedDetails(before, rested);
  const answer = useData(`try-${JSON.stringify(tried)}`, async (signal) => ({
    refused: await refusalOf(order, tried, signal),
  }));
  const refused = answer.value?.refused;
  const labelOf = orderLabel(t());
  return (
    <ConfirmDialog
      title={texts.title(order.order_number)}
      label={texts.save}
      isReady={Object.keys(form.changed).length > 0 && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved : undefined)}
      onClose={onClose}
    >
      {order.invoice_number !== '' && <p class="hint">{texts.invoiced(order.invoice_number)}</p>}
      <Loaded data={shop}>
        {({ countries }) => (
          <DetailsForm
            typed={typed}
            countries={countries}
            onInput={form.type}
            onClearInvoice={() => Object.keys(NO_INVOICE).forEach((field) => form.type(field, ''))}
          />
        )}
      </Loaded>
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => labelOf(`details.fields.${field}`) ?? field}
        onChoose={form.choose}
      />
      <KeptRoom isSaid={refused !== undefined}>{refused !== undefined && <Failure refused={refused} />}</KeptRoom>
    </ConfirmDialog>
  );
};

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
  const [delivery, invoice] = [addressOf(order, 'delivery'), addressOf(order, 'invoice')];
  const shown = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>);
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
          <>
            <h3>{texts.deliveryTo}</h3>
            <address>{shown(delivery)}</address>
            <h3>{texts.invoiceTo}</h3>
            <address>{invoice.length === 0 ? <p class="quiet-text">{texts.sameAddress}</p> : shown(invoice)}</address>
          </>
        )}
        {order.order_note !== '' && (
          <>
            <h3>{texts.note}</h3>
            <p class="note-text">{order.order_note}</p>
          </>
        )}
      </div>
      {isChanging && <ChangeDialog order={order} onClose={() => setChanging(false)} />}
    </Card>
  );
};
