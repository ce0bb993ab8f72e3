// What a standby costs and gains: folding against deciding, exact reads against those of the leader, catching up, and
// a promotion. `npm run bench -- standby --products 100000 --sessions 1000000`; see bench/README.md.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { must } from '../src/kernel/result.ts';
import { reservePort } from '../test/harness/ports.ts';
import { rssMb, startKontor } from './processes.ts';
import { quantile } from './stats.ts';
import { CREDENTIALS, prepare } from './search/measure.ts';
import { Reader, sorted } from './reader.ts';
import { fillSessions } from './sessions.ts';
import { measureFolding } from './standby-folding.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    sessions: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
});
const [PRODUCTS, SESSIONS] = [Number(values.products), Number(values.sessions)];
const [SECONDS, ROUNDS] = [Number(values.seconds), Number(values.rounds)];
/** An exact read may take so many round trips of an echo on a Unix socket more than one at the leader. */
const ROUND_TRIPS_MAX = 2;
const FOLDING_SHARE_MAX = 1 / 3;

const shown = (ms: number): string => (ms < 10 ? `${(ms * 1000).toFixed(0)} µs` : `${ms.toFixed(0)} ms`);

/** Round trips of one small message on a Unix socket, between this process and another. */
const echoTrips = async (directory: string): Promise<(seconds: number) => Promise<number[]>> => {
  const path = join(directory, 'echo.sock');
  const code = `require('node:net').createServer((s) => s.pipe(s)).listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const socket = connect(path);
  await new Promise((resolve) => socket.once('connect', resolve));
  const message = Buffer.alloc(40, 1);
  return async (seconds) => {
    const took: number[] = [];
    for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs;) {
      const sentMs = performance.now();
      socket.write(message);
      await new Promise((resolve) => socket.once('data', resolve));
      took.push(performance.now() - sentMs);
    }
    return took;
  };
};

const main = async (): Promise<number> => {
  const missed: string[] = [];
  const directory = mkdtempSync(`${tmpdir()}/kontor-standby-`);
  const folding = await measureFolding(directory);
  for (const line of folding.lines) console.log(line);
  if (folding.share > FOLDING_SHARE_MAX) missed.push(`folding takes ${folding.share.toFixed(2)} of deciding`);
  const [data, copy] = [join(directory, 'shop'), join(directory, 'standby')];
  const pids: number[] = [];
  try {
    await prepare(data, PRODUCTS);
    await fillSessions(data, SESSIONS);
    const leader = await startKontor('dist/main.js', data, CREDENTIALS, { port: await reservePort() });
    pids.push(leader.pid);
    const startedMs = performance.now();
    const port = await reservePort();
    const standby = await startKontor('dist/main.js', copy, CREDENTIALS, { port, follow: data });
    pids.push(standby.pid);
    console.log(
      `caught up with ${PRODUCTS} products and ${SESSIONS} sessions in ` +
        `${((performance.now() - startedMs) / 1000).toFixed(1)} s, from an empty directory; ` +
        `memory ${rssMb(leader.pid).toFixed(0)} MB at the leader, ${rssMb(standby.pid).toFixed(0)} MB at the standby`,
    );
    const [there, here] = [new Reader(leader.port, PRODUCTS), new Reader(standby.port, PRODUCTS)];
    const echo = await echoTrips(directory);
    await Promise.all([there.reads(1, 4), here.reads(1, 4)]);
    const more: number[] = [];
    const trips: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const trip = sorted(await echo(SECONDS / 4));
      const [own, exact] = [sorted(await there.reads(SECONDS / 2, 1)), sorted(await here.reads(SECONDS / 2, 1))];
      more.push(quantile(exact, 0.5) - quantile(own, 0.5));
      trips.push(quantile(trip, 0.5));
      console.log(
        `round ${round + 1}: read at the leader p50 ${shown(quantile(own, 0.5))} p99 ${shown(quantile(own, 0.99))}, ` +
          `exact at the standby p50 ${shown(quantile(exact, 0.5))} p99 ${shown(quantile(exact, 0.99))}, ` +
          `echo p50 ${shown(quantile(trip, 0.5))}`,
      );
    }
    const trips50 = quantile(sorted(more), 0.5) / quantile(sorted(trips), 0.5);
    console.log(
      `an exact read takes ${trips50.toFixed(2)} round trips of the echo more (p50, at most ${ROUND_TRIPS_MAX})`,
    );
    if (trips50 > ROUND_TRIPS_MAX) missed.push(`an exact read takes ${trips50.toFixed(2)} round trips more`);
    for (const callers of [16, 64]) {
      const [own, exact] = [await there.reads(SECONDS, callers), await here.reads(SECONDS, callers)];
      console.log(
        `${callers} callers: ${(own.length / SECONDS).toFixed(0)} reads per second at the leader, ` +
          `${(exact.length / SECONDS).toFixed(0)} at the standby, p99 ${shown(quantile(sorted(exact), 0.99))}`,
      );
    }
    await promote(leader.pid, copy, here);
  } finally {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    rmSync(directory, { recursive: true, force: true });
  }
  for (const what of missed) console.log(`missed: ${what}`);
  return missed.length === 0 ? 0 : 1;
};

/** From the death of the leader to the first write that the standby answers. */
const promote = async (leader: number, copy: string, here: Reader): Promise<void> => {
  await here.call({ request: 'get_new_session' });
  process.kill(leader, 'SIGKILL');
  await sleep(200);
  const waiting = here.call({ request: 'get_new_session' });
  const askedMs = performance.now();
  await promisify(execFile)(process.execPath, ['dist/main.js', 'promote', '--data', copy]);
  const tookMs = performance.now() - askedMs;
  must((await waiting).includes('"code"'), 'the call that waited is answered');
  console.log(`promotion: ${tookMs.toFixed(0)} ms with the command, and the call that waited was answered`);
};

process.exit(await main());
