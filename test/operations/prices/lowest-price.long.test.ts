// The lowest price of 30 days before a discount, beside a full log of what was shown. It would catch a lowest price
// that is too high because something is forgotten or found in the wrong moment, one that a restart changes, another
// group's, and one that is said where nothing is reduced.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexOf } from '../../../src/domain/kind-types.ts';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { runs } from '../../harness/effort.ts';
import { copyOf } from '../copied-journal.ts';
import type { Given } from '../shop.ts';
import { CREDENTIALS, Goods, openShop } from '../shop.ts';
import { lowestIn } from './shown-log.ts';
import type { LogEntry } from './shown-log.ts';

const RULES = { timeZone: 'Europe/Berlin' };
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

const open = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const groupId = (await shop.admin<{ readonly id_group: number }>('create_group', { name: 'g' })).id_group;
  return { goods, shop, groupId };
};

/** As JSON bodies come, in which null is null. */
const send = async ({ shop }: Goods, request: string, given: Given): Promise<void> => {
  const { text } = await shop.send({ ...CREDENTIALS, licence_secret_key: 'secret-1', request, ...given });
  expect(text).toContain('"success"');
};

const setPrice = (goods: Goods, id: number, price: number | null): Promise<void> =>
  send(goods, 'update_product', { id_product: id, attributes: { de_DE: { price } } });

const price = fc.integer({ min: 1, max: 9 });
const day = fc.option(fc.integer({ min: -3, max: 12 }));
const product = fc.constantFrom(0, 0, 0, 1);
const listAt = fc.constantFrom(0, 0, 1);
const change = fc.oneof(
  fc.record({ does: fc.constant('attribute' as const), product, price: fc.option(price, { freq: 4 }) }),
  fc.record({ does: fc.constant('default' as const), price: fc.option(price) }),
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('price' as const),
      list: listAt,
      product,
      price: fc.option(price, { freq: 4 }),
      compare: fc.option(fc.integer({ min: 4, max: 12 }), { freq: 3 }),
    }),
  },
  fc.record({ does: fc.constant('days' as const), list: listAt, start: day, length: fc.option(fc.nat(20)) }),
  fc.record({
    does: fc.constant('terms' as const),
    list: listAt,
    ofGroup: fc.boolean(),
    priority: fc.nat(2),
  }),
  fc.record({ does: fc.constant('end' as const), list: listAt }),
  fc.record({ does: fc.constant('active' as const), product, active: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('restart' as const) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const waits = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 600 }).map((minutes) => ({ minutes, lateMs: 0 })) },
  {
    weight: 2,
    arbitrary: fc.record({ minutes: fc.integer({ min: 600, max: 17 * 1440 }), lateMs: fc.constantFrom(0, 0, 7) }),
  },
  // Around the day on which the 30 days begin.
  fc.integer({ min: 28 * 24, max: 31 * 24 }).map((hours) => ({ minutes: hours * 60, lateMs: 0 })),
);

/** A shop with a product and its variation, in two lists, and all that a guest and Anna's group are shown of them. */
class Observed {
  readonly goods: Goods;
  readonly objects: readonly number[];
  readonly lists: number[] = [];
  private readonly groupId: number;
  private readonly logs = new Map<string, LogEntry[]>();
  private made = 0;
  said = 0;

  private constructor(goods: Goods, groupId: number, objects: readonly number[]) {
    this.goods = goods;
    this.groupId = groupId;
    this.objects = objects;
  }

  static async open(): Promise<Observed> {
    const { goods, shop, groupId } = await open();
    const id = await goods.product('5');
    const variation = await shop.make('create_variation', { id_product: id, name: 'large', shop_active: 1 });
    const observed = new Observed(goods, groupId, [id, variation]);
    await observed.note(shop.nowMs);
    for (let at = 0; at < 2; at += 1) await observed.newList();
    return observed;
  }

  private async newList(at = this.lists.length): Promise<void> {
    const { shop } = this.goods;
    const name = `list ${(this.made += 1)}`;
    const { id_price_list: id } = await shop.admin<{ readonly id_price_list: number }>('create_price_list', { name });
    this.lists[at] = id;
  }

  private contexts() {
    return this.objects.flatMap((id) => [[], [this.groupId]].map((groups) => ({ id, groups })));
  }

  /** Writes down what is shown. `ms`: since when. */
  private async note(ms: number): Promise<void> {
    const { shop } = this.goods;
    for (const { id, groups } of this.contexts()) {
      const { price: counts, compare_at: compare = 0 } = await shop.admin<{ price?: number; compare_at?: number }>(
        'explain_price',
        { id_shopobject: id, groups },
      );
      const isShown = (await shop.call('get_product_details', { id_product: id }))['object'] === 'product';
      const key = `${id} ${groups.join()}`;
      const log = this.logs.get(key) ?? [];
      this.logs.set(key, log);
      log.push({ ms, price: isShown ? counts : undefined, compare });
    }
  }

  async check(): Promise<void> {
    const { shop } = this.goods;
    for (const { id, groups } of this.contexts()) {
      const wanted = lowestIn(this.logs.get(`${id} ${groups.join()}`)!);
      const { lowest_30d: lowest } = await shop.admin('explain_price', { id_shopobject: id, groups });
      expect([id, groups, lowest]).toEqual([id, groups, wanted]);
      if (wanted !== undefined) this.said += 1;
      if (groups.length > 0) continue;
      const details = await shop.call('get_product_details', { id_product: id });
      if (details['price_list'] !== undefined) expect([id, details['lowest_30d']]).toEqual([id, wanted]);
      const prices = await shop.admin('get_prices', { id_shopobject: id });
      expect([id, prices['lowest_30d']]).toEqual([id, wanted]);
    }
  }

  /** Every list begins and ends at its midnight; the record comes `lateMs` after it. */
  async wait({ minutes, lateMs }: { readonly minutes: number; readonly lateMs: number }): Promise<void> {
    const { shop } = this.goods;
    const endMs = shop.nowMs + minutes * MINUTE_MS + 1;
    for (;;) {
      const { nextMs } = (shop.engine.tables.price_list.index as IndexOf<'price_list'>).due;
      if (nextMs + lateMs > endMs) break;
      shop.nowMs = nextMs + lateMs;
      applyDueChanges(shop.engine);
      await this.note(nextMs);
    }
    shop.nowMs = endMs;
    applyDueChanges(shop.engine);
    await this.note(endMs);
  }

  async make(one: Change): Promise<void> {
    const { goods, objects, lists } = this;
    const { shop } = goods;
    const today = Math.floor(shop.nowMs / DAY_MS) * DAY_MS;
    const dayAt = (days: number): string => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    if (one.does === 'attribute') await setPrice(goods, objects[one.product]!, one.price);
    else if (one.does === 'default')
      await send(goods, 'update_class_attributes', {
        id_class: 1,
        attributes: [{ name: 'price', defaults: { de_DE: one.price } }],
      });
    else if (one.does === 'price') {
      const given = { id_shopobject: objects[one.product]!, price: one.price, compare_at: one.compare };
      await shop.admin('set_prices', { id_price_list: lists[one.list], prices: [given] });
    } else if (one.does === 'days') {
      const start = one.start === null ? 'none' : dayAt(one.start);
      const end = one.length === null ? 'none' : dayAt((one.start ?? 0) + one.length);
      await shop.admin('update_price_list', { id_price_list: lists[one.list], start_date: start, end_date: end });
    } else if (one.does === 'terms') {
      const groups = one.ofGroup ? [this.groupId] : [];
      await shop.admin('update_price_list', { id_price_list: lists[one.list], groups, priority: one.priority });
    } else if (one.does === 'active') {
      await send(goods, 'update_product', { id_product: objects[one.product]!, shop_active: one.active ? 1 : 0 });
    } else if (one.does === 'end') await shop.admin('end_price_list', { id_price_list: lists[one.list] });
    else await shop.restart();
    const { price_lists: known } = await shop.admin<{ readonly price_lists: readonly Given[] }>('get_price_lists');
    for (const [at, id] of lists.entries())
      if (known.find((each) => each['id'] === id)!['state'] === 'ended') await this.newList(at);
    await this.note(shop.nowMs);
  }

  /** Another process that reads the same journal, the rows as they are and the records after them, says the same. */
  async checkReplayed(): Promise<void> {
    const { shop } = this.goods;
    const other = openShop({ rules: RULES, journal: copyOf(shop.journal) });
    other.nowMs = shop.nowMs;
    for (const { id, groups } of this.contexts()) {
      const asked = { id_shopobject: id, groups };
      expect(await other.text('explain_price', asked, { secret: true })).toEqual(
        await shop.text('explain_price', asked, { secret: true }),
      );
    }
  }
}

test('lowest_30d is that of a full log of what was shown, and a restart changes nothing', async () => {
  let said = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, waits), { minLength: 8, maxLength: 24 }), async (steps) => {
      const observed = await Observed.open();
      for (const [one, wait] of steps) {
        await observed.make(one);
        await observed.wait(wait);
        await observed.check();
      }
      await observed.checkReplayed();
      said += observed.said;
    }),
    { numRuns: runs(40, 40, 600) },
  );
  expect(said).toBeGreaterThan(runs(40, 40, 600) * 10);
});
