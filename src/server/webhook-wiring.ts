// Connects webhooks: their secrets, the addresses that may be called, the built-in webhooks, the outbox.
import type { Config } from '../config/config.ts';
import type { WebhookServices } from '../operations/context/operation.ts';
import { WebhookSecrets } from '../engine/delivery/webhook-call.ts';
import { isLoopback, whyNotCallable } from '../outside/http/addresses.ts';
import { WEBHOOK_EVENT_NAMES } from '../domain/webhooks/webhook.ts';
import { createBuiltIns } from '../domain/webhooks/create-webhook.ts';
import type { Engine } from '../engine/engine.ts';
import { maintenanceCause } from '../engine/engine.ts';
import { must } from '../kernel/result.ts';
import { Outbox } from '../engine/delivery/outbox.ts';
import type { Store } from '../engine/store/store.ts';
import type { HttpClient } from '../kernel/http-call.ts';

/** The settings that say from where webhooks and applications are given their addresses. */
type Reach = Pick<Config, 'webhookPrivateAddresses' | 'host' | 'behindProxy' | 'clientAddressHeader'>;

/**
 * `auto` allows private addresses only to callers of this machine: a server behind a proxy may listen on loopback and
 * be called from anywhere. A header for client addresses is set where there is a proxy, too.
 */
export const privateAllowed = ({ webhookPrivateAddresses, host, behindProxy, clientAddressHeader }: Reach): boolean =>
  webhookPrivateAddresses === 'auto'
    ? isLoopback(host) && !behindProxy && clientAddressHeader === ''
    : webhookPrivateAddresses === 'on';

/** The services that the operations of webhooks use. */
export const webhookServices = (config: Config, storeKey: string): WebhookServices => {
  const secrets = new WebhookSecrets(storeKey);
  return {
    secretOf: (nonce) => secrets.of(nonce),
    whyNotCallable: (url) => whyNotCallable(url, privateAllowed(config)),
  };
};

/** Makes the webhooks that exist from the start, where one is missing. */
export const createMissingWebhooks = (engine: Engine): void => {
  const { byName } = engine.readContext().index('webhook');
  if (WEBHOOK_EVENT_NAMES.every((name) => byName.get(name) !== undefined)) return;
  const made = engine.transact(maintenanceCause('first_start'), createBuiltIns);
  must(made.ok, 'the webhooks of a new store can be made');
};

export const webhookOutbox = (
  { engine, identity, keys }: Store,
  config: Config,
  client: HttpClient,
  warn: (line: string) => void,
): Outbox =>
  new Outbox(engine, {
    client,
    warn,
    secrets: new WebhookSecrets(identity.key),
    timeoutMs: config.webhookTimeoutMs,
    bytesMax: 65536,
    privateAllowed: privateAllowed(config),
    callsMax: config.webhookCallsMax,
    destroyKeys: (hours) => keys.destroyMessageKeys(hours),
  });
