// The HTTP call of one webhook message: its parameters as query or form, or JSON with its object, signed as Standard
// Webhooks 1.0 specifies.
//
// The signing secret is derived from the store's key and the webhook's nonce, so no journal and no snapshot file has
// it.
import { createHmac } from 'node:crypto';
import { dateTime } from '../../domain/date-time.ts';
import type { Message } from '../../domain/webhooks/message.ts';
import { EVENT_SAMPLES } from '../../domain/webhooks/event-samples.ts';
import { WEBHOOK_ANSWER, WEBHOOK_EVENTS } from '../../domain/webhooks/webhook.ts';
import type { Parameters, Webhook } from '../../domain/webhooks/webhook.ts';
import type { HttpAnswer, HttpCall } from '../../kernel/http-call.ts';
import type { ShownObject, WebhookObjects } from './message-content.ts';

/** Why a call failed, in one line; '' when the receiver has accepted the message. */
export const complaintOf = (answer: HttpAnswer): string => {
  if (!answer.ok) return `${answer.failure}: ${answer.detail}`.slice(0, 200);
  if (answer.status !== 200) return `HTTP ${answer.status}`;
  // The body is trimmed, because PHP files often end with a line break.
  return Buffer.from(answer.bytes).toString('latin1').trim() === WEBHOOK_ANSWER
    ? ''
    : `HTTP 200, and its body is not ${WEBHOOK_ANSWER}`;
};

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

  /** The secret in the form that receivers' libraries expect: `whsec_` and base64. */
  of(nonce: string): string {
    return `whsec_${this.bytesOf(nonce).toString('base64')}`;
  }
}

/**
 * The `webhook-id`. A repeat has the id of the first message; the id of a lost message is made of its record and
 * position.
 */
export const messageId = (id: number, { atMs, firstId, firstSeq }: Message): string =>
  // Without dots, which separate the parts of the signed text.
  `msg_${atMs.toString(36)}_${firstId < 0 ? `${firstSeq}-${-firstId}` : firstId || id}`;

const encoded = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Settings shared by the calls of all messages. */
export interface CallSettings {
  readonly secrets: WebhookSecrets;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly privateAllowed: boolean;
  /** Shows the object of a message whose webhook has the body `view`. */
  readonly objects: WebhookObjects;
  /** Longest body of a call; an object that does not fit is left out. */
  readonly bodyBytesMax: number;
}

interface Content {
  readonly webhookId: string;
  readonly parameters: Parameters;
  /** Headers beyond those of every call. */
  readonly headers: { readonly [name: string]: string };
  /** The body where it is JSON; undefined: the parameters are sent. */
  readonly json: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const signedCall = (
  webhook: Webhook,
  { webhookId, parameters, headers, json }: Content,
  nowMs: number,
  { secrets, timeoutMs, bytesMax, privateAllowed }: CallSettings,
): HttpCall => {
  const method = json === undefined ? WEBHOOK_EVENTS[webhook.event].method : 'POST';
  const content = json ?? encoded(parameters);
  const url = new URL(webhook.url);
  url.hash = '';
  if (method === 'GET') url.search = url.search === '' ? content : `${url.search}&${content}`;
  const seconds = Math.floor(nowMs / 1000);
  // The query is taken from the URL as sent, so that signed bytes equal sent bytes.
  const signed = `${webhookId}.${seconds}.${method === 'GET' ? url.search.slice(1) : content}`;
  const key = secrets.bytesOf(webhook.nonce);
  return {
    method,
    url: url.href,
    headers: {
      'user-agent': 'kontor',
      'webhook-id': webhookId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${hmac(key, signed).toString('base64')}`,
      'kontor-event': webhook.event,
      ...headers,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && {
        'content-type': JSON_TYPE,
        'x-kontor-signature': `t=${seconds},v1=${hmac(key, `${seconds}.${json}`).toString('hex')}`,
        'x-kontor-event': webhook.event,
        'x-kontor-id': webhookId,
        'x-kontor-seq': headers['kontor-seq']!,
      }),
    },
    body: method === 'GET' ? '' : content,
    timeoutMs,
    bytesMax,
    privateAllowed,
  };
};

interface Envelope {
  readonly webhookId: string;
  readonly seq: number;
  readonly atMs: number;
  readonly isTest: boolean;
  readonly parameters: Parameters;
}

/** The JSON of a call. Nothing in it is the time of sending: the same state gives the same bytes. */
const jsonBody = (
  { name, event }: Webhook,
  { webhookId, seq, atMs, isTest, parameters }: Envelope,
  { seq: readSeq, json }: ShownObject,
  bodyBytesMax: number,
): string => {
  const written = (object: string, tooLarge: 0 | 1): string => {
    const head = JSON.stringify({
      event,
      webhook: name,
      id: webhookId,
      seq,
      time: dateTime(atMs),
      ...(isTest && { test: 1 }),
      parameters,
      // The change itself was there before anything of its object was read.
      view_seq: Math.max(readSeq, seq),
      gone: json === undefined ? 1 : 0,
      too_large: tooLarge,
    });
    return `${head.slice(0, -1)},"object":${object}}`;
  };
  const whole = written(json ?? 'null', 0);
  return Buffer.byteLength(whole) <= bodyBytesMax ? whole : written('null', 1);
};

/** `seq`: the record that queued the message; `shown`: its object, where the webhook has the body `view`. */
export const callOf = (
  webhook: Webhook,
  id: number,
  message: Message,
  seq: number,
  nowMs: number,
  settings: CallSettings,
  shown?: ShownObject,
): HttpCall => {
  const parameters = { ...message.parameters, ...message.secrets };
  const [webhookId, changeSeq] = [messageId(id, message), message.firstSeq || seq];
  const headers = {
    'kontor-seq': String(changeSeq),
    ...(webhook.firstLostSeq > 0 && { 'kontor-first-lost-seq': String(webhook.firstLostSeq) }),
  };
  const envelope = { webhookId, seq: changeSeq, atMs: message.atMs, isTest: false, parameters };
  const json = shown && jsonBody(webhook, envelope, shown, settings.bodyBytesMax);
  return signedCall(webhook, { webhookId, parameters, headers, json }, nowMs, settings);
};

/**
 * A test call to a webhook with a target. Headers are not signed, so the signed content is marked as a test, too
 * (D323). `unique`: distinguishes its id from those of other tests.
 */
export const testCallOf = (webhook: Webhook, unique: string, nowMs: number, settings: CallSettings): HttpCall => {
  const { event, parameter } = webhook;
  const own = WEBHOOK_EVENTS[event].selectedBy === '' && parameter !== '' ? { parameter } : {};
  const parameters = { kontor_test: 1, ...EVENT_SAMPLES[event], ...own };
  const headers = { 'kontor-seq': '0', 'kontor-test': '1' };
  const webhookId = `msg_test_${unique}`;
  const envelope = { webhookId, seq: 0, atMs: nowMs, isTest: true, parameters };
  // It tells of an object that no shop has.
  const gone = { seq: 0, json: undefined };
  const json = webhook.body === 'view' ? jsonBody(webhook, envelope, gone, settings.bodyBytesMax) : undefined;
  return signedCall(webhook, { webhookId, parameters, headers, json }, nowMs, settings);
};
