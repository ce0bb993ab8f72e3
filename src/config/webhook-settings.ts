// Settings of webhooks: how many there may be, how long they may take, and which addresses they may call.
import { choice, whole } from './setting.ts';

export const WEBHOOK_SETTINGS = {
  webhooksMax: whole(100, 'webhooks that may exist, those included that exist from the start', {
    unit: 'webhooks',
    min: 7,
    max: 10_000,
    when: 'Where more systems than that listen.',
  }),
  webhookBacklogMax: whole(100_000, 'messages that may wait for one webhook', {
    unit: 'messages',
    min: 1,
    when: 'Higher for a receiver that may be away for days; what waits is in memory and on the disk.',
  }),
  webhookMessagesPerUserMax: whole(
    10,
    'messages of one webhook that may wait for one user; a newer one then takes the place of the oldest',
    {
      unit: 'messages',
      min: 2,
      max: 100_000,
      when: 'Higher where a receiver must have every message about a user, however late.',
    },
  ),
  webhookDelayMs: whole(5000, 'time between a change and the call of a delayed event', {
    unit: 'ms',
    when: 'Longer for receivers that want several changes as one; 0 calls at once.',
  }),
  webhookPrivateAddresses: choice(
    'auto',
    'webhooks and applications at private addresses; auto: while this server listens on loopback without a proxy',
    {
      values: ['auto', 'on', 'off'],
      when: 'on where receivers are in the same private network and nobody else has the secret key.',
    },
  ),
  webhookCallsMax: whole(32, 'webhooks called at a time; 0 = none is called', {
    unit: 'calls',
    max: 1000,
    when: 'Higher for many slow receivers; 0 for a copy of a shop that must not call anybody.',
  }),
  webhookTimeoutMs: whole(10_000, 'time within which a webhook must have answered', {
    unit: 'ms',
    min: 10,
    max: 60_000,
    when: 'Longer for receivers that do their work before they answer.',
  }),
  webhookBodyBytesMax: whole(
    1_048_576,
    'longest body of a call with the body view; an object that does not fit is left out and told as too large',
    {
      unit: 'bytes',
      min: 4096,
      max: 67_108_864,
      when: 'Higher for orders of thousands of lines, where receivers take such bodies.',
    },
  ),
};
