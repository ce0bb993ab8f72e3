// Would catch a leader that keeps the lead with a wrong clock, one that gives it to a node whose clock is no better,
// and a lead that goes to and fro.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FORMAT } from '../../../src/engine/disk/format.ts';
import type { KnownNode } from '../../../src/engine/replication/log.ts';
import { deviationsOf } from '../../../src/server/cluster/clock-offsets.ts';
import { NodeWatch } from '../../../src/server/cluster/node-watch.ts';

const said: string[] = [];
vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)));
beforeEach(() => void said.splice(0));

const ETCD = 'http://10.0.0.9:2379';

/** Nodes whose clocks are set by a test, each with its own watch, and the one that leads. */
class Clocks {
  leader = 'a';
  handed: string[] = [];
  readonly clocks: Record<string, number>;
  private readonly etcd: number | undefined;
  private readonly formats: Record<string, number>;
  private atMs = 0;
  private readonly watches: ReadonlyMap<string, NodeWatch>;

  /** Milliseconds by which clocks are ahead of true time; `etcd`: of a member, absent: it does not say. */
  constructor(clocks: Record<string, number>, etcd?: number, formats: Record<string, number> = {}) {
    this.clocks = clocks;
    this.etcd = etcd;
    this.formats = formats;
    this.watches = new Map(Object.keys(clocks).map((name) => [name, this.watch(name)]));
  }

  private watch(name: string): NodeWatch {
    return new NodeWatch({
      name,
      isLeading: () => this.leader === name,
      nowMs: () => this.atMs,
      handOver: (to) => {
        this.handed.push(`${name} to ${to}`);
        this.leader = to;
        return Promise.resolve();
      },
      survey: () => Promise.resolve({ nodes: this.nodes, clocks: this.seenBy(name) }),
    });
  }

  private get nodes(): KnownNode[] {
    const rest = { url: '', storedAt: 0, puncturedSeq: 0, version: '', settings: '', isAlive: true };
    return Object.keys(this.clocks).map((name) => ({ name, id: name, format: this.formats[name] ?? FORMAT, ...rest }));
  }

  private seenBy(own: string): { name: string; offsetMs: number }[] {
    const others = Object.entries(this.clocks).filter(([name]) => name !== own);
    const all = this.etcd === undefined ? others : [...others, [ETCD, this.etcd] as const];
    return all.map(([name, ms]) => ({ name, offsetMs: ms - this.clocks[own]! }));
  }

  async run(ms: number): Promise<void> {
    for (const endMs = this.atMs + ms; this.atMs < endMs; this.atMs += 50) {
      for (const watch of this.watches.values()) watch.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  of(name: string): NodeWatch {
    return this.watches.get(name)!;
  }
}

test('clocks are compared with the median of all; of two nobody knows which one is right', () => {
  const others = [
    { name: 'b', offsetMs: 5_000 },
    { name: 'c', offsetMs: 5_200 },
  ];
  expect([...deviationsOf('a', others)]).toEqual([
    ['a', -5_000],
    ['b', 0],
    ['c', 200],
  ]);
  expect([...deviationsOf('a', others.slice(0, 1)).values()]).toEqual([-2_500, 2_500]);
  expect([...deviationsOf('a', []).values()]).toEqual([0]);
});

describe('a leader whose clock is wrong', () => {
  test.each([6_000, -6_000])(
    'by %d ms gives the lead to a node whose clock is right, once, and says so',
    async (ms) => {
      const clocks = new Clocks({ a: ms, b: 400, c: 0 });
      await clocks.run(9_000);
      expect(clocks.handed).toEqual([]);
      await clocks.run(60_000);
      expect(clocks.handed).toEqual(['a to b']);
      expect(said.join('\n')).toMatch(/the clock of this node is \d+ ms (ahead of|behind) the others': mend it \(NTP/);
      expect(clocks.of('a').shouldYield).toBe(true);
      expect(clocks.of('b').offMs('a')).not.toBe(0);
      clocks.clocks['a'] = 0;
      await clocks.run(6_000);
      expect(clocks.of('a').shouldYield).toBe(false);
      expect(said.at(-1)).toContain('the clock of this node is right again');
    },
  );

  test('keeps the lead where no other node has a better clock, and says so once', async () => {
    const clocks = new Clocks({ a: 10_000, b: 5_000, c: 0 }, 2_400);
    await clocks.run(60_000);
    expect(clocks.handed).toEqual([]);
    expect(said.filter((line) => line.includes('the lead stays here: no other node has a better clock'))).toHaveLength(
      1,
    );
  });

  test('keeps it where two clocks differ and nothing else tells the time, and gives it away where etcd does', async () => {
    const two = new Clocks({ a: 6_000, b: 0 });
    await two.run(60_000);
    expect(two.handed).toEqual([]);
    const told = new Clocks({ a: 6_000, b: 0 }, 700);
    await told.run(60_000);
    expect(told.handed).toEqual(['a to b']);
  });

  test('keeps it for a moment, and near the limit: the lead does not go to and fro', async () => {
    const moment = new Clocks({ a: 6_000, b: 0, c: 0 });
    await moment.run(9_000);
    moment.clocks['a'] = 0;
    await moment.run(60_000);
    expect(moment.handed).toEqual([]);
    const near = new Clocks({ a: 2_300, b: 0, c: 1_200 });
    for (let step = 0; step < 40; step += 1) {
      near.clocks['c'] = step % 2 === 0 ? 1_200 : -1_200;
      await near.run(5_000);
    }
    expect(near.handed.length).toBeLessThanOrEqual(1);
  });
});

test('a node that writes what another one does not know lets others lead first', async () => {
  const mixed = new Clocks({ a: 0, b: 0, c: 0 }, undefined, { c: FORMAT - 1 });
  await mixed.run(6_000);
  expect(['a', 'c'].map((name) => mixed.of(name).shouldYield)).toEqual([true, false]);
  expect(mixed.handed).toEqual([]);
  const same = new Clocks({ a: 0, b: 0 });
  await same.run(6_000);
  expect(same.of('a').shouldYield).toBe(false);
});
