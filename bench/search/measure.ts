// Searches over a store that is there: how long its start takes, what it weighs, and what each kind of search costs the
// loop. Calls go through dispatch, so credentials, parameters and the reply's JSON are in every figure; HTTP is not.
import { openFirstChannel, randomCredentials } from '../../src/admin/credentials.ts';
import { asXml, toXml, xmlTemplate } from '../../src/outside/xml.ts';
import { changelog } from '../../src/engine/audit-pages.ts';
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { admissionOptions, balanceOptions, longListOptions, workOptions } from '../../src/server/long-work-wiring.ts';
import { documentServices } from '../../src/server/document-wiring.ts';
import { exportServices } from '../../src/admin/export-services.ts';
import { privacyServices } from '../../src/server/privacy-wiring.ts';
import { webhookServices } from '../../src/server/webhook-wiring.ts';
import { accountServices } from '../../src/server/account-wiring.ts';
import { openConfiguredStore } from '../../src/server/open-store.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/config.ts';
import { UndiciClient } from '../../src/outside/http/http-client.ts';
import { PasswordHashing } from '../../src/outside/passwords/password-hash.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { SessionCodes } from '../../src/engine/codes/session-codes.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { yieldToEventLoop } from '../../src/engine/yield-to-event-loop.ts';
import { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import { NO_IMAGES } from '../../src/operations/context/image-services.ts';
import { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import type { DispatchOptions } from '../../src/operations/dispatch/dispatch.ts';
import { slowLimits } from '../../src/operations/context/slow-work.ts';
import { must } from '../../src/kernel/result.ts';
import { Histogram } from '../stats.ts';
import type { Latency } from '../stats.ts';
import type { Asked } from './asked.ts';
import { fill } from './store.ts';
import { workloads } from './workloads.ts';
import type { Fields } from './workloads.ts';

interface Row {
  readonly name: string;
  readonly latency: Latency;
  /** Records that match, on average. */
  readonly matches: number;
}

export interface Measured {
  readonly products: number;
  readonly readyMs: number;
  readonly warmMs: number;
  readonly longestTurnMs: number;
  /**
   * Of any slice, by the clock of the thread; 0 where the platform has none. What is missing to the above, others had
   * the core.
   */
  readonly longestTurnCpuMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly rows: readonly Row[];
}

/** Of the first channel of every store that is measured. */
export const CREDENTIALS = { username: 'bench', password: 'bench-password', secretKey: 'bench-secret-key' };
const LICENCE = { licence_username: 'bench', licence_password: 'bench-password' };

const config = (directory: string): Config => ({
  ...loadConfig({ data: directory, snapshots: `${directory}/snapshots` }, {}, '/'),
  durability: 'relaxed',
  responseCacheBytesMax: 0,
});

/** The store as an offline command has it. */
export const openAlone = (directory: string): Promise<Store> =>
  openConfiguredStore(config(directory), (reason, error) => {
    throw new Error(`${reason}: ${String(error)}`);
  });

export const prepare = async (directory: string, products: number): Promise<void> => {
  const store = await openAlone(directory);
  openFirstChannel(store.engine, CREDENTIALS, false);
  await fill(store.engine, products);
  await store.close();
};

const SLICE_MS = 2;

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;

/** What this thread has had of a core: the first number, in ns. */
export const threadCpuMs = (): number =>
  existsSync(SCHEDULED) ? Number(readFileSync(SCHEDULED, 'latin1').split(' ')[0]) / 1e6 : 0;

/** What calls go through; nothing is kept between them. `budgetMs`: of a search. */
export const dispatchOf = (
  { engine, identity }: Pick<Store, 'engine' | 'identity'>,
  directory: string,
  lists = longListOptions(config(directory)),
  /** A search is measured as a whole. */
  budgetMs = Infinity,
  more: Partial<DispatchOptions> = {},
): Dispatch =>
  new Dispatch({
    engine,
    service: {
      webhooks: webhookServices(engine, config(directory), identity.key, new UndiciClient()),
      openCarts: engine.openCarts,
      documents: documentServices(config(directory)),
      accounts: accountServices(config(directory), identity.key, {
        passwords: new PasswordHashing(config(directory)),
        http: new UndiciClient(),
        privateAllowed: false,
      }),
      privacy: privacyServices(engine, config(directory)),
      newCredentials: randomCredentials,
      usage: new UsageCounter(engine, config(directory)),
      codes: new SessionCodes(identity.key),
      payments: {
        provider: () => undefined,
        attributes: () => ({}),
        allows: () => true,
        successUrl: '',
        cancelUrl: '',
      },
      changelog: (query) => changelog(engine.audit, query),
      storeStatus: () => ({
        recordsSinceSnapshot: 0,
        snapshotAgeMs: undefined,
        snapshotFailures: 0,
        writeRefusal: undefined,
        clockJumpMs: 0,
        confirmedMs: 0,
        loss: undefined,
      }),
      warming: () => engine.isSearchWarming,
      dataComplete: true,
      sessionRefusal: () => undefined,
      images: NO_IMAGES,
      exports: exportServices(engine),
    },
    storeKey: identity.key,
    strictSecretKey: false,
    checkReplies: false,
    aggregateBytesMax: 0,
    toXml,
    xmlTemplate,
    asXml,
    lists,
    work: { ...workOptions(config(directory)), budgetMs },
    admission: { ...admissionOptions(config(directory)), turnMs: Infinity },
    balance: { ...balanceOptions(config(directory)), burstMs: Infinity },
    slowLimits: slowLimits(100),
    idempotencyKeysMax: 1000,
    idempotencyKeyTtlMs: 1000,
    logFault: (_id, operation, error) => {
      throw new Error(operation, { cause: error });
    },
    ...more,
  });

export interface Measuring {
  readonly seconds: number;
  /** Kinds of search by their names. */
  readonly only: RegExp;
  readonly asking: (engine: Engine) => Asked;
}

export const measure = async (directory: string, { seconds, only, asking }: Measuring): Promise<Measured> => {
  const startedMs = performance.now();
  const { engine, identity, close } = await openAlone(directory);
  const readyMs = performance.now() - startedMs;
  let [longestTurnMs, longestTurnCpuMs] = [0, 0];
  for (let done = false; !done;) {
    const cpuMs = threadCpuMs();
    const turnMs = performance.now();
    done = engine.warmSearch(() => performance.now() < turnMs + SLICE_MS);
    longestTurnMs = Math.max(longestTurnMs, performance.now() - turnMs);
    longestTurnCpuMs = Math.max(longestTurnCpuMs, threadCpuMs() - cpuMs);
    await yieldToEventLoop();
  }
  const warmMs = performance.now() - startedMs;
  globalThis.gc?.();
  const { heapUsed, rss, external } = process.memoryUsage();
  const dispatch = dispatchOf({ engine, identity }, directory);
  const call = (fields: Fields): { readonly [member: string]: unknown } => {
    let reply = '';
    dispatch.call({ ...LICENCE, ...fields }, '', (_status, body) => (reply = String(body)));
    return JSON.parse(reply) as { readonly [member: string]: unknown };
  };
  const { product: products } = engine.readContext().index('shopobject').counts;
  const rows: Row[] = [];
  for (const [name, fieldsOf] of Object.entries(workloads(asking(engine)))) {
    if (!only.test(name)) continue;
    const latency = new Histogram();
    let matches = 0;
    const endMs = performance.now() + seconds * 1000;
    while (performance.now() < endMs) {
      const fields: Fields = { ...LICENCE, ...fieldsOf() };
      const beginMs = performance.now();
      let size = 0;
      dispatch.call(fields, '', (_status, body) => (size = body.length));
      latency.record((performance.now() - beginMs) * 1000);
      must(size > 0 || fields['request'] === 'update_product', 'a read answers in the same turn');
      if (latency.count % 50 === 1 && fields['request'] !== 'update_product') {
        const reply = call(fields);
        must(reply['object'] !== 'error', JSON.stringify(reply));
        matches += Number(reply['count']) * 50;
      }
      if (latency.count % 64 === 0) await yieldToEventLoop();
    }
    await engine.whenDurable(engine.headSeq);
    rows.push({ name, latency: latency.summary(), matches: matches / latency.count });
  }
  await close();
  return {
    products,
    readyMs,
    warmMs,
    longestTurnMs,
    longestTurnCpuMs,
    heapMb: (heapUsed + external) / 1e6,
    rssMb: rss / 1e6,
    rows,
  };
};
