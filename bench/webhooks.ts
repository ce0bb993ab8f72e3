// npm run bench -- webhooks: reads at a steady rate while webhooks call receivers that misbehave, round by round beside
// the ruler: the same reads and writes while the webhooks have no target and another process calls the same receivers
// as often. Exits 1 when the p99 of reads grows by more than a fifth.
import { fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Caller, request } from './caller.ts';
import { Load, ROOT, pinMainThread, pinned, startKontor } from './processes.ts';
import type { Credentials, Server } from './processes.ts';
import type { Heard, Kind, Told } from './receivers.ts';
import { LANGUAGE, fillShop, productName } from './shop.ts';
import { median } from './stats.ts';
import { machine } from './table.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    rate: { type: 'string', default: '1500' },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
  },
});
const [ROUNDS, MEASURE_MS, RATE] = [Number(flags.rounds), Number(flags.seconds) * 1000, Number(flags.rate)];
const PRODUCTS = 5000;
const KINDS: readonly Kind[] = ['hang', 'error', 'redirect', 'flood', 'call'];
const WARM_MS = 1500;
/** Three for each kind of receiver, but one only that answers well: it has every message. */
const WEBHOOKS: readonly Kind[] = [
  ...Array.from({ length: 3 }, () => KINDS.filter((kind) => kind !== 'call')).flat(),
  'call',
];
const WRITE_EVERY_MS = 10;
/** Saved settings begin the attempts anew: without them a receiver that fails is called every few seconds at most. */
const SAVE_EVERY = 10;
const RATIO_MAX = 1.2;
const NONE: { readonly [K in Kind]?: number } = {};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = (at: number): string => `BENCH_${at}`;

/**
 * Leaves a process what the engine does not use of its core. In place of a network: a receiver that took turns with the
 * engine or with the generator would be what is measured.
 */
const giveWay = (pid: number | undefined): void => {
  if (!pinned) return;
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(pid)]);
  spawnSync('chrt', ['-a', '-i', '-p', '0', String(pid)]);
};

class Receivers {
  readonly #child = fork(join(ROOT, 'bench/receivers.ts'), { execArgv: process.execArgv });
  url = '';

  static async open(): Promise<Receivers> {
    const receivers = new Receivers();
    const { port } = await receivers.#next<{ port: number }>();
    receivers.url = `http://127.0.0.1:${port}`;
    giveWay(receivers.#child.pid);
    return receivers;
  }

  tell(told: Told): void {
    this.#child.send(told);
  }

  heard(): Promise<Heard> {
    this.tell({ type: 'heard' });
    return this.#next<Heard>();
  }

  #next<T>(): Promise<T> {
    return new Promise((resolve) => this.#child.once('message', (sent) => resolve(sent as T)));
  }

  stop(): void {
    this.#child.disconnect();
  }
}

/**
 * Content updates, each of which fires every webhook, and settings that are saved: the same with targets and without.
 */
const write = async (caller: Caller, contentId: number, url: string, going: () => boolean): Promise<void> => {
  for (let at = 0; going(); at += 1) {
    await caller.office('update_content', { id_content: contentId, name: `content ${at}` });
    const webhook = (at < WEBHOOKS.length ? at : at / SAVE_EVERY) % WEBHOOKS.length;
    if (at < WEBHOOKS.length || at % SAVE_EVERY === 0) {
      await caller.office('update_webhook', {
        name: nameOf(webhook),
        url: url === '' ? '' : `${url}/${WEBHOOKS[webhook]}`,
        parameter: '',
      });
    }
    await wait(WRITE_EVERY_MS);
  }
};

interface Round {
  readonly p50Us: number;
  readonly p99Us: number;
  readonly writes: number;
  /** CPU time of the server's main thread. */
  readonly usPerReply: number;
  readonly heard: Heard;
}

/** Fills the shop; a function that runs one round. */
const prepared = async (server: Server, credentials: Credentials, receivers: Receivers, load: Load) => {
  const caller = new Caller(server.port, credentials);
  const { productIds } = await fillShop(caller, PRODUCTS);
  await caller.office('create_class', { name: 'page', type: 'content' });
  const contentId = Number((await caller.office('create_content', { class: 'page', name: 'page' }))['id']);
  for (let at = 0; at < WEBHOOKS.length; at += 1)
    await caller.office('create_webhook', { name: nameOf(at), event: 'WEBHOOK_CONTENT_UPDATE' });
  const reads = productIds.map((id) =>
    request({ request: 'get_product_details', ...caller.credentials, id_product: id, ...LANGUAGE }),
  );
  const offsets = new Uint32Array(reads.length + 1);
  reads.forEach((one, at) => (offsets[at + 1] = offsets[at]! + one.length));
  load.keep('reads', {
    bytes: Buffer.concat(reads),
    offsets,
    order: 'random',
    object: 'product',
    marks: productIds.map((_, at) => productName(at)),
  });
  pinMainThread(server);
  receivers.tell({ type: 'api', port: server.port, credentials });

  return async (url: string, perSecond: { readonly [K in Kind]?: number }, seed: number): Promise<Round> => {
    const before = await receivers.heard();
    receivers.tell({ type: 'mimic', perSecond });
    let going = true;
    let writes = 0;
    const writing = write(caller, contentId, url, () => ((writes += 1), going));
    const order = {
      connections: 64,
      warmMs: WARM_MS,
      measureMs: MEASURE_MS,
      rate: RATE,
      seed,
      parts: [{ key: 'reads', weight: 1, label: 'reads' }],
      echo: false,
    };
    const { latency, failures, firstFailure, serverUsPerReply: usPerReply } = await load.run(server, order);
    going = false;
    await writing;
    if (failures > 0) throw new Error(`a reply was wrong: ${firstFailure}`);
    const after = await receivers.heard();
    receivers.tell({ type: 'mimic', perSecond: NONE });
    for (let webhook = 0; webhook < WEBHOOKS.length; webhook += 1)
      await caller.office('update_webhook', { name: nameOf(webhook), url: '', parameter: '' });
    const { p50Us, p99Us } = latency['reads']!;
    const heard = Object.fromEntries(
      Object.entries(after).map(([kind, count]) => [kind, count - before[kind as Kind]]),
    ) as Heard;
    return { p50Us, p99Us, writes, usPerReply, heard };
  };
};

const report = (loud: readonly Round[], mimic: readonly Round[], quiet: readonly Round[]): boolean => {
  const medianMs = (rounds: readonly Round[], pick: 'p50Us' | 'p99Us'): number =>
    median(rounds.map((one) => one[pick])) / 1000;
  const line = (label: string, rounds: readonly Round[]): void => {
    const heard = KINDS.map((kind) => `${rounds.reduce((sum, one) => sum + one.heard[kind], 0)} ${kind}`).join(', ');
    const [cpu, writes] = [median(rounds.map(({ usPerReply }) => usPerReply)), median(rounds.map((one) => one.writes))];
    console.log(
      `${label} p50 ${medianMs(rounds, 'p50Us').toFixed(2)} ms, p99 ${medianMs(rounds, 'p99Us').toFixed(2)} ms, ${cpu.toFixed(0)} µs of CPU per read, ${writes} writes per round; ${heard}`,
    );
    console.log(`  p99 of every round, ms: ${rounds.map(({ p99Us }) => (p99Us / 1000).toFixed(2)).join(' ')}`);
  };
  console.log(machine(tmpdir()));
  console.log(`${RATE} reads/s, ${ROUNDS} rounds of ${MEASURE_MS / 1000} s`);
  line('nobody called      ', quiet);
  line('called by another  ', mimic);
  line('called by the shop ', loud);
  const ratio = medianMs(loud, 'p99Us') / medianMs(mimic, 'p99Us');
  console.log(`ratio of the medians of p99, the shop's calls to another's: ${ratio.toFixed(2)}, at most ${RATIO_MAX}`);
  return ratio <= RATIO_MAX;
};

const main = async (): Promise<number> => {
  process.env['KONTOR_WEBHOOK_DELAY_MS'] = '0';
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const word = (): string => randomBytes(18).toString('base64url');
  const credentials = { username: word(), password: word(), secretKey: word() };
  const server = await startKontor(flags.engine, dataDir, credentials);
  const receivers = await Receivers.open();
  const load = new Load('open');
  try {
    const run = await prepared(server, credentials, receivers, load);
    giveWay(process.pid);
    const [loud, mimic, quiet]: [Round[], Round[], Round[]] = [[], [], []];
    const seconds = (WARM_MS + MEASURE_MS) / 1000;
    const shop = async (seed: number): Promise<unknown> => loud.push(await run(receivers.url, NONE, seed));
    const another = async (seed: number): Promise<unknown> =>
      mimic.push(
        await run(
          '',
          Object.fromEntries(
            KINDS.map((kind) => [kind, loud.reduce((sum, { heard }) => sum + heard[kind], 0) / loud.length / seconds]),
          ),
          seed,
        ),
      );
    const nobody = async (seed: number): Promise<unknown> => quiet.push(await run('', NONE, seed));
    // How often the shop calls is known after its first round, which is not counted; then all orders, so that what
    // drifts hits all.
    await shop(0);
    for (let at = 1; at <= ROUNDS; at += 1)
      for (const one of at % 2 === 0 ? [shop, nobody, another] : [another, nobody, shop]) await one(at);
    return report(loud.slice(1), mimic, quiet) ? 0 : 1;
  } finally {
    receivers.stop();
    await load.stop();
    await server.stop();
  }
};

process.exitCode = await main();
