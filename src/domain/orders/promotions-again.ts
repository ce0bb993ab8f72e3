// Whether a cancelled order may have its promotions again: the limits of those were free while it was cancelled.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { personOf } from '../cart/person.ts';
import type { Reader } from '../transaction.ts';

/** Asked before the order changes. Refuses: PROMOTION_USED_UP with the promotion. */
export const checkPromotionsAgain = (shop: Reader, orderId: number): Result<void> => {
  const order = shop.read('order', orderId)!;
  if (order.isTrial || order.cart.promotions.length === 0) return DONE;
  const { promotions: tallies } = shop.index('order');
  const person = personOf(order);
  for (const { id, usedMinor } of order.cart.promotions) {
    const { usesMax, usesPerPersonMax, budgetMinor, currency } = shop.read('promotion', id)!.terms;
    const { uses } = tallies.of(id);
    const isOfPerson = person !== '' && usesPerPersonMax !== 0;
    if (
      (usesMax !== 0 && uses >= usesMax) ||
      (budgetMinor !== 0 && tallies.spentMinor(id, currency) + usedMinor > budgetMinor) ||
      (isOfPerson && tallies.ofPerson(id, person) >= usesPerPersonMax)
    )
      return refuse('PROMOTION_USED_UP', id);
  }
  return DONE;
};
