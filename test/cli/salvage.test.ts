// Catches an order that a journal still holds and that `kontor salvage` does not find, a crash on a file that is no
// journal any more, and a store that was changed by reading it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Order } from '../../src/domain/orders/order.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { runs } from '../harness/effort.ts';
import { closeAndVerifyStore, crashed, findingsOf, newPlace, open, untilWritten } from '../engine/store/stores.ts';
import { DETAILS, buy as buyAs } from '../engine/privacy/persons.ts';
import { buy, fillShop, make, startSession } from '../engine/shop.ts';
import { CommandPlace } from '../harness/commands.ts';

const place = new CommandPlace();
afterAll(() => place.clean());

/** A store that fell back to a snapshot file, and what it lost. */
const fallen = async () => {
  const first = newPlace({ durability: 'commit' });
  const store = await open(first);
  fillShop(store.engine, 500);
  await untilWritten(store.engine);
  const { seqTo } = await writeSnapshot(store.engine, {
    directory: first.snapshots,
    owner: store.identity,
    keep: 2,
    sliceMs: 5,
  });
  const named = buyAs(store.engine, make(store.engine, startSession), DETAILS);
  const lost = [named, buy(store.engine, 1).orderId, buy(store.engine, 2).orderId];
  const invoices = lost.map((id) => `R-${(store.engine.tables.order.peek(id) as Order).invoice.number}`);
  await untilWritten(store.engine);
  const left = crashed(first, { bootId: 'boot-2' });
  await store.close();
  const again = await open(left);
  const [aside] = readdirSync(left.directory).filter((name) => name.startsWith('journal.distrusted-'));
  await closeAndVerifyStore(left, again);
  return { left, aside: join(left.directory, aside!), lost, invoices, seqTo };
};

test('a journal that was put aside tells its orders, with what is about persons where the keys are', async () => {
  const { left, aside, lost, invoices, seqTo } = await fallen();
  const before = readdirSync(left.directory, { recursive: true });
  const ran = await place.runHere(['salvage', aside, '--records', '--orders', 'orders.jsonl']);
  expect(ran).toMatchObject({ code: 0, err: [] });
  expect(ran.out[0]).toBe('kontor: the structure of the file is whole');
  expect(ran.out.filter((line) => line.startsWith('kontor: record '))[0]).toMatch(
    new RegExp(`^kontor: record ${seqTo + 1}, `),
  );
  for (const [index, id] of lost.entries())
    expect(ran.out.join('\n')).toMatch(
      new RegExp(`kontor: order ${id}, invoice ${invoices[index]}, placed \\d{4}-.* EUR`),
    );
  expect(ran.out).toContainEqual(expect.stringMatching(/^kontor: 3 orders were placed, of [\d.]+ EUR$/));
  const orders = readFileSync(place.path('orders.jsonl'), 'utf8').trim().split('\n');
  expect(orders.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(lost);
  expect(orders[0]).toContain(DETAILS.fields.email);
  // A file that is there is never overwritten.
  expect((await place.runHere(['salvage', aside, '--orders', 'orders.jsonl'])).code).toBe(1);
  expect(readdirSync(left.directory, { recursive: true })).toEqual(before);
  expect(await findingsOf(left)).toEqual([]);

  const keys = join(left.directory, 'subject-keys.json');
  const kept = readFileSync(keys);
  writeFileSync(keys, '{');
  const without = await place.runHere(['salvage', aside, '--orders', 'erased.jsonl']);
  expect(without.out.join('\n')).toMatch(/subject-keys\.json is damaged.*; what is about persons reads "erased"/);
  expect(without.out.join('\n')).toContain('kontor: 3 orders were placed');
  const erased = readFileSync(place.path('erased.jsonl'), 'utf8');
  expect(erased.trim().split('\n')).toHaveLength(3);
  expect(erased).not.toContain(DETAILS.fields.email);
  writeFileSync(keys, kept);
});

test('a data directory is read from the newest snapshot file on, or from any record', async () => {
  const { left, aside } = await fallen();
  const newest = await place.runHere(['salvage', left.directory, '--snapshots', left.snapshots]);
  expect(newest.out.join('\n')).toMatch(/after record \d+: 0 batches with 0 records\n/);
  const all = await place.runHere(['salvage', aside, '--after', '0']);
  expect(all.code).toBe(0);
  expect(all.out).toContainEqual(
    expect.stringMatching(/^kontor: after record 0: \d+ batches with 20 records, up to 20$/),
  );
  expect((await place.runHere(['salvage', left.directory, '--after', 'x'])).err).toEqual([
    'kontor: --after: x is not the number of a record',
  ]);
  expect((await place.runHere(['salvage', left.snapshots])).err).toEqual([
    `kontor: ${left.snapshots} holds no journal: there is no file data.mdb in it`,
  ]);
});

test('whatever the file has become, the orders found are those that were placed', async () => {
  const { aside, lost } = await fallen();
  const path = join(aside, 'data.mdb');
  const whole = readFileSync(path);
  const at = (page: number): number => (page * 4096) % whole.length;
  const copyPage = (bytes: Buffer, to: number, from: number): number =>
    whole.copy(bytes, at(to), at(from), at(from) + 4096);
  const hurt = fc.record({
    keptShare: fc.double({ min: 0, max: 1, noNaN: true }),
    flips: fc.array(fc.nat({ max: whole.length * 8 - 1 }), { maxLength: 200 }),
    moved: fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 10 }),
  });
  await fc.assert(
    fc.asyncProperty(hurt, async ({ keptShare, flips, moved }) => {
      const bytes = Buffer.from(whole);
      for (const [from, to] of moved) copyPage(bytes, to, from);
      for (const flip of flips) bytes[flip >> 3]! ^= 1 << (flip & 7);
      writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * keptShare)));
      const { code, err, out } = await place.runHere(['salvage', aside]);
      expect(err).toEqual([]);
      expect([0, 1]).toContain(code);
      for (const line of out) {
        const [, order] = /^kontor: order (\d+),/.exec(line) ?? [];
        if (order !== undefined) expect(lost).toContain(Number(order));
      }
    }),
    { numRuns: runs(20) },
  );
});
