// Catches sessions, holds and remembered calls that live for years after a wrong clock was put right, a step of time
// that a replay does not know, and one that is forgotten when the process ends in the middle of it.
import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/domain/cart/session.ts';
import { invitationIds, invitePerson } from '../../../src/domain/accounts/invite.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import type { IdempotencyRecord } from '../../../src/domain/channels/idempotency-record.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';
import { timeSteps, uncertainSpans } from '../../../src/domain/time/time-step.ts';
import { changelog } from '../../../src/engine/audit/audit-pages.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { TimeKeeper } from '../../../src/engine/maintenance/time-keeper.ts';
import { SetClock } from '../seeded.ts';
import { PRODUCTS, RULES, addPiece, buy, fillShop, make, remember, startSession } from '../shop.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten } from '../store/stores.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const YEARS = 3650 * DAY;
const CALLS_MS = 2 * HOUR;
const rules = { ...RULES, sessionTtlMs: HOUR, cartHoldMs: 30 * MINUTE };

const open = (journal = new MemoryJournal(), clock = new SetClock(), clockConfirmMs = 0) => {
  const engine = engineOn(journal, { clock, rules, limits: { ...LIMITS, clockConfirmMs } });
  const steps: [number, number][] = [];
  const keeper = new TimeKeeper(engine, {
    idempotencyKeyTtlMs: CALLS_MS,
    stepped: (from, to) => void steps.push([from, to]),
  });
  const sweeper = new ExpirySweeper(engine);
  /** Serves for so long. */
  const pass = (ms: number, looks = 1000): void => {
    for (let rest = ms; rest > 0; rest -= MINUTE) {
      clock.ms += Math.min(rest, MINUTE);
      keeper.tick(looks);
      sweeper.sweep(1000);
    }
  };
  return { journal, clock, engine, keeper, pass, steps };
};

/** A session with a cart that holds its stock, and a remembered call. */
const visit = (engine: Engine, key: string) => {
  const session = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, session, PRODUCTS[0], false));
  return { session, call: make(engine, (tx) => remember(tx, key, CALLS_MS)) };
};

const endOf = (engine: Engine, id: number): number | undefined =>
  (engine.tables.session.peek(id) as Session | undefined)?.expiresMs;
const heldMilli = (engine: Engine): number =>
  [...engine.readContext().index('stock').held].reduce(
    (sum, id) => sum + ((engine.tables.stock.peek(id) as StockItem).holds?.heldMilli ?? 0),
    0,
  );

/** The clock was ten years ahead for long enough to be followed, and is right again; a visit came meanwhile. */
const wrongYears = () => {
  const shop = open();
  const { engine, clock, pass } = shop;
  fillShop(engine);
  buy(engine, PRODUCTS[0]);
  clock.errorMs = YEARS;
  pass(61 * MINUTE);
  const visited = visit(engine, 'a');
  const order = buy(engine, PRODUCTS[1]).orderId;
  clock.errorMs = 0;
  return { ...shop, ...visited, order };
};

describe('a jump of ten years', () => {
  test('for two seconds leaves no trace', async () => {
    const { engine, clock, keeper, pass } = open();
    fillShop(engine);
    clock.errorMs = YEARS;
    clock.ms += 2000;
    keeper.tick(1000);
    const { session } = visit(engine, 'a');
    expect(endOf(engine, session)).toBe(clock.ms + HOUR);
    const { orderId } = buy(engine, PRODUCTS[1]);
    expect((engine.tables.order.peek(orderId) as Order).createdMs).toBe(clock.ms);
    clock.errorMs = 0;
    pass(61 * MINUTE);
    expect([endOf(engine, session), heldMilli(engine)]).toEqual([undefined, 0]);
    expect(timeSteps(engine.readContext())).toEqual([]);
    await closeAndVerify(engine);
  });

  test('that is followed, and is taken back an hour after its end, ends nothing later than a life from then', async () => {
    const { engine, clock, pass, session, call, order, steps } = wrongYears();
    expect(endOf(engine, session)).toBe(clock.ms + YEARS + HOUR);
    pass(61 * MINUTE);
    // In use, or it would have expired: time went on as if it were ten years later.
    expect(engine.nowMs()).toBe(clock.ms);
    const { session: other, call: otherCall } = visit(engine, 'b');
    pass(2 * MINUTE);
    const latest = engine.nowMs() + HOUR;
    expect(endOf(engine, other)!).toBeLessThanOrEqual(latest);
    expect(endOf(engine, session) ?? 0).toBeLessThanOrEqual(latest);
    for (const id of [call, otherCall]) {
      const record = engine.tables.idempotency_record.peek(id) as IdempotencyRecord;
      expect(record.expiresMs).toBeLessThanOrEqual(engine.nowMs() + CALLS_MS);
    }
    pass(3 * HOUR);
    expect([endOf(engine, session), endOf(engine, other), heldMilli(engine)]).toEqual([undefined, undefined, 0]);
    expect(engine.readContext().index('idempotency_record').ids()).toEqual([]);
    // Records keep their order, and their times.
    expect((engine.tables.order.peek(order) as Order).createdMs).toBeGreaterThan(clock.ms + YEARS - DAY);
    expect(steps.map(([from, to]) => Math.sign(to - from))).toEqual([1, -1]);
    expect(engine.readContext().index('time_step').unsettled.size).toBe(0);
    await closeAndVerify(engine);
  });

  test('taken back brings within its life what was to end in ten years', async () => {
    const { engine, clock, keeper, session, call } = wrongYears();
    keeper.confirm();
    expect(engine.nowMs()).toBe(clock.ms);
    expect(endOf(engine, session)).toBeGreaterThan(clock.ms + YEARS);
    keeper.tick(1000);
    expect(endOf(engine, session)).toBe(clock.ms + HOUR);
    expect((engine.tables.idempotency_record.peek(call) as IdempotencyRecord).expiresMs).toBe(clock.ms + CALLS_MS);
    const [held] = [...engine.readContext().index('stock').held];
    expect((engine.tables.stock.peek(held!) as StockItem).holds!.nextMs).toBe(clock.ms + 30 * MINUTE);
    await closeAndVerify(engine);
  });

  test('taken back a few actors at a time goes on after a crash', async () => {
    const { engine, journal, clock, keeper, session } = wrongYears();
    keeper.confirm();
    keeper.tick(1);
    expect(endOf(engine, session)).toBeGreaterThan(clock.ms + YEARS);
    await untilWritten(engine);
    const again = open(journal, clock);
    expect(again.engine.readContext().index('time_step').unsettled.size).toBe(1);
    expect(again.engine.nowMs()).toBe(clock.ms);
    for (let tick = 0; tick < 50; tick += 1) again.keeper.tick(1);
    expect(endOf(again.engine, session)).toBe(clock.ms + HOUR);
    expect(again.engine.readContext().index('time_step').unsettled.size).toBe(0);
    await closeAndVerify(again.engine);
  });

  test('is told by its steps, with the times that are uncertain by them', () => {
    const { engine, clock, keeper } = wrongYears();
    keeper.confirm();
    const steps = timeSteps(engine.readContext());
    expect(steps.map(({ reason, isSettled }) => [reason, isSettled])).toEqual([
      ['followed', true],
      ['confirmed', false],
    ]);
    expect(steps[1]!.seq).toBe(engine.headSeq);
    const [trueSpan, aheadSpan, ...others] = uncertainSpans(steps);
    expect(others).toEqual([]);
    expect(trueSpan!.fromMs).toBeLessThanOrEqual(clock.ms);
    expect(trueSpan!.untilMs).toBe(clock.ms);
    expect(aheadSpan!.fromMs).toBeGreaterThan(clock.ms + YEARS - HOUR);
    expect(aheadSpan!.untilMs).toBe(clock.ms + YEARS);
  });

  test('hides no change from whoever asks for those since a moment', async () => {
    const { engine, keeper, pass } = wrongYears();
    keeper.confirm();
    pass(10 * MINUTE);
    const sinceMs = engine.nowMs();
    make(engine, (tx) => createClass(tx, 'other', 'product'));
    await untilWritten(engine);
    const back = timeSteps(engine.readContext())[1]!.seq;
    const query = { object: undefined, sinceMs, afterSeq: 0, entriesMax: 100 };
    const { entries } = changelog(engine.audit, query, [back]);
    expect(entries.map(({ seq }) => seq)).toContain(engine.headSeq);
  });
});

describe('an invitation', () => {
  const invite = (engine: Engine): number => {
    const given = { email: 'new@example.org', role: 'reader', level: 50, digest: 'digest' };
    return make(engine, (tx) => invitePerson(tx, { ...given, invitedBy: 0, channelId: 1 }));
  };
  const openOnes = (engine: Engine): readonly number[] => invitationIds(engine.readContext());

  // Catches keys of a person that go by a clock that nothing confirms.
  test('that a wrong clock has ended is there again with the right one, and ends in its own time', async () => {
    const { engine, clock, pass } = open(undefined, undefined, DAY);
    const id = invite(engine);
    clock.errorMs = 30 * DAY;
    pass(61 * MINUTE);
    expect(openOnes(engine)).toEqual([]);
    expect(engine.tables.invitation.peek(id)).toBeDefined();
    clock.errorMs = 0;
    pass(61 * MINUTE);
    expect(openOnes(engine)).toEqual([id]);
    clock.ms += 7 * DAY;
    pass(MINUTE);
    expect(engine.tables.invitation.peek(id)).toBeUndefined();
    await closeAndVerify(engine);
  });

  test('that was sent ahead of the present time ends once the time is confirmed', async () => {
    const { engine, clock, pass } = open(undefined, undefined, DAY);
    clock.errorMs = 30 * DAY;
    pass(61 * MINUTE);
    const id = invite(engine);
    clock.errorMs = 0;
    pass(61 * MINUTE);
    expect(openOnes(engine)).toEqual([]);
    expect(engine.tables.invitation.peek(id)).toBeDefined();
    clock.ms += DAY;
    pass(MINUTE);
    expect(engine.tables.invitation.peek(id)).toBeUndefined();
    await closeAndVerify(engine);
  });
});

describe('uncertain times', () => {
  const step = (fromMs: number, toMs: number) => ({ fromMs, toMs });

  test.each([
    ['no step', [], []],
    ['a step ahead alone', [step(10, 50)], [[10, 50]]],
    ['a step back alone', [step(50, 10)], [[10, 50]]],
    [
      'ahead and back',
      [step(10, 50), step(55, 15)],
      [
        [10, 15],
        [50, 55],
      ],
    ],
    [
      'twice ahead and back',
      [step(10, 50), step(55, 15), step(20, 60), step(65, 25)],
      [
        [10, 15],
        [20, 25],
        [50, 55],
        [60, 65],
      ],
    ],
    [
      'one within another',
      [step(10, 50), step(60, 90), step(95, 65), step(70, 30)],
      [
        [10, 30],
        [50, 70],
        [60, 65],
        [90, 95],
      ],
    ],
  ])('of %s', (_what, steps, spans) => {
    expect(uncertainSpans(steps).map(({ fromMs, untilMs }) => [fromMs, untilMs])).toEqual(spans);
  });
});
