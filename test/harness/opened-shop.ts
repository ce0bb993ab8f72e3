// A shop on the disk that is opened in this process as a start opens it, and called without a port: for tests about
// what a store holds between two commands. Threads that hash are those of a server.
//
// It is beside server-here.ts for core tests, which have neither a port nor the build. It saves a third of what such a
// server takes to open and stop, 34 ms of a processor instead of 50: elsewhere place.serveHere is the first choice.
//
// Guaranteed: store and threads are closed with the place at the latest, also where opening the shop has failed.
// Not promised: what the background does with each tick, webhooks that are called, a control socket, logs.
import { cpSync } from 'node:fs';
import { DEMO_CREDENTIALS, hasChannel, openFirstChannel } from '../../src/admin/credentials.ts';
import type { Credentials } from '../../src/admin/credentials.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Config } from '../../src/config/config.ts';
import { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { readIdentity } from '../../src/engine/store/identity.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { NOBODY } from '../../src/kernel/http-call.ts';
import type { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import { PasswordHashing } from '../../src/outside/passwords/password-hash.ts';
import { newDispatch } from '../../src/server/parts/dispatch.ts';
import { DEMO_SECRETS, DEMO_SETTINGS } from '../../src/server/demo/settings.ts';
import { writeNewStore } from '../../src/server/start/new-store.ts';
import { openConfiguredStore } from '../../src/server/start/open-store.ts';
import { paymentServices } from '../../src/server/parts/payments.ts';
import { recordCurrency } from '../../src/server/start/shop-currency.ts';
import { createMissingWebhooks } from '../../src/server/parts/webhooks.ts';
import '../outside/threads/compiled-threads.ts';
import { FIVE_PRODUCTS } from './commands.ts';
import type { CommandPlace } from './commands.ts';

type Reply = { readonly [member: string]: unknown };
type Fields = { readonly [name: string]: unknown };

interface Opening {
  /** By name, beside `serve --demo`'s for a demo shop. */
  readonly settings?: Partial<Config>;
  /** Of the first channel of a new store that is no demo shop. */
  readonly credentials?: Credentials;
}

const configOf = (place: CommandPlace, data: string, { settings, credentials }: Opening): Config => {
  const here = { data: place.path(data), snapshots: place.path('snapshots'), port: 0 };
  const defaults = credentials === undefined ? DEMO_SETTINGS : {};
  return loadConfig({ ...here, checkReplies: true, ...settings }, {}, undefined, defaults);
};

const demoOf = (config: Config): Parameters<typeof writeNewStore>[0] => ({
  directory: config.data,
  config,
  credentials: DEMO_CREDENTIALS,
  content: FIVE_PRODUCTS['KONTOR_TEST_DEMO']!,
  isPrinted: true,
  nowMs: Date.now(),
  seed: 'five products',
});

interface OpenStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

export class OpenedShop {
  private readonly config: Config;
  private readonly store: Store;
  private readonly closeStore: () => Promise<void>;
  private readonly credentials: Credentials;
  private readonly usage: UsageCounter;
  private readonly closePasswords: () => Promise<void>;
  private readonly dispatch: Dispatch;

  private constructor(place: CommandPlace, config: Config, opened: OpenStore, credentials: Credentials) {
    const { store, close } = opened;
    const { engine, identity } = store;
    this.config = config;
    this.store = store;
    this.closeStore = close;
    this.credentials = credentials;
    this.usage = new UsageCounter(engine, config);
    const passwords = new PasswordHashing(config);
    this.closePasswords = place.closing(() => passwords.close());
    const snapshots = { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 };
    const { usage } = this;
    this.dispatch = newDispatch(
      { config, store, client: NOBODY, usage, snapshots, loss: undefined, passwords },
      paymentServices(config, { env: DEMO_SECRETS, client: NOBODY, storeId: identity.id }),
    );
  }

  /** The demo shop of tests, five products, where no credentials are given; made where `data` holds no store. */
  static async open(place: CommandPlace, data: string, opening: Opening = {}): Promise<OpenedShop> {
    const config = configOf(place, data, opening);
    const { credentials } = opening;
    if (credentials === undefined && readIdentity(config.data) === undefined) await writeNewStore(demoOf(config));
    const store = await openConfiguredStore(config);
    const close = place.closing(() => store.close());
    const { engine } = store;
    if (credentials !== undefined && !hasChannel(engine)) openFirstChannel(engine, credentials, false);
    recordCurrency(engine);
    createMissingWebhooks(engine);
    await engine.whenDurable(engine.headSeq);
    await store.started;
    return new OpenedShop(place, config, { store, close }, credentials ?? DEMO_CREDENTIALS);
  }

  /** With the licence; values travel as text, objects and arrays as JSON. A refusal is a reply. */
  call(request: string, fields: Fields = {}): Promise<Reply> {
    const { username, password } = this.credentials;
    const sent = { licence_username: username, licence_password: password, ...fields, request };
    const texts = Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    return new Promise((resolve) => {
      this.dispatch.call(Object.fromEntries(texts) as { [name: string]: string }, '', (_status, body) =>
        resolve(JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Reply),
      );
    });
  }

  /** With the secret key. */
  office(request: string, fields: Fields = {}): Promise<Reply> {
    return this.call(request, { licence_secret_key: this.credentials.secretKey, ...fields });
  }

  /** What a server that is killed now leaves of its store; nothing may be waiting for the disk. */
  copyTo(directory: string): void {
    cpSync(this.config.data, directory, { recursive: true });
  }

  /** As SIGTERM does: with a snapshot file. */
  async stop(): Promise<void> {
    const { engine, identity: owner } = this.store;
    this.usage.flush();
    await engine.whenDurable(engine.headSeq);
    const { snapshots: directory, snapshotFilesMax: keep, backgroundSliceMs: sliceMs } = this.config;
    await writeSnapshot(engine, { directory, owner, keep, sliceMs });
    await this.closePasswords();
    await this.closeStore();
  }
}
