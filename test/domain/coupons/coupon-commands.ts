// Random commands for coupons and their batches, well-formed as the operations make them.
import * as fc from 'fast-check';
import { terms } from '../cart/cart-values.ts';
import { text, id, as } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

export const COUPON_COMMANDS: Pick<Commands, 'coupon_batch' | 'coupon'> = {
  coupon_batch: {
    first: fc.record({ type: as('create_batch'), terms, firstCouponId: id, count: id }),
    rest: fc.oneof(
      fc.record({ type: as('end_batch') }),
      terms.map(({ name, startDay, endDay, combineable }) => ({
        type: 'change_terms' as const,
        name,
        startDay,
        endDay,
        combineable,
      })),
    ),
  },
  coupon: {
    first: fc.record({ type: as('create_coupon'), batchId: id, code: text }),
    rest: fc.oneof(
      fc.record({ type: as('redeem'), unique: fc.boolean(), orderId: id }),
      fc.record({ type: as('free'), orderId: id }),
      fc.record({ type: as('end_coupon') }),
    ),
  },
};
