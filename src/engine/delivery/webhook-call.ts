// The HTTP call of one webhook message: its parameters as query or form, signed as Standard Webhooks 1.0 specifies.
//
// The signing secret is derived from the store's key and the webhook's nonce, so that it is in no journal and in no
// snapshot file.
import { createHmac } from 'node:crypto';
import type { Message } from '../../domain/webhooks/message.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhooks/webhook.ts';
import type { Parameters, Webhook } from '../../domain/webhooks/webhook.ts';
import type { HttpCall } from '../../kernel/http-call.ts';

/** Derives the secrets that webhook calls are signed with. */
export class WebhookSecrets {
  private readonly key: Buffer;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = Buffer.from(storeKey, 'hex');
  }

  /** The secret of the webhook with this nonce, 32 bytes. */
  bytesOf(nonce: string): Buffer {
    return createHmac('sha256', this.key).update(`webhook ${nonce}`).digest();
  }

  /** The same as text, in the form that the receivers' libraries expect: `whsec_` and base64. */
  of(nonce: string): string {
    return `whsec_${this.bytesOf(nonce).toString('base64')}`;
  }
}

/**
 * The `webhook-id`. A repeated message has the id of the first; a message that was lost had none, and its id is made of
 * its record and its place there.
 */
const messageId = (id: number, { atMs, firstId, firstSeq }: Message): string =>
  // Without dots, which separate the parts of the signed text.
  `msg_${atMs.toString(36)}_${firstId < 0 ? `${firstSeq}-${-firstId}` : firstId || id}`;

const encoded = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** What all calls have in common, whatever the message. */
export interface CallSettings {
  readonly secrets: WebhookSecrets;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly privateAllowed: boolean;
}

/** `seq`: the record that queued the message. */
export const callOf = (
  webhook: Webhook,
  id: number,
  message: Message,
  seq: number,
  nowMs: number,
  settings: CallSettings,
): HttpCall => {
  const { secrets, timeoutMs, bytesMax, privateAllowed } = settings;
  const { method } = WEBHOOK_EVENTS[webhook.event];
  const content = encoded({ ...message.parameters, ...message.secrets });
  const url = new URL(webhook.url);
  url.hash = '';
  if (method === 'GET') url.search = url.search === '' ? content : `${url.search}&${content}`;
  const seconds = Math.floor(nowMs / 1000);
  const webhookId = messageId(id, message);
  // Taken from the URL as it is sent, so that the signed bytes are the sent bytes.
  const signed = `${webhookId}.${seconds}.${method === 'GET' ? url.search.slice(1) : content}`;
  return {
    method,
    url: url.href,
    headers: {
      'user-agent': 'kontor',
      'webhook-id': webhookId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${createHmac('sha256', secrets.bytesOf(webhook.nonce)).update(signed).digest('base64')}`,
      'kontor-event': webhook.event,
      'kontor-seq': String(message.firstSeq || seq),
      ...(webhook.firstLostSeq > 0 && { 'kontor-first-lost-seq': String(webhook.firstLostSeq) }),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: method === 'GET' ? '' : content,
    timeoutMs,
    bytesMax,
    privateAllowed,
  };
};
