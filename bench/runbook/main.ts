// npm run bench -- runbook: a day of operating a shop in a minute, under shoppers who never stop. Credentials are
// rotated, an application gets a token, 3,000 products come in, a backup is written and restored elsewhere, a person is
// erased, a certificate renewed, and the server restarted.
//
// Exit 1 where a call of a shopper fails, a command does, their p99 over the day is above three times that of the quiet
// time before it, plus 50 ms, plus what a sleeper beside it was late, an order is missing, or the metrics do not show
// the day. A p99 that alone is too long is measured once more: it is made by few calls.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newCertificate } from '../../test/http/certificates.ts';
import { Client } from '../attacks/client.ts';
import { startSleeper } from '../attacks/sleeper.ts';
import { DAY } from './day.ts';
import type { Ground } from './day.ts';
import { OperatedShop } from './server.ts';
import { Shoppers } from './shoppers.ts';
import type { Figures } from './shoppers.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '3000' },
    shoppers: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'dist/main.js' },
  },
});

const SLOW = 'p99 of the day';
const ms = (value: number): string => value.toFixed(1);
const row = (name: string, { calls, failures, p50Ms, p99Ms, maxMs }: Figures, what: string): void =>
  console.log(`| ${name} | ${calls} | ${failures} | ${ms(p50Ms)} | ${ms(p99Ms)} | ${ms(maxMs)} | ${what} |`);

/** Names of metrics that are not 0 after such a day. */
const SHOWN = [
  /^kontor_calls_total\{operation="checkout",outcome="ok"\} [1-9]/m,
  /^kontor_call_seconds_count\{operation="checkout"\} [1-9]/m,
  /^kontor_records_total [1-9]/m,
  /^kontor_commit_seconds_count [1-9]/m,
  /^kontor_snapshot_age_seconds \d/m,
  /^kontor_actors\{kind="shopobject"\} [1-9]/m,
];

/** What is wrong with the day, one line each. */
const theDay = async (ground: Ground): Promise<string[]> => {
  const { shop, shoppers } = ground;
  const sleeper = startSleeper();
  const wrong: string[] = [];
  await sleep(1500);
  shoppers.figures();
  await sleeper.lateP99Ms();
  await sleep(Number(values.seconds) * 1000);
  const quiet = shoppers.figures();
  row('quiet', quiet, '');
  shoppers.allFigures();
  await sleeper.lateP99Ms();
  let { failures } = quiet;
  for (const { name, run } of DAY) {
    const what = await run(ground).catch((error: unknown) => {
      wrong.push(`${name}: ${(error as Error).message}`);
      return 'FAILED';
    });
    await sleep(500);
    const figures = shoppers.figures();
    failures += figures.failures;
    row(name, figures, what);
  }
  const lateMs = await sleeper.lateP99Ms();
  await sleeper.end();
  const { p99Ms } = shoppers.allFigures();
  const limitMs = quiet.p99Ms * 3 + 50 + lateMs;
  console.log(`p99 of the day ${ms(p99Ms)} ms, at most ${ms(limitMs)}; the sleeper was ${ms(lateMs)} ms late`);
  if (p99Ms > limitMs) wrong.push(`${SLOW}: ${ms(p99Ms)} ms`);
  if (failures > 0) wrong.push(`${failures} calls failed: ${shoppers.complaints.join(' / ')}`);
  const page = await shop.metrics();
  for (const pattern of SHOWN) if (!pattern.test(page)) wrong.push(`the metrics page lacks ${pattern}`);
  return wrong;
};

const run = async (): Promise<string[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-runbook-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'data'));
  const [tls, renewed] = [await newCertificate('first'), await newCertificate('second')];
  const ca = [tls.cert, renewed.cert];
  const shop = await OperatedShop.open(values.engine, directory, tls);
  const { username, password, secretKey } = shop.credentials;
  const licence = { licence_username: username, licence_password: password };
  const office = new Client(shop.url, { ...licence, licence_secret_key: secretKey }, Infinity, ca);
  const shoppers = new Shoppers(Number(values.shoppers), () => new Client(shop.url, licence, 1, ca));
  const wrong = await theDay({ shop, shoppers, office, tls, renewed, products: Number(values.products) });
  await shoppers.stop();
  office.close();
  const said = shop.line(/kontor: stopped$/, shop.lines);
  shop.signal('SIGTERM');
  await said;
  const { code, out } = await shop.kontor('verify', '--snapshots', shop.path('snapshots'));
  if (code !== 0) wrong.push(`the store has findings: ${out}`);
  const stock = await shop.kontor('status', '--snapshots', shop.path('snapshots'), '--json');
  const orders = Number(/"orders":(\d+)/.exec(stock.out)?.[1] ?? 0);
  const placed = new Set(shoppers.orders).size;
  if (placed !== shoppers.orders.length) wrong.push('two checkouts were answered with one order');
  if (orders < placed) wrong.push(`${orders} of ${placed} answered orders are there`);
  console.log(`${placed} orders were answered, ${orders} are there`);
  return wrong;
};

console.log('| step | calls | failed | p50, ms | p99 | longest | |');
console.log('|---|---|---|---|---|---|---|');
let wrong = await run();
if (wrong.length > 0 && wrong.every((what) => what.startsWith(SLOW))) wrong = await run();
for (const what of wrong) console.log(`FAILED ${what}`);
console.log(wrong.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = wrong.length === 0 ? 0 : 1;
