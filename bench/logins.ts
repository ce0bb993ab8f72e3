// npm run bench -- logins: what a flood of logins does to everybody else. Turn by turn the same open-loop mix of reads
// and durable writes, without logins and with them; half of the logins are right, half are for names that nobody has.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Caller } from './caller.ts';
import { Load, ROOT, pinMainThread, startKontor, type Credentials, type Measured, type Server } from './processes.ts';
import { LANGUAGE, fillShop, makeCarts } from './shop.ts';
import { Histogram, median } from './stats.ts';
import { CARTS, MIX, type Ground } from './workloads.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    data: { type: 'string', default: tmpdir() },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '4000' },
    logins: { type: 'string', default: '200' },
  },
});
const rounds = Number(values.rounds);
const measureMs = Number(values.seconds) * 1000;
const [rate, offered] = [Number(values.rate), Number(values.logins)];
const WARM_MS = 1000;
const USERS = 200;
const PASSWORD = 'Bench1';
const PRODUCTS = 10_000;
const CONNECTIONS = 512;
/** What the flood may do to the p99 of anything else. */
const RATIO_MAX = 2;

/** Logins at equal distances, whatever becomes of them. */
class Flood {
  readonly answered = new Map<string, number>();
  readonly latency = new Histogram();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1024 });
  private readonly port: number;
  private readonly caller: Caller;
  /** Nobody's, and no other flood's: the throttle must not spare the hashes. */
  private readonly name = randomBytes(6).toString('hex');
  private sent = 0;
  private stopped = false;

  constructor(port: number, caller: Caller) {
    this.port = port;
    this.caller = caller;
  }

  start(): void {
    const beganMs = performance.now();
    const timer = setInterval(() => {
      if (this.stopped) return clearInterval(timer);
      while (this.sent < ((performance.now() - beganMs) / 1000) * offered) this.send();
    }, 5);
  }

  stop(): void {
    this.stopped = true;
    this.agent.destroy();
  }

  private send(): void {
    const at = this.sent++;
    const username = at % 2 === 0 ? `user${(at / 2) % USERS}` : `${this.name}-${at}`;
    const body = new URLSearchParams({
      ...(this.caller.credentials as Record<string, string>),
      request: 'login_user',
      username,
      password: PASSWORD,
    }).toString();
    const sentMs = performance.now();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const call = httpRequest(
      { port: this.port, method: 'POST', path: '/srv/service/', agent: this.agent, headers },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => (text += chunk));
        reply.on('end', () => {
          const { status, message } = JSON.parse(text) as { status: string; message?: string };
          const code = message ?? status;
          this.answered.set(code, (this.answered.get(code) ?? 0) + 1);
          if (code !== 'LOGIN_BUSY') this.latency.record((performance.now() - sentMs) * 1000);
        });
      },
    );
    call.on('error', (error) => {
      if (!this.stopped) this.answered.set(error.message, (this.answered.get(error.message) ?? 0) + 1);
    });
    call.end(body);
  }
}

const makeUsers = async (caller: Caller): Promise<void> => {
  const tokens: { id: number; token: string }[] = [];
  const args = (i: number): string =>
    JSON.stringify({ username: `user${i}`, email: `user${i}@example.org`, passwd1: PASSWORD, passwd2: PASSWORD });
  await caller.many(
    'register_user',
    USERS,
    (i) => ({ args: args(i) }),
    (_, { id_user: id, session_id: token }) => void tokens.push({ id: Number(id), token: String(token) }),
  );
  await caller.many('verify_user', USERS, (i) => ({ id_user: tokens[i]!.id, session_id: tokens[i]!.token }));
};

const ms = (us: number): string => (us / 1000).toFixed(2);
const LABELS = ['reads', 'add_to_cart'] as const;

const measure = async (load: Load, server: Server, caller: Caller): Promise<boolean> => {
  const parts = MIX.map(({ key, weight, label }) => ({ key, weight, label }));
  const order = (seed: number) => ({
    warmMs: WARM_MS,
    measureMs,
    seed,
    parts,
    connections: CONNECTIONS,
    rate,
    echo: false,
  });
  const calm: Measured[] = [];
  const flooded: Measured[] = [];
  const floods: Flood[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    calm.push(await load.run(server, order(round)));
    const flood = new Flood(server.port, caller);
    flood.start();
    flooded.push(await load.run(server, order(round)));
    flood.stop();
    floods.push(flood);
    console.error(
      `round ${round}: ${LABELS.map((label) => `${label} p99 ${ms(calm.at(-1)!.latency[label]!.p99Us)} → ${ms(flooded.at(-1)!.latency[label]!.p99Us)} ms`).join(', ')}`,
    );
  }
  const failures = [...calm, ...flooded].reduce((sum, { failures: count }) => sum + count, 0);
  console.log(
    `${rate} calls/s (65 % get_product_details, 15 % get_cart, 20 % add_to_cart) with fsync, ${offered} logins/s offered; medians of ${rounds} rounds of ${measureMs / 1000} s`,
  );
  let holds = failures === 0;
  for (const label of LABELS) {
    const of = (runs: readonly Measured[], pick: 'p50Us' | 'p99Us' | 'p999Us'): number =>
      median(runs.map(({ latency }) => latency[label]![pick]));
    const text = (runs: readonly Measured[]): string =>
      `${ms(of(runs, 'p50Us'))} / ${ms(of(runs, 'p99Us'))} / ${ms(of(runs, 'p999Us'))}`;
    const ratio = of(flooded, 'p99Us') / of(calm, 'p99Us');
    holds &&= ratio <= RATIO_MAX;
    console.log(
      `${label.padEnd(12)} p50 / p99 / p99.9 ms: without ${text(calm)}, with ${text(flooded)}; p99 × ${ratio.toFixed(2)} (at most ${RATIO_MAX})`,
    );
  }
  const seconds = floods.length * ((measureMs + WARM_MS) / 1000);
  const answered = new Map<string, number>();
  for (const flood of floods)
    for (const [code, count] of flood.answered) answered.set(code, (answered.get(code) ?? 0) + count);
  console.log(
    `logins answered per second: ${[...answered].map(([code, count]) => `${code} ${(count / seconds).toFixed(1)}`).join(', ')}`,
  );
  const waited = (pick: number): string => ms(median(floods.map(({ latency }) => latency.quantileUs(pick))));
  console.log(`those that were hashed took p50 ${waited(0.5)}, p99 ${waited(0.99)} ms`);
  if (failures > 0)
    console.error(
      `FAILED: ${failures} wrong replies, ${[...calm, ...flooded].find(({ firstFailure }) => firstFailure !== '')?.firstFailure}`,
    );
  return holds;
};

const SAMPLES = 150;
const PATHS: { readonly [path: string]: (i: number) => { readonly username: string; readonly password: string } } = {
  'right password': (i) => ({ username: `user${i}`, password: PASSWORD }),
  'wrong password': (i) => ({ username: `user${i}`, password: 'wrong' }),
  'unknown name': (i) => ({ username: `nobody-${i}`, password: PASSWORD }),
};

/** One login after the other, path by path in turn: whoever measures them must not learn which names exist. */
const measurePaths = async ({ port }: Server, caller: Caller): Promise<void> => {
  const taken = new Map(Object.keys(PATHS).map((path) => [path, new Histogram()]));
  for (let i = 0; i < SAMPLES; i += 1) {
    for (const [path, fieldsOf] of Object.entries(PATHS)) {
      const body = new URLSearchParams({
        ...(caller.credentials as Record<string, string>),
        request: 'login_user',
        ...fieldsOf(i),
      });
      const startedMs = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/srv/service/`, { method: 'POST', body })).text();
      taken.get(path)!.record((performance.now() - startedMs) * 1000);
    }
  }
  console.log(
    `one login at a time, p50 / p99 ms: ${[...taken].map(([path, latency]) => `${path} ${ms(latency.quantileUs(0.5))} / ${ms(latency.quantileUs(0.99))}`).join(', ')}`,
  );
};

const main = async (): Promise<number> => {
  if (!existsSync(values.engine)) throw new Error(`${values.engine} is missing: npm run build`);
  const directory = mkdtempSync(join(values.data, 'kontor-bench-logins-'));
  const clean = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', clean);
  const word = (): string => randomBytes(18).toString('base64url');
  const credentials: Credentials = { username: word(), password: word(), secretKey: word() };
  const load = new Load('open');
  let server: Server | undefined;
  try {
    server = await startKontor(values.engine, directory, credentials);
    const caller = new Caller(server.port, credentials);
    const shop = await fillShop(caller, PRODUCTS);
    await caller.many('get_product_details', PRODUCTS, (i) => ({
      id_product: shop.productIds[i] as number,
      ...LANGUAGE,
    }));
    const ground: Ground = {
      caller,
      shop,
      readCarts: await makeCarts(caller, shop, CARTS, 0),
      addCarts: await makeCarts(caller, shop, CARTS, CARTS),
      checkoutsPerRound: 0,
    };
    await makeUsers(caller);
    pinMainThread(server);
    await measurePaths(server, caller);
    for (const part of MIX) load.keep(part.key, (await part.prepare(ground)).set);
    return (await measure(load, server, caller)) ? 0 : 1;
  } finally {
    await server?.stop();
    await load.stop();
  }
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();
