// Catches a lease that counts from the wrong sending, a silent log that ends its leader or is not told of, and requests
// that overlap or come in the wrong order.
import { describe, expect, test } from 'vitest';
import { LogRefused, LogSilent } from '../../../src/engine/replication/log.ts';
import {
  BEAT_MS,
  GIVE_UP_MS,
  LEASE_MS,
  LOST,
  NAMES,
  REQUESTS,
  RESENT_MS,
  WriterCase,
  ready,
  unanswered,
  writerOn,
} from './writer-case.ts';

describe('the lease', () => {
  test.each(NAMES)('counts from the first sending: %s', async (name) => {
    const one = await ready(name);
    const isBeat = name === 'beat';
    // A part before the last cannot be told from a copy of it: it is sent behind that.
    const answered = [{ arrivesMs: 0, answerMs: 0 }];
    const isPart = name === 'an append in parts';
    one.connection.fates.push(unanswered(5), unanswered(5), unanswered(5), answered);
    if (isPart) one.connection.fates.push(answered);
    one.connection.fates.push(...Array.from({ length: 20 }, () => LOST));
    const sentMs = isBeat ? BEAT_MS : one.time.nowMs;
    if (!isBeat) void REQUESTS[name].begin(one);
    await one.time.runFor(sentMs + 3 * RESENT_MS + 10 - one.time.nowMs);
    await one.time.runFor(sentMs + LEASE_MS - one.time.nowMs - 1);
    expect(one.a.lease.isValid()).toBe(true);
    await one.time.runFor(1);
    expect(one.a.lease.isValid()).toBe(false);
  });

  test('is kept by beats, each after a quarter of it without another request', async () => {
    const one = await WriterCase.leading();
    const versions = new Set<string>();
    let wasValid = true;
    await one.time.runFor(10 * BEAT_MS, () => {
      versions.add(one.head.version);
      wasValid &&= one.a.lease.isValid();
    });
    expect(wasValid).toBe(true);
    expect(versions.size).toBe(11);
    expect(one.head.nowMs - one.time.node().clock.nowMs()).toBeGreaterThan(-BEAT_MS);
    for (let append = 0; append < 10; append += 1) {
      const before = Number(one.head.version);
      await one.settled(one.a.writer.append(Buffer.from('one'), 1), BEAT_MS - 1);
      expect(Number(one.head.version)).toBe(before + 1);
    }
    expect(one.a.told).toEqual([]);
  });

  test('is kept by parts', async () => {
    const one = await WriterCase.leading();
    one.connection.faults = { ...one.connection.faults, delayMsMax: 150 };
    let wasValid = true;
    const append = one.a.writer.append(Buffer.alloc(600, 'x'), 1);
    await one.time.runFor(6_000, () => (wasValid &&= one.a.lease.isValid()));
    expect(one.texts).toEqual(['']);
    expect(wasValid).toBe(true);
    expect(await one.settled(append, 9_000)).toMatchObject({ at: 2 });
  });

  test('is over where the loop stood still', async () => {
    const one = await WriterCase.leading();
    await one.time.runFor(400);
    expect(one.a.lease.isValid()).toBe(true);
    one.time.nowMs += 260;
    expect(one.a.lease.isValid()).toBe(false);
    await one.time.runFor(BEAT_MS);
    expect(one.a.lease.isValid()).toBe(true);
  });
});

describe('a silent log', () => {
  test.each([
    ['append', 0],
    ['beat', BEAT_MS],
  ] as const)('stalls the leader, which goes on when the outcome is known: %s', async (name, waitMs) => {
    const one = await WriterCase.leading();
    one.connection.areAnswersCut = true;
    const append: Promise<unknown> = name === 'append' ? one.a.writer.append(Buffer.from('one'), 1) : Promise.resolve();
    await one.time.runFor(waitMs + GIVE_UP_MS - 20);
    expect(one.a.told).toEqual([]);
    await one.time.runFor(20);
    expect(one.a.told).toEqual([expect.any(LogSilent)]);
    expect(one.a.writer.state).toBe('stalled');
    expect(one.a.lease.isValid()).toBe(false);
    await one.time.runFor(20_000);
    one.connection.areAnswersCut = false;
    await one.settled(append, 1_000);
    expect(one.a.told).toEqual([expect.any(LogSilent), 'resumed']);
    expect(one.a.writer.state).toBe('leading');
    expect(one.a.lease.isValid()).toBe(true);
    expect(await one.settled(one.a.writer.append(Buffer.from('two'), 1), 100)).toMatchObject({ epoch: 2 });
    expect(one.texts).toEqual(['', ...(name === 'append' ? ['one'] : []), 'two']);
  });

  test('an append that takes the place of a beat has no more time than the beat had left', async () => {
    const one = await WriterCase.leading();
    one.connection.areRequestsCut = true;
    await one.time.runFor(BEAT_MS + GIVE_UP_MS - 1_000);
    const append = one.a.writer.append(Buffer.from('one'), 1);
    await one.time.runFor(1_000);
    expect(one.a.told).toHaveLength(1);
    one.connection.areRequestsCut = false;
    expect(await one.settled(append, 1_000)).toMatchObject({ at: 2 });
    expect(one.a.told).toHaveLength(2);
  });

  test('a leader that stalls and is deposed is fenced and does not resume', async () => {
    const one = await WriterCase.leading();
    one.connection.areRequestsCut = true;
    const append = one.a.writer.append(Buffer.from('one'), 1);
    await one.time.runFor(GIVE_UP_MS + 10);
    const other = one.depose();
    one.connection.areRequestsCut = false;
    expect(await one.settled(append, 1_000)).toBeUndefined();
    expect(one.a.told).toEqual([expect.any(LogSilent), other]);
  });

  test('a log that refuses says why, and is asked again', async () => {
    const one = await WriterCase.leading();
    one.log.refusal = 'no space';
    const append = one.a.writer.append(Buffer.from('one'), 1);
    await one.time.runFor(GIVE_UP_MS + 10);
    expect(one.a.told).toEqual([new LogRefused('no space')]);
    one.log.refusal = '';
    expect(await one.settled(append, 100)).toMatchObject({ at: 2 });
    expect(one.a.told).toHaveLength(2);
  });
});

describe('a log that refuses for good', () => {
  // Broken, it is asked for ever, and the shop stands still with nobody who says why.
  test.each(['append', 'an append in parts'] as const)('ends the leader, by name: %s', async (name) => {
    const one = await WriterCase.leading();
    one.log.partBytesMax = 30;
    expect(await one.settled(REQUESTS[name].begin(one), 10)).toBeUndefined();
    expect(one.a.told).toEqual([new LogRefused('the request is too large', true)]);
    expect([one.a.writer.state, one.a.lease.isValid()]).toEqual(['refused', false]);
    one.log.partBytesMax = Infinity;
    expect(await one.settled(one.a.writer.append(Buffer.from('two'), 1), 10_000)).toBeUndefined();
    expect([one.texts, one.a.told.length, one.time.waiting]).toEqual([[''], 1, 0]);
  });

  test('ends a campaign', async () => {
    const one = new WriterCase();
    one.log.partBytesMax = 30;
    expect(await one.settled(one.a.writer.campaign(one.head), 10_000)).toBeUndefined();
    expect(one.a.told).toEqual([new LogRefused('the request is too large', true)]);
    expect([one.texts, one.time.waiting]).toEqual([[], 0]);
  });
});

describe('order', () => {
  test('a beat that is due waits for the request under way, and an append goes before it', async () => {
    const one = await WriterCase.leading();
    await one.time.runFor(BEAT_MS - 20);
    one.connection.fates.push([{ arrivesMs: 300, answerMs: 0 }]);
    expect(await one.settled(one.a.writer.append(Buffer.from('one'), 1), 350)).toMatchObject({ at: 2 });
    expect(one.head.version).toBe('3');
    // An append while a beat is under way comes behind it.
    one.connection.fates.push([{ arrivesMs: 100, answerMs: 0 }]);
    await one.time.runFor(BEAT_MS - 345 + 300);
    expect(await one.settled(one.a.writer.append(Buffer.from('two'), 1), 200)).toMatchObject({ at: 3 });
    expect(one.head.version).toBe('5');
    expect(one.connection.writingMax).toBe(1);
  });

  test('a beat without outcome gives way to an append', async () => {
    const one = await WriterCase.leading();
    one.connection.fates.push(LOST);
    await one.time.runFor(BEAT_MS + 410);
    const { version } = one.head;
    expect(await one.settled(one.a.writer.append(Buffer.from('one'), 1), 10)).toMatchObject({ at: 2 });
    expect(Number(one.head.version)).toBe(Number(version) + 1);
  });

  test('appends come one at a time, from a leader only', async () => {
    const one = new WriterCase();
    expect(() => one.a.writer.append(Buffer.from('one'), 1)).toThrow('nothing is appended while idle');
    expect(() => one.a.writer.handOver('b')).toThrow('nothing is handed over while idle');
    await one.settled(one.a.writer.campaign(one.head), 10);
    void one.a.writer.append(Buffer.from('one'), 1);
    expect(() => one.a.writer.append(Buffer.from('two'), 1)).toThrow('one append at a time');
    expect(() => one.a.writer.handOver('b')).toThrow('behind the last append');
  });

  test('a hand-over gives up the lease before it is sent, and sends nothing behind it', async () => {
    const one = await WriterCase.leading();
    one.connection.fates.push([{ arrivesMs: 50, answerMs: 0 }]);
    const handed = one.a.writer.handOver('b');
    expect(one.a.lease.isValid()).toBe(false);
    expect(await one.a.writer.append(Buffer.from('one'), 1)).toBeUndefined();
    expect(await one.settled(handed, 100)).toBe(true);
    const { head } = one;
    expect(head).toMatchObject({ to: 'b', epoch: 2, leader: 'a' });
    await one.time.runFor(10_000);
    expect(one.head).toEqual(head);
    expect(one.time.waiting).toBe(0);
    expect(one.a.lease.isValid()).toBe(false);
    // Nobody came: it takes the lead back.
    const again = writerOn(one.time, one.connection, 'a');
    expect(await one.settled(again.writer.campaign(head), 100)).toMatchObject({ epoch: 3 });
    expect(one.head).toMatchObject({ epoch: 3, leader: 'a' });
    expect(one.head).not.toHaveProperty('to');
    expect(again.lease.isValid()).toBe(true);
  });

  test('a hand-over waits for the beat under way', async () => {
    const one = await WriterCase.leading();
    one.connection.fates.push([{ arrivesMs: 100, answerMs: 0 }]);
    await one.time.runFor(BEAT_MS + 10);
    expect(await one.settled(one.a.writer.handOver('b'), 200)).toBe(true);
    expect(one.head.to).toBe('b');
    expect(one.connection.writingMax).toBe(1);
  });

  test('a writer that was closed before its answer came sends nothing more', async () => {
    const one = await WriterCase.leading();
    one.connection.fates.push([{ arrivesMs: 5, answerMs: 50 }]);
    const append = one.a.writer.append(Buffer.from('one'), 1);
    await one.time.runFor(20);
    one.a.writer.close();
    expect(await append).toBeUndefined();
    const { head } = one;
    expect(head.at).toBe(2);
    await one.time.runFor(10_000);
    expect(one.head).toEqual(head);
    expect(one.a.writer.state).toBe('closed');
  });

  test('a closed writer sends nothing more', async () => {
    const one = await WriterCase.leading();
    one.connection.areRequestsCut = true;
    const append = one.a.writer.append(Buffer.from('one'), 1);
    await one.time.runFor(100);
    one.a.writer.close();
    one.connection.areRequestsCut = false;
    expect(await append).toBeUndefined();
    await one.time.runFor(10_000);
    expect(one.a.writer.state).toBe('closed');
    expect(one.texts).toEqual(['']);
    expect(one.time.waiting).toBe(0);
    expect(await one.a.writer.append(Buffer.from('two'), 1)).toBeUndefined();
    expect(one.a.told).toEqual([]);
  });
});
