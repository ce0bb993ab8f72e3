// What a document costs the loop: get_order_confirmation of an order of 20 lines, as HTML in place and as PDF on its
// thread; and of long orders, as HTML on its thread. npm run bench -- documents; exit 1 when a usual one takes more
// than its limit in the median (beyond it a busy machine is measured), or a long one holds the loop up for longer than
// its own in the median.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sampleOrder } from '../scripts/samples/order.ts';
import { documentServices } from '../src/server/document-wiring.ts';
import { loadConfig } from '../src/config/config.ts';
import { shopRules } from '../src/config/shop-rules.ts';
import { toJson } from '../src/kernel/json.ts';
import type { Result } from '../src/kernel/result.ts';
import { get_order_confirmation } from '../src/operations/documents.ts';
import type { Context } from '../src/operations/context/operation.ts';

const LINES = 20;
const ROUNDS = 2000;
const PDFS = 40;
const HTML_MS_MAX = 2;
const LONG_ROUNDS = 15;
const STALL_MS_MAX = 50;

const config = loadConfig({ company: 'Kontor GmbH\nHafenstraße 1\n20457 Hamburg' }, {}, '/nonexistent');
const documents = documentServices(config);
let order = sampleOrder(LINES);
const ctx = {
  backOffice: true,
  shop: { read: () => order, rules: shopRules(config) },
  service: { documents, accounts: { ownership: 'open' } },
} as unknown as Context;

type View = (
  args: object,
  ctx: Context,
) => Result<{ order_confirmation: string }> | Promise<Result<{ order_confirmation: string }>>;
const { view } = get_order_confirmation as unknown as { view: View };
/** Each is another one: the same document would be made once, and kept. */
let asked = 0;
const call = (format: string): ReturnType<View> =>
  view({ id_order: 1, args: { format, closing: String((asked += 1)) }, language: 'de_DE' }, ctx);

const bytesOf = (result: Result<{ order_confirmation: string }>): number => {
  if (!result.ok) throw new Error(result.code);
  return Buffer.from(result.value.order_confirmation, 'base64').length;
};

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!;

const times: number[] = [];
let htmlBytes = 0;
let cpu = process.cpuUsage();
for (let round = 0; round < ROUNDS * 2; round += 1) {
  const startMs = performance.now();
  const result = call('html');
  // The first half warms up.
  if (round >= ROUNDS) times.push(performance.now() - startMs);
  else cpu = process.cpuUsage();
  htmlBytes = bytesOf(await result);
  // A turn of the loop has room for a few.
  await new Promise(setImmediate);
}
const used = process.cpuUsage(cpu);
const cpuMs = (used.user + used.system) / 1000 / ROUNDS;
const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
console.log(
  `HTML, ${LINES} lines, ${htmlBytes} bytes: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, CPU ${cpuMs.toFixed(2)} ms (limit ${HTML_MS_MAX} ms)`,
);

await call('pdf');
const stalls = monitorEventLoopDelay({ resolution: 1 });
stalls.enable();
const startMs = performance.now();
const replies = await Promise.all(Array.from({ length: PDFS }, () => call('pdf')));
const tookMs = performance.now() - startMs;
stalls.disable();
console.log(
  `PDF, ${LINES} lines, ${bytesOf(replies[0]!)} bytes: ${(tookMs / PDFS).toFixed(0)} ms each on its thread, ` +
    `${(1000 / (tookMs / PDFS)).toFixed(1)}/s; the loop's longest stall meanwhile ${(stalls.max / 1e6).toFixed(1)} ms`,
);
await documents.pdf.close();

/** The longest turn of the loop while one document is made, its JSON included, round by round. */
const stallsOf = async (): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let round = 0; round < LONG_ROUNDS; round += 1) {
    let longestMs = 0;
    let lastMs = performance.now();
    const look = (): void => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    };
    let outcome = '';
    const turn = (): void => {
      look();
      if (outcome === '') setImmediate(turn);
    };
    const made = Promise.resolve(call('html')).then((result) => {
      if (result.ok) htmlBytes = Buffer.byteLength(toJson(result.value));
      outcome = result.ok ? 'made' : result.code;
    });
    setImmediate(turn);
    await made;
    await new Promise(setImmediate);
    look();
    if (outcome !== 'made') throw new Error(outcome);
    found.push(longestMs);
  }
  return found;
};

let worstMs = 0;
const LONG: readonly [lines: number, description: string, name: string][] = [
  [50, 'a'.repeat(40), '40 characters'],
  [100, 'a'.repeat(40), '40 characters'],
  [1000, 'a'.repeat(40), '40 characters'],
  [1000, '&'.repeat(10_000), '10,000 times &'],
];
for (const [lines, description, name] of LONG) {
  const { cart, ...rest } = sampleOrder(lines);
  order = { ...rest, cart: { ...cart, lines: cart.lines.map((line) => ({ ...line, description })) } };
  const found = await stallsOf();
  const middleMs = quantile(found, 0.5);
  worstMs = Math.max(worstMs, middleMs);
  console.log(
    `HTML, ${lines} lines, descriptions of ${name}: reply ${htmlBytes} bytes, longest turn of the loop p50 ${middleMs.toFixed(1)} ms, worst ${quantile(found, 1).toFixed(1)} ms (limit of the p50 ${STALL_MS_MAX} ms)`,
  );
}
await documents.html.close();
process.exitCode = p50 <= HTML_MS_MAX && worstMs <= STALL_MS_MAX ? 0 : 1;
