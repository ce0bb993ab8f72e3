// The target of a webhook as the page has read it, and its change.
import type { Webhook } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found } from '../api/refused.ts';
import type { Fields, Seen, SeenPlace } from '../seen.ts';

export const seenWebhook = ({ url, parameter, body, filter, fields = [], seq }: Webhook): Seen => ({
  fields: {
    url,
    parameter,
    body,
    filter: filter === undefined ? '' : JSON.stringify(filter),
    fields: fields.join(', '),
  },
  seq,
});

/** Names as they are typed: with commas, blanks or line ends between them. */
const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** What calls carry, as it was typed; the server reads the filter. */
export const contentOf = ({ body = 'form', filter = '', fields = '' }: Fields) => ({
  body: body as Webhook['body'],
  // JSON that cannot be read is sent as it is, so that its refusal says what is wrong.
  filter: (filter.trim() === '' ? '{}' : filter) as unknown as { readonly [field: string]: unknown },
  fields: body === 'view' ? namesIn(fields) : [],
});

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
  send: async (draft, _changed, seen) => {
    const { url = '', parameter = '' } = draft;
    const target = { name, url: url.trim(), parameter: parameter.trim(), ...contentOf(draft), ...seen };
    const { secret } = await call('update_webhook', { ...target, ...(isRotated && { rotate_secret: 1 as const }) });
    if (secret !== undefined) onSecret(secret);
  },
});
