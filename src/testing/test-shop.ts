// A shop for tests of storefronts: the real dispatch on the real engine, with a journal in memory and a clock that
// stands still until the test moves it. It writes no file and opens no port.
import { randomBytes } from 'node:crypto';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { readCsv } from '../catalogue-files/csv-reader.ts';
import { readJsonLines } from '../catalogue-files/json-lines.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import { loadConfig } from '../config/config.ts';
import type { RawSettings } from '../config/config.ts';
import { engineLimits } from '../config/engine-limits.ts';
import { shopRules } from '../config/shop-rules.ts';
import { Engine } from '../engine/engine.ts';
import { MemoryJournal } from '../engine/journal/memory-journal.ts';
import { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { SubjectCipher } from '../engine/privacy/encryption.ts';
import { KeyTree } from '../engine/privacy/key-tree.ts';
import { newIdentity } from '../engine/store/identity.ts';
import { recover } from '../engine/store/recovery.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import { SystemRandom } from '../outside/random.ts';
import { SYSTEM_STOPWATCH } from '../outside/stopwatch.ts';
import { newDispatch } from '../server/api-wiring.ts';
import { openFirstChannel, randomCredentials } from '../server/credentials.ts';
import type { Credentials } from '../server/credentials.ts';
import { memoryAccount } from '../server/memory-wiring.ts';
import { paymentServices } from '../server/payment-wiring.ts';

const LINE_BYTES_MAX = 1_048_576;
const NO_DIRECTORY = '/nonexistent';

export interface TestShopOptions {
  /** Where the clock stands at the start: a date or an ISO text. Default: the present. */
  readonly clock?: Date | string;
  /** The catalogue as JSON lines, one record per line, as `kontor import` reads them. */
  readonly catalogue?: string;
  /** A table of products in CSV, read after the catalogue, whose classes it needs. */
  readonly table?: string;
  /** Settings by name, as in kontor.config.json. */
  readonly settings?: { readonly [name: string]: unknown };
}

export interface TestShop {
  /** Calls an operation with the channel's credentials, secret key included; resolves with the parsed reply. */
  call<T = { readonly [member: string]: unknown }>(
    request: string,
    fields?: { readonly [name: string]: unknown },
  ): Promise<T>;
  /** Where the clock stands. */
  now(): Date;
  /** Moves the clock on to this moment, and ends what has expired by then. Throws RangeError: time never goes back. */
  setClock(to: Date | string): Promise<void>;
  /** Moves the clock on by so many milliseconds. */
  advance(ms: number): Promise<void>;
  /** Ends the shop; nothing of it remains. */
  close(): Promise<void>;
}

/** With what only this repository uses. */
export interface OpenTestShop extends TestShop {
  readonly credentials: Credentials;
  readonly engine: Engine;
  /** As `call`, with these fields and no credentials besides. */
  callWith(
    request: string,
    fields: { readonly [name: string]: unknown },
  ): Promise<{ readonly [member: string]: unknown }>;
}

/** The catalogue or the table has records that the shop refuses. */
export class BadFixture extends Error {
  override readonly name = 'BadFixture';
}

const momentOf = (value: Date | string): number => {
  const ms = new Date(value).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`${String(value)} is no moment`);
  return ms;
};

const chunksOf = async function* (text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
};

const load = async (engine: Engine, { catalogue = '', table = '' }: TestShopOptions): Promise<void> => {
  const bring = async (what: string, source: Parameters<typeof runImport>[1]): Promise<void> => {
    const report = new Report('line', undefined);
    try {
      await runImport(engine, source, report, { stock: true, replaceAttributes: false, progress: () => {} });
    } catch (error) {
      throw new BadFixture(`${what}: ${(error as Error).message}`, { cause: error });
    }
    if (report.refused > 0) throw new BadFixture(`${what}: ${report.listed.join('; ')}`);
  };
  if (catalogue !== '') await bring('catalogue', readJsonLines(chunksOf(catalogue), LINE_BYTES_MAX));
  if (table === '') return;
  const classes = [...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state);
  const { language } = engine.rules;
  const options = { attributes: columnAttributes(classes), language };
  await bring('table', readCsv(chunksOf(table), ',', LINE_BYTES_MAX, options));
};

/** Opens a shop of its own, however many there are in the process. Throws BadFixture, ConfigError, RangeError. */
export const testShop = (options: TestShopOptions = {}): Promise<TestShop> =>
  openTestShop(options, {
    call: () => Promise.resolve({ ok: false, failure: 'unreachable', detail: 'a test calls nobody' }),
  });

/** `client`: what calls other servers. */
export const openTestShop = async (options: TestShopOptions, client: HttpClient): Promise<OpenTestShop> => {
  let nowMs = momentOf(options.clock ?? new Date());
  const config = loadConfig((options.settings ?? {}) as RawSettings, {}, NO_DIRECTORY);
  const seed = randomBytes(32).toString('base64');
  const failures: string[] = [];
  const engine = new Engine(
    {
      rules: shopRules(config),
      limits: engineLimits(config),
      // Both clocks move together, so that no step of the test's is a jump.
      clock: { nowMs: () => nowMs, sinceBootMs: () => nowMs },
      stopwatch: SYSTEM_STOPWATCH,
      random: new SystemRandom(),
      memory: memoryAccount(config),
      gated: true,
      fatal: (reason, error) => void failures.push(`${reason}: ${String(error)}`),
    },
    recover(new MemoryJournal(new SubjectCipher(new KeyTree([{ depth: 0, index: 0, seed }])))),
  );
  const { order } = engine.tables;
  order.nextId = Math.max(order.nextId, config.orderIdFirst);
  const credentials = randomCredentials();
  openFirstChannel(engine, credentials, false);
  try {
    await load(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const dispatch = newDispatch(
    {
      config,
      store: { engine, identity: newIdentity('') },
      client,
      usage: new UsageCounter(engine, config),
      snapshots: { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 },
      loss: undefined,
    },
    paymentServices(config, {}),
  );
  const sweeper = new ExpirySweeper(engine);
  const sweep = async (): Promise<void> => {
    for (let before = -1; before !== engine.headSeq;) {
      before = engine.headSeq;
      sweeper.sweep(config.sessionsMax);
    }
    await engine.whenDurable(engine.headSeq);
    if (failures.length > 0) throw new Error(failures.join('; '));
  };
  const moveTo = (ms: number): Promise<void> => {
    if (!(ms >= nowMs)) throw new RangeError('the clock of a test shop moves on only');
    nowMs = ms;
    return sweep();
  };
  const sent = {
    licence_username: credentials.username,
    licence_password: credentials.password,
    licence_secret_key: credentials.secretKey,
  };
  const callWith: <T>(request: string, fields: { readonly [name: string]: unknown }) => Promise<T> = (
    request,
    fields,
  ) =>
    new Promise((resolve) => {
      dispatch.call({ ...fields, request }, '', (_status, body) =>
        resolve(JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString())),
      );
    });
  return {
    credentials,
    engine,
    callWith,
    call: (request, fields = {}) => callWith(request, { ...sent, ...fields }),
    now: () => new Date(nowMs),
    setClock: async (to) => moveTo(momentOf(to)),
    advance: async (ms) => moveTo(nowMs + ms),
    close: () => engine.close(),
  };
};
