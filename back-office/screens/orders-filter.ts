// Which orders does the list of orders show, and which first? Kept in the address, so that a link leads to such a list.
import type { Constraint } from '../../src/client/constraints.ts';
import { orderConstraint } from '../api/find.ts';
import { dayAfter, dayBefore, dayBegin, hourAhead } from '../format.ts';
import { sortingOf } from '../parts/sorting.tsx';
import type { Sorting } from '../parts/sorting.tsx';
import { signal } from '../preact.ts';
import { route } from '../routes.ts';
import { conditionsOf, narrowedIn } from './orders-counted.ts';
import type { Narrowed } from './orders-counted.ts';

const GOES_ON = { 'main.order_state': ['IN', ['OPEN', 'PROCESSING']] } as const;

/** Orders that are still to be paid, or that owe something again; an order of amount 0 is not one. */
export const UNPAID = { 'main.nothing_to_pay': 0, ...GOES_ON } as const;

export const FILTERS = {
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
  expired: { 'main.expired': 1 },
} as const;
export type Filter = keyof typeof FILTERS;
export const NAMES = Object.keys(FILTERS) as Filter[];

/** Days within which unpaid orders end; '': whenever, or never. */
export const WITHIN = ['', '1', '3', '7'] as const;
type Within = (typeof WITHIN)[number];

const HOURS = { 1: 24, 3: 72, 7: 168 } as const;

/** When the orders were placed; '': at any time, `own`: from a first day to a last one. */
export const PERIODS = ['', 'today', 'yesterday', 'week', 'month', 'own'] as const;
type Period = (typeof PERIODS)[number];

interface Days {
  readonly period: Period;
  /** First and last day, days of the shop; '': there is none. */
  readonly from: string;
  readonly to: string;
}

const dayIn = (text: string | null): string => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

const daysOf = (query: URLSearchParams): Days => {
  const [from, to] = [dayIn(query.get('from')), dayIn(query.get('to'))];
  if (from !== '' || to !== '') return { period: 'own', from, to };
  const today = dayBefore(0);
  const period = PERIODS.find((name) => name === query.get('days')) ?? '';
  switch (period) {
    case 'today':
      return { period, from: today, to: today };
    case 'yesterday':
      return { period, from: dayBefore(1), to: dayBefore(1) };
    case 'week':
      return { period, from: dayBefore(6), to: today };
    case 'month':
      return { period, from: `${today.slice(0, 8)}01`, to: today };
    default:
      return { period, from: '', to: '' };
  }
};

/** What of the address is a filter that can be kept by a name. */
export const KEPT_PARAMS = ['state', 'within', 'days', 'from', 'to', 'counts', 'channel', 'currency', 'sort'] as const;

export interface Listed extends Days, Narrowed {
  readonly filter: Filter;
  readonly within: Within;
  /** When the orders were placed and what they count in, as conditions. */
  readonly narrowed: readonly object[];
  readonly constraint: Constraint;
  /** Unless a column is chosen, orders that end are listed by when that is, the soonest first; others newest first. */
  readonly isBySoonest: boolean;
  readonly sorting: Sorting;
}

interface LastListed extends Pick<Listed, 'constraint' | 'isBySoonest'>, Pick<Sorting, 'order'> {
  /** Order id → its place in the list, as far as orders were opened. */
  readonly places: Map<number, number>;
}

/** What the list of orders showed last; the order page finds its neighbours by it. */
export const lastListed = signal<LastListed>({
  constraint: {},
  isBySoonest: false,
  order: undefined,
  places: new Map(),
});

const sortingIn = (filter: Filter, isBySoonest: boolean): Sorting =>
  sortingOf(
    {
      number: ['main.id'],
      placed: ['main.creation_date'],
      name: ['main.person_name'],
      town: ['main.order_delivery_city'],
      total: ['main.cart.total'],
      state: ['main.order_state'],
      ...(filter === 'unpaid' ? { left: ['main.pay_until'] } : { payment: ['main.order_payment_state'] }),
      delivery: ['main.order_delivery_state'],
    },
    isBySoonest ? 'left' : '-number',
  );

/** What the address asks for. `words`: what is searched. */
export const listedOrders = (words: string): Listed => {
  const { query } = route.value;
  const filter = NAMES.find((name) => name === query.get('state')) ?? 'all';
  const within = (filter === 'unpaid' && WITHIN.find((days) => days === query.get('within'))) || '';
  const days = daysOf(query);
  const counted = narrowedIn(query);
  const narrowed = [
    ...conditionsOf(counted),
    ...(days.from === '' ? [] : [{ 'main.creation_date': ['>=', dayBegin(days.from)] }]),
    ...(days.to === '' ? [] : [{ 'main.creation_date': ['<', dayBegin(dayAfter(days.to))] }]),
  ];
  const parts = [
    FILTERS[filter],
    ...narrowed,
    ...(within === '' ? [] : [{ 'main.pay_until': ['<=', hourAhead(HOURS[within])] }]),
    ...(words === '' ? [] : [orderConstraint(words)]),
  ];
  const isBySoonest = within !== '';
  const sorting = sortingIn(filter, isBySoonest);
  return {
    ...days,
    ...counted,
    filter,
    within,
    narrowed,
    constraint: { AND: parts } as Constraint,
    isBySoonest,
    sorting,
  };
};
