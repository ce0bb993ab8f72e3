// Coupons: a batch holds the terms, and each of its codes is an actor of its own, so that redeeming one changes no
// other. What a coupon takes off never changes once its batch is created; its name, its days and whether it may be
// combined do, and a batch or one coupon of it is ended for good (D301, D302).
import { caseless } from '../../kernel/text.ts';
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Discount } from '../calculation/discount.ts';
import { couponLifecycle } from '../lifecycles/coupon.ts';
import type { CouponState } from '../lifecycles/coupon.ts';
import { UniqueIndex } from '../unique-index.ts';

/** What a coupon takes off, and when it is valid. */
export interface CouponTerms extends Discount {
  readonly name: string;
  /** True: redeemed once ever; false: without limit. */
  readonly unique: boolean;
  /**
   * First and last valid day in the shop's time zone, in days since 1970-01-01; null: no bound (docs/sell/coupons.md).
   */
  readonly startDay: number | null;
  readonly endDay: number | null;
  /** May be attached beside other coupons (D93). */
  readonly combineable: boolean;
  /** ISO 4217 code of its amount; '': that of the shop, and of a percentage. */
  readonly currency: string;
  /** The promotion that it opens, instead of taking something off by itself; 0: none. */
  readonly promotionId: number;
}

export interface CouponBatch {
  terms: CouponTerms;
  /** The batch's coupons have this id and the `count − 1` ids after it. */
  firstCouponId: number;
  count: number;
  createdMs: number;
  /** When all of its coupons were ended; 0: they were not. */
  endedMs: number;
}

/** The terms that may change. */
export type ChangeableTerms = Pick<CouponTerms, 'name' | 'startDay' | 'endDay' | 'combineable'>;

const TERMS = {
  name: '',
  unique: true,
  percentage: false,
  amount: 0,
  startDay: null as number | null,
  endDay: null as number | null,
  combineable: false,
};

const COUPON_TERMS = schema<CouponTerms>({ ...TERMS, currency: '', promotionId: 0 });

const BATCH_EVENTS = {
  coupon_batch_created: { ...TERMS, firstCouponId: 0, count: 0, currency: '', promotionId: 0 },
  /** All terms that may change, also those that stay. */
  coupon_batch_changed: {
    name: '',
    startDay: null as number | null,
    endDay: null as number | null,
    combineable: false,
  },
  coupon_batch_ended: {},
};

export type CouponBatchCommand =
  | ({ readonly type: 'create_batch' } & Omit<CouponBatch, 'createdMs' | 'endedMs'>)
  | ({ readonly type: 'change_terms' } & ChangeableTerms)
  | { readonly type: 'end_batch' };

/** Batch → its name as searches compare it. */
export type CouponBatchIndex = Map<number, string>;

export const couponBatch: ActorKind<CouponBatch, CouponBatchCommand, typeof BATCH_EVENTS, CouponBatchIndex> = {
  kind: 'coupon_batch',
  state: schema<CouponBatch>({ terms: COUPON_TERMS, firstCouponId: 0, count: 0, createdMs: 0, endedMs: 0 }),
  audit: { hidden: [] },
  events: BATCH_EVENTS,
  decide({ terms: before, endedMs }, command) {
    switch (command.type) {
      case 'create_batch': {
        const { terms, firstCouponId, count } = command;
        return decided({ type: 'coupon_batch_created', ...terms, firstCouponId, count });
      }
      case 'change_terms': {
        const { name, startDay, endDay, combineable } = command;
        return name === before.name &&
          startDay === before.startDay &&
          endDay === before.endDay &&
          combineable === before.combineable
          ? decided()
          : decided({ type: 'coupon_batch_changed', name, startDay, endDay, combineable });
      }
      case 'end_batch':
        return endedMs === 0 ? decided({ type: 'coupon_batch_ended' }) : decided();
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'coupon_batch_created': {
        const { type: _type, firstCouponId, count, ...terms } = event;
        state.terms = terms;
        state.firstCouponId = firstCouponId;
        state.count = count;
        state.createdMs = atMs;
        return;
      }
      case 'coupon_batch_changed': {
        const { type: _type, ...changed } = event;
        state.terms = { ...state.terms, ...changed };
        return;
      }
      case 'coupon_batch_ended':
        state.endedMs = atMs;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    ignoresPending: true,
    create: () => new Map(),
    add: (index, id, { terms }) => void index.set(id, caseless(terms.name)),
    remove: (index, id) => void index.delete(id),
  },
};

export interface Coupon {
  batchId: number;
  code: string;
  /** A coupon without a limit of uses stays OPEN until it is ended. That its batch was ended is not said here. */
  state: CouponState;
  /** Unique: 1 while an order that is not cancelled has it, else 0. Others: how many orders were placed with it. */
  uses: number;
}

export type CouponCommand =
  | { readonly type: 'create_coupon'; readonly batchId: number; readonly code: string }
  | { readonly type: 'redeem'; readonly unique: boolean; readonly orderId: number }
  | { readonly type: 'free'; readonly orderId: number }
  | { readonly type: 'end_coupon' };

const COUPON_EVENTS = {
  coupon_created: { batchId: 0, code: '' },
  coupon_redeemed: { orderId: 0, state: 'REDEEMED' as CouponState },
  coupon_freed: { orderId: 0, state: 'FREED' as CouponState },
  coupon_ended: { state: 'ENDED' as CouponState },
};

/** Why an ended coupon is no valid one. */
export const ENDED_DETAIL = 'The coupon was ended.';

/** Folded code → coupon. */
export interface CouponIndex {
  readonly byCode: UniqueIndex;
}

export const coupon: ActorKind<Coupon, CouponCommand, typeof COUPON_EVENTS, CouponIndex> = {
  kind: 'coupon',
  state: schema<Coupon>({ batchId: 0, code: '', state: 'OPEN', uses: 0 }),
  // Ends alone: a batch has up to 10,000 coupons, and redeeming one is part of its order.
  audit: { hidden: [], events: ['coupon_ended'] },
  events: COUPON_EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'create_coupon':
        return decided({ type: 'coupon_created', batchId: command.batchId, code: command.code });
      case 'redeem': {
        const { unique, orderId } = command;
        if (state.state === 'ENDED') return refuse('COUPON_NOT_VALID', state.code, ENDED_DETAIL);
        if (!unique) return decided({ type: 'coupon_redeemed', orderId, state: state.state });
        const step = couponLifecycle.step(state.state, 'redeem');
        if (step === undefined) return refuse('COUPON_USED', state.code);
        return decided({ type: 'coupon_redeemed', orderId, state: step.to });
      }
      case 'free': {
        const step = couponLifecycle.step(state.state, 'free');
        return step === undefined || state.uses === 0
          ? decided()
          : decided({ type: 'coupon_freed', orderId: command.orderId, state: step.to });
      }
      case 'end_coupon': {
        const step = couponLifecycle.step(state.state, 'end');
        return step === undefined ? decided() : decided({ type: 'coupon_ended', state: step.to });
      }
      default:
        return command satisfies never;
    }
  },
  apply(state, event) {
    switch (event.type) {
      case 'coupon_created':
        state.batchId = event.batchId;
        state.code = event.code;
        return;
      case 'coupon_redeemed':
        state.state = event.state;
        state.uses += 1;
        return;
      case 'coupon_freed':
        state.state = event.state;
        state.uses -= 1;
        return;
      case 'coupon_ended':
        state.state = event.state;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    watches: [],
    create: () => ({ byCode: new UniqueIndex() }),
    add: (index, id, { code }) => index.byCode.add(caseless(code), id),
    remove: (index, id, { code }) => index.byCode.remove(caseless(code), id),
  },
};

/** A coupon in a cart, with what it promised when it was attached. */
export interface CartCoupon {
  readonly couponId: number;
  readonly code: string;
  /** Display name. */
  readonly name: string;
  readonly terms: CouponTerms;
}

/** As a cart has it; an older event says no currency, or no promotion. */
export const heldCoupon = (coupon: CartCoupon): CartCoupon =>
  coupon.terms.promotionId === undefined
    ? { ...coupon, terms: { ...coupon.terms, currency: coupon.terms.currency ?? '', promotionId: 0 } }
    : coupon;

export const CART_COUPON = schema<CartCoupon>({ couponId: 0, code: '', name: '', terms: COUPON_TERMS });

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly coupon_batch: typeof couponBatch;
    readonly coupon: typeof coupon;
  }
}
