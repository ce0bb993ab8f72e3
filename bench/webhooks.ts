// npm run bench:webhooks: reads at a steady rate while webhooks call receivers that hang or send without end, beside the
// same traffic while the webhooks have no target, round by round. Exits 1 when the p99 of reads grows by more than a fifth.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Caller, request } from './caller.ts';
import { Load, ROOT, pinMainThread, startKontor } from './processes.ts';
import { LANGUAGE, fillShop, productName } from './shop.ts';
import { median } from './stats.ts';
import { machine } from './table.ts';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, seconds: { type: 'string', default: '4' }, rate: { type: 'string', default: '3000' } } });
const [ROUNDS, MEASURE_MS, RATE] = [Number(flags.rounds), Number(flags.seconds) * 1000, Number(flags.rate)];
const PRODUCTS = 5000;
/** Half of them hang, half send without end. */
const WEBHOOKS = 16;
const WRITE_EVERY_MS = 10;
/** Saved settings begin the attempts anew: without them a receiver that fails is called every few seconds at most. */
const SAVE_EVERY = 10;
const RATIO_MAX = 1.2;
const CHUNK = Buffer.alloc(65_536);

const heard = { hanging: 0, flooding: 0, sentMb: 0 };

const flood = (reply: ServerResponse): void => {
  const more = (): void => {
    do heard.sentMb += CHUNK.length / 1e6;
    while (!reply.destroyed && reply.write(CHUNK));
  };
  reply.on('error', () => undefined).on('drain', more);
  more();
};

const listen = async (): Promise<{ server: HttpServer; url: string }> => {
  const server = createServer((asked, reply) => {
    if (asked.url?.startsWith('/hang')) heard.hanging += 1;
    else {
      heard.flooding += 1;
      flood(reply);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = (at: number): string => `BENCH_${at}`;

/** Content updates, each of which fires every webhook, and settings that are saved: the same with targets and without. */
const write = async (caller: Caller, contentId: number, url: string, going: () => boolean): Promise<void> => {
  for (let at = 0; going(); at += 1) {
    await caller.office('update_content', { id_content: contentId, name: `content ${at}` });
    const webhook = (at < WEBHOOKS ? at : at / SAVE_EVERY) % WEBHOOKS;
    const target = url === '' ? '' : `${url}/${webhook % 2 === 0 ? 'hang' : 'flood'}`;
    if (at < WEBHOOKS || at % SAVE_EVERY === 0) await caller.office('update_webhook', { name: nameOf(webhook), url: target, parameter: '' });
    await wait(WRITE_EVERY_MS);
  }
};

interface Round {
  readonly p50Us: number;
  readonly p99Us: number;
  readonly writes: number;
  /** CPU time of the server's main thread. */
  readonly usPerReply: number;
}

const main = async (): Promise<number> => {
  process.env['KONTOR_WEBHOOK_DELAY_MS'] = '0';
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const word = (): string => randomBytes(18).toString('base64url');
  const credentials = { username: word(), password: word(), secretKey: word() };
  const server = await startKontor(join(ROOT, 'dist/main.js'), dataDir, credentials);
  const receiver = await listen();
  const load = new Load();
  try {
    const caller = new Caller(server.port, credentials);
    const { productIds } = await fillShop(caller, PRODUCTS);
    await caller.office('create_class', { name: 'page', type: 'content' });
    const contentId = Number((await caller.office('create_content', { class: 'page', name: 'page' }))['id']);
    for (let at = 0; at < WEBHOOKS; at += 1) await caller.office('create_webhook', { name: nameOf(at), event: 'WEBHOOK_CONTENT_UPDATE' });
    const reads = productIds.map((id) => request({ request: 'get_product_details', ...caller.credentials, id_product: id, ...LANGUAGE }));
    const offsets = new Uint32Array(reads.length + 1);
    reads.forEach((one, at) => (offsets[at + 1] = offsets[at]! + one.length));
    load.keep('reads', { bytes: Buffer.concat(reads), offsets, order: 'random', object: 'product', marks: productIds.map((_, at) => productName(at)) });
    pinMainThread(server);

    const round = async (url: string, seed: number): Promise<Round> => {
      let going = true;
      let writes = 0;
      const writing = write(caller, contentId, url, () => ((writes += 1), going));
      const order = { connections: 64, warmMs: 1500, measureMs: MEASURE_MS, rate: RATE, seed, parts: [{ key: 'reads', weight: 1, label: 'reads' }], echo: false };
      const { latency, failures, firstFailure, serverUsPerReply: usPerReply } = await load.run(server, order);
      going = false;
      await writing;
      if (failures > 0) throw new Error(`a reply was wrong: ${firstFailure}`);
      const { p50Us, p99Us } = latency['reads']!;
      return { p50Us, p99Us, writes, usPerReply };
    };
    const quiet: Round[] = [];
    const loud: Round[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      // Both orders, so that what drifts hits both.
      for (const url of at % 2 === 0 ? ['', receiver.url] : [receiver.url, '']) {
        (url === '' ? quiet : loud).push(await round(url, at + 1));
        for (let webhook = 0; webhook < WEBHOOKS; webhook += 1) await caller.office('update_webhook', { name: nameOf(webhook), url: '', parameter: '' });
      }
    }
    const medianMs = (rounds: readonly Round[], pick: 'p50Us' | 'p99Us'): number => median(rounds.map((one) => one[pick])) / 1000;
    const ms = (rounds: readonly Round[], pick: 'p50Us' | 'p99Us'): string => medianMs(rounds, pick).toFixed(2);
    const cpu = (rounds: readonly Round[]): string => `${median(rounds.map(({ usPerReply }) => usPerReply)).toFixed(0)} µs of CPU per read`;
    console.log(machine(tmpdir()));
    console.log(`${RATE} reads/s, ${ROUNDS} rounds of ${MEASURE_MS / 1000} s, ${median(loud.map(({ writes }) => writes))} and ${median(quiet.map(({ writes }) => writes))} writes of content and settings per round`);
    console.log(`without targets      p50 ${ms(quiet, 'p50Us')} ms, p99 ${ms(quiet, 'p99Us')} ms, ${cpu(quiet)}`);
    console.log(`hanging and flooding p50 ${ms(loud, 'p50Us')} ms, p99 ${ms(loud, 'p99Us')} ms, ${cpu(loud)}; ${heard.hanging} calls hung, ${heard.flooding} were flooded with ${Math.round(heard.sentMb)} MB`);
    const ratio = medianMs(loud, 'p99Us') / medianMs(quiet, 'p99Us');
    const each = (rounds: readonly Round[]): string => rounds.map(({ p99Us }) => (p99Us / 1000).toFixed(2)).join(' ');
    console.log(`p99 of every round, ms: ${each(quiet)} | ${each(loud)}`);
    console.log(`ratio of the medians of p99: ${ratio.toFixed(2)}, at most ${RATIO_MAX}`);
    return ratio <= RATIO_MAX ? 0 : 1;
  } finally {
    receiver.server.closeAllConnections();
    receiver.server.close();
    await load.stop();
    await server.stop();
  }
};

process.exitCode = await main();
