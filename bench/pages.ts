// Orders page by page: what a page of 50 among 100,000 takes of the thread at the top, in the middle and at the end of
// the list, through dispatch, with its JSON. The ruler, called after each page, is the same 50 orders by their ids:
// nothing that shows them can take less. Milliseconds are the thread's own CPU where the system tells, so that other
// work on the machine does not count. Exit 1 where pages in order are not the whole list, or where the last tenth of
// the pages takes more than 1.5 times what the first does, each against its ruler.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFirstChannel } from '../src/admin/credentials.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../src/domain/cart/order-details.ts';
import { DONE } from '../src/kernel/result.ts';
import type { LongListOptions } from '../src/operations/dispatch/list-scheduler.ts';
import { yieldToEventLoop } from '../src/engine/yield-to-event-loop.ts';
import { CREDENTIALS, dispatchOf, openAlone, threadCpuMs } from './search/measure.ts';
import { fillOrders } from './search/store.ts';
import { median, quantile, seeded } from './stats.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, data: { type: 'string' } },
});
const ORDERS = Number(values.orders);
const PAGE = 50;
const RATIO_MAX = 1.5;
/** Pages of one constraint that are timed, at most: spread over the whole list. */
const TIMED_MAX = 400;

/** One order in so many has the state, the carrier's number, the domain. */
const CONSTRAINTS: { readonly [name: string]: unknown } = {
  'all orders': {},
  'state, 1 in 2': { order_state: 'OPEN' },
  'two states and dates, 1 in 4': {
    order_state: 'OPEN',
    order_payment_state: 'PAYMENT_RECEIVED',
    creation_date: ['>', '2020-01-01'],
  },
  'part of the e-mail, 1 in 10': { email: ['LIKE', '@d3.'] },
  'part of the e-mail, 1 in 1,000': { email: ['LIKE', 'p77@'] },
  'part of the name, 1 in 20': { person_name: ['LIKE', 'son7'] },
  'a city, which is in no index, 1 in 300': { delivery_city: 'City 7' },
  nothing: { email: 'nobody@example.org' },
};

const data = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-pages-'));

const fill = async (): Promise<void> => {
  const store = await openAlone(data);
  const { engine } = store;
  if (engine.headSeq < 10) {
    const random = seeded(7);
    openFirstChannel(engine, CREDENTIALS, false);
    await fillOrders(
      engine,
      ORDERS,
      (at, tx) => {
        const fields = {
          email: `p${at % 1000}@d${at % 10}.example`,
          delivery_firstname: `Ada${at % 7}`,
          delivery_lastname: `Johanson${at % 20}`,
          delivery_city: `City ${at % 300}`,
        };
        const personal = personalChange(NO_DETAILS, { fields, attributes: {} });
        const details = changedDetails(NO_DETAILS, { ...personal, paymentMethodId: null, deliveryMethodId: null });
        return { details, subject: tx.newSubject() };
      },
      (_at, tx, id) => {
        const by = { mode: 'lenient', byHand: true, by: 0 } as const;
        if (random() < 0.5) tx.ask('order', id, { type: 'move', lifecycle: 'order', event: 'close', ...by });
        if (random() < 0.5) tx.ask('order', id, { type: 'move', lifecycle: 'payment', event: 'pay', ...by });
        return DONE;
      },
    );
  }
  await store.close();
};

interface Page {
  readonly object: string;
  readonly count: number;
  readonly next: number;
  readonly result: readonly { readonly id: number }[];
}

const ms = (value: number): string => value.toFixed(2);
const failures: string[] = [];

await fill();
const store = await openAlone(data);
while (!store.engine.warmSearch(() => false)) await yieldToEventLoop();
const steps: (() => void)[] = [];
const lists: LongListOptions = {
  openMax: 64,
  yieldMs: 60_000,
  nowMs: () => performance.now(),
  stallTimeoutMs: 60_000,
  soon: (step) => void steps.push(step),
  after: () => () => {},
};
const dispatch = dispatchOf(store, data, lists);
/** The system brings the thread's own clock up to date when it is asked for that of the process. */
const cpuMs = (): number => (process.cpuUsage(), threadCpuMs());

/** The reply, and what it took. */
const search = (constraint: unknown, more: { readonly [name: string]: string } = {}): [Page, ms: number] => {
  const fields = {
    request: 'search_orders',
    licence_username: CREDENTIALS.username,
    licence_password: CREDENTIALS.password,
    licence_secret_key: CREDENTIALS.secretKey,
    constraint: JSON.stringify(constraint),
    right_limit: String(PAGE),
    ...more,
  };
  let text = '';
  const sink = {
    write: (chunk: string): boolean => ((text += chunk), true),
    end: () => {},
    abort: (): never => {
      throw new Error('a list was cut');
    },
    onDrain: () => {},
    onClose: () => {},
  };
  const startedMs = cpuMs();
  dispatch.call(fields, '', (_status, body) => (text = Buffer.from(body as string).toString()), '', undefined, {
    stream: () => sink,
  });
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) step();
  const took = cpuMs() - startedMs;
  const page = JSON.parse(text) as Page;
  if (page.object !== 'search_orders_result') throw new Error(text.slice(0, 300));
  return [page, took];
};

console.log(`${ORDERS} orders, pages of ${PAGE}; ms of CPU, median / p99`);
console.log('| constraint | found | first tenth | last tenth | ruler | ratio | with a count | last by left_limit |');
console.log('|---|---|---|---|---|---|---|---|');
for (const [name, constraint] of Object.entries(CONSTRAINTS)) {
  const { count } = search(constraint, { after: '0', right_limit: '1' })[0];
  const pages = Math.ceil(count / PAGE);
  const timed: number[] = [];
  const ruled: number[] = [];
  const counted: number[] = [];
  let [after, shown, at, last] = ['0', 0, 0, Infinity];
  do {
    const [page, took] = search(constraint, { after, count: '0' });
    const ids = page.result.map(({ id }) => id);
    // Of a long list the pages at both ends are timed; those between have to be asked for, too.
    if (pages < TIMED_MAX || at < TIMED_MAX / 2 || at >= pages - TIMED_MAX / 2) {
      timed.push(took);
      ruled.push(search({ id: ['IN', ids] })[1]);
      if (counted.length < 50) counted.push(search(constraint, { after })[1]);
    }
    for (const id of ids) {
      if (id >= last) failures.push(`${name}: ${id} after ${last}`);
      last = id;
    }
    shown += ids.length;
    after = String(page.next);
    at += 1;
    if (at % 50 === 0) {
      store.engine.tick();
      await yieldToEventLoop();
    }
  } while (after !== '0');
  if (shown !== count) failures.push(`${name}: ${shown} shown of ${count}`);
  const place = { left_limit: String(Math.max(0, count - PAGE)), order_columns: '["creation_date"]', order: 'DESC' };
  const byPlace = Array.from({ length: 5 }, () => search(constraint, place)[1]);
  const both = (list: readonly number[]): string =>
    `${ms(median(list))} / ${ms(
      quantile(
        [...list].sort((a, b) => a - b),
        0.99,
      ),
    )}`;
  const tenth = Math.max(1, Math.floor(timed.length / 10));
  const cost = (from: number, to?: number): number => median(timed.slice(from, to)) / median(ruled.slice(from, to));
  // The very last page looks for more that is not there, and is not full.
  const ratio = cost(-tenth - 1, -1) / cost(0, tenth);
  if (pages > 20 && ratio > RATIO_MAX) failures.push(`${name}: the end takes ${ratio.toFixed(2)} times the beginning`);
  const [first, end] = [timed.slice(0, tenth), timed.slice(-tenth)];
  const times = pages > 20 ? ratio.toFixed(2) : '–';
  console.log(
    `| ${name} | ${count} | ${both(first)} | ${both(end)} | ${both(ruled)} | ${times} | ${both(counted)} | ${both(byPlace)} |`,
  );
}
await store.close();
for (const failure of failures.slice(0, 20)) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
if (values.data === undefined) rmSync(data, { recursive: true, force: true });
