// Catches a leader that ends where it could wait, one that goes on where it must not, and a node that folds what does
// not fit.
import { describe, expect, test, vi } from 'vitest';
import { checksum, pack } from '../../src/engine/disk/codec.ts';
import { BATCH_VERSION } from '../../src/engine/journal/record.ts';
import { chainOf, endOf, firstEnd, nextEntry } from '../../src/engine/replication/entry.ts';
import { MemoryLog, firstHead } from './replication/memory-log.ts';
import { VirtualTime } from './replication/virtual-time.ts';
import { fillShop, make, startSession } from './shop.ts';
import { firstKeys } from './cluster/cluster-erasures.ts';
import { SimulatedClusterNode } from './cluster/simulated-cluster-node.ts';
import type { World } from './cluster/simulated-cluster-node.ts';

const START = firstEnd('log', 1, 0);

const world = () => {
  const time = new VirtualTime();
  const log = new MemoryLog(time, 1);
  log.begin(firstHead(START));
  const failures: string[] = [];
  const nodes: SimulatedClusterNode[] = [];
  const of: World = {
    log,
    keys: firstKeys(),
    start: START,
    node: (name) => nodes.find((node) => node.name === name),
    passes: () => true,
    failed: (what) => failures.push(what),
    counts: { boots: 0, fellBehind: 0, asked: 0, confirmed: 0, ended: 0 },
  };
  const add = (name: string): SimulatedClusterNode => {
    const node = new SimulatedClusterNode(name, of, 1, 0);
    nodes.push(node);
    node.boot();
    return node;
  };
  return { time, log, failures, add, counts: of.counts };
};

/** A node that leads, with a shop in the log. */
const leading = async () => {
  const all = world();
  const node = all.add('a');
  await all.time.runFor(5_000);
  expect(node.node.state).toBe('LEADING');
  fillShop(node.engine);
  await all.time.runFor(500);
  return { ...all, node };
};

const outcomeOf = (node: SimulatedClusterNode): { seen: string } => {
  const outcome = { seen: '' };
  make(node.engine, startSession);
  node.engine.releaseWhenDurable(node.engine.headSeq, {
    release: () => (outcome.seen = 'released'),
    fail: () => (outcome.seen = 'failed'),
  });
  return outcome;
};

test('a node that leads knows that it does', async () => {
  const { node, add, time } = await leading();
  const other = add('b');
  await time.runFor(2_000);
  expect([node.node.head?.leader, other.node.head?.leader]).toEqual(['a', 'a']);
  void node.node.handOver('b');
  await time.runFor(2_000);
  // It was led by another one before.
  expect([other.node.state, other.node.head?.leader, other.node.head?.epoch]).toEqual([
    'LEADING',
    'b',
    other.node.end.epoch,
  ]);
});

describe('a node whose log is silent', () => {
  test('fails the replies that wait, begins nothing, and goes on once the log answers', async () => {
    const { time, log, node, failures, counts } = await leading();
    node.connection.areAnswersCut = true;
    const outcome = outcomeOf(node);
    await time.runFor(1_000);
    expect([outcome.seen, node.node.state]).toEqual(['', 'LEADING']);
    await time.runFor(2_000);
    expect(node.node.mayBegin).toBe(false);
    await time.runFor(4_000);
    expect([outcome.seen, node.node.state]).toEqual(['failed', 'STALLED']);
    node.connection.areAnswersCut = false;
    await time.runFor(1_000);
    expect([node.node.state, node.node.mayBegin, node.isUp]).toEqual(['LEADING', true, true]);
    // The outcome that was open: it was written, once.
    expect(log.head!.seq).toBe(node.engine.headSeq);
    const next = outcomeOf(node);
    await time.runFor(500);
    expect(next.seen).toBe('released');
    expect([counts.ended, failures]).toEqual([0, []]);
  });

  test('is not campaigned against: nobody can tell the silence of the log from that of the leader', async () => {
    const { time, log, node, add } = await leading();
    const other = add('b');
    await time.runFor(1_000);
    for (const { connection } of [node, other]) connection.areRequestsCut = true;
    await time.runFor(20_000);
    for (const { connection } of [node, other]) connection.areRequestsCut = false;
    await time.runFor(1_000);
    expect([log.head!.leader, other.node.state]).toEqual(['a', 'FOLLOWING']);
  });
});

describe('a node', () => {
  test('takes the lead of one that died, with everything that one was answered for', async () => {
    const { time, log, node, add } = await leading();
    const other = add('b');
    const outcome = outcomeOf(node);
    await time.runFor(500);
    expect(outcome.seen).toBe('released');
    const { headSeq } = node.engine;
    node.kill(0, undefined);
    await time.runFor(6_000);
    expect([log.head!.leader, other.node.state, other.engine.headSeq]).toEqual(['b', 'LEADING', headSeq]);
    expect(other.node.mayBegin).toBe(true);
  });

  test('is handed the lead at once, and the one before answers nothing from then on', async () => {
    const { time, log, node, add } = await leading();
    const other = add('b');
    await time.runFor(1_000);
    void node.node.handOver('b');
    expect([node.node.mayBegin, node.node.mayAnswer, node.node.fresh()]).toEqual([false, false, undefined]);
    await time.runFor(300);
    expect([log.head!.leader, other.node.state]).toEqual(['b', 'LEADING']);
  });

  test('that was deposed answers nothing from what it decided in vain', async () => {
    const { time, log, node, add } = await leading();
    const other = add('b');
    await time.runFor(1_000);
    node.connection.areRequestsCut = true;
    for (let made = 0; made < 5; made += 1) make(node.engine, startSession);
    await time.runFor(4_000);
    expect([other.node.state, node.node.state]).toEqual(['LEADING', 'LEADING']);
    make(other.engine, startSession);
    await time.runFor(500);
    // Another record has the number of one that is in the memory of the leader of before.
    expect([log.head!.leader, node.engine.headSeq - log.head!.seq]).toEqual(['b', 4]);
    let answered = 0;
    const read = (): void =>
      node.follower!.whenFresh(
        false,
        () => (answered += 1),
        () => {},
      );
    read();
    node.connection.areRequestsCut = false;
    for (let ms = 0; node.isUp; ms += 10) {
      expect(ms).toBeLessThan(1_000);
      await time.runFor(10);
      if (node.node.state === 'ENDED') read();
    }
    expect(answered).toBe(0);
  });

  test('ends where the log holds what does not fit, and has folded nothing of it', async () => {
    const { time, log, node, add, failures } = await leading();
    const other = add('b');
    await time.runFor(1_000);
    const { at, epoch, seq } = log.head!;
    node.kill(0, undefined);
    const before = other.engine.headSeq;
    const foreign = { at: at + 1, epoch, firstSeq: seq + 1, lastSeq: seq + 1, bytes: Buffer.from('of another shop') };
    const entry = { ...foreign, chain: chainOf('00'.repeat(16), foreign) };
    const end = { at: at + 1, epoch, seq: seq + 1, chain: entry.chain };
    log.append(log.head!, entry, { ...log.head!, ...end }, { index: 0, count: 1 });
    await time.runFor(200);
    expect(failures.join()).toMatch(/cannot be folded: the chain of entry \d+ does not fit/);
    expect([other.engine.headSeq, other.node.state]).toEqual([before, 'ENDED']);
  });
});

/** What a newer program appends: a batch of one record with these rows of events. */
const appendOfNewer = (log: MemoryLog, version: number, rows: readonly unknown[]): void => {
  const { at, epoch, seq, chain } = log.head!;
  const record = pack([seq + 1, 1, ['of_tomorrow', 0, 0, 0], rows]);
  const header = Buffer.alloc(13);
  header[0] = version;
  header.writeUInt32LE(1, 5);
  header.writeUInt32LE(record.length, 9);
  const bytes = Buffer.concat([header, record]);
  bytes.writeUInt32LE(checksum(bytes.subarray(5)), 1);
  const entry = nextEntry({ at, epoch, seq, chain }, epoch, bytes, 1);
  log.append(log.head!, entry, { ...log.head!, ...endOf(entry) }, { index: 0, count: 1 });
};

test.each([
  ['an event', BATCH_VERSION, [['of_tomorrow', 1, []]], /an event of_tomorrow that this version does not know/],
  ['a field', BATCH_VERSION, [['session_ended', 1, ['more']]], /an event session_ended has \d+ fields/],
  ['a format', BATCH_VERSION + 1, [], /a batch has format version \d+/],
] as const)(
  'a node that meets %s of a newer program says that it is older, and folds nothing of it',
  async (...given) => {
    const [, version, rows, said] = given;
    const { time, log, node, add, failures } = await leading();
    const other = add('b');
    await time.runFor(1_000);
    node.kill(0, undefined);
    const { headSeq } = other.engine;
    appendOfNewer(log, version, rows);
    await time.runFor(200);
    expect(failures).toEqual([expect.stringMatching(/^b: this node is older than the log: upgrade it/)]);
    expect(failures[0]).toMatch(said);
    expect([other.engine.headSeq, other.node.state]).toEqual([headSeq, 'ENDED']);
  },
);

test('a node that yields takes the lead later than others, and takes it where there are none', async () => {
  const { time, log, node, add } = await leading();
  const [late, other] = [add('b'), add('c')];
  late.yieldsMs = 2_000;
  await time.runFor(1_000);
  node.kill(0, undefined);
  await time.runFor(6_000);
  expect([log.head!.leader, late.node.state]).toEqual(['c', 'FOLLOWING']);
  other.kill(0, undefined);
  await time.runFor(8_000);
  expect([log.head!.leader, late.node.state]).toEqual(['b', 'LEADING']);
});

test('a leader whose record the log will never take ends, says why, and has answered for nothing of it', async () => {
  const { time, log, node } = await leading();
  const ended = vi.spyOn(node.node['owner'], 'ended');
  const { seq } = log.head!;
  log.partBytesMax = 60;
  const outcome = outcomeOf(node);
  await time.runFor(200);
  expect(ended.mock.calls).toEqual([['the log will never take what this node sends: the request is too large']]);
  expect([outcome.seen, node.node.state, node.engine.hasFailed]).toEqual(['failed', 'ENDED', true]);
  log.partBytesMax = Infinity;
  await time.runFor(10_000);
  expect([node.node.state, node.engine.headSeq]).toEqual(['LEADING', seq]);
});

describe('a node that is closed', () => {
  // Broken, a process that shuts down takes the lead.
  test.each(['asks the log', 'waits to campaign', 'campaigns'] as const)(
    'while it %s takes no further step',
    async (moment) => {
      const { time, log, node, add } = await leading();
      const other = add('b');
      const { connection } = other;
      await time.runFor(1_000);
      node.kill(0, undefined);
      let steps = 0;
      const step = (isMoment: boolean): void => {
        if (other.node.state === 'ENDED') steps += 1;
        else if (isMoment) other.node.close();
      };
      const { head } = connection;
      const closesIn = { 'asks the log': 'FOLLOWING', campaigns: 'CAMPAIGNING', 'waits to campaign': '' }[moment];
      vi.spyOn(connection, 'head').mockImplementation(() => {
        step(other.node.state === closesIn);
        return head.call(connection);
      });
      const { after } = other['timers'];
      vi.spyOn(other['timers'], 'after').mockImplementation((ms, run) => {
        // Every other timer of a follower is the one after which it looks again.
        step(moment === 'waits to campaign' && ms < 300);
        return after(ms, run);
      });
      await time.runFor(10_000);
      expect([other.node.state, log.head!.leader, steps]).toEqual(['ENDED', 'a', 0]);
    },
  );

  test('while it hands over the lead is not taken for one that failed', async () => {
    const { node } = await leading();
    const handed = node.node.handOver('b');
    node.node.close();
    await handed;
    expect([node.node.state, node.engine.hasFailed]).toEqual(['ENDED', false]);
  });
});
