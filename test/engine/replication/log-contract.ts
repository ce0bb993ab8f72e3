// What every implementation of the log has to do: one suite for all of them, by the interface alone.
//
// Where an implementation can inject faults, what it makes of lost answers and cut connections is tested as well.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nextEntry } from '../../../src/engine/replication/entry.ts';
import type { Timers } from '../../../src/engine/replication/log-writer.ts';
import { LogCut } from '../../../src/engine/replication/log.ts';
import type { Log, NodeNote } from '../../../src/engine/replication/log.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import { NO_BYTES, append, appendAll, begun, firstHead, leaving, must, numbered, text, writerOn } from './log-steps.ts';
import { RecordingFollower } from './recording-follower.ts';

export interface LogBench {
  readonly clock: Clock;
  readonly timers: Timers;
  /** A connection of its own, as each node has one. `losesAnswers`: it gives up early on those that do not come. */
  connect(losesAnswers?: boolean): Promise<Log>;
  /** Resolves when so much time has passed. */
  pass(ms: number): Promise<void>;
  /** A part with so many bytes is more than the log takes; a quarter of them is not. */
  readonly tooLargeBytes: number;
  /** How often two write behind one head. */
  readonly rounds: number;
  readonly faults?: {
    /** Of every so many requests of this connection, one is done and never answered; 0: all are answered. */
    loseAnswers(log: Log, every: number): void;
    cut(log: Log, isCut: boolean): void;
  };
  close(): Promise<void>;
}

let bench: LogBench;
let log: Log;

const fencing = (): void => {
  test('is begun once, by one of those who try', async () => {
    expect(await log.head()).toBeUndefined();
    const other = await bench.connect();
    const outcomes = await Promise.all([log.begin(firstHead), other.begin({ ...firstHead, leader: 'b' })]);
    expect(outcomes.map(({ written }) => written).sort()).toEqual([false, true]);
    const [head] = outcomes.filter(({ written }) => written).map((outcome) => outcome.head);
    expect(outcomes.map((outcome) => outcome.head)).toEqual([head, head]);
    expect(await log.begin(firstHead)).toEqual({ written: false, head });
  });

  test('of two writers behind one head, one writes, in every round', async () => {
    const [a, b] = [log, await bench.connect()];
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    let head = await begun(a);
    for (let round = 1; round <= bench.rounds; round += 1) {
      const [ofA, ofB] = ['a', 'b'].map((who) => nextEntry(head, 1, Buffer.from(`${who} ${round}`), 1));
      const [first, second] = await Promise.all([append(a, head, ofA!), append(b, head, ofB!)]);
      const winner = first.written ? first : second;
      expect([first.written, second.written].sort()).toEqual([false, true]);
      head = must(winner);
      expect([first.head, second.head]).toEqual([head, head]);
      expect(head.chain).toBe((first.written ? ofA! : ofB!).chain);
    }
    await heard.untilAt(bench.rounds);
    expect(heard.entries).toHaveLength(bench.rounds);
    await heard.leave();
  });

  test('a head is compared by its version and by its value', async () => {
    const head = await begun(log);
    const entry = nextEntry(head, 1, Buffer.from('x'), 1);
    const forged = { ...head, claim: 'of another' };
    expect(await append(log, forged, entry)).toEqual({ written: false, head });
    expect(await log.beat(forged, { nowMs: 2, url: '' })).toEqual({ written: false, head });
    const later = must(await log.beat(head, { nowMs: head.nowMs, url: head.url }));
    expect(later).toEqual({ ...head, version: later.version });
    expect(later.version).not.toBe(head.version);
    expect(await append(log, head, entry)).toEqual({ written: false, head: later });
    expect(await log.beat(head, { nowMs: 2, url: '' })).toEqual({ written: false, head: later });
    expect(await log.head()).toEqual(later);
  });

  test('a beat changes time, address and who is handed the lead, and nothing else', async () => {
    const head = await begun(log);
    const named = must(await log.beat(head, { nowMs: 5, url: 'http://new', to: 'b' }));
    expect(named).toEqual({ ...head, nowMs: 5, url: 'http://new', to: 'b', version: named.version });
    const unnamed = must(await log.beat(named, { nowMs: 6, url: 'http://new' }));
    expect(unnamed).toEqual({ ...head, nowMs: 6, url: 'http://new', version: unnamed.version });
  });

  test('a head read by one shows what another was told before', async () => {
    const connections = [log, await bench.connect(), await bench.connect()];
    let head = await begun(log);
    for (let round = 0; round < 100; round += 1) {
      head = await appendAll(connections[round % 3]!, head, [`entry ${round}`]);
      expect(await connections[(round + 1) % 3]!.head()).toEqual(head);
      expect(await connections[(round + 2) % 3]!.head()).toEqual(head);
    }
  });
};

const parting = (): void => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));

  test('an entry is there when its last part is; each part is fenced and gives the head a new version', async () => {
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    const before = await appendAll(log, await begun(log), ['entry 1']);
    const entry = nextEntry(before, 1, bytes, 3);
    let head = before;
    for (let index = 0; index < 3; index += 1) {
      const next = must(await append(log, head, entry, { index, count: 4 }));
      expect(next).toEqual({ ...before, version: next.version });
      // What stands behind an older version is refused, the same part as well.
      expect(await append(log, head, entry, { index, count: 4 })).toEqual({ written: false, head: next });
      head = next;
    }
    await heard.until(() => heard.heads.some(({ version }) => version === head.version));
    expect(heard.entries.map(text)).toEqual(['entry 1']);
    head = must(await append(log, head, entry, { index: 3, count: 4 }));
    expect(head).toEqual({ ...leaving(before, entry), version: head.version });
    await heard.untilAt(2);
    expect(heard.entries[1]).toEqual(entry);
    await heard.leave();
  });

  test('parts that a dead leader left are read by nobody', async () => {
    const before = await begun(log);
    const unfinished = nextEntry(before, 1, bytes, 9);
    let head = before;
    for (let index = 0; index < 4; index += 1) head = must(await append(log, head, unfinished, { index, count: 5 }));
    const change = nextEntry(head, 2, NO_BYTES, 0);
    head = must(await append(log, head, change));
    expect(head).toEqual({ ...leaving(before, change), version: head.version });
    const entry = nextEntry(head, 2, bytes.subarray(0, 500), 2);
    for (const index of [0, 1]) head = must(await append(log, head, entry, { index, count: 2 }));
    // The dead leader's last part arrives, behind the head that was there for it.
    expect(await append(log, before, unfinished, { index: 4, count: 5 })).toEqual({ written: false, head });
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    await heard.untilAt(2);
    expect(heard.entries).toEqual([change, entry]);
    await heard.leave();
  });

  test('one that is too large is refused for good and changes nothing; the entry may come in smaller ones', async () => {
    const before = await begun(log);
    const entry = nextEntry(before, 1, Buffer.alloc(bench.tooLargeBytes, 'x'), 1);
    await expect(append(log, before, entry)).rejects.toMatchObject({ name: 'LogRefused', isForGood: true });
    expect(await log.head()).toEqual(before);
    let head = before;
    for (const index of [0, 1, 2, 3]) head = must(await append(log, head, entry, { index, count: 4 }));
    expect(head).toEqual({ ...leaving(before, entry), version: head.version });
  });
};

const following = (): void => {
  test('entries come whole and in order, heads behind theirs, from the beginning and from the middle', async () => {
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    const early = await appendAll(log, await begun(log), numbered(12));
    const middle = await appendAll(log, early, numbered(8, 13));
    const late = new RecordingFollower(await bench.connect(), early);
    const head = await appendAll(log, middle, numbered(20, 21));
    const latest = new RecordingFollower(await bench.connect(), middle);
    for (const one of [heard, late, latest]) await one.untilAt(40);
    expect(heard.entries.map(text)).toEqual(numbered(40));
    expect(late.entries.map(text)).toEqual(numbered(28, 13));
    expect(latest.entries.map(text)).toEqual(numbered(20, 21));
    const beat = must(await log.beat(head, { nowMs: 7, url: head.url }));
    for (const one of [heard, late, latest]) {
      await one.until(() => one.heads.at(-1)?.version === beat.version);
      expect(one.heads.at(-1)).toEqual(beat);
      expect(one.wrong).toBe('');
      expect(await one.leave()).toBeUndefined();
    }
    const count = heard.entries.length;
    await appendAll(log, beat, ['unheard']);
    await bench.pass(50);
    expect(heard.entries).toHaveLength(count);
  });

  test('nothing comes while the log ends before where a follower is', async () => {
    const head = await appendAll(log, await begun(log), numbered(10));
    const ahead = new RecordingFollower(await bench.connect(), { ...head, at: 12 });
    await log.beat(head, { nowMs: 7, url: head.url });
    await bench.pass(50);
    expect(ahead.entries).toEqual([]);
    expect(ahead.heads).toEqual([]);
    expect(await ahead.leave()).toBeUndefined();
  });

  test('an error of the follower ends it', async () => {
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    const error = new Error('no room');
    heard.slow = ({ at }) => (at === 2 ? Promise.reject(error) : Promise.resolve());
    await appendAll(log, await begun(log), numbered(3));
    expect(await heard.ended).toBe(error);
    expect(heard.entries.map(text)).toEqual(['entry 1']);
  });

  test('entries that come while the connection is cut are not missed', async () => {
    const connection = await bench.connect();
    const heard = new RecordingFollower(connection, firstHead);
    let head = await appendAll(log, await begun(log), numbered(5));
    await heard.untilAt(5);
    for (const from of [6, 11, 16]) {
      bench.faults?.cut(connection, true);
      head = await appendAll(log, head, numbered(5, from));
      await bench.pass(100);
      bench.faults?.cut(connection, false);
      await heard.untilAt(from + 4);
    }
    expect(heard.entries.map(text)).toEqual(numbered(20));
    await heard.leave();
  });

  test('two changes of leader without a write between them, then writes, for a follower that saw nothing', async () => {
    let head = await appendAll(log, await begun(log), numbered(3));
    for (const epoch of [2, 3]) head = must(await append(log, head, nextEntry(head, epoch, NO_BYTES, 0)));
    await appendAll(log, head, numbered(2, 4));
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    await heard.untilAt(7);
    expect(heard.entries.map(({ at, epoch, firstSeq, lastSeq }) => [at, epoch, firstSeq, lastSeq])).toEqual([
      [1, 1, 1, 1],
      [2, 1, 2, 2],
      [3, 1, 3, 3],
      [4, 2, 4, 3],
      [5, 3, 4, 3],
      [6, 3, 4, 4],
      [7, 3, 5, 5],
    ]);
    await heard.leave();
  });

  test('a follower gets all of it or LogCut where entries are trimmed', async () => {
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    let release: () => void = () => {};
    heard.slow = ({ at }) => (at === 3 ? new Promise((resolve) => (release = resolve)) : Promise.resolve());
    const at7 = await appendAll(log, await begun(log), numbered(7));
    const at8 = await appendAll(log, at7, ['entry 8']);
    const head = await appendAll(log, at8, numbered(2, 9));
    await heard.until(() => heard.entries.length === 2);
    await log.trim(8);
    await log.trim(4);
    release();
    const error = await Promise.race([heard.ended, heard.untilAt(10)]);
    if (error !== undefined) expect(error).toBeInstanceOf(LogCut);
    expect(heard.entries.map(text)).toEqual(numbered(heard.entries.length));
    await heard.leave();
    expect(await new RecordingFollower(await bench.connect(), at7).ended).toBeInstanceOf(LogCut);
    const rest = new RecordingFollower(await bench.connect(), at8);
    await rest.untilAt(10);
    // Nothing is trimmed before it is there.
    await log.trim(50);
    await appendAll(log, head, ['entry 11']);
    await rest.untilAt(11);
    expect(rest.entries.map(text)).toEqual(numbered(3, 9));
    await rest.leave();
    const last = new RecordingFollower(await bench.connect(), head);
    await last.untilAt(11);
    await last.leave();
  });
};

const writing = (): void => {
  test('with answers that are lost, each append is there once', async () => {
    const head = await begun(log);
    const heard = new RecordingFollower(await bench.connect(), firstHead);
    const losing = await bench.connect(true);
    bench.faults?.loseAnswers(losing, 3);
    const writer = writerOn(bench, losing, 'a', { partBytesMax: 6 });
    expect(await writer.campaign(head)).toEqual(nextEntry(head, head.epoch + 1, NO_BYTES, 0));
    const texts = numbered(30).map((one, at) => one.repeat(1 + (at % 3)));
    for (const one of texts) expect((await writer.append(Buffer.from(one), 1))?.bytes.toString()).toBe(one);
    writer.close();
    await heard.untilAt(31);
    expect(heard.entries.map(text)).toEqual(['', ...texts]);
    await heard.leave();
  });

  test('of two candidates behind one head, one leads: 30 rounds', async () => {
    await begun(log);
    const [one, other] = [await bench.connect(true), await bench.connect(true)];
    bench.faults?.loseAnswers(one, 3);
    bench.faults?.loseAnswers(other, 4);
    for (let round = 0; round < 30; round += 1) {
      const head = (await log.head())!;
      const candidates = [writerOn(bench, one, `a${round}`), writerOn(bench, other, `b${round}`)];
      const led = await Promise.all(candidates.map((candidate) => candidate.campaign(head)));
      expect(led.filter((entry) => entry !== undefined)).toEqual([nextEntry(head, head.epoch + 1, NO_BYTES, 0)]);
      for (const candidate of candidates) candidate.close();
    }
  });
};

const noting = (): void => {
  const note = (name: string, id: string, storedAt = 0): NodeNote => {
    const rest = { puncturedSeq: 3, version: '1', format: 5, settings: 'f0' };
    return { name, id, url: `http://${name}`, storedAt, ...rest };
  };

  const A = 'http://a';

  test('a node is alive at one URL: of two processes that begin together one is told of the other', async () => {
    const { nodes } = log;
    const other = (await bench.connect()).nodes;
    await nodes.join(note('a', 'one'));
    const outcomes = await Promise.all([nodes.keepAlive('a', A, 2_000), other.keepAlive('a', 'http://copy', 2_000)]);
    const isFirst = outcomes[0] === '';
    expect(outcomes).toEqual(isFirst ? ['', A] : ['http://copy', '']);
    const [one, theirs, two, copy] = isFirst ? [nodes, A, other, 'http://copy'] : [other, 'http://copy', nodes, A];
    // What it does changes nothing.
    await two.signOff('a', copy);
    expect(await two.keepAlive('a', copy, 2_000)).toBe(theirs);
    expect(await one.keepAlive('a', theirs, 2_000)).toBe('');
    // A process that begins again at the same place waits for nobody.
    expect(await (await bench.connect()).nodes.keepAlive('a', theirs, 2_000)).toBe('');
    await one.signOff('a', theirs);
    expect(await two.keepAlive('a', copy, 2_000)).toBe('');
    expect(await one.keepAlive('a', theirs, 2_000)).toBe(copy);
    await two.signOff('a', copy);
  });

  test('a node that has signed off is known, and alive no more', async () => {
    const { nodes } = log;
    await nodes.join(note('a', 'one'));
    await nodes.signOff('a', A);
    await nodes.keepAlive('a', A, 2_000);
    expect(await nodes.list()).toEqual([{ ...note('a', 'one'), isAlive: true }]);
    await nodes.signOff('a', A);
    expect(await nodes.list()).toEqual([{ ...note('a', 'one'), isAlive: false }]);
    await nodes.keepAlive('a', A, 2_000);
    expect(await nodes.list()).toEqual([{ ...note('a', 'one'), isAlive: true }]);
  });

  test('a node is known until it is forgotten, however long it is away', async () => {
    const { nodes } = log;
    const [a, b] = [note('a', 'one'), note('b', 'two')];
    for (const one of [b, a]) expect(await nodes.join(one)).toEqual({ written: true });
    expect(await nodes.join(a)).toEqual({ written: true });
    for (const name of ['a', 'b']) await nodes.keepAlive(name, `http://${name}`, 2_000);
    expect((await nodes.list()).map(({ name, isAlive }) => [name, isAlive])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    for (let beat = 0; beat < 5; beat += 1) {
      await nodes.keepAlive('a', A, 2_000);
      await bench.pass(1_000);
    }
    const later = note('b', 'two', 17);
    expect(await nodes.announce(later)).toEqual({ written: true });
    expect(await (await bench.connect()).nodes.list()).toEqual([
      { ...a, isAlive: true },
      { ...later, isAlive: false },
    ]);
    await nodes.forget('b');
    await nodes.forget('b');
    // It learns that it was forgotten, and does not come back by itself.
    expect(await nodes.announce(later)).toEqual({ written: false, note: undefined });
    expect((await nodes.list()).map(({ name }) => name)).toEqual(['a']);
    expect(await nodes.join(later)).toEqual({ written: true });
  });

  test('a copied data directory is found by its id, and a name that is taken', async () => {
    const { nodes } = log;
    const a = note('a', 'one');
    await nodes.join(a);
    for (const other of [note('b', 'one'), note('a', 'two')]) {
      expect(await nodes.join(other)).toEqual({ written: false, note: a });
      expect(await nodes.announce(other)).toEqual({ written: false, note: a });
    }
    expect(await nodes.list()).toEqual([{ ...a, isAlive: false }]);
  });
};

export const describeLog = (name: string, open: () => Promise<LogBench>): void => {
  describe(`the log: ${name}`, () => {
    beforeEach(async () => {
      bench = await open();
      log = await bench.connect();
    });

    afterEach(() => bench.close());

    describe('fence', fencing);
    describe('parts', parting);
    describe('followers', following);
    describe('with a writer', writing);
    describe('nodes', noting);
  });
};
