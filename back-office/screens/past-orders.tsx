// Which orders did this customer, or this number, have at the shop system before? History alone: nothing is done with
// them here.
import type { PastOrder } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { dateTime, moneyOf } from '../format.ts';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, route } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';

const SHOWN = 100;

const hrefOfPast = (id: number): string => hrefOf('orders', `past-${id}`);

interface TableProps {
  readonly caption: string;
  readonly orders: readonly PastOrder[];
}

const PastOrderTable = ({ caption, orders }: TableProps) => {
  const texts = t().pastOrders;
  return (
    <Table
      caption={caption}
      rows={orders}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefOfPast(id)}
      columns={[
        { title: texts.number, cell: ({ number }) => number },
        { title: texts.placed, cell: ({ creation_date: date }) => dateTime(date), isMinor: true },
        {
          title: texts.customer,
          cell: ({ email, delivery, invoice }) => email || (sees('addresses') ? invoice.name || delivery.name : ''),
          group: sees('addresses') ? 'addresses' : 'contacts',
        },
        { title: texts.payment, cell: ({ payment_state: state }) => state, isMinor: true },
        { title: texts.total, cell: (order) => moneyOf(order)(order.total), isFigure: true, group: 'amounts' },
      ]}
    />
  );
};

/** A link to the next page of what `query` names. */
const More = ({ query }: { readonly query: { readonly [name: string]: string } }) => (
  <a class="button" href={hrefOf('orders', 'past', query)}>
    {t().pastOrders.more}
  </a>
);

/** Past orders of an account; draws nothing if it has none. */
export const PastOrdersOf = ({ userId }: { readonly userId: number }) => {
  const texts = t().pastOrders;
  const data = useData(`past-orders-of-${userId}`, (signal) =>
    call('search_past_orders', { id_user: userId, limit: SHOWN }, signal),
  );
  const { orders = [], next = 0 } = data.value ?? {};
  return orders.length === 0 ? null : (
    <Card title={texts.title}>
      <PastOrderTable caption={texts.title} orders={orders} />
      {next !== 0 && <More query={{ user: String(userId), after: String(next) }} />}
    </Card>
  );
};

/** A link to the past orders, if there are any. */
export const PastOrdersLink = () => {
  const data = useData('past-orders-there', (signal) => call('search_past_orders', { limit: 1 }, signal));
  return (data.value?.orders ?? []).length === 0 ? null : (
    <a class="button" href={hrefOf('orders', 'past')}>
      {t().pastOrders.title}
    </a>
  );
};

export const PastOrders = () => {
  const texts = t().pastOrders;
  const words = searchedWords();
  const { query } = route.value;
  const [after, userId] = ['after', 'user'].map((name) => idIn(query.get(name) ?? '') ?? 0) as [number, number];
  // Words typed in the list of a customer search among that customer's orders.
  const asked = {
    ...(userId !== 0 && { id_user: userId }),
    ...(words !== '' && (words.includes('@') ? { email: words } : { number: words })),
    after,
  };
  const data = useData(JSON.stringify(asked), (signal) =>
    call('search_past_orders', { ...asked, limit: SHOWN }, signal),
  );
  return (
    <Page
      title={texts.title}
      beside={<span class="quiet-text">{texts.hint}</span>}
      actions={
        <a class="button" href={hrefOf('orders')}>
          {t().screens.orders}
        </a>
      }
    >
      <Searching label={texts.search} hint={texts.searchHint} restarts={['after']} />
      <Loaded data={data}>
        {({ orders, next }) => (
          <>
            {orders.length === 0 ? (
              <Empty>{texts.nothing}</Empty>
            ) : (
              <PastOrderTable caption={texts.title} orders={orders} />
            )}
            {next !== 0 && <More query={{ ...Object.fromEntries(query), after: String(next) }} />}
          </>
        )}
      </Loaded>
    </Page>
  );
};
