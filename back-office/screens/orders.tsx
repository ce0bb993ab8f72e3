// Which orders are there, in which state, and what do many of them need at once?
import type { Order } from '../../src/client/operations.ts';
import { orderConstraint } from '../api/find.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { usePages } from '../api/use-pages.ts';
import { ago, count, dateTime, money } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { DeliveryChip, OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { Empty, Failure, Page, Skeleton } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useCallback, useState } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { BulkBar } from './orders-bulk.tsx';
import { CsvButton } from './orders-csv.tsx';

const FILTERS = {
  all: {},
  open: { 'main.order_state': ['IN', ['OPEN', 'PROCESSING']] },
  unpaid: { order_payment_state: 'PAYMENT_NOT_RECEIVED', 'main.order_state': ['IN', ['OPEN', 'PROCESSING']] },
  toShip: {
    order_payment_state: 'PAYMENT_RECEIVED',
    order_delivery_state: ['!=', 'CLOSED'],
    'main.order_state': ['IN', ['OPEN', 'PROCESSING']],
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
  order.cart.contents.reduce((sum, { type, quantity }) => sum + (type === 'DELIVERY_COSTS' ? 0 : quantity), 0);

const Head = () => {
  const texts = t().orders;
  const cells = [
    ['pick', texts.pick],
    ['number', texts.number],
    ['placed', texts.placed],
    ['name', texts.customer],
    ['town minor', texts.town],
    ['pieces figure minor', texts.items],
    ['total figure', texts.total],
    ['state', texts.state],
    ['payment minor', texts.payment],
    ['delivery minor', texts.delivery],
  ] as const;
  return (
    <>
      {cells.map(([name, title]) => (
        <span key={name} role="columnheader" class={name}>
          <span class={name === 'pick' ? 'unseen' : ''}>{title}</span>
        </span>
      ))}
    </>
  );
};

interface RowProps {
  readonly order: Order;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

const Row = ({ order, isPicked, onPick }: RowProps) => (
  <>
    <span role="gridcell" class="pick" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t().orders.pickOne(order.order_number)}
        checked={isPicked}
        onInput={onPick}
      />
    </span>
    <span role="gridcell" class="number figure">
      {order.order_number}
    </span>
    <span role="gridcell" class="placed" title={dateTime(order.creation_date)}>
      {ago(order.creation_date)}
    </span>
    <span role="gridcell" class="name">
      {nameOf(order)}
    </span>
    <span role="gridcell" class="town minor">
      {order.order_delivery_city}
    </span>
    <span role="gridcell" class="pieces figure minor">
      {count(piecesOf(order))}
    </span>
    <span role="gridcell" class="total figure">
      {money(order.cart.total)}
    </span>
    <span role="gridcell" class="state">
      <OrderStateChip state={order.order_state} />
    </span>
    <span role="gridcell" class="payment minor">
      <PaymentChip state={order.payment_state.name} />
    </span>
    <span role="gridcell" class="delivery minor">
      <DeliveryChip state={order.delivery_state.name} />
    </span>
  </>
);

const ROW_PX = 45;
export const Orders = () => {
  const texts = t().orders;
  const words = searchedWords();
  const chosen = route.value.query.get('state') ?? '';
  const filter = NAMES.find((name) => name === chosen) ?? 'all';
  const constraint = constraintOf(filter, words);
  const counts = useCounts();
  const [picked, setPicked] = useState<ReadonlyMap<number, Order>>(new Map());
  const list = usePages<Order>(
    JSON.stringify(constraint),
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
  const open = useCallback((order: Order) => goTo(hrefOf('orders', order.id)), []);
  return (
    <Page
      title={t().screens.orders}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      actions={<CsvButton constraint={constraint} count={list.count ?? 0} />}
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
      {list.refused !== undefined && <Failure refused={list.refused} />}
      {list.count === undefined && list.refused === undefined && <Skeleton lines={8} />}
      {list.count === 0 && <Empty>{texts.nothing}</Empty>}
      {list.count !== undefined && list.count > 0 && (
        <VirtualList
          key={JSON.stringify(constraint)}
          label={t().screens.orders}
          kind="orders"
          count={list.count}
          rowHeight={ROW_PX}
          rowAt={list.rowAt}
          onRange={list.want}
          head={<Head />}
          row={(order) => <Row order={order} isPicked={picked.has(order.id)} onPick={() => pick(order)} />}
          isPicked={({ id }) => picked.has(id)}
          onPick={pick}
          onOpen={open}
        />
      )}
    </Page>
  );
};
