// How an account from another system gets the past orders of its address. Catches a record of the journal without a
// bound, an order that an import which ends in between leaves out for good, or that is left readable when its person is
// erased meanwhile.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readJsonLines } from '../../../src/catalogue-files/json-lines.ts';
import type { Sourced } from '../../../src/catalogue-files/record-source.ts';
import { Report } from '../../../src/catalogue-files/report.ts';
import { runImport } from '../../../src/catalogue-files/run-import.ts';
import { CLAIMED } from '../../../src/domain/history/bring-past-order.ts';
import { IdsByName } from '../../../src/domain/history/ids-by-name.ts';
import { bringRecords, isUnchanged, pieces } from '../../catalogue-files/catalogue-shop.ts';
import { verified } from '../accounts/accounts.ts';
import { openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';
import { ANNA, CUSTOMER, ORDER, counted, customerWith, guestOrders, pastOf } from './past-order-records.ts';

/** Records with events of past orders, oldest first, by how many such events each has. */
const claimsIn = (shop: TestShop): number[] => {
  const counts: number[] = [];
  shop.engine.observe({
    recorded: (_seq, events) => {
      const claims = events.filter(({ event }) => event.type === 'past_order_assigned');
      if (claims.length > 0) counts.push(claims.length);
    },
    durable: () => {},
  });
  return counts;
};

const ownersIn = (shop: TestShop): Set<number> => {
  const { past_order: table } = shop.engine.tables;
  const ids = Array.from({ length: table.nextId - 1 }, (_, at) => at + 1);
  return new Set(ids.map((id) => (table.peek(id) as { userId: number }).userId));
};

describe('an account, and more orders of its address than one record gives', () => {
  const { max } = CLAIMED;
  beforeEach(() => void (CLAIMED.max = 5));
  afterEach(() => void (CLAIMED.max = max));

  test('an account gets all orders of its address, by records of a bounded size', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(13));
    const counts = claimsIn(shop);
    const report = await bringRecords(shop.engine, [CUSTOMER]);
    expect(report.types).toEqual({ customer: { ...counted, created: 1 } });
    expect(counts).toEqual([5, 5, 3]);
    expect(shop.engine.durableSeq).toBe(shop.engine.headSeq);
    expect(ownersIn(shop)).toEqual(new Set([1]));
    await isUnchanged(shop.engine, () => bringRecords(shop.engine, [CUSTOMER]));
    await shop.restart();
    expect(ownersIn(shop)).toEqual(new Set([1]));
  });

  test('an import that ends in between is finished by the same one, which a dry run foresees', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(13));
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
      if (pauses === 2) throw new Error('stopped');
    };
    const importing = { stock: false, replaceAttributes: false };
    const source = (): AsyncIterable<Sourced> => readJsonLines(pieces(JSON.stringify(CUSTOMER)), 10_000);
    const stopped = runImport(shop.engine, source(), new Report('line'), { ...importing, pause });
    await expect(stopped).rejects.toThrow('stopped');
    expect(ownersIn(shop)).toEqual(new Set([0, 1]));
    await shop.restart();
    const { headSeq } = shop.engine;
    const foreseen: unknown[] = [];
    const answered = async (answer: unknown): Promise<void> => void foreseen.push(answer);
    await runImport(shop.engine, source(), new Report('line'), { ...importing, dryRun: true, answered });
    expect([foreseen, shop.engine.headSeq]).toEqual([['updated'], headSeq]);
    const counts = claimsIn(shop);
    const report = await bringRecords(shop.engine, [CUSTOMER]);
    expect(report.types).toEqual({ customer: { ...counted, updated: 1 } });
    expect(counts).toEqual([3]);
    expect(ownersIn(shop)).toEqual(new Set([1]));
  });

  test('an order that gets another address before its turn stays with that', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(13));
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
      // An order that the account has no claim to any more, before its turn.
      if (pauses === 1)
        await bringRecords(shop.engine, [{ ...ORDER, number: '#12', email: 'berta@example.org', lines: [] }]);
    };
    const source = readJsonLines(pieces(JSON.stringify(CUSTOMER)), 10_000);
    await runImport(shop.engine, source, new Report('line'), { stock: false, replaceAttributes: false, pause });
    const [other] = await pastOf(shop, { number: '12' });
    expect(other).toMatchObject({ email: 'berta@example.org', id_user: 0 });
    expect(await pastOf(shop, { id_user: 1, limit: 100 })).toHaveLength(12);
  });

  /** Brings the customer; `pause` is called between two records. */
  const bringCustomer = async (shop: TestShop, pause: () => Promise<void>): Promise<Report> => {
    const report = new Report('line');
    const source = readJsonLines(pieces(JSON.stringify(CUSTOMER)), 10_000);
    await runImport(shop.engine, source, report, { stock: false, replaceAttributes: false, pause });
    return report;
  };

  const areErased = async (shop: TestShop): Promise<void> => {
    expect(await pastOf(shop, { email: ANNA })).toEqual([]);
    const orders = await pastOf(shop, { limit: 100 });
    expect(orders.map(({ email, phone, note }) => [email, phone, note])).toEqual(
      Array.from({ length: 13 }, () => ['erased', 'erased', 'erased']),
    );
  };

  test('those that an interrupted import left are shown, exported and erased with the account', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(13));
    const stopped = bringCustomer(shop, () => Promise.reject(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
    await shop.restart();
    expect(await shop.admin('erase_user', { id_user: 1, dry_run: 1 })).toMatchObject({ past_orders: 13 });
    const session = await customerWith(shop, 'Secret1');
    const { past_orders: shown } = await shop.call<{ past_orders: readonly Reply[] }>('get_user_orders', { session });
    expect(shown.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, at) => 13 - at));
    const { past_orders: exported } = await shop.admin<{ past_orders: readonly Reply[] }>('export_user', {
      id_user: 1,
    });
    expect(exported).toHaveLength(13);
    expect(ownersIn(shop)).toEqual(new Set([0, 1]));
    expect(await shop.admin('erase_user', { id_user: 1 })).toMatchObject({ past_orders: 13 });
    await areErased(shop);
    await shop.restart();
    await areErased(shop);
  });

  test('an account that is erased before it has all of them is erased with all of them', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(13));
    const replies: unknown[] = [];
    await bringCustomer(shop, async () => {
      if (replies.length === 0) replies.push(await shop.admin('erase_user', { id_user: 1 }));
    });
    expect(replies).toMatchObject([{ past_orders: 13 }]);
    await areErased(shop);
  });

  test('those of an address that somebody entered here are left alone by an erasure', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, guestOrders(3));
    const { id, email } = await verified(shop, 'anna');
    expect(email).toBe(ANNA);
    expect(await shop.admin('erase_user', { id_user: id })).not.toHaveProperty('past_orders');
    expect(await pastOf(shop, { email: ANNA })).toHaveLength(3);
  });

  test('a customer who has them all is unchanged, whatever others write meanwhile, and no list is copied', async () => {
    const shop = openShop();
    await bringRecords(shop.engine, [...guestOrders(13), CUSTOMER]);
    const holders = vi.spyOn(IdsByName.prototype, 'holders');
    const { headSeq } = shop.engine;
    const report = await bringCustomer(shop, async () => void (await shop.session()));
    expect(report.types).toEqual({ customer: { ...counted, unchanged: 1 } });
    expect(shop.engine.headSeq).toBeGreaterThan(headSeq);
    expect(holders).not.toHaveBeenCalled();
    holders.mockRestore();
  });
});
