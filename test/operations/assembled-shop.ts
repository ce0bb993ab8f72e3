// Dispatch and its services on an engine that a test has made, without anything that only a test runner has.
import { hash } from 'node:crypto';
import type { Config } from '../../src/config/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import { stepsBack } from '../../src/domain/time/time-step.ts';
import { changelog } from '../../src/engine/audit/audit-pages.ts';
import { SessionCodes } from '../../src/engine/codes/session-codes.ts';
import { SessionShares } from '../../src/engine/maintenance/session-shares.ts';
import { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import type { HttpClient } from '../../src/kernel/http-call.ts';
import { must } from '../../src/kernel/result.ts';
import type { DocumentServices } from '../../src/operations/context/document-services.ts';
import { NO_MAIL } from '../../src/operations/context/mail-services.ts';
import { NO_IMAGES } from '../../src/operations/context/image-services.ts';
import type { ImageServices } from '../../src/operations/context/image-services.ts';
import type { Services } from '../../src/operations/context/operation.ts';
import type { Payments } from '../../src/operations/context/payment-services.ts';
import { slowLimits } from '../../src/operations/context/slow-work.ts';
import { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import type { DispatchOptions } from '../../src/operations/dispatch/dispatch-options.ts';
import type { Passwords } from '../../src/outside/passwords/password-hash.ts';
import { asXml } from '../../src/outside/xml.ts';
import { accountServices } from '../../src/server/parts/accounts.ts';
import { exportServices } from '../../src/admin/export-services.ts';
import { randomCredentials } from '../../src/admin/credentials.ts';
import { paymentServices } from './orders/payment-services.ts';
import { privacyServices } from '../../src/server/parts/privacy.ts';
import type { Extensions } from '../../src/kernel/extensions.ts';
import { webhookServices } from '../../src/server/parts/webhooks.ts';

export interface Parts {
  readonly engine: Engine;
  readonly config: Config;
  readonly storeKey: string;
  readonly passwords: Passwords;
  /** What other servers answer. */
  readonly http: HttpClient;
  readonly documents: DocumentServices;
  readonly images?: ImageServices;
  readonly payments: Payments | undefined;
  readonly extensions?: Extensions | undefined;
  readonly dispatch: Pick<
    DispatchOptions,
    'toXml' | 'xmlTemplate' | 'lists' | 'work' | 'admission' | 'balance' | 'logFault' | 'observer'
  >;
}

export interface Assembled {
  readonly dispatch: Dispatch;
  readonly service: Services;
  readonly usage: UsageCounter;
}

export const assemble = ({
  engine,
  config,
  storeKey,
  passwords,
  http,
  documents,
  images = NO_IMAGES,
  payments,
  extensions,
  dispatch,
}: Parts): Assembled => {
  const usage = new UsageCounter(engine, config);
  const sessions = new SessionShares(engine);
  const service: Services = {
    payments: payments ?? paymentServices(config, {}, http),
    webhooks: webhookServices(engine, config, storeKey, http),
    openCarts: engine.openCarts,
    documents,
    mail: NO_MAIL,
    accounts: accountServices(engine, config, storeKey, { passwords, http, privateAllowed: true }),
    privacy: privacyServices(engine, config),
    images,
    extensions,
    exports: exportServices(engine),
    newCredentials: randomCredentials,
    usage,
    codes: new SessionCodes(storeKey),
    changelog: (query) => changelog(engine.audit, query, stepsBack(engine.readContext())),
    storeStatus: () => ({
      recordsSinceSnapshot: engine.headSeq,
      snapshotAgeMs: undefined,
      snapshotFailures: 0,
      writeRefusal: engine.writeRefusal,
      clockJumpMs: engine.time.jumpMs,
      confirmedMs: engine.time.confirmedMs,
      loss: undefined,
    }),
    warming: () => engine.isSearchWarming,
    sessionRefusal: (channelId) => sessions.refusal(channelId),
  };
  return {
    usage,
    service,
    dispatch: new Dispatch({
      ...dispatch,
      engine,
      service,
      storeKey,
      strictSecretKey: config.strictSecretKey,
      checkReplies: true,
      aggregateBytesMax: config.aggregateBytesMax,
      slowLimits: slowLimits(config.slowCallsMax),
      asXml,
      idempotencyKeysMax: config.idempotencyKeysMax,
      idempotencyKeyTtlMs: config.idempotencyKeyTtlMs,
    }),
  };
};

export const openChannel = (
  engine: Engine,
  {
    licence_username: username,
    licence_password: password,
  }: { readonly licence_username: string; readonly licence_password: string },
  secret: string,
  active = true,
  output: 'json' | 'xml' = 'json',
): void => {
  const digest = (text: string): string => hash('sha256', text, 'hex');
  const digests = { username: digest(username), password: digest(password), secretKey: digest(secret) };
  const opened = engine.transact(maintenanceCause('test'), (tx) =>
    tx.create('channel', { type: 'open_channel', name: 'test', description: '', active, output, digests, demo: false }),
  );
  must(opened.ok, 'a channel can be opened');
};
