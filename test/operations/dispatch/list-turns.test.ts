// Turns of long lists. Catches a caller whose many lists take the thread from the one list of another, and lists whose
// work counts for nobody.
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import { HeldMemory, ofSearches } from '../../../src/kernel/held-memory.ts';
import { BufferedList } from '../../../src/operations/dispatch/buffered-list.ts';
import type { BufferedListOptions } from '../../../src/operations/dispatch/buffered-list.ts';
import { expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { ListScheduler } from '../../../src/operations/dispatch/list-scheduler.ts';
import type { OpenList } from '../../../src/operations/dispatch/list-scheduler.ts';
import { CREDENTIALS } from '../shop.ts';
import { ALL } from './long-list-calls.ts';
import { begin, longShop } from './long-lists.ts';

/** Lists of so many chunks, each of which takes two milliseconds. */
const opened = () => {
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const written: string[] = [];
  const charged: string[] = [];
  const options = {
    openMax: 100,
    yieldMs: 1000,
    stallTimeoutMs: 1000,
    nowMs: () => nowMs,
    soon: (run: () => void) => void turns.push(run),
    after: (ms: number, run: () => void) => (timers.push({ atMs: nowMs + ms, run }), () => {}),
  };
  const scheduler = new ListScheduler({} as Engine, options, (caller, ms) => void charged.push(`${caller} ${ms}`));
  const add = (caller: string, chunks: number, backOffice = false, chunksMax = Infinity): void => {
    let left = chunks;
    const list: OpenList = {
      holder: { caller, backOffice },
      step: () => {
        nowMs += 2;
        written.push(backOffice ? `* ${caller}` : caller);
        left -= 1;
        if (left > 0) scheduler.enqueue(list);
      },
      use: () => {},
      get isSpent() {
        return chunks - left > chunksMax;
      },
      freeze: () => {},
      stop: () => {},
      giveWay: () => {},
    };
    scheduler.enqueue(list);
  };
  const run = (): void => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) turn();
  };
  /** Nobody has work until the next timer; false: there is none. */
  const wait = (): boolean => {
    const timer = timers.shift();
    if (timer === undefined) return false;
    nowMs = Math.max(nowMs, timer.atMs);
    timer.run();
    return true;
  };
  return { add, run, wait, written, charged, now: () => nowMs };
};

test('where another caller waits, one caller has half of the turns, however many lists it has', () => {
  const { add, run, written, charged } = opened();
  for (let list = 0; list < 30; list += 1) add('a', 10);
  add('b', 20);
  run();
  const beside = written.slice(0, written.lastIndexOf('b') + 1);
  expect(beside.filter((caller) => caller === 'b')).toHaveLength(20);
  expect(beside.filter((caller) => caller === 'a')).toHaveLength(20);
  expect(written).toHaveLength(320);
  expect(charged.slice(0, 3)).toEqual(['a 2', 'b 2', 'a 2']);
});

test('with the secret key and without it a channel is two callers, and lists of one caller take turns', () => {
  const { add, run, written } = opened();
  for (let list = 0; list < 3; list += 1) add('a', 3);
  add('a', 3, true);
  run();
  expect(written).toEqual(['a', '* a', 'a', '* a', 'a', '* a', 'a', 'a', 'a', 'a', 'a', 'a']);
});

test('lists of a call that has used its time rest as long as they work, those of one caller together', () => {
  const { add, run, wait, written, now } = opened();
  for (let list = 0; list < 8; list += 1) add('a', 100, false, 10);
  add('b', 20);
  run();
  expect(
    written.filter((caller) => caller === 'b'),
    'others take their turns',
  ).toHaveLength(20);
  const beforeMs = now();
  const chunks = written.length;
  while (wait()) run();
  expect(written).toHaveLength(820);
  const [workedMs, passedMs] = [2 * (written.length - chunks), now() - beforeMs];
  expect(workedMs).toBeGreaterThan(1000);
  expect(workedMs / passedMs, 'of the thread').toBeLessThan(0.51);
});

test('a list counts for its caller, and a part of an aggregate that has used its time is refused', async () => {
  let nowMs = 0;
  const clock = (): number => (nowMs += 5);
  const long = await longShop(205, { lists: { nowMs: clock }, work: { callMsMax: 10, nowMs: () => 0 } });
  const { shop } = long.goods;
  const page = { request: 'search_products', args: { ...ALL, constraint: '{}' } };
  const fields = { ...CREDENTIALS, request: 'aggregate', pipe: JSON.stringify({ a: page, b: page, c: page }) };
  const answered = shop.send(fields);
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  // A search beside other work takes several turns of the event loop, before a list has its own.
  const runUntil = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) if (!long.turns.take()) await new Promise(setImmediate);
  };
  await runUntil(() => isAnswered);
  const { text } = await answered;
  expect(text).toContain('"TOO_EXPENSIVE"');
  expect(text).toContain('ms of the thread, and may use 10. It was at the list of search_products.');
  expect(shop.dispatch.load.lists.ended.get('too_expensive')).toBe(1);
  const { reader } = begin(long, 'search_products', ALL, { secret: '' });
  const runTurns = async (): Promise<void> => {
    for (let idle = 0; idle < 100; idle += 1) {
      if (long.turns.take()) idle = 0;
      else await new Promise(setImmediate);
    }
  };
  await runTurns();
  expect(reader.ended, 'it rests').toBe(false);
  for (let end = long.alarms.shift(); end !== undefined; end = long.alarms.shift()) {
    end();
    await runTurns();
  }
  expect(reader.ended, 'what is streamed is written to its end').toBe(true);
});

test('a list in one piece is masked chunk by chunk, as it is made', () => {
  const turns: (() => void)[] = [];
  const options = { openMax: 4, yieldMs: 1, stallTimeoutMs: 1, nowMs: () => 0, after: () => () => {} };
  const scheduler = new ListScheduler(
    {} as Engine,
    { ...options, soon: (run: () => void) => void turns.push(run) },
    () => {},
  );
  const left = ['b', 'c'];
  const masked: string[] = [];
  let told = '';
  const source = {
    holder: { caller: 'one', backOffice: true },
    reader: { readSeq: 0 },
    chunks: {
      nextChunk: () => left.shift(),
      get done() {
        return left.length === 0;
      },
    },
    work: new CallMeter(1000),
    held: new HeldMemory(new CallMeter(1000), ofSearches(undefined)),
    fault: (error: unknown) => expect.unreachable(String(error)),
    bytesMax: 100,
    mask: (text: string) => (masked.push(text), text.toUpperCase()),
    done: (_seq: number, text: string) => (told = text),
    isGone: () => false,
  };
  const list = new BufferedList(scheduler, source as unknown as BufferedListOptions, 'a');
  expect([masked, list.holder.caller]).toEqual([['a'], 'one']);
  turns.shift()!();
  expect(masked).toEqual(['a', 'b']);
  turns.shift()!();
  expect([masked, told]).toEqual([['a', 'b', 'c'], 'ABC']);
});
