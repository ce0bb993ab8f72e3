// Makes the promotions of demo/history.json at its beginning: the orders of the ninety days have what they give.
import type { DemoShop } from './demo-shop.ts';
import { story } from './story.ts';
import { dayAfter } from './timeline.ts';

/** Name → id. */
export type Promotions = ReadonlyMap<string, number>;

/** `endMs`: the day on which the history ends. */
export const makePromotions = async ({ call }: Pick<DemoShop, 'call'>, endMs: number): Promise<Promotions> => {
  const made = new Map<string, number>();
  for (const { days, ...terms } of story().promotions) {
    const dates = days && { start_date: dayAfter(endMs, days[0]), end_date: dayAfter(endMs, days[1]) };
    const { id_promotion: id } = await call('create_promotion', { ...terms, ...dates });
    made.set(terms.name, Number(id));
  }
  return made;
};
