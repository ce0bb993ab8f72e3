// Settings of calls to webhooks: limits of a call, the key of its signature, and which addresses it may have.
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { testWebhook } from '../engine/delivery/test-webhook.ts';
import type { WebhookTest } from '../engine/delivery/test-webhook.ts';
import { WebhookSecrets } from '../engine/delivery/webhook-call.ts';
import type { CallSettings } from '../engine/delivery/webhook-call.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import { webhookObjects } from '../operations/views/webhook-objects.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import { SYSTEM_STOPWATCH } from '../outside/stopwatch.ts';

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

/** Longest body of an answer. */
const ANSWER_BYTES_MAX = 65_536;
const UNIQUE_BYTES = 12;

export const webhookCallSettings = (config: Config, storeKey: string): CallSettings => ({
  secrets: new WebhookSecrets(storeKey),
  timeoutMs: config.webhookTimeoutMs,
  bytesMax: ANSWER_BYTES_MAX,
  privateAllowed: privateAllowed(config),
  objects: webhookObjects,
  bodyBytesMax: config.webhookBodyBytesMax,
});

/** Calls the receiver of a webhook that has a target, as a test. */
export const testNow = (
  webhook: Webhook,
  nowMs: number,
  settings: CallSettings & { readonly client: HttpClient },
): Promise<WebhookTest> =>
  testWebhook(webhook, randomBytes(UNIQUE_BYTES).toString('hex'), nowMs, { ...settings, stopwatch: SYSTEM_STOPWATCH });
