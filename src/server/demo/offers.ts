// Makes the coupons of demo/history.json: valid, not yet valid, over, used and ended.
import type { DemoShop, Members } from './demo-shop.ts';
import type { Promotions } from './promotions.ts';
import { story } from './story.ts';
import type { CouponsMade } from './story.ts';
import { dayAfter } from './timeline.ts';

/** Codes that are redeemed once ever, and which shoppers get them. */
interface Given {
  readonly first: number;
  readonly every: number;
  readonly codes: readonly string[];
}
export type Offers = readonly Given[];

const codesOf = ({ coupons }: Members): readonly string[] =>
  (coupons as readonly { readonly code: string }[]).map(({ code }) => code);

const attributesOf = ({ days, isCombineable }: CouponsMade, endMs: number): Members => ({
  ...(isCombineable && { combineable: 1 }),
  ...(days && { start_date: dayAfter(endMs, days[0]), end_date: dayAfter(endMs, days[1]) }),
});

/** `endMs`: when the history ends. */
export const makeOffers = async (
  { call }: Pick<DemoShop, 'call'>,
  promotions: Promotions,
  endMs: number,
): Promise<Offers> => {
  const offers: Given[] = [];
  for (const made of story().coupons) {
    const { name, amount, promotion = '', type, code, count = 1, givenTo, isEnded } = made;
    const gives = amount === undefined ? { id_promotion: promotions.get(promotion) } : { amount };
    const attributes = attributesOf(made, endMs);
    const codes = codesOf(await call('create_coupons', { count, name, ...gives, type, code, attributes }));
    if (givenTo !== undefined) offers.push({ ...givenTo, codes });
    if (isEnded !== true) continue;
    const { batches } = (await call('search_coupons', { code: codes[0] })) as { readonly batches: readonly Members[] };
    await call('end_coupons', { id_batch: batches[0]!['id'] });
  }
  return offers;
};
