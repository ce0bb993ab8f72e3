// Catches a leader that writes something twice or not at all, or takes another's head for its own, or its
// own for another's.
import { describe, expect, test } from 'vitest';
import { nextEntry } from '../../../src/engine/replication/entry.ts';
import type { Head } from '../../../src/engine/replication/log.ts';
import type { Copy } from './memory-log.ts';
import { BEAT_MS, LOST, NAMES, REQUESTS, RESENT_MS, WriterCase, ready, unanswered, writerOn } from './writer-case.ts';
import type { Kind } from './writer-case.ts';

describe.each(NAMES)('outcomes: %s', (name) => {
  const { begin, adds, parts }: Kind = REQUESTS[name];

  // What becomes of the first attempts; the last one of each list is followed by undisturbed ones.
  test.each<[string, Copy[][]]>([
    ['is written and not answered', [unanswered(5)]],
    ['is written by one of two copies', [unanswered(5, 6)]],
    ['is lost', [LOST]],
    ['is lost, and lost again', [LOST, LOST]],
    ['arrives late and twice, while it is sent again', [unanswered(RESENT_MS + 30, RESENT_MS + 90), LOST]],
    ['arrives late, just before the next copy', [unanswered(RESENT_MS - 1)]],
    ['arrives late and twice, when the next copy was written', [unanswered(RESENT_MS + 1, 2_000)]],
    ['is not answered, three times', [unanswered(5), unanswered(5), unanswered(5)]],
  ])('(1) %s: done once', async (_, fates) => {
    const one = await ready(name);
    const before = one.texts;
    // So that the last part meets it as well as the first.
    for (let part = 0; part < parts; part += 1) one.connection.fates.push(...fates);
    const ended = await one.settled(begin(one), 5_000);
    expect(ended).not.toBe('nothing');
    expect(ended).toBeTruthy();
    expect(one.texts).toEqual([...before, ...adds]);
    expect(one.a.told).toEqual([]);
    expect(one.connection.writingMax).toBe(1);
    // What is still on its way changes nothing, and the next entry comes behind this one.
    await one.time.runFor(3_000);
    if (name !== 'beat') await one.settled(one.a.writer.append(Buffer.from('next'), 1), 100);
    expect(one.texts).toEqual([...before, ...adds, ...(name === 'beat' ? [] : ['next'])]);
    expect(one.head.to).toBe(name === 'beat' ? 'b' : undefined);
  });

  test('(3) another leads: it ends, and nothing is written', async () => {
    const one = await ready(name);
    const before = one.texts;
    one.connection.fates.push(LOST);
    const request = begin(one);
    await one.time.runFor(100);
    const other = one.depose();
    const ended = await one.settled(request, 1_000);
    expect(ended).not.toBe('nothing');
    expect(ended).toBeFalsy();
    expect(one.texts).toEqual([...before, '']);
    expect(one.head).toEqual(other);
    expect(one.a.told).toEqual(name === 'campaign' ? [] : [other]);
    expect(one.a.writer.state).toBe(name === 'campaign' ? 'idle' : 'fenced');
    expect(one.a.lease.isValid()).toBe(false);
  });

  test('(3) another leads behind what was written: its outcome is not known here', async () => {
    const one = await ready(name);
    const before = one.texts;
    // Every part but the last is answered.
    for (let part = 1; part < parts; part += 1) one.connection.fates.push([{ arrivesMs: 5, answerMs: 0 }]);
    one.connection.fates.push(unanswered(5));
    const request = begin(one);
    await one.time.runFor(100);
    one.depose();
    expect(await one.settled(request, 1_000)).toBeFalsy();
    expect(one.texts).toEqual([...before, ...adds, '']);
  });

  test('(3) the log has lost everything, or is another one', async () => {
    for (const lost of [true, false]) {
      const one = await ready(name);
      one.connection.fates.push([{ arrivesMs: 5, answerMs: 0 }]);
      const request = begin(one);
      one.log.head = lost ? undefined : { ...one.head, logId: 'another', version: 'x' };
      const ended = await one.settled(request, 1_000);
      expect(ended).not.toBe('nothing');
      expect(ended).toBeFalsy();
    }
  });
});

describe('outcomes', () => {
  // The beat's copy gives the head another version when the append, which took the beat's place, is under way.
  test.each(['append', 'an append in parts'] as const)('(2) a late beat comes before %s', async (name) => {
    const { begin, adds }: Kind = REQUESTS[name];
    const one = await WriterCase.leading();
    const { version } = one.head;
    one.connection.fates.push(unanswered(RESENT_MS + 20), [{ arrivesMs: 50, answerMs: 0 }]);
    await one.time.runFor(BEAT_MS + 420);
    expect(one.head.version).toBe(version);
    const ended = await one.settled(begin(one), 500);
    expect(ended).toMatchObject({ at: 2 });
    expect(one.texts).toEqual(['', ...adds]);
    expect(one.a.told).toEqual([]);
  });

  test('(2) a late beat of this process comes before its campaign', async () => {
    const one = await WriterCase.leading();
    one.connection.fates.push(unanswered(RESENT_MS + 20));
    await one.time.runFor(BEAT_MS + 420);
    one.a.writer.close();
    const again = writerOn(one.time, one.connection, 'a');
    one.connection.fates.push([{ arrivesMs: 100, answerMs: 0 }]);
    expect(await one.settled(again.writer.campaign(one.head), 1_000)).toMatchObject({ epoch: 3, at: 2 });
    expect(one.head).toMatchObject({ epoch: 3, at: 2, claim: 'claim of a' });
  });

  test('(3) a beat of the leader ends a campaign against it', async () => {
    const one = await WriterCase.leading();
    const candidate = writerOn(one.time, one.log.connect(), 'b');
    await one.time.runFor(BEAT_MS - 100);
    candidate.connection.fates.push([{ arrivesMs: 200, answerMs: 0 }]);
    expect(await one.settled(candidate.writer.campaign(one.head), 300)).toBeUndefined();
    expect(one.a.writer.state).toBe('leading');
    // It may try again later.
    one.a.writer.close();
    expect(await one.settled(candidate.writer.campaign(one.head), 100)).toMatchObject({ epoch: 3, at: 2 });
  });

  // Both leave the same epoch, number and chain; so do two processes of one name.
  test.each(['b', 'a'])('(3) another candidate, %s, behind the same head is not taken for oneself', async (node) => {
    const one = new WriterCase();
    const other = writerOn(one.time, one.log.connect(), node, 'another claim');
    one.connection.fates.push(LOST);
    const [mine, others] = [one.a.writer.campaign(one.head), other.writer.campaign(one.head)];
    expect(await one.settled(others, 1_000)).toMatchObject({ epoch: 2, at: 1 });
    expect(await one.settled(mine, 0)).toBeUndefined();
    expect(one.a.lease.isValid()).toBe(false);
  });

  test.each<[string, Partial<Head>]>([
    ['log', { logId: 'another' }],
    ['epoch', { epoch: 3 }],
    ['number', { at: 3 }],
    ['chain', { chain: '00'.repeat(16) }],
    ['claim', { claim: 'another' }],
  ])('(3) a head with another %s is not what this append has left, nor what stood before it', async (_, change) => {
    for (const count of [1, 0]) {
      const one = await WriterCase.leading();
      const { head } = one;
      one.connection.fates.push([{ arrivesMs: 5, answerMs: 0 }]);
      const request = one.a.writer.append(Buffer.from('one'), 1);
      const left = nextEntry(head, head.epoch, Buffer.from('one'), 1);
      const like = count === 1 ? { ...head, at: left.at, seq: left.lastSeq, chain: left.chain } : head;
      one.log.head = { ...like, version: 'x', ...change };
      expect(await one.settled(request, 1_000)).toBeUndefined();
      expect(one.a.told).toEqual([one.head]);
    }
  });

  test('fenced is said once and for ever', async () => {
    const one = await WriterCase.leading();
    const other = one.depose();
    await one.time.runFor(BEAT_MS + 10);
    expect(one.a.told).toEqual([other]);
    expect(one.a.lease.isValid()).toBe(false);
    expect(await one.a.writer.append(Buffer.from('one'), 1)).toBeUndefined();
    await one.time.runFor(20_000);
    expect(one.a.told).toEqual([other]);
    expect(one.head).toEqual(other);
    expect(one.time.waiting).toBe(0);
    expect(() => one.a.writer.campaign(other)).toThrow('a campaign begins once');
  });
});
