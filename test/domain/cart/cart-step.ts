// One step of a shopper or of the back office, and the model of the shop that it changes.
import type { Result } from '../../../src/kernel/result.ts';
import type { ModelCoupon, ModelOrder, ModelSession, Warehouse } from './cart-model.ts';
import { emptyModelCart } from './cart-model.ts';
import type { SeededProduct } from '../seeded-shop.ts';

export interface Model {
  readonly products: readonly SeededProduct[];
  readonly warehouse: Warehouse;
  readonly sessions: ModelSession[];
  readonly orders: ModelOrder[];
  /** The last order number that was given out, to a draft or an order. */
  numbers: number;
  readonly coupons: readonly ModelCoupon[];
  readonly linesMax: number;
}

export const modelSession = (id: number): ModelSession => ({
  id,
  cart: emptyModelCart(),
  note: '',
  paymentMethodId: 0,
  orderNumber: 0,
  placedOrderId: 0,
  showsPlaced: false,
  nextId: 0,
});

export interface AddStep {
  readonly does: 'add';
  readonly session: number;
  /** 0: a free element of price `priceE4`. */
  readonly productId: number;
  readonly priceE4: number;
  readonly quantityMilli: number;
  readonly grouped: boolean;
  /** Which of the lines is its parent; beyond them a line that does not exist, 0 none. */
  readonly parent: number;
  readonly color: string;
  readonly country: string;
  /** Of a free element. */
  readonly taxClass: string;
  readonly language: string;
  readonly backOffice: boolean;
}

export type StepSpec =
  | AddStep
  | { readonly does: 'decrement' | 'remove'; readonly session: number; readonly line: number }
  | { readonly does: 'set'; readonly session: number; readonly line: number; readonly quantityMilli: number }
  | { readonly does: 'clear' | 'checkout'; readonly session: number }
  | {
      readonly does: 'deliver';
      readonly session: number;
      readonly positions: readonly { readonly name: string; readonly minor: number; readonly rateE6: number }[];
    }
  | { readonly does: 'details'; readonly session: number; readonly note: string; readonly payment: boolean }
  | { readonly does: 'cancel' | 'reopen'; readonly order: number }
  /** Places in the list of coupons; one beyond it is a code that nobody made. */
  | { readonly does: 'coupons'; readonly session: number; readonly coupons: readonly number[] }
  | { readonly does: 'next day' };

export const nth = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** `CODE param`, or 'done'. */
export const outcome = (result: Result<unknown>): string => (result.ok ? 'done' : `${result.code} ${result.param}`);

export const renew = (session: ModelSession): void => {
  if (!session.showsPlaced) return;
  session.paymentMethodId = 0;
  session.note = '';
  session.showsPlaced = false;
};
