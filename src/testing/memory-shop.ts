// A whole shop in memory: the real dispatch on the real engine, with a journal that no disk has and a clock that is
// moved. It writes no file, and opens no port unless it is asked to.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { engineLimits } from '../config/engine-limits.ts';
import { ConfigError } from '../config/setting.ts';
import { shopRules } from '../config/shop-rules.ts';
import { ChangeFeed } from '../engine/delivery/change-feed.ts';
import { RefundCalls } from '../engine/delivery/refund-calls.ts';
import type { MailOutbox } from '../engine/delivery/mail-outbox.ts';
import { Outbox } from '../engine/delivery/outbox.ts';
import { Engine } from '../engine/engine.ts';
import { MemoryJournal } from '../engine/journal/memory-journal.ts';
import { applyDueChanges } from '../engine/maintenance/due-changes.ts';
import { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { SubjectCipher } from '../engine/privacy/encryption.ts';
import { KeyTree } from '../engine/privacy/key-tree.ts';
import { newIdentity } from '../engine/store/identity.ts';
import { recover } from '../engine/recovery/recovery.ts';
import { yieldToEventLoop } from '../kernel/yield-to-event-loop.ts';
import { bulkRoute } from '../http/routes/bulk.ts';
import { changeFeedRoute } from '../http/routes/change-feed.ts';
import { paymentNoticesRoute } from '../http/routes/payment-notices.ts';
import type { Notify } from '../http/routes/payment-notices.ts';
import type { Route } from '../http/request-handler.ts';
import type { Extensions } from '../kernel/extensions.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import type { MailClient } from '../kernel/mail-client.ts';
import type { Payments } from '../operations/context/payment-services.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { paymentNoticeHandler } from '../operations/dispatch/payment-notices.ts';
import { SystemRandom } from '../outside/random.ts';
import { SYSTEM_STOPWATCH } from '../outside/stopwatch.ts';
import { newDispatch } from '../server/parts/dispatch.ts';
import { openFirstChannel } from '../admin/credentials.ts';
import type { Credentials } from '../admin/credentials.ts';
import { handlerOf, turnsOf } from '../server/ports/handlers.ts';
import { listenAll } from '../server/ports/listeners.ts';
import { originOf } from '../server/ports/origin.ts';
import { extensionsOf } from '../server/parts/extensions.ts';
import { tellingClient } from '../outside/extensions/told-extensions.ts';
import { memoryAccount } from '../server/parts/memory.ts';
import { documentServices } from '../server/parts/documents.ts';
import { mailOutbox } from '../server/parts/mail.ts';
import { paymentServices } from '../server/parts/payments.ts';
import { recordCurrency } from '../server/start/shop-currency.ts';
import { webhookCallSettings } from '../admin/webhook-calls.ts';
import { createMissingWebhooks } from '../server/parts/webhooks.ts';

export type Members = { readonly [name: string]: unknown };

export interface MemoryShopOptions {
  readonly config: Config;
  readonly credentials: Credentials;
  /** Where the clock stands; undefined: it goes with that of the system. */
  readonly nowMs: number | undefined;
  /** Calls webhooks, applications and payment providers. */
  readonly client: HttpClient;
  /** Takes mails, where the settings name a server; absent: nothing does. */
  readonly mailClient?: MailClient | undefined;
  readonly warn: (line: string) => void;
  /** Holds the secrets of payment providers. */
  readonly env: { readonly [name: string]: string | undefined };
}

const TICK_MS = 250;

/** It stands, or goes with the system's; either way it can be moved on. */
class MovedClock {
  private readonly stands: boolean;
  /** What it shows, or by how much it is ahead of the system's clock. */
  private ms: number;

  constructor(nowMs: number | undefined) {
    this.stands = nowMs !== undefined;
    this.ms = nowMs ?? 0;
  }

  nowMs(): number {
    return this.stands ? this.ms : Date.now() + this.ms;
  }

  // Both clocks of the engine move together, so that no step is a jump.
  sinceBootMs(): number {
    return this.nowMs();
  }

  /** Throws RangeError where that would be back. */
  moveTo(ms: number): void {
    const ahead = ms - this.nowMs();
    if (!(ahead >= 0)) throw new RangeError('the clock of a test shop moves on only');
    this.ms += ahead;
  }
}

export class MemoryShop {
  readonly engine: Engine;
  readonly config: Config;
  private readonly clock: MovedClock;
  private readonly dispatch: Dispatch;
  private readonly payments: Payments;
  private readonly onNotice: Notify;
  private readonly usage: UsageCounter;
  private readonly sweeper: ExpirySweeper;
  private readonly outbox: Outbox;
  private readonly mail: MailOutbox | undefined;
  private readonly refunds: RefundCalls;
  /** Undefined: the settings name none. */
  private readonly extensions: Extensions | undefined;
  private readonly identity = newIdentity('');
  private readonly failures: string[] = [];
  private readonly closers: (() => Promise<void> | void)[] = [];

  constructor({ config, credentials, nowMs, client, mailClient, warn, env }: MemoryShopOptions) {
    const seed = randomBytes(32).toString('base64');
    this.config = config;
    this.clock = new MovedClock(nowMs);
    this.engine = new Engine(
      {
        rules: shopRules(config),
        limits: engineLimits(config),
        clock: this.clock,
        stopwatch: SYSTEM_STOPWATCH,
        random: new SystemRandom(),
        memory: memoryAccount(config),
        gated: true,
        fatal: (reason, error) => void this.failures.push(`${reason}: ${String(error)}`),
      },
      recover(new MemoryJournal(new SubjectCipher(new KeyTree([{ depth: 0, index: 0, seed }])))),
    );
    const { engine, identity } = this;
    openFirstChannel(engine, credentials, false);
    recordCurrency(engine);
    createMissingWebhooks(engine);
    this.usage = new UsageCounter(engine, config);
    this.sweeper = new ExpirySweeper(engine);
    const extensions = (this.extensions = extensionsOf(config, { info: warn, warn }));
    if (extensions !== undefined) this.closers.push(() => extensions.close());
    const telling = tellingClient(client, extensions);
    this.payments = paymentServices(config, { env, client, storeId: identity.id, extensions });
    const documents = documentServices(config);
    this.dispatch = newDispatch(
      {
        config,
        extensions,
        store: { engine, identity },
        client,
        usage: this.usage,
        snapshots: { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 },
        loss: undefined,
        documents,
        mailClient,
      },
      this.payments,
    );
    this.onNotice = paymentNoticeHandler({
      payments: this.payments,
      nowMs: () => this.nowMs,
      decide: (operation, decision, done) => this.dispatch.decideOutside({ operation, decision, done }),
      warn,
    });
    this.refunds = new RefundCalls(engine, { provider: (methodId) => this.payments.provider(methodId), warn });
    this.mail = mailClient && mailOutbox(engine, config, { client: mailClient, documents, extensions, warn });
    this.outbox = new Outbox(engine, {
      client: telling,
      warn,
      ...webhookCallSettings(config, identity.key),
      callsMax: config.webhookCallsMax,
      // They go with the process.
    });
  }

  /** Throws ConfigError with why a module of the setting `extensions` is not at work. */
  async loadExtensions(): Promise<void> {
    await this.extensions?.reload('');
    const failed = this.extensions?.list().find(({ state }) => state !== 'running');
    if (failed !== undefined)
      throw new ConfigError(`the extension ${failed.module} is not loaded: ${failed.lastError}`);
  }

  call(fields: Members): Promise<Members> {
    return new Promise((resolve) => {
      this.dispatch.call(fields, '', (_status, body) =>
        resolve(JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Members),
      );
    });
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  /** Ends what has expired by then, calls the webhooks that are due, and counts usage. Throws RangeError. */
  async moveTo(ms: number): Promise<void> {
    this.clock.moveTo(ms);
    for (let before = -1; before !== this.engine.headSeq;) {
      before = this.engine.headSeq;
      applyDueChanges(this.engine);
      this.sweeper.sweep(this.config.sessionsMax);
    }
    this.usage.flush();
    await this.deliver();
  }

  private get isCalling(): boolean {
    return this.outbox.isCalling || this.refunds.isCalling || this.mail?.isCalling === true;
  }

  /** Calls the webhooks and sends the mails that are due, until none is or their receivers refuse. */
  async deliver(): Promise<void> {
    const { engine, outbox, refunds, mail } = this;
    for (let before = -1; before !== engine.headSeq;) {
      before = engine.headSeq;
      await engine.whenDurable(before);
      outbox.tick();
      refunds.tick();
      mail?.tick();
      while (this.isCalling) await yieldToEventLoop();
    }
    await engine.whenDurable(engine.headSeq);
    if (this.failures.length > 0) throw new Error(this.failures.join('; '));
  }

  /** Answers at the port of the settings, and four times a second does what is due. Resolves with its address. */
  async listen(routes: readonly Route[], say: (line: string) => void): Promise<string> {
    const { engine, config, identity, dispatch } = this;
    const { feedReadersMax: readersMax, feedStallTimeoutMs: stalledMsMax } = config;
    const feed = new ChangeFeed(engine, { readersMax, stalledMsMax, epoch: identity.feedEpoch });
    const large = turnsOf(config);
    const all = [
      changeFeedRoute({ feed, permits: (fields) => dispatch.callers.permits(fields, 'change_feed') }),
      bulkRoute(dispatch, config, large),
      paymentNoticesRoute(this.onNotice),
      ...routes,
    ];
    const listening = await listenAll(config, handlerOf(config, dispatch, all, large), { say });
    const timer = setInterval(() => {
      this.sweeper.sweep(256);
      this.outbox.tick();
      this.refunds.tick();
      this.mail?.tick();
      feed.tick();
    }, TICK_MS);
    this.closers.push(async () => {
      clearInterval(timer);
      await Promise.all(listening.all.map((listener) => listener.close(config.shutdownTimeoutMs)));
    });
    return originOf(config, listening.main.port);
  }

  /** Nothing of it remains. */
  async close(): Promise<void> {
    for (const close of this.closers.splice(0)) await close();
    const stopped = [this.outbox, this.mail].map((outbox) => outbox?.stop(0, () => {}));
    await Promise.race([Promise.all(stopped), sleep(1000)]);
    await this.engine.close();
  }
}
