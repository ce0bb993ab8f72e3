// Settings of webhooks: how many there may be, how long they may take, and which addresses they may call.
import { choice, whole } from './setting.ts';

export const WEBHOOK_SETTINGS = {
  webhooksMax: whole(100, 'webhooks, those included that exist from the start', 7, 10_000),
  webhookBacklogMax: whole(100_000, 'messages that may wait for one webhook', 1),
  webhookMessagesPerUserMax: whole(
    10,
    'messages of one webhook that may wait for one user; a newer one then takes the place of the oldest',
    2,
    100_000,
  ),
  webhookDelayMs: whole(5000, 'milliseconds between a change and the call of a delayed event', 0),
  webhookPrivateAddresses: choice(
    'auto',
    'webhooks and applications at private addresses; auto: while this server listens on loopback without a proxy',
    ['auto', 'on', 'off'],
  ),
  webhookCallsMax: whole(32, 'webhooks called at a time; 0 = none is called', 0, 1000),
  webhookTimeoutMs: whole(10_000, 'milliseconds until a webhook must have answered', 10, 60_000),
};
