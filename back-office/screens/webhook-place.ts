// The target of a webhook as the page has read it, and its change.
import type { Webhook } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found } from '../api/refused.ts';
import type { Seen, SeenPlace } from '../seen.ts';

export const seenWebhook = ({ url, parameter, seq }: Webhook): Seen => ({ fields: { url, parameter }, seq });

interface Saving {
  readonly isRotated: boolean;
  readonly onSecret: (secret: string) => void;
}

/** Sent without a change as well, which makes the webhook healthy. */
export const webhookPlace = (name: string, { isRotated, onSecret }: Saving): SeenPlace => ({
  read: async () => {
    const { webhooks } = await call('get_webhooks', {});
    return seenWebhook(found(webhooks.find((one) => one.name === name)));
  },
  send: async ({ url = '', parameter = '' }, _changed, seen) => {
    const target = { name, url: url.trim(), parameter: parameter.trim(), ...seen };
    const { secret } = await call('update_webhook', { ...target, ...(isRotated && { rotate_secret: 1 as const }) });
    if (secret !== undefined) onSecret(secret);
  },
});
