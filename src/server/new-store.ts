// A new store with something in it, written by a clock that stands where its history is.
//
// Guaranteed: everything in it was written by operations of the API and commands of the administration, with the
// times of the history, and no time in it counts as confirmed (docs/operate/time.md). It is on the disk as a whole when
// it is closed. The same day, seed and settings give the same records up to the same moment; what differs between two
// stores are their keys, and all that is derived from them.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFirstChannel } from '../admin/credentials.ts';
import type { Credentials } from '../admin/credentials.ts';
import type { Config } from '../config/config.ts';
import { engineLimits } from '../config/engine-limits.ts';
import { shopRules } from '../config/shop-rules.ts';
import { dayIn } from '../domain/date-time.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Transaction } from '../domain/transaction.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { syncDirectory } from '../engine/disk/sync-directory.ts';
import { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { openStore } from '../engine/store/store.ts';
import type { Store } from '../engine/store/store.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import { RECEIVER_PATH } from '../http/routes/demo-receiver.ts';
import { IMAGES_DIRECTORY } from '../http/routes/images.ts';
import { NOBODY } from '../kernel/http-call.ts';
import type { Random } from '../kernel/random.ts';
import type { Result } from '../kernel/result.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { SystemRandom } from '../outside/random.ts';
import { SYSTEM_STOPWATCH } from '../outside/stopwatch.ts';
import { newDispatch } from './api-wiring.ts';
import { DEMO_SECRETS } from './demo/settings.ts';
import { GOODS } from './demo/catalogue.ts';
import { RefusedCall, refusedOf } from './demo/demo-shop.ts';
import type { DemoShop, Members } from './demo/demo-shop.ts';
import { fillDemo, fillSample, historyStartMs } from './demo/fill.ts';
import { demoPasswords } from './demo/password-hashes.ts';
import { picturesOf } from './demo/pictures.ts';
import { Seeded } from './demo/seeded.ts';
import { originOf } from './listeners.ts';
import { memoryAccount } from './memory-wiring.ts';
import { paymentServices } from './payment-wiring.ts';
import { recordCurrency } from './shop-currency.ts';
import { createMissingWebhooks } from './webhook-wiring.ts';

/** It stands until it is moved on; both clocks together, so that no step is a jump. */
class HistoryClock {
  ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  nowMs(): number {
    return this.ms;
  }

  sinceBootMs(): number {
    return this.ms;
  }
}

const HOUR_MS = 3_600_000;

/** Records that may wait for the disk before the shop waits for it. */
const WAITING_MAX = 500;

/** The new shop, as what fills it uses it. */
class NewShop implements DemoShop {
  private readonly engine: Engine;
  private readonly clock: HistoryClock;
  private readonly dispatch: Dispatch;
  private readonly usage: UsageCounter;
  private readonly sweeper: ExpirySweeper;
  private readonly licence: Members;
  private durableSeq = 0;

  constructor(store: Store, config: Config, clock: HistoryClock, { username, password, secretKey }: Credentials) {
    this.engine = store.engine;
    this.clock = clock;
    this.usage = new UsageCounter(store.engine, config);
    this.sweeper = new ExpirySweeper(store.engine);
    this.licence = { licence_username: username, licence_password: password, licence_secret_key: secretKey };
    const snapshots = { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 };
    const { usage } = this;
    const parts = { config, store, client: NOBODY, usage, snapshots, loss: undefined, passwords: demoPasswords };
    const env = { ...DEMO_SECRETS, ...process.env };
    const payments = paymentServices(config, { env, client: NOBODY, storeId: store.identity.id });
    this.dispatch = newDispatch(parts, payments);
  }

  get rules(): ShopRules {
    return this.engine.rules;
  }

  get nowMs(): number {
    return this.clock.ms;
  }

  call = async (request: string, fields: Members = {}): Promise<Members> => {
    const body = await new Promise<string | Uint8Array>((resolve) => {
      this.dispatch.call({ ...this.licence, ...fields, request }, '', (_status, sent) => resolve(sent));
    });
    const reply = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Members;
    const refused = refusedOf(request, reply);
    if (refused !== undefined) throw refused;
    return reply;
  };

  decide<T>(operation: string, decision: (tx: Transaction) => Result<T>): T {
    const decided = this.engine.transact(maintenanceCause(operation), decision);
    if (!decided.ok) throw new RefusedCall(operation, decided.code, decided.detail);
    return decided.value;
  }

  async moveTo(ms: number): Promise<void> {
    const { clock, engine, usage, sweeper } = this;
    if (ms <= clock.ms) return;
    if (Math.floor(ms / HOUR_MS) === Math.floor(clock.ms / HOUR_MS)) return void (clock.ms = ms);
    const { timeZone } = engine.rules;
    const isOtherDay = dayIn(timeZone, ms) !== dayIn(timeZone, clock.ms);
    // Counts are of the day on which they were counted.
    if (isOtherDay) usage.flush();
    clock.ms = ms;
    if (isOtherDay) usage.flush();
    sweeper.sweep(engine.limits.sessionsMax);
    if (engine.headSeq - this.durableSeq < WAITING_MAX) return;
    await yieldToEventLoop();
    await this.stored();
  }

  async stored(): Promise<void> {
    await this.engine.whenDurable((this.durableSeq = this.engine.headSeq));
  }

  /** All that was counted, too. */
  async end(): Promise<void> {
    this.usage.flush();
    await this.stored();
  }
}

/** `random` and clock are of the history; durable as a whole, when it is closed. */
const openNewStore = (directory: string, config: Config, clock: HistoryClock, random: Random, fatal: Fatal) =>
  openStore(
    {
      directory,
      snapshots: join(directory, 'snapshots'),
      durability: 'relaxed',
      // Of no boot: the next start takes nothing from this clock.
      bootId: '',
      locked: async () => {
        for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
      },
    },
    {
      rules: shopRules(config),
      limits: { ...engineLimits(config), clockConfirmMs: Infinity },
      clock,
      stopwatch: SYSTEM_STOPWATCH,
      random,
      memory: memoryAccount(config),
      fatal,
    },
  );

type Fatal = (reason: string, error: unknown) => void;

const writeImages = (directory: string, content: string): void => {
  if (content !== 'history' && content !== 'goods') return;
  const images = join(directory, IMAGES_DIRECTORY);
  mkdirSync(images);
  for (const [name, svg] of picturesOf(GOODS)) writeFileSync(join(images, name), svg, { flush: true });
  syncDirectory(images);
};

const fillForTest = async (shop: DemoShop, path: string): Promise<void> => {
  const calls = JSON.parse(readFileSync(path, 'utf8')) as readonly (Members & { readonly request: string })[];
  for (const { request, ...fields } of calls) await shop.call(request, fields);
};

/** Of the demo process; '' where its address is not known before it listens. */
const receiverOf = (config: Config): string =>
  config.port === 0 || config.tlsCert !== '' ? '' : `${originOf(config, config.port)}${RECEIVER_PATH}`;

export interface NewStore {
  /** The directory need not exist; what is in it is removed. */
  readonly directory: string;
  readonly config: Config;
  /** Of the first channel. */
  readonly credentials: Credentials;
  /** They are the printed ones. */
  readonly isPrinted: boolean;
  /** `history`: the demo; `goods`: its goods alone; any other text: a file of calls that a test wants made. */
  readonly content: string;
  /** Where the history ends. */
  readonly nowMs: number;
  readonly seed: string;
}

/** Throws StoreLocked while another process writes there, RefusedCall, and what the file system says. */
export const writeNewStore = async (given: NewStore): Promise<void> => {
  const { directory, config, credentials, content, nowMs, seed } = given;
  const hasHistory = content === 'history';
  const clock = new HistoryClock(hasHistory ? historyStartMs(nowMs) : nowMs);
  let failure: unknown;
  // What a real shop derives from chance, nobody else may know.
  const random = hasHistory ? new Seeded(`${seed} records`) : new SystemRandom();
  const store = await openNewStore(directory, config, clock, random, (_reason, error) => void (failure = error));
  try {
    const { order } = store.engine.tables;
    order.nextId = Math.max(order.nextId, config.orderIdFirst);
    openFirstChannel(store.engine, credentials, given.isPrinted);
    recordCurrency(store.engine);
    createMissingWebhooks(store.engine);
    const shop = new NewShop(store, config, clock, credentials);
    if (hasHistory) await fillDemo(shop, nowMs, receiverOf(config), seed);
    else if (content === 'goods') await fillSample(shop);
    else await fillForTest(shop, content);
    writeImages(directory, content);
    await shop.end();
  } finally {
    await store.close();
  }
  if (failure !== undefined) throw failure;
};
