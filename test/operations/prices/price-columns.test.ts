// Prices that searches have found before. It would catch an order by price, or a range, that shows what counted before
// a change: of a product or what it inherits from, of its class, of a list and its prices, of the settings.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';

const price = fc.integer({ min: 1, max: 9 });
const at = fc.nat(3);
const change = fc.oneof(
  fc.record({ does: fc.constant('attribute' as const), at, price: fc.option(price, { freq: 4 }) }),
  fc.record({ does: fc.constant('default' as const), price }),
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('listed' as const), list: fc.nat(1), at, price: fc.option(price) }),
  },
  fc.record({ does: fc.constant('priority' as const), list: fc.nat(1), priority: fc.nat(2) }),
  fc.record({ does: fc.constant('group' as const), list: fc.nat(1), ofGroup: fc.boolean() }),
  fc.record({ does: fc.constant('field' as const), isOther: fc.boolean() }),
  fc.record({ does: fc.constant('deleted' as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Two products, the first with a variation, in two lists. */
class Observed {
  readonly goods: Goods;
  private readonly classId: number;
  private readonly ids: number[];
  private readonly lists: readonly number[];

  private constructor(goods: Goods, classId: number, ids: number[], lists: readonly number[]) {
    this.goods = goods;
    this.classId = classId;
    this.ids = ids;
    this.lists = lists;
  }

  static async open(): Promise<Observed> {
    const goods = await Goods.open();
    const { shop } = goods;
    await shop.admin('create_group', { name: 'g' });
    const attributes = [{ name: 'gross', type: 'FLOAT', de_DE: { label: 'Brutto', value: 0 } }];
    await shop.admin('create_class_attributes', { id_class: 1, attributes });
    const [one, other] = [await goods.product('5'), await goods.product('6')];
    const variation = await shop.make('create_variation', { id_product: one, name: 'large', shop_active: 1 });
    // What has no price of its own has that of its class.
    const further = await shop.make('create_product', { class: 'product', name: 'plain', shop_active: 1 });
    const lists: number[] = [];
    for (const name of ['a', 'b'])
      lists.push((await shop.admin<{ readonly id_price_list: number }>('create_price_list', { name })).id_price_list);
    return new Observed(goods, 1, [one, other, variation, further], lists);
  }

  async change(one: Change): Promise<void> {
    const { shop } = this.goods;
    if (one.does === 'attribute') {
      return void (await shop.admin('update_product', {
        id_product: this.ids[one.at % this.ids.length]!,
        attributes: { de_DE: { price: one.price } },
      }));
    }
    if (one.does === 'default')
      return void (await shop.admin('update_class_attributes', {
        id_class: this.classId,
        attributes: [{ name: 'price', defaults: { de_DE: one.price } }],
      }));
    if (one.does === 'listed') {
      const prices = [{ id_shopobject: this.ids[one.at % this.ids.length]!, price: one.price }];
      return void (await shop.admin('set_prices', { id_price_list: this.lists[one.list]!, prices }));
    }
    if (one.does === 'priority')
      return void (await shop.admin('update_price_list', {
        id_price_list: this.lists[one.list]!,
        priority: one.priority,
      }));
    if (one.does === 'group') {
      const groups = one.ofGroup ? [1] : [];
      return void (await shop.admin('update_price_list', { id_price_list: this.lists[one.list]!, groups }));
    }
    if (one.does === 'field')
      return void (await shop.admin('update_shop_settings', { price_fields: one.isOther ? ['gross'] : ['price'] }));
    const gone = this.ids.length > 3 ? this.ids.pop() : undefined;
    if (gone !== undefined) await shop.admin('delete_product', { id_product: gone });
  }

  /** Each price that anybody pays, by id; none for what has none. */
  private async prices(): Promise<ReadonlyMap<number, number>> {
    const prices = new Map<number, number>();
    for (const id of this.ids) {
      const reply = await this.goods.shop.admin<Given>('explain_price', { id_shopobject: id });
      if (reply['price'] !== undefined) prices.set(id, reply['price'] as number);
    }
    return prices;
  }

  async check(): Promise<void> {
    const prices = await this.prices();
    const { result } = await this.goods.shop.call<{ readonly result: readonly { readonly id: number }[] }>(
      'search_products',
      {
        constraint: { 'main.price': ['>=', 4], 'main.id_variation': ['>=', 0] },
        order_columns: ['main.price', 'main.id'],
        order: 'ASC',
      },
    );
    const wanted = [...prices].filter(([, one]) => one >= 4).sort(([a, one], [b, other]) => one - other || a - b);
    expect(result.map(({ id }) => id)).toEqual(wanted.map(([id]) => id));
  }
}

test('an order and a range by price are those of the prices of now, after every change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const observed = await Observed.open();
      await observed.check();
      for (const one of changes) {
        await observed.change(one);
        await observed.check();
        await observed.check();
      }
    }),
    { numRuns: runs(30, 150) },
  );
});
