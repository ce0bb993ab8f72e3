// Makes the groups and price lists of demo/history.json, at the end of the history: its orders have the usual prices.
import { userNamed } from '../../domain/accounts/find-user.ts';
import type { Catalogue } from './catalogue.ts';
import type { DemoShop } from './demo-shop.ts';
import { story } from './story.ts';
import type { ListMade } from './story.ts';
import { dayAfter } from './timeline.ts';

const makeGroup = async ({ call, engine }: DemoShop, name: string, members: readonly string[]): Promise<number> => {
  const { id_group: id } = await call('create_group', { name });
  for (const username of members) {
    const known = userNamed(engine.readContext(), username);
    if (known !== undefined) await call('set_user_groups', { id_user: known[0], groups: [id] });
  }
  return Number(id);
};

const makeList = async (shop: DemoShop, { products }: Catalogue, made: ListMade, endMs: number): Promise<void> => {
  const { name, group, members = [], currency, priority = 0, days } = made;
  const groups = group === undefined ? [] : [await makeGroup(shop, group, members)];
  const dates = days && { start_date: dayAfter(endMs, days[0]), end_date: dayAfter(endMs, days[1]) };
  // A shop with settings of its own may not sell in it.
  if (currency !== undefined && !shop.engine.rules.currencies.some(({ code }) => code === currency)) return;
  const terms = { name, groups, priority, ...(currency !== undefined && { currency }), ...dates };
  const { id_price_list: id } = await shop.call('create_price_list', terms);
  const prices = made.prices.flatMap(({ product, from = 0, price, compareAt }) => {
    const productId = products.get(product);
    const compared = compareAt === undefined ? {} : { compare_at: compareAt };
    return productId === undefined ? [] : [{ id_shopobject: productId, from_quantity: from, price, ...compared }];
  });
  await shop.call('set_prices', { id_price_list: id, prices });
};

/** `endMs`: the day on which the history ends. */
export const makePriceLists = async (shop: DemoShop, catalogue: Catalogue, endMs: number): Promise<void> => {
  for (const made of story().lists) await makeList(shop, catalogue, made, endMs);
};
