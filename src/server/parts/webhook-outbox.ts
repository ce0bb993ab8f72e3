// The outbox of webhooks, those who watch its calls, and the extensions that it tells.
import { webhookCallSettings } from '../../admin/webhook-calls.ts';
import type { Config } from '../../config/config.ts';
import { CallFollowers } from '../../engine/delivery/call-followers.ts';
import { Outbox } from '../../engine/delivery/outbox.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { tellingClient } from '../../outside/extensions/told-extensions.ts';
import { extensionsOf } from './extensions.ts';

/** Those whom the outbox tells; made before it, and before the store is opened. */
export const toldOf = (config: Config) => ({ webhookCalls: new CallFollowers(), extensions: extensionsOf(config) });

interface OutboxParts {
  readonly store: Store;
  readonly config: Config;
  readonly webhookCalls: CallFollowers;
  readonly extensions: Extensions | undefined;
}

export const webhookOutbox = (
  { store: { engine, identity }, config, webhookCalls, extensions }: OutboxParts,
  client: HttpClient,
  warn: (line: string) => void,
): Outbox =>
  new Outbox(engine, {
    client: tellingClient(client, extensions),
    warn,
    followers: webhookCalls,
    ...webhookCallSettings(config, identity.key),
    callsMax: config.webhookCallsMax,
  });
