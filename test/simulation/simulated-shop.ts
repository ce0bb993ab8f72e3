// A whole shop on a simulated disk, clock and network: the real dispatch, engine, sweeper, outbox and scrub. One life
// lasts from a start to a power cut, a failed commit or a stop.
import { AsyncLocalStorage } from 'node:async_hooks';
import { loadConfig } from '../../src/config/config.ts';
import type { Config } from '../../src/config/config.ts';
import { engineLimits } from '../../src/config/engine-limits.ts';
import { shopRules } from '../../src/config/shop-rules.ts';
import { RefundCalls } from '../../src/engine/delivery/refund-calls.ts';
import { Outbox } from '../../src/engine/delivery/outbox.ts';
import { WebhookSecrets } from '../../src/engine/delivery/webhook-call.ts';
import { webhookObjects } from '../../src/operations/views/webhook-objects.ts';
import { addApplication } from '../../src/domain/accounts/add-application.ts';
import { Engine, maintenanceCause } from '../../src/engine/engine.ts';
import type { Journal } from '../../src/engine/journal/journal.ts';
import { ExpirySweeper } from '../../src/engine/maintenance/expiry-sweeper.ts';
import { TimeKeeper } from '../../src/engine/maintenance/time-keeper.ts';
import { Scrub } from '../../src/engine/maintenance/scrub.ts';
import type { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { entriesAsSent } from '../../src/kernel/json-reader.ts';
import type { Extensions } from '../../src/kernel/extensions.ts';
import type { HttpAnswer, HttpCall } from '../../src/kernel/http-call.ts';
import { MemoryAccount, NO_LIMITS } from '../../src/kernel/memory-account.ts';
import type { Notice, RefundNotice } from '../../src/kernel/payment-provider.ts';
import { ok } from '../../src/kernel/result.ts';
import type { Refusal } from '../../src/kernel/result.ts';
import type { CallFields } from '../../src/operations/context/operation.ts';
import type { Payments } from '../../src/operations/context/payment-services.ts';
import { paymentNoticeHandler } from '../../src/operations/dispatch/payment-notices.ts';
import type { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import { toXml, xmlTemplate } from '../../src/outside/xml.ts';
import { documentServices } from '../../src/server/parts/documents.ts';
import { createMissingWebhooks } from '../../src/server/parts/webhooks.ts';
import type { Seeded, SetClock } from '../engine/seeded.ts';
import { TickingStopwatch } from '../engine/seeded.ts';
import { CountedPasswords } from '../operations/accounts/passwords.ts';
import { CLOCK_FOLLOW_MS, CLOCK_JUMP_MS } from './clock-script.ts';
import { paymentServices } from '../operations/orders/payment-services.ts';
import { assemble, openChannel } from '../operations/assembled-shop.ts';

/** Its provider is a hosted page. */
export const CARD_METHOD = 8;

const STORE_KEY = '0f'.repeat(32);
const CREDENTIALS = { licence_username: 'shop_1', licence_password: 'password-1' };
const SECRET = 'secret-1';

/** Carts, sessions and unpaid orders end soon, so that much of a life is about what ends. */
const SETTINGS: Partial<Config> = {
  sessionTtlMs: 120_000,
  sessionTouchIntervalMs: 5000,
  idempotencyKeyTtlMs: 60_000,
  sessionsMax: 60,
  replayRecordsMax: 40,
  checkpointRowsMax: 5,
  checkpointPauseMs: 0,
  auditEntriesMax: 200,
  feedRetentionRecords: 0,
  clockJumpMs: CLOCK_JUMP_MS,
  clockFollowMs: CLOCK_FOLLOW_MS,
  paymentMethods: [
    { id: 2, name: 'PrePayment', unpaidOrderMsMax: 60_000 },
    { id: CARD_METHOD, name: 'Card', provider: 'hosted-page', url: 'https://pay.example/', unpaidOrderMsMax: 60_000 },
  ],
};

export interface SentCall {
  readonly request: string;
  readonly params: { readonly [name: string]: unknown };
  readonly secret: boolean;
  /** The header Idempotency-Key; '' for none. */
  readonly key: string;
}

/** A record that a call has made. */
export interface MadeRecord {
  readonly seq: number;
  /** Names of its events. */
  readonly events: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly made: readonly MadeRecord[];
  /** The last record that a power cut would not have taken when the reply left. */
  readonly durableSeq: number;
  /** Nothing has changed since the call was sent. */
  readonly isCurrent: boolean;
}

export interface LifeOptions {
  readonly journal: Journal;
  readonly chance: Seeded;
  readonly clock: SetClock;
  /** Answers webhooks and applications. */
  readonly receive: (call: HttpCall) => Promise<HttpAnswer>;
  readonly fatal: (reason: string) => void;
  readonly alarm: (line: string) => void;
  /** What payment methods do instead of calling nobody. */
  readonly pay?: (payments: Payments) => Payments;
  /** Undefined: the shop has none. */
  readonly extensions?: Extensions | undefined;
  readonly stepped?: (fromMs: number, toMs: number) => void;
  /** The last record that a power cut does not take; absent: the last one in the journal. */
  readonly durableSeq?: () => number;
}

const GIVEN = { applicationChannels: { erp: ['test'] } };
const CONFIG = { ...loadConfig({}, {}, '/nonexistent'), ...SETTINGS, ...GIVEN };
const DOCUMENTS = documentServices(CONFIG);

const asSent = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

export class Life {
  readonly engine: Engine;
  readonly dispatch: Dispatch;
  readonly sweeper: ExpirySweeper;
  readonly outbox: Outbox;
  readonly scrub: Scrub;
  readonly usage: UsageCounter;
  readonly payments: Payments;
  readonly refunds: RefundCalls;
  readonly time: TimeKeeper;
  readonly faults: string[] = [];
  private readonly durableSeq: () => number;
  /** One for all lives, and only while a simulation runs: each costs time at every promise of the process. */
  static readonly calls = new AsyncLocalStorage<MadeRecord[]>();

  /** Throws StoreDamage. */
  constructor(options: LifeOptions) {
    const { journal, chance, clock, receive, fatal, alarm, pay, stepped = () => {}, durableSeq } = options;
    const methods = paymentServices(CONFIG, { KONTOR_PAYMENT_8_SECRET: 'page-secret' });
    this.payments = pay?.(methods) ?? methods;
    this.durableSeq = durableSeq ?? ((): number => journal.meta?.headSeq ?? 0);
    const http = { call: receive };
    const residentActorsMax = chance.of([3, 50, 100_000]);
    // Orders of one shop are of both kinds; a draw of its own would make other lives of the seeds that are kept.
    const rules = {
      ...shopRules(CONFIG),
      invoicePer: residentActorsMax === 50 ? ('parcel' as const) : ('order' as const),
    };
    this.engine = new Engine(
      {
        rules,
        limits: { ...engineLimits(CONFIG), residentActorsMax },
        clock,
        stopwatch: new TickingStopwatch(),
        random: chance,
        gated: true,
        memory: new MemoryAccount({ ...NO_LIMITS, cache: 1_000_000 }),
        fatal: (reason, error) => fatal(`${reason}: ${String((error as Error | undefined)?.message)}`),
      },
      recover(journal),
    );
    const assembled = assemble({
      engine: this.engine,
      config: CONFIG,
      storeKey: STORE_KEY,
      passwords: new CountedPasswords(),
      http,
      documents: DOCUMENTS,
      payments: this.payments,
      extensions: options.extensions,
      dispatch: {
        toXml,
        xmlTemplate,
        lists: {
          openMax: 10,
          yieldMs: 1000,
          nowMs: () => 0,
          stallTimeoutMs: 1000,
          soon: setImmediate,
          after: () => () => {},
        },
        work: {
          budgetMs: 50,
          sliceMs: 5,
          scansMax: 20,
          openMax: 100,
          callMsMax: Infinity,
          trustedCallMsMax: Infinity,
          callBytesMax: Infinity,
          nowMs: () => 0,
          soon: setImmediate,
        },
        admission: { turnMs: Infinity, waitMsMax: 1000, checkoutWaitMsMax: 5000, nowMs: () => 0, soon: setImmediate },
        balance: { refillMs: 1, burstMs: Infinity, nowMs: () => 0 },
        logFault: (_id, operation, error) => void this.faults.push(`${operation}: ${String((error as Error).stack)}`),
      },
    });
    this.dispatch = assembled.dispatch;
    this.usage = assembled.usage;
    this.sweeper = new ExpirySweeper(this.engine);
    this.outbox = new Outbox(this.engine, {
      client: http,
      warn: () => {},
      secrets: new WebhookSecrets(STORE_KEY),
      timeoutMs: 1000,
      bytesMax: 65_536,
      privateAllowed: true,
      objects: webhookObjects,
      bodyBytesMax: 1_048_576,
      callsMax: 4,
    });
    this.refunds = new RefundCalls(this.engine, {
      provider: (id) => this.payments.provider(id),
      warn: () => {},
    });
    const { idempotencyKeyTtlMs } = CONFIG;
    this.time = new TimeKeeper(this.engine, { idempotencyKeyTtlMs, stepped });
    this.scrub = new Scrub(this.engine, { rewritten: alarm, batchDamaged: alarm, entryDamaged: alarm });
    this.noteRecords();
  }

  /** What the server does with a new store. */
  fillNew(): void {
    if (this.engine.tables.channel.nextId > 1) return;
    openChannel(this.engine, CREDENTIALS, SECRET);
    createMissingWebhooks(this.engine);
    const application = { name: 'erp', url: 'http://127.0.0.1:9/erp', nonce: 'n', tokenDigest: 'd' };
    this.engine.transact(maintenanceCause('app_add'), (tx) => addApplication(tx, application));
  }

  /** A record belongs to the call in whose course it was made, whatever that call has waited for. */
  private noteRecords(): void {
    const { engine } = this;
    const record = engine.record.bind(engine);
    engine.record = (unit, cause) => {
      const events = unit.events.map(({ event }) => event.type);
      const seq = record(unit, cause);
      if (seq !== 0) Life.calls.getStore()?.push({ seq, events });
      return seq;
    };
  }

  /** The provider of the card tells of a payment or a refund. */
  tell(notice: Notice | RefundNotice, answered: (refusal: Refusal | undefined) => void): void {
    const provider = { ...this.payments.provider(CARD_METHOD)!, notify: () => ok(notice) };
    paymentNoticeHandler({
      payments: { ...this.payments, provider: () => provider },
      nowMs: () => this.engine.nowMs(),
      decide: (operation, decision, done) => this.dispatch.decideOutside({ operation, decision, done }),
      warn: () => {},
    })(CARD_METHOD, new Map(), Buffer.alloc(0), answered);
  }

  /** `done`: not called where the process ends before. */
  send({ request, params, secret, key }: SentCall, done: (answer: Answer) => void): void {
    const form: [string, string][] = entriesAsSent(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, asSent(value)]);
    const licence = { ...CREDENTIALS, ...(secret && { licence_secret_key: SECRET }) };
    const fields = { ...licence, request, ...Object.fromEntries(form) } as CallFields;
    const made: MadeRecord[] = [];
    const { headSeq } = this.engine;
    Life.calls.run(made, () =>
      this.dispatch.call(fields, key, (status, body) =>
        done({
          status,
          text: typeof body === 'string' ? body : Buffer.from(body).toString(),
          made,
          durableSeq: this.durableSeq(),
          isCurrent: this.engine.headSeq === headSeq,
        }),
      ),
    );
  }
}
