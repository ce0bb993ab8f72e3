// What a message shows of its object when it is sent, and whether the filter of its webhook leaves it out.
//
// Guaranteed: both are judged from the state at the time of sending; the content says as of which record. The caller
// waits until that record is durable, so nobody is told what a crash can undo.
import { passesFilter } from '../../domain/listing/webhook-filter.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Message } from '../../domain/webhooks/message.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhooks/webhook.ts';
import type { Webhook, WebhookObject } from '../../domain/webhooks/webhook.ts';
import { lineOf } from '../../kernel/error-line.ts';
import type { Engine } from '../engine.ts';

/** Shows objects as the API does; its views are above the engine. */
export interface WebhookObjects {
  /** JSON of an object as its operation shows it to the secret key; undefined: there is no such object any more. */
  show(shop: Reader, kind: WebhookObject, id: number): string | undefined;
}

/** The object of a message, as it was at record `seq`. */
export interface ShownObject {
  readonly seq: number;
  /** JSON; undefined: it is gone. */
  readonly json: string | undefined;
}

/** What is to become of a message that is due. */
export interface Judged {
  /** The records that this was read from, the newest of them; a call waits until it is durable. */
  readonly seq: number;
  readonly isLeftOut: boolean;
  /** Undefined where the webhook sends its parameters alone. */
  readonly shown: ShownObject | undefined;
  /** Why it cannot be said; '': it can. */
  readonly complaint: string;
}

const PLAIN: Judged = { seq: 0, isLeftOut: false, shown: undefined, complaint: '' };

/** The object that a message is about; 0: none. */
const objectIdOf = ({ event }: Webhook, { parameters, userId }: Message): number => {
  const { idParameter } = WEBHOOK_EVENTS[event];
  return idParameter === '' ? userId : Number(parameters[idParameter] ?? 0);
};

/** The members that the webhook asks for, in the order of the view. */
const withFields = (json: string | undefined, fields: readonly string[]): string | undefined => {
  if (json === undefined || fields.length === 0) return json;
  const wanted = new Set(fields);
  const shown = JSON.parse(json) as { [member: string]: unknown };
  for (const member of Object.keys(shown)) if (!wanted.has(member)) delete shown[member];
  return JSON.stringify(shown);
};

const judgeAs = (engine: Engine, webhook: Webhook, message: Message, objects: WebhookObjects): Judged => {
  const { event, body, filter, fields } = webhook;
  const id = objectIdOf(webhook, message);
  const filtering = engine.readContext();
  const passes = passesFilter(filtering, event, id, filter);
  if (!passes.ok) return { ...PLAIN, complaint: `filter: ${passes.code}` };
  const { readSeq } = filtering;
  if (!passes.value) return { ...PLAIN, seq: readSeq, isLeftOut: true };
  if (body === 'form') return { ...PLAIN, seq: readSeq };
  const reading = engine.readContext();
  const json = id === 0 ? undefined : withFields(objects.show(reading, WEBHOOK_EVENTS[event].object, id), fields);
  return { ...PLAIN, seq: Math.max(readSeq, reading.readSeq), shown: { seq: reading.readSeq, json } };
};

/**
 * Never throws for what one object is: a message that cannot be shown is a failed call. Later ones of its webhook wait,
 * and after the last attempt the webhook is unhealthy; other webhooks go on.
 */
export const judge = (engine: Engine, webhook: Webhook, message: Message, objects: WebhookObjects): Judged => {
  if (webhook.body === 'form' && webhook.filter === '') return PLAIN;
  try {
    return judgeAs(engine, webhook, message, objects);
  } catch (error) {
    return { ...PLAIN, complaint: `its object cannot be shown: ${lineOf(error)}`.slice(0, 200) };
  }
};
