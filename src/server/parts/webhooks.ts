// Webhooks: their secrets, the addresses that may be called, the built-in webhooks.
import type { Config } from '../../config/config.ts';
import type { WebhookServices } from '../../operations/context/operation.ts';
import { membersOfObject, operationShowing } from '../../operations/replies/webhook-payloads.ts';
import { SLICE_MS, pauseAfter } from '../../admin/slices.ts';
import { testNow, webhookCallSettings } from '../../admin/webhook-calls.ts';
import { tellingClient, whyNotExtension } from '../../outside/extensions/told-extensions.ts';
import { whyNotCallable } from '../../outside/http/addresses.ts';
import { createBuiltIns, missingBuiltIns } from '../../domain/webhooks/create-webhook.ts';
import type { Engine } from '../../engine/engine.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import { must } from '../../kernel/result.ts';
import { replayWebhook } from '../../engine/delivery/replay-webhook.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { HttpClient } from '../../kernel/http-call.ts';

/** The services that the operations of webhooks use. */
export const webhookServices = (
  engine: Engine,
  config: Config,
  storeKey: string,
  client: HttpClient,
  extensions?: Extensions,
): WebhookServices => {
  const settings = { ...webhookCallSettings(config, storeKey), client: tellingClient(client, extensions) };
  return {
    secretOf: (nonce) => settings.secrets.of(nonce),
    membersOf: membersOfObject,
    operationShowing,
    whyNotCallable: (url) =>
      whyNotExtension(url, config.extensions.length > 0, extensions) ?? whyNotCallable(url, settings.privateAllowed),
    replay: async (id, range, cause) => {
      const replayed = await replayWebhook(engine, id, range, { pause: pauseAfter(SLICE_MS), cause });
      await engine.whenDurable(engine.headSeq);
      return replayed;
    },
    test: (webhook, nowMs) => testNow(webhook, nowMs, settings),
  };
};

/** Makes the webhooks that exist from the start, where one is missing and was not deleted. */
export const createMissingWebhooks = (engine: Engine): void => {
  if (missingBuiltIns(engine.readContext()).length === 0) return;
  const made = engine.transact(maintenanceCause('first_start'), createBuiltIns);
  must(made.ok, 'the webhooks of a new store can be made');
};
