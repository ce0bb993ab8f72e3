// Which orders are there, in which state, and what do many of them need at once?
import type { Constraint } from '../../src/client/constraints.ts';
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { seen, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import type { Pages } from '../api/use-pages.ts';
import { usePages } from '../api/use-pages.ts';
import { ago, count, dateTime, momentBefore, moneyOf, pieces } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import { KeptLists } from '../parts/kept-lists.tsx';
import { DeliveryChip, OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { orWarn, warn } from '../parts/toast.tsx';
import { useCallback, useEffect, useRef, useState } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { sumOfPieces } from '../typed.ts';
import { t } from '../texts/texts.ts';
import { BulkBar, readPicked } from './orders-bulk.tsx';
import { DraftLinks, NewOrderLink } from './drafts.tsx';
import { CsvButton } from './orders-csv.tsx';
import { CountedFilter, isNarrowed } from './orders-counted-filter.tsx';
import { DateFilter } from './orders-dates.tsx';
import { FILTERS, KEPT_PARAMS, NAMES, WITHIN, lastListed, listedOrders } from './orders-filter.ts';
import type { Filter, Listed } from './orders-filter.ts';
import { pickedIn, withoutPicks } from './orders-picked.ts';
import type { Picked, Picks } from './orders-picked.ts';
import { PastOrdersLink } from './past-orders.tsx';

const NEWEST = { order_columns: 'main.id', order: 'DESC' } as const;
const SOONEST = { order_columns: 'main.pay_until', order: 'ASC' } as const;

/** Number of orders behind each chip, of those that the list is narrowed to. */
const useCounts = (narrowed: Listed['narrowed']) =>
  useData(
    `order-counts-${JSON.stringify(narrowed)}`,
    (signal) =>
      Promise.all(
        NAMES.map((name) =>
          call(
            'search_orders',
            { constraint: { AND: [FILTERS[name], ...narrowed] } as Constraint, left_limit: 0, right_limit: 1 },
            signal,
          ).then((r) => r.count),
        ),
      ),
    { topics: ['order'] },
  );

const nameOf = (order: Order): string => {
  if (!sees('addresses')) return order.order_email || t().orders.guest;
  const name = `${order.order_delivery_firstname} ${order.order_delivery_lastname}`.trim();
  return name === '' ? order.order_delivery_companyname || order.order_email || t().orders.guest : name;
};

const piecesOf = (order: Order): number =>
  sumOfPieces(...order.cart.contents.map(({ type, quantity }) => (type === 'DELIVERY_COSTS' ? 0 : quantity)));

/** How long an order still waits for its money. */
const TimeLeft = ({ order: { pay_until: until } }: { readonly order: Order }) => {
  if (until === undefined) return <span class="quiet-text">{t().orders.forEver}</span>;
  return until < momentBefore(-1) ? <Chip tone="warn">{ago(until)}</Chip> : <>{ago(until)}</>;
};

interface Picking {
  readonly isPicked: (order: Order) => boolean;
  readonly onPick: (order: Order, isRange?: boolean) => void;
  readonly areAllPicked: boolean;
  readonly onPickAll: () => void;
}

/** Where all are unpaid, how long they wait stands in the place of that, also on narrow screens. */
const columns = (
  { isPicked, onPick, areAllPicked, onPickAll }: Picking,
  filter: Filter,
): readonly ListColumn<Order>[] => {
  const texts = t().orders;
  return [
    {
      name: 'pick',
      title: <input type="checkbox" aria-label={texts.pickAll} checked={areAllPicked} onInput={onPickAll} />,
      cell: (order) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={texts.pickOne(order.order_number)}
          checked={isPicked(order)}
          onClick={(event) => onPick(order, event.shiftKey)}
        />
      ),
      isControl: true,
      isFixed: true,
      width: '20px',
    },
    {
      name: 'number',
      title: texts.number,
      isFixed: true,
      width: 'minmax(64px, 0.6fr)',
      cell: ({ order_number: number }) => <span class="figure">{number}</span>,
    },
    {
      name: 'placed',
      title: texts.placed,
      cell: ({ creation_date: date }) => ago(date),
      hint: ({ creation_date: date }) => dateTime(date),
      width: 'minmax(96px, 0.9fr)',
    },
    // Without addresses it shows the e-mail.
    {
      name: 'name',
      title: texts.customer,
      cell: nameOf,
      width: 'minmax(120px, 1.7fr)',
      group: sees('addresses') ? 'addresses' : 'contacts',
    },
    { name: 'town minor', title: texts.town, cell: ({ order_delivery_city: city }) => city, group: 'addresses' },
    { name: 'pieces figure minor', title: texts.items, cell: (order) => pieces(piecesOf(order)), width: '48px' },
    { name: 'total figure', title: texts.total, cell: (order) => moneyOf(order)(order.cart.total), group: 'amounts' },
    ...(filter === 'unpaid'
      ? [
          {
            name: 'left',
            title: texts.timeToPay,
            width: 'minmax(104px, 0.8fr)',
            cell: (order: Order) => <TimeLeft order={order} />,
            hint: ({ pay_until: until }: Order) => (until === undefined ? '' : dateTime(until)),
          },
        ]
      : []),
    {
      name: filter === 'unpaid' ? 'state minor' : 'state',
      title: texts.state,
      cell: ({ order_state: state }) => <OrderStateChip state={state} />,
    },
    ...(filter === 'unpaid'
      ? []
      : [{ name: 'payment minor', title: texts.payment, cell: (order: Order) => <PaymentChip order={order} /> }]),
    {
      name: 'delivery minor',
      title: texts.delivery,
      cell: ({ delivery_state: { name } }) => <DeliveryChip state={name} />,
    },
  ];
};

/** Reads a page: behind an order where the newest come first, else by its place. */
const readPage = async (
  { constraint, isBySoonest, sorting }: Listed,
  left: number,
  right: number,
  signal: AbortSignal,
  after = left === 0 ? 0 : undefined,
) => {
  if (isBySoonest || sorting.order !== undefined || after === undefined) {
    const limits = { left_limit: left, right_limit: right };
    const order = sorting.order ?? (isBySoonest ? SOONEST : NEWEST);
    const { count, result } = await call('search_orders', { constraint, ...order, ...limits }, signal);
    return { count, rows: result };
  }
  const counts = after === 0 ? 1 : 0;
  const page = { constraint, after, right_limit: right, count: counts } as const;
  const { count, result, next } = await call('search_orders', page, signal);
  return { count: counts === 1 ? count : undefined, rows: result, next: next === 0 ? undefined : next };
};

const FilterChoices = ({ filter, within, narrowed }: Listed) => {
  const texts = t().orders;
  const counts = useCounts(narrowed);
  return (
    <div class="filters-of-orders">
      <Choices
        label={texts.filter}
        chosen={filter}
        onChoose={(state) => setQuery({ state: state === 'all' ? '' : state, within: '' })}
        choices={NAMES.map((value, at) => {
          const number = counts.value?.[at];
          return { value, label: texts.filters[value], count: number === undefined ? undefined : count(number) };
        })}
      />
      {filter === 'unpaid' && (
        <Choices
          label={texts.timeToPay}
          chosen={within}
          onChoose={(days) => setQuery({ within: days })}
          choices={WITHIN.map((value) => ({ value, label: texts.within[value] }))}
        />
      )}
    </div>
  );
};

/** Orders that are picked at once, by the box in the head. */
const PICKED_MAX = 200;

/** The orders of a list from one to another, as far as they are loaded. */
const between = ({ count: rows = 0, rowAt }: Pages<Order>, from: number, to: number): readonly Order[] => {
  const found: Order[] = [];
  let ends = 0;
  for (let at = 0; at < rows && ends < 2; at += 1) {
    const order = rowAt(at);
    const isEnd = order?.id === from || order?.id === to;
    if (order !== undefined && (isEnd || ends === 1)) found.push(order);
    if (isEnd) ends += from === to ? 2 : 1;
  }
  return found;
};

/** Whether those that the box in the head picks are picked, and no other. */
const areFirstPicked = ({ count: rows = 0, rowAt }: Pages<Order>, picked: Picks): boolean => {
  const wanted = Math.min(rows, PICKED_MAX);
  if (picked.size === 0 || picked.size !== wanted) return false;
  return Array.from({ length: wanted }, (_, at) => rowAt(at)).every((row) => row === undefined || picked.has(row.id));
};

/** What was picked in the list that was left last: somebody who comes back to it finds it picked. */
let lastPicked: { readonly key: string; readonly picks: Picks } = { key: '', picks: new Map() };

const usePicked = (key: string) => {
  const [picked, setPicked] = useState<Picks>(() =>
    route.value.isReturn && lastPicked.key === key ? lastPicked.picks : new Map(),
  );
  useEffect(() => {
    lastPicked = { key, picks: picked };
  }, [key, picked]);
  // Meanwhile some may have left the list.
  useEffect(() => {
    if (picked.size === 0) return;
    void orWarn(async () => {
      const { gone } = await readPicked([...picked.values()]);
      if (gone.length === 0) return;
      setPicked((now) => withoutPicks(now, gone));
      warn(t().orders.bulkGone(count(gone.length)));
    });
  }, []);
  return [picked, setPicked] as const;
};

/** An empty list says why, and what to do about it. */
const NoOrders = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <>
      {t().orders.nothing}{' '}
      <button
        type="button"
        onClick={() => setQuery({ q: '', ...Object.fromEntries(KEPT_PARAMS.map((name) => [name, ''])) })}
      >
        {t().lists.showAll}
      </button>
    </>
  ) : (
    <>
      {t().lists.noOrders} <NewOrderLink />
    </>
  );

export const Orders = () => {
  const texts = t().orders;
  const words = searchedWords();
  const listed = listedOrders(words);
  const { filter, constraint, isBySoonest, sorting } = listed;
  const found = JSON.stringify(constraint);
  const key = `${sorting.sort} ${found}`;
  const [picked, setPicked] = usePicked(found);
  useEffect(() => {
    lastListed.value = { constraint, isBySoonest, order: sorting.order, places: new Map() };
  }, [key]);
  const list = usePages<Order>(key, (...where) => readPage(listed, ...where), ['order']);
  const last = useRef<number | undefined>(undefined);
  const pick = (order: Order, isRange = false): void => {
    const range = isRange && last.current !== undefined ? between(list, last.current, order.id) : undefined;
    last.current = order.id;
    // From what is picked now: two clicks may come before the screen is drawn again.
    setPicked((now) => {
      const next = new Map(now);
      if (range !== undefined) for (const one of range) next.set(one.id, pickedIn(constraint, one));
      else if (!next.delete(order.id)) next.set(order.id, pickedIn(constraint, order));
      return next;
    });
  };
  const areAllPicked = areFirstPicked(list, picked);
  const pickAll = (): void => {
    if (areAllPicked) return setPicked(new Map());
    void orWarn(async () => {
      const { rows } = await readPage(listed, 0, PICKED_MAX, new AbortController().signal);
      setPicked(new Map(rows.map((order) => [order.id, pickedIn(constraint, order)])));
    });
  };
  const unpick = (gone?: readonly Picked[]): void =>
    setPicked((now) => (gone === undefined ? new Map() : withoutPicks(now, gone)));
  const picking = { isPicked: ({ id }: Order) => picked.has(id), onPick: pick, areAllPicked, onPickAll: pickAll };
  const open = useCallback((order: Order, at: number) => {
    lastListed.value.places.set(order.id, at);
    goTo(hrefOf('orders', order.id));
  }, []);
  const shownColumns = columns(picking, filter);
  return (
    <Page
      title={t().screens.orders}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      actions={
        <>
          <PastOrdersLink />
          <ColumnChoice kept="columns.orders" columns={seen(shownColumns)} />
          <DraftLinks />
          <CsvButton constraint={constraint} count={list.count ?? 0} />
        </>
      }
    >
      <div class="list-tools">
        <FilterChoices {...listed} />
        <DateFilter {...listed} />
        <CountedFilter {...listed} />
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      <KeptLists kept="lists.orders" params={KEPT_PARAMS} />
      {picked.size > 0 && <BulkBar picks={[...picked.values()]} onUnpick={unpick} />}
      <RecordList
        id={key}
        idOf={({ id }) => id}
        list={list}
        label={t().screens.orders}
        kind="orders"
        nothing={
          <NoOrders isFiltered={filter !== 'all' || words !== '' || listed.period !== '' || isNarrowed(listed)} />
        }
        columns={shownColumns}
        sorting={sorting}
        hidden={hiddenColumns('columns.orders')}
        onOpen={open}
        picking={picking}
      />
    </Page>
  );
};
