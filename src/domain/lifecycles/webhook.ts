// Life cycle of a webhook's health. Only a healthy webhook is called; saving its settings makes it healthy again.
import { Lifecycle } from './lifecycle.ts';

export const WEBHOOK_HEALTHS = ['healthy', 'unhealthy', 'suspended'] as const;
export type WebhookHealth = (typeof WEBHOOK_HEALTHS)[number];

/** `give_up`: the last attempt at a message failed. `overflow`: a message found no place in the backlog. */
const WEBHOOK_LIFE_EVENTS = ['give_up', 'overflow', 'renew'] as const;
export type WebhookLifeEvent = (typeof WEBHOOK_LIFE_EVENTS)[number];

export const webhookLifecycle = new Lifecycle<WebhookHealth, WebhookLifeEvent>(
  {
    id: 'webhook',
    initial: 'healthy',
    states: {
      healthy: { on: { give_up: 'unhealthy', overflow: 'suspended', renew: 'healthy' } },
      unhealthy: { on: { overflow: 'suspended', renew: 'healthy' } },
      suspended: { on: { renew: 'healthy' } },
    },
  },
  WEBHOOK_LIFE_EVENTS,
);
