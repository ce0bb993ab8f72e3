// Makes the coupons of demo/history.json: valid, not yet valid, over, used and ended.
import type { DemoShop, Members } from './demo-shop.ts';
import { story } from './story.ts';
import type { CouponsMade } from './story.ts';
import { DAY_MS } from './timeline.ts';

/** Codes that are redeemed once ever, and which shoppers get them. */
interface Given {
  readonly first: number;
  readonly every: number;
  readonly codes: readonly string[];
}
export type Offers = readonly Given[];

const codesOf = ({ coupons }: Members): readonly string[] =>
  (coupons as readonly { readonly code: string }[]).map(({ code }) => code);

const attributesOf = ({ days, isCombineable }: CouponsMade, endMs: number): Members => {
  const day = (count: number): string => new Date(endMs + count * DAY_MS).toISOString().slice(0, 10);
  return {
    ...(isCombineable && { combineable: 1 }),
    ...(days && { start_date: day(days[0]), end_date: day(days[1]) }),
  };
};

/** `endMs`: when the history ends. */
export const makeOffers = async ({ call }: Pick<DemoShop, 'call'>, endMs: number): Promise<Offers> => {
  const offers: Given[] = [];
  for (const made of story().coupons) {
    const { name, amount, type, code, count = 1, givenTo, isEnded } = made;
    const attributes = attributesOf(made, endMs);
    const codes = codesOf(await call('create_coupons', { count, name, amount, type, code, attributes }));
    if (givenTo !== undefined) offers.push({ ...givenTo, codes });
    if (isEnded !== true) continue;
    const { batches } = (await call('search_coupons', { code: codes[0] })) as { readonly batches: readonly Members[] };
    await call('end_coupons', { id_batch: batches[0]!['id'] });
  }
  return offers;
};
