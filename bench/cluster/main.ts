// What a cluster costs and gives: failovers, hand-overs, writes against one process alone, exact reads, a join, and the
// size of the log. `npm run bench -- cluster --kills 30 --hand-overs 30`; see bench/README.md.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { must } from '../../src/kernel/result.ts';
import { HAS_ETCD, isInstalled } from '../../test/cluster/etcd.ts';
import { reservePort } from '../../test/harness/ports.ts';
import { startKontor } from '../processes.ts';
import type { Server } from '../processes.ts';
import { Reader, sorted } from '../reader.ts';
import { fillSessions } from '../sessions.ts';
import { CREDENTIALS, prepare } from '../search/measure.ts';
import { median, quantile } from '../stats.ts';
import { Writers } from './gaps.ts';
import { BenchCluster, kill } from './nodes.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    sessions: { type: 'string', default: '0' },
    kills: { type: 'string', default: '10' },
    'hand-overs': { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const [PRODUCTS, SESSIONS] = [Number(values.products), Number(values.sessions)];
const [KILLS, HAND_OVERS] = [Number(values.kills), Number(values['hand-overs'])];
const [ROUNDS, SECONDS] = [Number(values.rounds), Number(values.seconds)];
const NAMES = ['a', 'b', 'c'];
/** Goals. */
const FAILOVER_MS = { median: 3_200, longest: 5_000 };
const HAND_OVER_MS = 300;
const WRITE_SHARE = { 1: 0.7, 3: 0.5 };
const CALLERS = 16;
const missed: string[] = [];

const ms = (value: number): string => (value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`);
const check = (isMet: boolean, what: string): void => void (isMet || missed.push(what));

/** Additions to carts per second, and milliseconds of each. */
const writes = async (port: number): Promise<{ readonly perSecond: number; readonly tookMs: number[] }> => {
  const reader = new Reader(port, PRODUCTS);
  const tookMs: number[] = [];
  const endMs = performance.now() + SECONDS * 1000;
  const one = async (): Promise<void> => {
    const { code: session } = JSON.parse(await reader.call({ request: 'get_new_session' })) as {
      readonly code: string;
    };
    const item = {
      id_shopobject: '0',
      element_type: 'FREE_ELEMENT',
      quantity: '1',
      price_field: '1.50',
      name_field: 'x',
    };
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      const reply = await reader.call({ request: 'add_to_cart', session, ...item });
      must(reply.includes('"object":"cart"'), reply.slice(0, 200));
      tookMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, one));
  reader.close();
  return { perSecond: tookMs.length / SECONDS, tookMs: sorted(tookMs) };
};

const failovers = async (cluster: BenchCluster): Promise<void> => {
  const writers = new Writers(await Promise.all(NAMES.map((name) => cluster.port(name))));
  const gaps: number[] = [];
  for (let at = 0; at < KILLS; at += 1) {
    await cluster.settled();
    const leader = await cluster.leader();
    const sinceMs = performance.now();
    kill(cluster.servers.get(leader)!.pid);
    await cluster.leader(leader);
    await sleep(500);
    gaps.push(writers.gapMs(sinceMs));
    await cluster.serve(leader);
  }
  await writers.stop();
  const [half, longest] = [median(gaps), Math.max(...gaps)];
  console.log(
    `failover, leader killed, ${KILLS} times: p50 ${ms(half)}, longest ${ms(longest)} without an answered write ` +
      `(${writers.answered} answered, ${writers.refused.length} of which nobody knows)`,
  );
  for (const reply of new Set(writers.refused))
    check(reply.includes('LEADER_LOST') || reply.includes('JOURNAL_FAILED'), `in a failover: ${reply}`);
  check(half <= FAILOVER_MS.median, `failover p50 ${ms(half)}`);
  check(longest <= FAILOVER_MS.longest, `failover longest ${ms(longest)}`);
};

const handOvers = async (cluster: BenchCluster): Promise<void> => {
  await cluster.settled();
  const writers = new Writers(await Promise.all(NAMES.map((name) => cluster.port(name))));
  await sleep(500);
  const gaps: number[] = [];
  for (let at = 0; at < HAND_OVERS; at += 1) {
    const leader = await cluster.leader();
    const sinceMs = performance.now();
    await cluster.handOver();
    await cluster.leader(leader);
    gaps.push(writers.gapMs(sinceMs));
    // The old leader begins again in its own place.
    await sleep(3_000);
    await cluster.settled();
  }
  await writers.stop();
  const [half, longest] = [median(gaps), Math.max(...gaps)];
  console.log(
    `hand-over, ${HAND_OVERS} times: p50 ${ms(half)}, longest ${ms(longest)} without an answered write; ` +
      `${writers.refused.length} of ${writers.answered} refused`,
  );
  for (const reply of new Set(writers.refused)) console.log(`  refused: ${reply}`);
  check(longest <= HAND_OVER_MS, `hand-over longest ${ms(longest)}`);
  check(writers.refused.length === 0, `${writers.refused.length} calls refused in hand-overs`);
};

const exactReads = async (cluster: BenchCluster): Promise<void> => {
  const leader = await cluster.leader();
  const other = NAMES.find((name) => name !== leader)!;
  const [there, here] = await Promise.all(
    [leader, other].map(async (name) => new Reader(await cluster.port(name), PRODUCTS)),
  );
  await Promise.all([there!.reads(1, 4), here!.reads(1, 4)]);
  const [own, exact] = [sorted(await there!.reads(SECONDS, 1)), sorted(await here!.reads(SECONDS, 1))];
  console.log(
    `reads, one at a time: at the leader p50 ${ms(quantile(own, 0.5))} p99 ${ms(quantile(own, 0.99))}; ` +
      `exact at another node p50 ${ms(quantile(exact, 0.5))} p99 ${ms(quantile(exact, 0.99))}`,
  );
};

/** In turns, so that all have the same machine. */
const compareWrites = async (alone: Server, one: BenchCluster, three: BenchCluster): Promise<void> => {
  const ports = { alone: alone.port, 1: await one.port('a'), 3: await three.port(await three.leader()) };
  const found: { [name in keyof typeof ports]: Awaited<ReturnType<typeof writes>>[] } = { alone: [], 1: [], 3: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['alone', 1, 3] as const) found[name].push(await writes(ports[name]));
  const rate = (name: keyof typeof ports): number => median(found[name].map(({ perSecond }) => perSecond));
  const half = (name: keyof typeof ports): number => median(found[name].map(({ tookMs }) => quantile(tookMs, 0.5)));
  console.log(
    `add_to_cart, ${CALLERS} callers: ${rate('alone').toFixed(0)}/s p50 ${ms(half('alone'))} alone, ` +
      `${rate(1).toFixed(0)}/s p50 ${ms(half(1))} with one member of etcd, ` +
      `${rate(3).toFixed(0)}/s p50 ${ms(half(3))} with three members and three nodes`,
  );
  for (const members of [1, 3] as const) {
    const share = rate(members) / rate('alone');
    console.log(
      `  with ${members}: ${share.toFixed(2)} of one process alone (${WRITE_SHARE[members]} on 4 cores and more)`,
    );
    check(
      share >= WRITE_SHARE[members],
      `writes with ${members} members of etcd are ${share.toFixed(2)} of one process alone`,
    );
  }
};

const logSize = async (cluster: BenchCluster): Promise<void> => {
  const sizes: number[] = [];
  const port = await cluster.port(await cluster.leader());
  for (let at = 0; at < 4; at += 1) {
    await writes(port);
    sizes.push((await cluster.state()).log_mb);
  }
  console.log(`the log in etcd, after each ${SECONDS} s of writes: ${sizes.join(', ')} MB`);
};

const main = async (): Promise<number> => {
  if (!HAS_ETCD) return 0;
  if (!isInstalled('openssl', 'version')) {
    console.log('openssl is missing: nodes have no certificates, and are not measured');
    return 0;
  }
  const directory = mkdtempSync(`${tmpdir()}/kontor-cluster-`);
  const open: { close(): Promise<void> }[] = [];
  try {
    const data = join(directory, 'shop');
    await prepare(data, PRODUCTS);
    await fillSessions(data, SESSIONS);
    const first = await startKontor('dist/main.js', data, CREDENTIALS);
    await first.stop();
    for (const name of ['alone', 'one']) cpSync(data, join(directory, name), { recursive: true });
    const three = await BenchCluster.open(directory, 3);
    open.push(three);
    await three.init('a', data);
    for (const name of ['b', 'c']) {
      const [copyMs, servesMs] = await three.join(name);
      const shop = `${PRODUCTS} products and ${SESSIONS} sessions`;
      console.log(`join of ${shop}: ${ms(copyMs)} with the command, ready ${ms(servesMs)} later`);
    }
    await exactReads(three);
    const one = await BenchCluster.open(directory, 1);
    open.push(one);
    await one.init('a', join(directory, 'one'));
    const elsewhere = { port: await reservePort(), mayEnd: true };
    const alone = await startKontor('dist/main.js', join(directory, 'alone'), CREDENTIALS, elsewhere);
    await compareWrites(alone, one, three);
    kill(alone.pid);
    await one.close();
    open.pop();
    await logSize(three);
    await failovers(three);
    await handOvers(three);
    console.log((await three.run(['cluster', 'verify'])).trim());
  } finally {
    for (const cluster of open) await cluster.close();
    rmSync(directory, { recursive: true, force: true });
  }
  for (const what of missed) console.log(`missed: ${what}`);
  return missed.length === 0 ? 0 : 1;
};

process.exit(await main());
