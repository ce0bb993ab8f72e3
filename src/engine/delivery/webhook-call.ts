// A message as its receiver gets it: query or form, signed after Standard Webhooks 1.0.
import { createHmac } from 'node:crypto';
import type { Message } from '../../domain/webhooks/message.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhooks/webhook.ts';
import type { Parameters, Webhook } from '../../domain/webhooks/webhook.ts';
import type { HttpCall } from '../../kernel/http-call.ts';

/** What a webhook's calls are signed with stands in no journal and in no snapshot file: it comes of the store's key. */
export class WebhookSecrets {
  private readonly key: Buffer;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = Buffer.from(storeKey, 'hex');
  }

  /** 32 bytes. */
  bytesOf(nonce: string): Buffer {
    return createHmac('sha256', this.key).update(`webhook ${nonce}`).digest();
  }

  /** As receivers' libraries take it. */
  of(nonce: string): string {
    return `whsec_${this.bytesOf(nonce).toString('base64')}`;
  }
}

/** A repeated message keeps the id of its first; a lost one had none, and has its record and its place there. */
const messageId = (id: number, { atMs, firstId, firstSeq }: Message): string =>
  // No dots: what is signed has them between its parts.
  `msg_${atMs.toString(36)}_${firstId < 0 ? `${firstSeq}-${-firstId}` : firstId || id}`;

const encoded = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** What does not depend on the message. */
export interface Sending {
  readonly secrets: WebhookSecrets;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly privateAllowed: boolean;
}

/** `seq`: the record of the message. */
export const callOf = (
  webhook: Webhook,
  id: number,
  message: Message,
  seq: number,
  nowMs: number,
  sending: Sending,
): HttpCall => {
  const { secrets, timeoutMs, bytesMax, privateAllowed } = sending;
  const { method } = WEBHOOK_EVENTS[webhook.event];
  const content = encoded({ ...message.parameters, ...message.secrets });
  const url = new URL(webhook.url);
  url.hash = '';
  if (method === 'GET') url.search = url.search === '' ? content : `${url.search}&${content}`;
  const seconds = Math.floor(nowMs / 1000);
  const webhookId = messageId(id, message);
  // Of the URL's own text: what is signed is what is sent, byte for byte.
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
