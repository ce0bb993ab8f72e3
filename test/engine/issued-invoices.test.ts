// An issued invoice is encrypted wherever it is written, kept as long as the law wants it, and gone with its person's
// keys.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { issueInvoice, issuePart, keepCancellation } from '../../src/domain/orders/issue-documents.ts';
import { NO_CONTENT, issuedInvoice } from '../../src/domain/orders/issued-invoice.ts';
import type { IssuedInvoice } from '../../src/domain/orders/issued-invoice.ts';
import { moveOrder } from '../../src/domain/orders/move-order.ts';
import { ORDER_EVENT_TO } from '../../src/domain/lifecycles/order.ts';
import { logIn } from '../../src/domain/accounts/log-in.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { eraseOrder, eraseUser } from '../../src/engine/maintenance/erasure.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { sample } from '../harness/effort.ts';
import { KEYRING_ID } from '../../src/domain/privacy/destroy-keys.ts';
import { changeStates } from '../domain/orders/change-states.ts';
import { NONE, buy, orderOf, register } from './privacy/persons.ts';
import { SetClock } from './seeded.ts';
import { BY_PARCEL, buyTwo, fillShop, make, ship, startSession } from './shop.ts';
import { LIMITS, closeAndVerify, engineOn, findingsOf, newPlace, open, untilWritten } from './store/stores.ts';

const MARKS = { data: 'zqdata of Anna', html: 'zqhtml of Anna', pdf: 'zqpdf of Anna' };

const issue = (engine: Engine, orderId: number): void => {
  const { data } = MARKS;
  make(engine, (tx) => issueInvoice(tx, orderId, { language: 'de', format: 'html', data, bytes: MARKS.html }));
  make(engine, (tx) => issueInvoice(tx, orderId, { language: 'en', format: 'pdf', data: 'other', bytes: MARKS.pdf }));
  make(engine, (tx) => issueInvoice(tx, orderId, { language: 'fr', format: 'html', data: 'other', bytes: 'another' }));
};

const invoiceOf = (engine: Engine, orderId: number): IssuedInvoice =>
  engine.tables.issued_invoice.peek(orderId) as IssuedInvoice;

const cases = [
  ['a user’s', false, true],
  ['a guest’s', false, false],
  ['of nobody that the order tells of', true, false],
] as const;

describe('an issued invoice', () => {
  // Catches a copy in clear, a key that the erasure forgets, and one that goes with the contact's before the law allows
  // it.
  test.each(cases)(
    '%s: is encrypted, readable until its retention ends, and then in no copy',
    async (_name, anonymous, isUser) => {
      const place = newPlace();
      const clock = new SetClock();
      clock.ms = Date.UTC(2026, 5, 1);
      const store = await open(place, { clock });
      const { engine, keys } = store;
      fillShop(engine);
      const user = register(engine);
      const session = isUser ? make(engine, (tx) => logIn(tx, user, 0)).id : make(engine, startSession);
      const orderId = anonymous ? buy(engine, session, NONE) : buy(engine, session);
      issue(engine, orderId);
      expect(invoiceOf(engine, orderId)).toMatchObject({ language: 'de', content: MARKS });
      if (!anonymous) expect(invoiceOf(engine, orderId).subject).toBe(orderOf(engine, orderId).subject);
      await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
      await (isUser ? eraseUser(engine, user, { years: 10 }) : eraseOrder(engine, orderId, { years: 10 }));
      const dueMs = Date.UTC(2037, 0, 1);
      expect([dueMs - 1, dueMs].map((ms) => keys.dueInvoiceKeys(ms).length)).toEqual([0, 1]);
      await store.close();
      for (const directory of [place.directory, place.snapshots]) {
        for (const file of readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) =>
          one.isFile(),
        )) {
          const bytes = readFileSync(join(file.parentPath, file.name));
          for (const mark of Object.values(MARKS)) expect(bytes.includes(mark), `${mark} in ${file.name}`).toBe(false);
        }
      }
      const kept = await open(place, { clock });
      expect(invoiceOf(kept.engine, orderId).content).toEqual(MARKS);
      kept.keys.destroyDue(dueMs);
      await kept.close();
      expect(await findingsOf(place)).toEqual([]);
      const gone = await open(place, { clock });
      expect(invoiceOf(gone.engine, orderId)).toMatchObject({ language: 'de', content: null });
      issue(gone.engine, orderId);
      expect(invoiceOf(gone.engine, orderId).content).toBe(null);
      await gone.close();
    },
  );

  test('is not made for an order whose person was erased before', async () => {
    const place = newPlace();
    const store = await open(place);
    fillShop(store.engine);
    const orderId = buy(store.engine, make(store.engine, startSession));
    await eraseOrder(store.engine, orderId, { years: 10 });
    issue(store.engine, orderId);
    expect(invoiceOf(store.engine, orderId)).toBe(undefined);
    await store.close();
  });

  // Catches a document that nobody can read any more before the law allows it.
  test.each([
    ['before', false],
    ['before', true],
    ['after', false],
    ['after', true],
    ['while', false],
  ])('that is cancelled %s the erasure is kept by the year of that: of nobody is %s', async (when, anonymous) => {
    const place = newPlace();
    const clock = new SetClock();
    clock.ms = Date.UTC(2026, 5, 1);
    const store = await open(place, { clock });
    const { engine, keys } = store;
    fillShop(engine);
    const orderId = buy(engine, make(engine, startSession), anonymous ? NONE : undefined);
    issue(engine, orderId);
    const cancel = (): undefined => {
      clock.ms = Date.UTC(2028, 5, 1);
      if (orderOf(engine, orderId).cancellation.number === 0)
        make(engine, (tx) => changeStates(tx, orderId, { order: 'CANCELED' }));
    };
    if (when === 'before') cancel();
    // Once the first record of the erasure has said when the key ends.
    const pause = (): undefined =>
      when === 'while' && engine.tables.keyring.peek(KEYRING_ID) !== undefined ? cancel() : undefined;
    const { invoicesUntilMs } = await eraseOrder(engine, orderId, { years: 10, pause });
    const dueMs = Date.UTC(2039, 0, 1);
    expect(invoicesUntilMs).toBe(when === 'after' ? Date.UTC(2037, 0, 1) : dueMs);
    if (when === 'after') cancel();
    await engine.whenDurable(engine.headSeq);
    const made = { format: 'html', data: MARKS.data, bytes: MARKS.html } as const;
    make(engine, (tx) => keepCancellation(tx, orderId, made));
    await store.close();
    expect([dueMs - 1, dueMs].map((ms) => keys.dueInvoiceKeys(ms).length)).toEqual([0, 1]);
    expect(await findingsOf(place)).toEqual([]);
    const again = await open(place, { clock });
    expect(invoiceOf(again.engine, orderId).cancellation).toMatchObject({ html: MARKS.html });
    await again.close();
  });

  // Catches a key that ends by the year of the first parcel, though the second one was invoiced later.
  test('of a parcel is kept by the year of the last parcel, where the order is of nobody', async () => {
    const place = newPlace();
    const clock = new SetClock();
    clock.ms = Date.UTC(2026, 5, 1);
    const store = await open(place, { clock, rules: BY_PARCEL });
    const { engine, keys } = store;
    fillShop(engine);
    const orderId = buyTwo(engine);
    ship(engine, orderId, 1);
    const number = orderOf(engine, orderId).invoice;
    make(engine, (tx) =>
      issuePart(tx, orderId, { number, language: 'de', format: 'html', data: MARKS.data, bytes: MARKS.html }),
    );
    expect(orderOf(engine, orderId).subject).toBe(0);
    await eraseOrder(engine, orderId, { years: 10 });
    clock.ms = Date.UTC(2028, 5, 1);
    ship(engine, orderId, 2);
    await engine.whenDurable(engine.headSeq);
    const dueMs = Date.UTC(2039, 0, 1);
    expect([dueMs - 1, dueMs].map((ms) => keys.dueInvoiceKeys(ms).length)).toEqual([0, 1]);
    await store.close();
  });

  // Catches a replay that keeps a note under a key which is destroyed, and differs from the row.
  test('of which only a credit note was kept is gone with the key of that', () => {
    const { state: of, apply, decide } = issuedInvoice;
    const state = of.initial();
    apply(state, { type: 'credit_note_made', subject: 5, creditId: 1, content: null }, 1, 0);
    expect(state.content).toBe(null);
    const again = { type: 'add_credit_note', creditId: 1, data: 'a', format: 'html', bytes: 'b' } as const;
    expect(decide(state, again, {} as never)).toEqual({ ok: true, value: [] });
    const kept = of.initial();
    apply(kept, { type: 'credit_note_made', subject: 5, creditId: 1, content: { ...NO_CONTENT, data: 'a' } }, 1, 0);
    expect(decide(kept, again, {} as never)).toMatchObject({ value: [{ type: 'credit_note_made' }] });
  });

  // Catches a document whose personal data only memory has, and a number for a document that nobody will ever read.
  test('is not cancelled by a document once its key is destroyed', async () => {
    const place = newPlace();
    const clock = new SetClock();
    clock.ms = Date.UTC(2026, 5, 1);
    const store = await open(place, { clock });
    fillShop(store.engine);
    const orderId = buy(store.engine, make(store.engine, startSession));
    issue(store.engine, orderId);
    // As an older version cancelled: without a number.
    const move = { lifecycle: 'order' as const, event: ORDER_EVENT_TO.CANCELED };
    make(store.engine, (tx) => moveOrder(tx, orderId, move, { byHand: true, by: 0 }));
    const { invoicesUntilMs } = await eraseOrder(store.engine, orderId, { years: 10 });
    store.keys.destroyDue(invoicesUntilMs);
    await store.close();
    const gone = await open(place, { clock });
    const made = { format: 'html', data: MARKS.data, bytes: MARKS.html } as const;
    make(gone.engine, (tx) => keepCancellation(tx, orderId, made));
    expect(orderOf(gone.engine, orderId).cancellation.number).toBe(0);
    expect(JSON.stringify(invoiceOf(gone.engine, orderId))).not.toContain('zq');
    await gone.close();
    expect(await findingsOf(place)).toEqual([]);
  });

  // Catches a thousand documents that stay in memory until the loop is idle, which in a busy hour it never is.
  test.each(sample([150, 1500]))(
    'of %d at most a hundred stay in memory, and rows follow a thousand',
    async (count) => {
      const engine = engineOn(new MemoryJournal(), {
        limits: { ...LIMITS, sessionsMax: 10_000, replayRecordsMax: 1_000_000 },
      });
      fillShop(engine);
      const orders: number[] = [];
      for (let at = 0; at < count; at += 1) {
        orders.push(buy(engine, make(engine, startSession), NONE));
        issue(engine, orders[at]!);
        if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const { resident } = engine.tables.issued_invoice;
      expect(resident.size).toBeLessThan(Math.max(1001, count));
      await untilWritten(engine);
      for (const id of orders)
        expect((engine.tables.issued_invoice.get(id)!.state as IssuedInvoice).content).toEqual(MARKS);
      for (let round = 0; round < 100; round += 1) {
        engine.tick();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(resident.size).toBeLessThanOrEqual(100);
      await closeAndVerify(engine);
    },
  );
});
