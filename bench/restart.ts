// How long the longest call waits while `kontor restart` or `kontor upgrade` puts another process in the place of the
// server, and how long a search for words does.
//
//   npm run bench -- restart                   10,000 products, 10,000 open carts, three restarts
//   npm run bench -- restart 100000 100000     as many
//   npm run bench -- restart 10000 10000 upgrade
//
// Ten shoppers add to carts of theirs, eight of them on connections that stay open; one searches for words.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addToCart } from '../src/domain/cart/add-to-cart.ts';
import type { Milli } from '../src/domain/money.ts';
import { maintenanceCause } from '../src/engine/engine.ts';
import { must } from '../src/kernel/result.ts';
import { reservePort } from '../test/harness/ports.ts';
import { PIECE } from '../test/domain/cart/plain-elements.ts';
import { RestartShopper } from '../test/server/restart-traffic.ts';
import { startKontor } from './processes.ts';
import { CREDENTIALS, openAlone, prepare } from './search/measure.ts';

const [PRODUCTS, CARTS] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 10_000)];
const HOW = process.argv[4] ?? 'restart';
const RESTARTS = 3;
const CAUSE = maintenanceCause('bench');
const SESSION = { type: 'start', lifeMs: 3_600_000, userId: 0, subject: 0, username: '' } as const;
const LINE = { ...PIECE, free: true, quantityMilli: 1000 as Milli, priceField: '12.5', nameField: 'saw', productId: 0 };

const fillCarts = async (data: string): Promise<void> => {
  const { engine, close } = await openAlone(data);
  for (let at = 0; at < CARTS; at += 1) {
    const made = engine.transact(CAUSE, (tx) => tx.create('session', { ...SESSION, nonce: tx.random(12) }));
    must(made.ok, 'a session is opened');
    const added = engine.transact(CAUSE, (tx) => addToCart(tx, { ...LINE, sessionId: made.value }));
    must(added.ok, 'a line is added');
    if (at % 1000 === 0) await engine.whenDurable(engine.headSeq);
  }
  await engine.whenDurable(engine.headSeq);
  await close();
};

/** How long the main thread of a process has run, and waited for a core that others had: Linux only. */
const cpuOf = (pid: number): { readonly ranMs: number; readonly waitedMs: number } => {
  const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
};

/** Searches for words, one after the other. */
class WordSearches {
  answered = 0;
  longestMs = 0;
  readonly refusals: string[] = [];
  private isGoing = true;
  private readonly done: Promise<void>;

  constructor(port: number) {
    this.done = this.search(`http://127.0.0.1:${port}/srv/service/`);
  }

  async stop(): Promise<void> {
    this.isGoing = false;
    await this.done;
  }

  private async search(url: string): Promise<void> {
    const { username, password } = CREDENTIALS;
    const body = new URLSearchParams({
      request: 'search_products',
      licence_username: username,
      licence_password: password,
      language: 'de_DE',
      country: 'DE',
      constraint: JSON.stringify({ name: ['MATCH', 'katermi'] }),
      left_limit: '0',
      right_limit: '24',
    });
    while (this.isGoing) {
      const sentMs = performance.now();
      try {
        const reply = await (await fetch(url, { method: 'POST', body })).text();
        if (reply.includes('"object":"error"')) this.refusals.push(reply.slice(0, 120));
        else this.answered += 1;
      } catch (error) {
        this.refusals.push(String(error));
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - sentMs);
      await sleep(20);
    }
  }
}

const main = async (): Promise<void> => {
  const data = mkdtempSync(`${tmpdir()}/kontor-restart-`);
  let pid = 0;
  try {
    await prepare(data, PRODUCTS);
    await fillCarts(data);
    const port = await reservePort();
    const server = await startKontor('dist/main.js', data, CREDENTIALS, { port });
    pid = server.pid;
    const target = { port, ...CREDENTIALS };
    for (let round = 1; round <= RESTARTS; round += 1) {
      const shoppers = Array.from({ length: 10 }, (_, at) => new RestartShopper(target, at < 8, 5 + at));
      const words = new WordSearches(port);
      await sleep(3000);
      for (const shopper of shoppers) shopper.longestMs = 0;
      words.longestMs = 0;
      const asked = performance.now();
      const command = ['dist/main.js', HOW, '--json', '--data', data];
      const { stdout } = await promisify(execFile)(process.execPath, command);
      const tookMs = performance.now() - asked;
      ({ pid } = JSON.parse(stdout) as { readonly pid: number });
      const cpu = cpuOf(pid);
      const before = words.answered;
      while (words.answered < before + 5) await sleep(50);
      await sleep(1000);
      await Promise.all([...shoppers.map((shopper) => shopper.stop()), words.stop()]);
      const failures = [...shoppers.flatMap((shopper) => shopper.failures), ...words.refusals];
      const longest = Math.max(...shoppers.map(({ longestMs }) => longestMs));
      console.log(
        `${HOW} ${round}: command ${tookMs.toFixed(0)} ms, longest call ${longest.toFixed(0)} ms, ` +
          `longest search for words ${words.longestMs.toFixed(0)} ms, failed ${failures.length}; until it was open ` +
          `the new thread ran for ${cpu.ranMs.toFixed(0)} ms and waited for a core for ${cpu.waitedMs.toFixed(0)} ms`,
      );
      for (const failure of failures.slice(0, 5)) console.log(failure);
    }
  } finally {
    if (pid > 0) process.kill(pid, 'SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
};

await main();
process.exit(0);
