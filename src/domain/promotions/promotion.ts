// A promotion: what it takes off carts, for whom and when. What it takes off never changes once it is made; its name,
// days and limits do, and it is ended for good (D301).
//
// How often it was used, and what it has cost, is not kept here: that is counted over the orders that have it
// (promotion-uses.ts), so that a cancelled order gives both back. Its days are whole days of the shop, and move it by a
// record of the leader, as those of a price list do.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { Gift, PromotionKind } from '../calculation/promote.ts';
import { DueTimes, LEADS_TO, stateAt } from '../lifecycles/dated.ts';
import { promotionLifecycle } from '../lifecycles/promotion.ts';
import type { PromotionState } from '../lifecycles/promotion.ts';
import { sameValue } from '../same-value.ts';
import { schema } from '../schema.ts';
import type { Constraint } from '../search/constraint.ts';
import { GoodsTable, isNarrow } from '../search/goods-table.ts';
import { keptConstraint } from '../search/parse-constraint.ts';

export type Labels = { readonly [language: string]: string };

/** Who gets it; an empty list lets all in. */
interface PromotionAudience {
  readonly groups: readonly number[];
  readonly channels: readonly number[];
  /** Two letters each. */
  readonly countries: readonly string[];
  /** Only accounts without an order that counts. */
  readonly isFirstOrder: boolean;
  /** Only carts with one of its codes. */
  readonly isByCode: boolean;
}

export interface PromotionTerms extends Gift, PromotionAudience {
  readonly name: string;
  /** What shoppers read for the name, by language. */
  readonly labels: Labels;
  /** ISO 4217 code of its money; '': it names none. */
  readonly currency: string;
  readonly minSumMinor: number;
  readonly minMilli: number;
  /** The products whose sum and pieces are counted, and those that it takes off: constraints as JSON; '': all. */
  readonly countedGoods: string;
  readonly goods: string;
  readonly priority: number;
  readonly stack: string;
  readonly isExclusive: boolean;
  /** First and last day of the shop, in days since 1970-01-01; null: no bound. */
  readonly startDay: number | null;
  readonly endDay: number | null;
  /** The moments at which the first day begins and the last one is over; 0: no bound. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Orders that may have it; 0: any number. */
  readonly usesMax: number;
  readonly usesPerPersonMax: number;
  /** What it may take off all orders together; 0: any sum. */
  readonly budgetMinor: number;
}

/** The terms that may change. */
export type PromotionChange = Partial<
  Pick<
    PromotionTerms,
    'name' | 'labels' | 'startDay' | 'endDay' | 'fromMs' | 'untilMs' | 'usesMax' | 'usesPerPersonMax' | 'budgetMinor'
  >
>;

export interface Promotion {
  terms: PromotionTerms;
  state: PromotionState;
  createdMs: number;
}

export type PromotionCommand =
  | { readonly type: 'make_promotion'; readonly terms: PromotionTerms }
  /** An ended one is changed no more. */
  | { readonly type: 'change_promotion'; readonly change: PromotionChange }
  | { readonly type: 'come_due' }
  | { readonly type: 'end_promotion' };

const NO_IDS: readonly number[] = [];

const TERMS = {
  name: '',
  kind: 'percent' as PromotionKind,
  value: 0,
  per: 'piece' as Gift['per'],
  buy: 0,
  get: 0,
  timesMax: 0,
  groups: NO_IDS,
  channels: NO_IDS,
  countries: [] as readonly string[],
  isFirstOrder: false,
  isByCode: false,
  currency: '',
  minSumMinor: 0,
  minMilli: 0,
  countedGoods: '',
  goods: '',
  priority: 0,
  stack: '',
  isExclusive: false,
  startDay: null as number | null,
  endDay: null as number | null,
  fromMs: 0,
  untilMs: 0,
  usesMax: 0,
  usesPerPersonMax: 0,
  budgetMinor: 0,
};

const LABELS: { labels: Labels } = { labels: {} };

const EVENTS = {
  promotion_created: { ...TERMS, state: 'planned' as PromotionState, ...LABELS },
  promotion_changed: { ...TERMS, state: 'planned' as PromotionState, ...LABELS },
  promotion_moved: { state: 'running' as PromotionState },
};

const moved = (from: PromotionState, to: PromotionState): Result<readonly EventOf<typeof EVENTS>[]> =>
  promotionLifecycle.allows(from, LEADS_TO[to]) ? decided({ type: 'promotion_moved', state: to }) : decided();

/** A promotion that counts now, with its constraints read; undefined: every product. */
export interface RunningPromotion extends PromotionTerms {
  readonly id: number;
  readonly counted: Constraint | undefined;
  readonly takenOff: Constraint | undefined;
}

export const runningAs = (id: number, terms: PromotionTerms, goodsOf = keptConstraint): RunningPromotion => ({
  ...terms,
  id,
  counted: goodsOf(terms.countedGoods),
  takenOff: goodsOf(terms.goods),
});

/** Where a cart stands: what a promotion asks of it that its goods, its orders and its buyer do not change. */
export interface CartPlace {
  readonly currency: string;
  readonly groups: readonly number[];
  readonly channelId: number;
  /** Two letters. */
  readonly country: string;
  /** Promotions that a code of the cart opens. */
  readonly opened: ReadonlySet<number>;
}

/** Whether a value is none of those that are wanted, if any are. */
export const lacks = <T>(wanted: readonly T[], value: T): boolean => wanted.length > 0 && !wanted.includes(value);

/** Whether a promotion is for no cart there, codes aside. */
const isForOthers = (one: RunningPromotion, { currency, groups, channelId, country }: CartPlace): boolean =>
  (one.currency !== '' && one.currency !== currency) ||
  (one.groups.length > 0 && !one.groups.some((group) => groups.includes(group))) ||
  lacks(one.channels, channelId) ||
  lacks(one.countries, country);

/** Products of carts whose verdicts are remembered. */
const JUDGED_MAX = 20_000;

/** Places of carts whose promotions are remembered. */
const FITTING_MAX = 1000;

/** Texts of constraints that are kept read beside those of running promotions. */
const UNUSED_MAX = 200;

/** What constraints said of a product, and the records that it was made from. */
export interface JudgedProduct {
  readonly seqs: readonly number[];
  readonly meets: WeakMap<Constraint, boolean>;
  /** The list of promotions that was asked about last, and the goods that it names, this product among them. */
  met?: readonly [of: readonly RunningPromotion[], goods: readonly Constraint[]];
}

export class PromotionIndex {
  readonly ids = new Set<number>();
  /** Product → what constraints of running promotions said of it. */
  private readonly judged = new Map<number, JudgedProduct>();
  private readonly runningById = new Map<number, RunningPromotion>();
  readonly due = new DueTimes();
  running: readonly RunningPromotion[] = [];
  /** The goods that running promotions name. */
  readonly goods = new GoodsTable();
  /** Goods that every product has to be asked for, of promotions that have not ended, and how often they are there. */
  private readonly wide = new Map<string, number>();
  /** By the place of a cart and the promotions that its codes open: those that may be for it. */
  private readonly fitting = new Map<string, readonly RunningPromotion[]>();
  /** The same text gives the same constraint, so that what is known of products outlives a change of promotions. */
  private readonly constraints = new Map<string, Constraint | undefined>();

  private goodsOf(json: string): Constraint | undefined {
    const { constraints } = this;
    if (!constraints.has(json)) constraints.set(json, keptConstraint(json));
    return constraints.get(json);
  }

  /**
   * The running promotions that may be for a cart, by id: 500 of which five can be for it cost what five cost. The list
   * is the same one for all carts alike.
   */
  fittingOf(context: CartPlace): readonly RunningPromotion[] {
    const { currency, groups, channelId, country, opened } = context;
    const byCode = [...opened].filter((id) => this.runningById.get(id)?.isByCode === true).sort((a, b) => a - b);
    const key = `${currency} ${channelId} ${country} ${groups.join()} ${byCode.join()}`;
    let fitting = this.fitting.get(key);
    if (fitting === undefined) {
      if (this.fitting.size >= FITTING_MAX) this.fitting.clear();
      const isOpen = new Set(byCode);
      fitting = this.running.filter((one) => (one.isByCode ? isOpen.has(one.id) : !isForOthers(one, context)));
      this.fitting.set(key, fitting);
    }
    return fitting;
  }

  /** How many different goods are there that every product has to be asked for, with these. */
  wideGoods(...more: readonly string[]): number {
    const added = more.filter((json) => !this.wide.has(json) && this.isWide(json));
    return this.wide.size + new Set(added).size;
  }

  private isWide(json: string): boolean {
    const goods = this.goodsOf(json);
    return goods !== undefined && !isNarrow(goods);
  }

  private countWide({ countedGoods, goods }: PromotionTerms, by: 1 | -1): void {
    for (const json of [countedGoods, goods]) {
      const times = (this.wide.get(json) ?? 0) + by;
      if (times > 0 && (times > 1 || by < 0 || this.isWide(json))) this.wide.set(json, times);
      else this.wide.delete(json);
    }
  }

  judgedOf(productId: number): JudgedProduct | undefined {
    return this.judged.get(productId);
  }

  remember(productId: number, judged: JudgedProduct): void {
    if (this.judged.size >= JUDGED_MAX) this.judged.clear();
    this.judged.set(productId, judged);
  }

  add(id: number, { terms, state }: Promotion): void {
    this.ids.add(id);
    if (state !== 'ended') this.countWide(terms, 1);
    if (state === 'running') {
      const one = runningAs(id, terms, (json) => this.goodsOf(json));
      this.runningById.set(id, one);
      for (const goods of [one.counted, one.takenOff]) if (goods !== undefined) this.goods.add(goods);
    }
    this.due.set(id, terms, state);
    this.changed();
  }

  remove(id: number, { terms, state }: Promotion): void {
    this.ids.delete(id);
    if (state !== 'ended') this.countWide(terms, -1);
    const { counted, takenOff } = this.runningById.get(id) ?? {};
    for (const goods of [counted, takenOff]) if (goods !== undefined) this.goods.remove(goods);
    this.runningById.delete(id);
    this.due.remove(id);
    this.changed();
  }

  private changed(): void {
    this.running = [...this.runningById.values()].sort((a, b) => a.id - b.id);
    this.fitting.clear();
    const { running, constraints } = this;
    if (constraints.size <= 2 * running.length + UNUSED_MAX) return;
    const used = new Set(running.flatMap(({ counted, takenOff }) => [counted, takenOff]));
    for (const [json, constraint] of constraints) if (!used.has(constraint)) constraints.delete(json);
  }
}

export const promotion: ActorKind<Promotion, PromotionCommand, typeof EVENTS, PromotionIndex> = {
  kind: 'promotion',
  state: schema<Promotion>({ terms: schema<PromotionTerms>({ ...TERMS, ...LABELS }), state: 'planned', createdMs: 0 }),
  audit: { hidden: [] },
  events: EVENTS,
  decide({ terms, state }, command, atMs) {
    switch (command.type) {
      case 'make_promotion':
        return decided({ type: 'promotion_created', ...command.terms, state: stateAt(command.terms, atMs) });
      case 'change_promotion': {
        if (state === 'ended') return refuse('PROMOTION_ENDED', terms.name);
        const changed = { ...terms, ...command.change };
        return sameValue(changed, terms)
          ? decided()
          : decided({ type: 'promotion_changed', ...changed, state: stateAt(changed, atMs) });
      }
      case 'come_due':
        return moved(state, stateAt(terms, atMs));
      case 'end_promotion':
        return moved(state, 'ended');
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    if (event.type !== 'promotion_moved') {
      const { type, state: _state, ...terms } = event;
      state.terms = terms;
      if (type === 'promotion_created') state.createdMs = atMs;
    }
    state.state = event.state;
  },
  index: {
    ignoresPending: true,
    create: () => new PromotionIndex(),
    add: (index, id, state) => index.add(id, state),
    remove: (index, id, state) => index.remove(id, state),
  },
};

/** The ids of all promotions, in the order of creation. */
export const promotionIds = (shop: {
  trackAbsence(kind: 'promotion'): void;
  index(kind: 'promotion'): PromotionIndex;
}) => {
  shop.trackAbsence('promotion');
  return [...shop.index('promotion').ids].sort((a, b) => a - b);
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly promotion: typeof promotion;
  }
}
