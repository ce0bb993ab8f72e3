// A price list: for whom, where and when it counts. The prices stand by product (product-prices.ts).
//
// A list answers for one attribute: where that is the price of a line, the list's price counts instead. Its days are
// whole days of the shop. The leader makes a record when one begins or ends, so that every process changes at the same
// record (src/engine/maintenance/due-changes.ts). For whom it counted before is kept, bounded by a number of changes.
// Not promised: that a list begins at its very moment; decisions before its record have the prices before it.
import { atOnce } from '../../kernel/many.ts';
import { caseless } from '../../kernel/text.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { DueTimes, LEADS_TO, stateAt } from '../lifecycles/dated.ts';
import { priceListLifecycle } from '../lifecycles/price-list.ts';
import type { PriceListState } from '../lifecycles/price-list.ts';
import { KEPT_MAX, outdated } from '../attributes/past-values.ts';
import { PriceColumns } from './price-columns.ts';
import { sameValue } from '../same-value.ts';
import { list as listOf, schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';
import { UniqueIndex } from '../unique-index.ts';

/** What may be said of a list; an empty list of groups, channels or countries lets all in. */
export interface PriceListTerms {
  readonly name: string;
  /** The FLOAT attribute that it answers for. */
  readonly field: string;
  /** ISO 4217 code of its prices. */
  readonly currency: string;
  readonly groups: readonly number[];
  readonly channels: readonly number[];
  /** Two letters each. */
  readonly countries: readonly string[];
  /** The highest counts where several lists fit. */
  readonly priority: number;
  /** First and last day of the shop, in days since 1970-01-01; null: no bound. */
  readonly startDay: number | null;
  readonly endDay: number | null;
  /** The moments at which the first day begins and the last one is over; 0: no bound. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What decides for whom a list counts. */
export type PriceListScope = Pick<PriceListTerms, 'groups' | 'channels' | 'countries' | 'priority'> & {
  readonly isRunning: boolean;
};

/** What a list was until a moment. */
interface PastList extends PriceListScope {
  readonly untilMs: number;
}

export interface PriceList {
  terms: PriceListTerms;
  state: PriceListState;
  createdMs: number;
  /** By rising moments. */
  past: readonly PastList[];
}

export type PriceListCommand =
  | { readonly type: 'make_list'; readonly terms: PriceListTerms }
  /** An ended list is changed no more. */
  | { readonly type: 'change_list'; readonly terms: PriceListTerms }
  | { readonly type: 'come_due' }
  | { readonly type: 'end_list' };

const NO_IDS: readonly number[] = [];

const TERMS = {
  name: '',
  field: '',
  currency: '',
  groups: NO_IDS,
  channels: NO_IDS,
  countries: [] as readonly string[],
  priority: 0,
  startDay: null as number | null,
  endDay: null as number | null,
  fromMs: 0,
  untilMs: 0,
};

const PAST = schema<PastList>({
  untilMs: 0,
  groups: NO_IDS,
  channels: NO_IDS,
  countries: [] as readonly string[],
  priority: 0,
  isRunning: false as boolean,
});

const EVENTS = {
  price_list_created: { ...TERMS, state: 'planned' as PriceListState },
  price_list_changed: { ...TERMS, state: 'planned' as PriceListState },
  price_list_moved: { state: 'running' as PriceListState },
};

const moved = (from: PriceListState, to: PriceListState): Result<readonly EventOf<typeof EVENTS>[]> =>
  priceListLifecycle.allows(from, LEADS_TO[to]) ? decided({ type: 'price_list_moved', state: to }) : decided();

const scopeOf = ({ terms: { groups, channels, countries, priority }, state }: PriceList): PriceListScope => ({
  groups,
  channels,
  countries,
  priority,
  isRunning: state === 'running',
});

/**
 * When a change by itself counts from: the midnight of its day, not the record that came after it. `list`: as it was
 * before.
 */
const movedMs = ({ terms: { fromMs, untilMs }, state }: PriceList, to: PriceListState, atMs: number): number => {
  if (state === 'planned' && to === 'running') return fromMs;
  return to === 'ended' && untilMs !== 0 && untilMs < atMs ? untilMs : atMs;
};

/** Keeps what the list was until now, where that is no longer so. */
const keepScope = (list: PriceList, before: PriceListScope, untilMs: number): void => {
  const since = list.past.at(-1)?.untilMs ?? list.createdMs;
  if (untilMs <= since || sameValue(before, scopeOf(list))) return;
  const all = [...list.past, { untilMs, ...before }];
  const gone = Math.max(
    outdated(all.length, untilMs, (index) => all[index]!.untilMs),
    all.length - KEPT_MAX,
  );
  list.past = all.slice(gone);
};

/** What the list was at a moment; undefined: it was not yet made. */
export const scopeAt = (list: PriceList, atMs: number): PriceListScope | undefined =>
  atMs < list.createdMs ? undefined : (list.past.find(({ untilMs }) => untilMs > atMs) ?? scopeOf(list));

/** A list that counts now. */
export interface RunningList extends PriceListTerms {
  readonly id: number;
}

/** What decisions and replies ask of all lists. */
export class PriceListIndex {
  readonly byName = new UniqueIndex();
  /** Lists that run, by their attribute, each by falling priority, then by id. */
  private readonly running = new Map<string, readonly RunningList[]>();
  readonly due = new DueTimes();
  readonly columns = new PriceColumns();

  runningFor(field: string): readonly RunningList[] {
    return this.running.get(field) ?? [];
  }

  add(id: number, list: PriceList): void {
    const { terms, state } = list;
    this.byName.add(caseless(terms.name), id);
    if (state === 'running') {
      const others = this.runningFor(terms.field);
      const all = [...others, { ...terms, id }];
      this.running.set(
        terms.field,
        all.sort((a, b) => b.priority - a.priority || a.id - b.id),
      );
    }
    this.due.set(id, terms, state);
  }

  remove(id: number, { terms }: PriceList): void {
    this.byName.remove(caseless(terms.name), id);
    const others = this.runningFor(terms.field).filter((one) => one.id !== id);
    if (others.length === 0) this.running.delete(terms.field);
    else this.running.set(terms.field, others);
    this.due.remove(id);
  }
}

export const priceList: ActorKind<PriceList, PriceListCommand, typeof EVENTS, PriceListIndex> = {
  kind: 'price_list',
  state: schema<PriceList>({
    terms: schema<PriceListTerms>(TERMS),
    state: 'planned',
    createdMs: 0,
    past: listOf(PAST),
  }),
  audit: { hidden: [], ignored: ['past'] },
  events: EVENTS,
  decide({ terms, state }, command, atMs) {
    switch (command.type) {
      case 'make_list':
        return decided({ type: 'price_list_created', ...command.terms, state: stateAt(command.terms, atMs) });
      case 'change_list':
        if (state === 'ended') return refuse('PRICE_LIST_ENDED', terms.name);
        return sameValue(command.terms, terms)
          ? decided()
          : decided({ type: 'price_list_changed', ...command.terms, state: stateAt(command.terms, atMs) });
      case 'come_due':
        return moved(state, stateAt(terms, atMs));
      case 'end_list':
        return moved(state, 'ended');
      default:
        return command satisfies never;
    }
  },
  apply(list, event, atMs) {
    const before = scopeOf(list);
    const sinceMs = event.type === 'price_list_moved' ? movedMs(list, event.state, atMs) : atMs;
    if (event.type !== 'price_list_moved') {
      const { type, state: _state, ...terms } = event;
      list.terms = terms;
      if (type === 'price_list_created') list.createdMs = atMs;
    }
    list.state = event.state;
    keepScope(list, before, sinceMs);
  },
  index: {
    ignoresPending: true,
    create: () => new PriceListIndex(),
    add: (index, id, list) => index.add(id, list),
    remove: (index, id, list) => index.remove(id, list),
  },
};

/** The ids of all lists, in the order of creation. */
export const listIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('price_list');
  return atOnce(shop.index('price_list').byName.all(), 'price_lists').toSorted((a, b) => a - b);
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly price_list: typeof priceList;
  }
}
