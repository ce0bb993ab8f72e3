// Which orders are there, in which state, and what do many of them need at once?
import type { Order } from '../../src/client/operations.ts';
import { orderConstraint } from '../api/find.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { usePages } from '../api/use-pages.ts';
import { ago, count, dateTime, moneyOf, pieces } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { DeliveryChip, OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { useCallback, useState } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { sumOfPieces } from '../typed.ts';
import { t } from '../texts/texts.ts';
import { BulkBar } from './orders-bulk.tsx';
import { CsvButton } from './orders-csv.tsx';
import { PastOrdersLink } from './past-orders.tsx';

const GOES_ON = { 'main.order_state': ['IN', ['OPEN', 'PROCESSING']] } as const;

/** Orders that somebody has yet to pay: of nothing there is nothing to wait for. */
export const UNPAID = { order_payment_state: 'PAYMENT_NOT_RECEIVED', 'main.nothing_to_pay': 0, ...GOES_ON } as const;

const FILTERS = {
  all: {},
  open: GOES_ON,
  unpaid: UNPAID,
  toShip: {
    OR: [{ order_payment_state: 'PAYMENT_RECEIVED' }, { 'main.nothing_to_pay': 1 }],
    order_delivery_state: ['!=', 'CLOSED'],
    ...GOES_ON,
  },
  done: { 'main.order_state': 'CLOSED' },
  cancelled: { 'main.order_state': 'CANCELED' },
} as const;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

const constraintOf = (filter: Filter, words: string) => {
  const parts = [FILTERS[filter], ...(words === '' ? [] : [orderConstraint(words)])];
  return { AND: parts } as { readonly [field: string]: unknown };
};

const SHOWN = { order_columns: 'main.id', order: 'DESC' } as const;

/** How many orders are behind each chip. */
const useCounts = () =>
  useData(
    'order-counts',
    (signal) =>
      Promise.all(
        NAMES.map((name) =>
          call('search_orders', { constraint: FILTERS[name], left_limit: 0, right_limit: 1 }, signal).then(
            (r) => r.count,
          ),
        ),
      ),
    { topics: ['order'] },
  );

const nameOf = (order: Order): string => {
  const name = `${order.order_delivery_firstname} ${order.order_delivery_lastname}`.trim();
  return name === '' ? order.order_delivery_companyname || order.order_email || t().orders.guest : name;
};

const piecesOf = (order: Order): number =>
  sumOfPieces(...order.cart.contents.map(({ type, quantity }) => (type === 'DELIVERY_COSTS' ? 0 : quantity)));

interface Picking {
  readonly isPicked: (order: Order) => boolean;
  readonly onPick: (order: Order) => void;
}

const columns = ({ isPicked, onPick }: Picking): readonly ListColumn<Order>[] => {
  const texts = t().orders;
  return [
    {
      name: 'pick',
      title: <span class="unseen">{texts.pick}</span>,
      cell: (order) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={texts.pickOne(order.order_number)}
          checked={isPicked(order)}
          onInput={() => onPick(order)}
        />
      ),
      isControl: true,
    },
    {
      name: 'number',
      title: texts.number,
      cell: ({ order_number: number }) => <span class="figure">{number}</span>,
    },
    {
      name: 'placed',
      title: texts.placed,
      cell: ({ creation_date: date }) => ago(date),
      hint: ({ creation_date: date }) => dateTime(date),
    },
    { name: 'name', title: texts.customer, cell: nameOf },
    { name: 'town minor', title: texts.town, cell: ({ order_delivery_city: city }) => city },
    { name: 'pieces figure minor', title: texts.items, cell: (order) => pieces(piecesOf(order)) },
    { name: 'total figure', title: texts.total, cell: (order) => moneyOf(order)(order.cart.total) },
    { name: 'state', title: texts.state, cell: ({ order_state: state }) => <OrderStateChip state={state} /> },
    {
      name: 'payment minor',
      title: texts.payment,
      cell: (order) => <PaymentChip order={order} />,
    },
    {
      name: 'delivery minor',
      title: texts.delivery,
      cell: ({ delivery_state: { name } }) => <DeliveryChip state={name} />,
    },
  ];
};

export const Orders = () => {
  const texts = t().orders;
  const words = searchedWords();
  const chosen = route.value.query.get('state') ?? '';
  const filter = NAMES.find((name) => name === chosen) ?? 'all';
  const constraint = constraintOf(filter, words);
  const counts = useCounts();
  const [picked, setPicked] = useState<ReadonlyMap<number, Order>>(new Map());
  const key = JSON.stringify(constraint);
  const list = usePages<Order>(
    key,
    async (left, right, signal, after = left === 0 ? 0 : undefined) => {
      if (after === undefined) {
        const limits = { left_limit: left, right_limit: right };
        const { count, result } = await call('search_orders', { constraint, ...SHOWN, ...limits }, signal);
        return { count, rows: result };
      }
      const counts = after === 0 ? 1 : 0;
      const page = { constraint, after, right_limit: right, count: counts } as const;
      const { count, result, next } = await call('search_orders', page, signal);
      return { count: counts === 1 ? count : undefined, rows: result, next: next === 0 ? undefined : next };
    },
    ['order'],
  );
  const pick = (order: Order): void => {
    const next = new Map(picked);
    if (!next.delete(order.id)) next.set(order.id, order);
    setPicked(next);
  };
  const picking = { isPicked: ({ id }: Order) => picked.has(id), onPick: pick };
  const open = useCallback((order: Order) => goTo(hrefOf('orders', order.id)), []);
  return (
    <Page
      title={t().screens.orders}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      actions={
        <>
          <PastOrdersLink />
          <CsvButton constraint={constraint} count={list.count ?? 0} />
        </>
      }
    >
      <div class="list-tools">
        <Choices
          label={texts.filter}
          chosen={filter}
          onChoose={(state) => setQuery({ state: state === 'all' ? '' : state })}
          choices={NAMES.map((value, at) => {
            const number = counts.value?.[at];
            return { value, label: texts.filters[value], count: number === undefined ? undefined : count(number) };
          })}
        />
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      {picked.size > 0 && <BulkBar orders={[...picked.values()]} onUnpick={() => setPicked(new Map())} />}
      <RecordList
        id={key}
        list={list}
        label={t().screens.orders}
        kind="orders"
        nothing={texts.nothing}
        columns={columns(picking)}
        onOpen={open}
        picking={picking}
      />
    </Page>
  );
};
