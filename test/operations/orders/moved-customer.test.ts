// A customer of another system whose address changes while an import gives the account its past orders. Catches orders
// of the former address that nobody gets any more, and orders that whoever enters an address gets with it.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJsonLines } from '../../../src/catalogue-files/json-lines.ts';
import { Report } from '../../../src/catalogue-files/report.ts';
import { runImport } from '../../../src/catalogue-files/run-import.ts';
import { changeUser } from '../../../src/domain/accounts/change-user.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import { CLAIMED } from '../../../src/domain/history/bring-past-order.ts';
import { bringRecords, isUnchanged, pieces } from '../../catalogue-files/catalogue-shop.ts';
import { runs } from '../../harness/effort.ts';
import { openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';
import { ANNA, CUSTOMER, ORDER, customerWith, guestOrders, pastOf } from './past-order-records.ts';

const BERTA = 'berta@example.org';
const BY_TEST = { operation: 'test', channelId: 0, sessionId: 0, userId: 0 };
const [ORDERS, OTHERS] = [7, 3];
const ANNAS_ID = 1;

const { max } = CLAIMED;
beforeEach(() => void (CLAIMED.max = 2));
afterEach(() => void (CLAIMED.max = max));

const orderOf = (number: string, email: string): object => ({ ...ORDER, number, email, taxes: [], lines: [] });

const move = (shop: TestShop, email: string): boolean =>
  shop.engine.transact(BY_TEST, (tx) => changeUser(tx, ANNAS_ID, { email })).ok;

/** Registers an account here, by somebody who enters another person's address. */
const enter = (shop: TestShop, email: string): number => {
  const registration = { email, passwordHash: 'hash', className: '', language: 'de_DE', level: 0, verifyDigest: '' };
  const made = shop.engine.transact(BY_TEST, (tx) => registerUser(tx, { username: 'stranger', ...registration }));
  return made.ok ? made.value : 0;
};

const numbersOf = async (shop: TestShop, params: object): Promise<string[]> =>
  (await pastOf(shop, { ...params, limit: 100 })).map(({ number }) => String(number)).toSorted();

const moment = fc.record({
  /** Pause of the import at which the address changes. */
  at: fc.nat({ max: 5 }),
  /** Whether the import ends there. */
  stops: fc.boolean(),
  /** Whether somebody enters the address that is free from then on. */
  isEntered: fc.boolean(),
  movesBack: fc.boolean(),
  restarts: fc.boolean(),
});

test('whenever the address changes, the orders of the former one are the account’s, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(moment, async ({ at, stops, isEntered, movesBack, restarts }) => {
      const shop = openShop();
      const berta = Array.from({ length: OTHERS }, (_, index) => orderOf(`B${index}`, BERTA));
      await bringRecords(shop.engine, [...guestOrders(ORDERS), ...berta]);
      const annas = await numbersOf(shop, { email: ANNA });
      expect(annas).toHaveLength(ORDERS);
      let [pauses, strangersId] = [0, 0];
      const pause = async (): Promise<void> => {
        pauses += 1;
        if (pauses !== at + 1) return;
        expect(move(shop, BERTA)).toBe(true);
        if (isEntered) strangersId = enter(shop, ANNA);
        else if (movesBack) expect(move(shop, ANNA)).toBe(true);
        if (stops) throw new Error('stopped');
      };
      const source = readJsonLines(pieces(JSON.stringify(CUSTOMER)), 10_000);
      const importing = { stock: false, replaceAttributes: false, pause };
      await runImport(shop.engine, source, new Report('line'), importing).catch((error: unknown) =>
        expect(error).toMatchObject({ message: 'stopped' }),
      );
      if (restarts) await shop.restart();
      const holds = async (own: readonly string[]): Promise<void> => {
        expect(await numbersOf(shop, { id_user: ANNAS_ID })).toEqual(own);
        if (strangersId !== 0) expect(await numbersOf(shop, { id_user: strangersId })).toEqual([]);
      };
      await holds(annas);
      const again = await bringRecords(shop.engine, [CUSTOMER]);
      expect(again.listed).toEqual([]);
      expect(again.types.customer).toMatchObject({ created: 0 });
      await holds(annas);
      await isUnchanged(shop.engine, () => bringRecords(shop.engine, [CUSTOMER]));
      const { past_order: table } = shop.engine.tables;
      const owners = annas.map((_, index) => (table.peek(index + 1) as { userId: number }).userId);
      expect(new Set(owners)).toEqual(new Set([ANNAS_ID]));
      // Later ones of both addresses.
      await bringRecords(shop.engine, [orderOf('later', ANNA), orderOf('B-later', BERTA)]);
      await holds([...annas, 'later'].toSorted());
    }),
    { numRuns: runs(60) },
  );
});

test('the account is erased with the orders of the address that it came with, whichever it has by now', async () => {
  const shop = openShop();
  await bringRecords(shop.engine, [...guestOrders(ORDERS), orderOf('B', BERTA), CUSTOMER]);
  await customerWith(shop, 'Secret1');
  expect(move(shop, BERTA)).toBe(true);
  await shop.restart();
  expect(await shop.admin('erase_user', { id_user: ANNAS_ID })).toMatchObject({ past_orders: ORDERS });
  await shop.restart();
  expect(await pastOf(shop, { email: ANNA })).toEqual([]);
  expect(await numbersOf(shop, { email: BERTA })).toEqual(['B']);
  // Nothing of the erased account finds what is brought later.
  await bringRecords(shop.engine, [orderOf('later', ANNA)]);
  expect(await pastOf(shop, { email: ANNA })).toMatchObject([{ id_user: 0 }]);
});
