// npm run soak: hours in the life of a server, to see whether anything grows. A real server whose sessions, holds,
// idempotency keys and snapshots live for seconds rather than hours takes a canonical mix of calls at a steady rate;
// once per second its memory, delay and files are sampled.
//
// Exit 1 where a series rises over the second half of the run, a call is answered wrongly, or something that should
// have happened did not: sessions that end, snapshots, calls of webhooks, and, in a run long enough for them,
// truncation of the journal, scrub and eviction. Exit 2 where it cannot run.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomCredentials } from '../../src/admin/credentials.ts';
import { Client } from '../attacks/client.ts';
import { Caller } from '../caller.ts';
import { ROOT, startKontor } from '../processes.ts';
import { fillShop } from '../shop.ts';
import { quantile } from '../stats.ts';
import { machine } from '../table.ts';
import { judge } from './flatness.ts';
import { maintenanceWork } from './maintenance.ts';
import { residentMemory } from './resident-memory.ts';
import { CONNECTIONS_MAX, CSV_HEAD, SERIES, csvLine, samplesOf } from './series.ts';
import type { Row } from './series.ts';
import { Traffic } from './traffic.ts';
import type { Account } from './traffic.ts';

const HELP = `npm run soak -- [options]

  --minutes N     how long the mix runs (2); 30 and 360 say more about slow growth
  --rate N        journeys of shoppers begun per second (20), about five calls each
  --products N    products of the shop (2000)
  --data DIR      where the temporary data directory is made (the system's)
  --out DIR       where soak.csv is written (./soak under the system's temporary directory)
  --engine FILE   the built program (dist/main.js)

Exit 0: all series flat; 1: one rises, a reply was wrong, or the server skipped its maintenance; 2: it could not run.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    rate: { type: 'string', default: '20' },
    products: { type: 'string', default: '2000' },
    data: { type: 'string', default: tmpdir() },
    out: { type: 'string', default: join(tmpdir(), 'soak') },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    help: { type: 'boolean', default: false },
  },
});

const SESSION_TTL_MS = 20_000;
const PACE = { snapshotMs: 15_000, snapshotFilesMax: 3, scrubMbPerSecond: 4 };
/** Everything that ends or is written by time does so many times in two minutes. */
const SETTINGS = {
  // A busy machine must not refuse calls: what they wait shows in their latency.
  KONTOR_CALL_WAIT_MS_MAX: '30000',
  KONTOR_SESSION_TTL_MS: String(SESSION_TTL_MS),
  KONTOR_SESSION_TOUCH_INTERVAL_MS: '2000',
  KONTOR_CART_HOLD_MS: '10000',
  KONTOR_IDEMPOTENCY_KEY_TTL_MS: '10000',
  KONTOR_SNAPSHOT_MS: String(PACE.snapshotMs),
  KONTOR_SNAPSHOT_FILES_MAX: String(PACE.snapshotFilesMax),
  KONTOR_SNAPSHOT_INTERVAL_RECORDS: '5000',
  KONTOR_REPLAY_RECORDS_MAX: '1000',
  KONTOR_RESIDENT_ACTORS_MAX: '500',
  KONTOR_RESPONSE_CACHE_BYTES_MAX: '4000000',
  KONTOR_AUDIT_ENTRIES_MAX: '500',
  KONTOR_FEED_RETENTION_RECORDS: '500',
  KONTOR_SCRUB_MB_PER_SECOND: String(PACE.scrubMbPerSecond),
  KONTOR_USAGE_FLUSH_INTERVAL_MS: '1000',
  KONTOR_WEBHOOK_DELAY_MS: '500',
};
const ACCOUNTS = 50;
const MIB = 1_048_576;
const PASSWORD = 'Passwort1';

/** Disk space of the files of a directory and those below it; a file that was deleted meanwhile takes none. */
const bytesUnder = (directory: string): number => {
  let bytes = 0;
  for (const name of existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [])
    bytes += (statSync(join(directory, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  return bytes;
};

/** Counts calls, and says of each that it has the message. */
const receiver = async (): Promise<{ readonly url: string; readonly calls: () => number }> => {
  let calls = 0;
  const server = createServer((request, reply) => {
    calls += 1;
    request.resume();
    reply.end('WEBHOOK_EXECUTED');
  });
  server.unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls: () => calls };
};

type Sampled = 'heapAfterGc' | 'openSessions' | 'residentActors' | 'truncatedSeq' | 'scrubPasses';
type Probed = { readonly [name in 'heapUsed' | 'heapPages' | 'external' | 'loopP99Ms' | 'evictions']: number } & {
  readonly [name in Sampled]: number | null;
};

const lastProbed = (file: string): Probed =>
  JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!) as Probed;

const accountsOf = async (caller: Caller): Promise<Account[]> => {
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => ({ username: `soaker${at}`, password: PASSWORD }));
  for (const { username } of accounts) {
    const args = { username, passwd1: PASSWORD, passwd2: PASSWORD, email: `${username}@example.com` };
    const made = await caller.one('register_user', { args: JSON.stringify(args) });
    await caller.one('verify_user', { id_user: Number(made['id_user']), session_id: String(made['session_id']) });
  }
  return accounts;
};

const main = async (): Promise<number> => {
  if (!existsSync(values.engine)) throw new Error(`${values.engine} is missing: npm run build`);
  const seconds = Math.round(Number(values.minutes) * 60);
  if (!(seconds >= 60)) throw new Error('--minutes must be 1 or more: sessions end after 35 s');
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const directory = mkdtempSync(join(values.data, 'kontor-soak-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const [data, probe] = [join(directory, 'data'), join(directory, 'probe.jsonl')];
  mkdirSync(data);
  const credentials = randomCredentials();
  const server = await startKontor(values.engine, data, credentials, {
    flags: ['--import', new URL('probe.js', import.meta.url).href],
    env: { ...SETTINGS, SOAK_PROBE: probe },
  });
  const caller = new Caller(server.port, credentials);
  const shop = await fillShop(caller, Number(values.products));
  const accounts = await accountsOf(caller);
  const webhooks = await receiver();
  await caller.office('create_webhook', { name: 'SOAK', event: 'WEBHOOK_CONTENT_UPDATE' });
  await caller.office('update_webhook', { name: 'SOAK', url: webhooks.url, parameter: '' });

  await caller.office('create_class', { name: 'page', type: 'content' });
  const { id: contentId } = await caller.office('create_content', { class: 'page', name: 'page' });
  const client = new Client(`http://127.0.0.1:${server.port}/srv/service/`, caller.credentials, CONNECTIONS_MAX);
  const traffic = new Traffic({
    client,
    secretKey: caller.secretKey,
    shop,
    accounts,
    contentId: Number(contentId),
    sessionTtlMs: SESSION_TTL_MS,
  });
  const { counts } = traffic;
  const snapshots = new Set<string>();
  const csv = join(out, 'soak.csv');
  writeFileSync(csv, CSV_HEAD);
  const rows: Row[] = [];
  let callsBefore = 0;
  const sample = (): void => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'latin1');
    const figure = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]);
    const memory = residentMemory(readFileSync(`/proc/${server.pid}/smaps`, 'latin1'), data);
    const probed = lastProbed(probe);
    const latencies = counts.latenciesMs.splice(0).sort((a, b) => a - b);
    const snapshotDirectory = join(data, 'snapshots');
    for (const name of existsSync(snapshotDirectory) ? readdirSync(snapshotDirectory) : []) snapshots.add(name);
    const snapshotBytes = bytesUnder(snapshotDirectory);
    const row: Row = {
      seconds: rows.length + 1,
      rssMb: (memory.journalMap + memory.programFiles + memory.anonymous) / MIB,
      journalMapMb: memory.journalMap / MIB,
      programFilesMb: memory.programFiles / MIB,
      anonymousMb: memory.anonymous / MIB,
      heapPagesMb: probed.heapPages / MIB,
      outsideMb: (memory.anonymous - probed.heapPages) / MIB,
      mainArenaMb: memory.mainArena / MIB,
      heapMb: probed.heapUsed / MIB,
      heapAfterGcMb: probed.heapAfterGc === null ? NaN : probed.heapAfterGc / MIB,
      externalMb: probed.external / MIB,
      loopP99Ms: probed.loopP99Ms,
      callsPerSecond: counts.calls - callsBefore,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      journalMb: (bytesUnder(data) - snapshotBytes) / MIB,
      snapshotsMb: snapshotBytes / MIB,
      threads: figure('Threads'),
      descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
      openSessions: probed.openSessions ?? NaN,
      residentActors: probed.residentActors ?? NaN,
      truncatedSeq: probed.truncatedSeq ?? NaN,
      scrubPasses: probed.scrubPasses ?? NaN,
      evictions: probed.evictions,
      orders: counts.orders,
      webhookCalls: webhooks.calls(),
      failures: counts.failures,
    };
    callsBefore = counts.calls;
    rows.push(row);
    appendFileSync(csv, csvLine(row));
  };
  console.log(machine(values.data));
  traffic.start(Number(values.rate));
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    await new Promise((done) => setTimeout(done, 1000 - (performance.now() % 1000)));
    sample();
    if (rows.length % 60 === 0)
      console.log(
        `${rows.length / 60} min: ${counts.calls} calls, ${counts.orders} orders, RSS ${rows.at(-1)!.rssMb.toFixed(0)} MB`,
      );
  }
  await traffic.stop();
  client.close();
  await server.stop();
  return report(rows, traffic, snapshots.size, out);
};

const report = (rows: readonly Row[], { counts }: Traffic, snapshots: number, out: string): number => {
  let failed = 0;
  const check = (name: string, is: string, holds: boolean): void => {
    if (!holds) failed += 1;
    console.log(`${holds ? 'holds ' : 'FAILED'} ${name}: ${is}`);
  };
  for (const series of SERIES) {
    const { median, percentPerHour, growth, flat } = judge(series, samplesOf(rows, series));
    check(
      series.name,
      `${median.toFixed(1)} ${series.unit}, ${percentPerHour.toFixed(1)} % per hour, ${growth.toFixed(2)} ${series.unit} ` +
        `over the second half${series.bytesPerOrder === 0 ? '' : `, less ${series.bytesPerOrder} bytes per order`}`,
      flat,
    );
  }
  check('replies', `${counts.calls} calls, ${counts.failures} failed ${counts.firstFailure}`, counts.failures === 0);
  check('journeys', `${counts.skipped} not begun`, counts.skipped === 0);
  check(
    'sessions that ended',
    `${counts.ended}, ${counts.endedWrongly} still open`,
    counts.ended > 0 && counts.endedWrongly === 0,
  );
  check('snapshot files', `${snapshots}`, snapshots > 3);
  check('webhook calls', `${rows.at(-1)!.webhookCalls}`, rows.at(-1)!.webhookCalls > 0);
  for (const { name, unit, count, due } of maintenanceWork(rows, PACE))
    check(name, `${count} ${unit}${due || count > 0 ? '' : ', the run was too short for any'}`, !due || count > 0);
  console.log(join(out, 'soak.csv'));
  return failed === 0 ? 0 : 1;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (values.help) console.log(HELP);
else
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
