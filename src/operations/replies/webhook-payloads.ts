// What the calls of webhooks with the body `view` are: a record for each event, told apart by `event`.
import type { WebhookEvent, WebhookObject } from '../../domain/webhooks/webhook.ts';
import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from '../../domain/webhooks/webhook.ts';
import { EVENT_SAMPLES } from '../../domain/webhooks/event-samples.ts';
import { Type } from '../../kernel/params.ts';
import type { TSchema } from '../../kernel/params.ts';
import { Category, Content } from './catalogue.ts';
import { bit, dateTime, group, id, maybe, orNull, record, text, whole } from './members.ts';
import { Order } from './orders.ts';
import { Refund, UnclaimedMoney } from './payments.ts';
import { Return } from './returns.ts';
import { TypedRecord } from './records.ts';
import { UserData } from './users.ts';

/** The record that shows an object, and the operation in whose reply it stands. */
const WEBHOOK_RECORDS = {
  order: { record: Order, operation: 'get_order_by_id' },
  order_return: { record: Return, operation: 'get_returns' },
  refund: { record: Refund, operation: 'get_refunds' },
  payment_notice: { record: UnclaimedMoney, operation: 'get_unclaimed_money' },
  shopobject: { record: Content, operation: 'get_content_details' },
  category: { record: Category, operation: 'get_categories' },
  user: { record: UserData, operation: 'get_user_by_id' },
  typed_record: { record: TypedRecord, operation: 'get_record_details' },
} as const satisfies { readonly [kind in WebhookObject]: object };

/** Members of the object that an event tells of. */
export const membersOfObject = (event: WebhookEvent): readonly string[] =>
  Object.keys(WEBHOOK_RECORDS[WEBHOOK_EVENTS[event].object].record.properties);

/** The operation that shows the object of an event. */
export const operationShowing = (event: WebhookEvent): string =>
  WEBHOOK_RECORDS[WEBHOOK_EVENTS[event].object].operation;

/** `OrderCreatePayload` of ORDER_CREATE. */
const titleOf = (event: WebhookEvent): string => {
  const words = event.replace(/^WEBHOOK_/, '').toLowerCase();
  return `${words.replaceAll(/(?:^|_)(.)/g, (_all, letter: string) => letter.toUpperCase())}Payload`;
};

const parametersOf = (event: WebhookEvent): TSchema => {
  const own = WEBHOOK_EVENTS[event].selectedBy === '' ? { parameter: maybe(text('that of the webhook')) } : {};
  const members = Object.entries(EVENT_SAMPLES[event]).map(([name, sample]): [string, TSchema] => [
    name,
    typeof sample === 'number' ? id('id') : text('as the event says it'),
  ]);
  return group('What the event tells.', {
    kontor_test: maybe(Type.Literal(1, { description: 'in a test alone' })),
    ...Object.fromEntries(members),
    ...own,
  });
};

const payloadOf = (event: WebhookEvent): TSchema => {
  const { record: shown, operation } = WEBHOOK_RECORDS[WEBHOOK_EVENTS[event].object];
  return record(titleOf(event), `What a webhook of ${event} with the body view is sent.`, {
    event: Type.Literal(event),
    webhook: text('name of the webhook'),
    id: text('the message: the same in every attempt'),
    seq: whole('record of the change'),
    time: dateTime('when it happened'),
    test: maybe(Type.Literal(1, { description: 'of test_webhook: nothing has happened' })),
    parameters: parametersOf(event),
    view_seq: whole('the object is as of this record'),
    gone: bit('1: there is no such object any more'),
    too_large: bit('1: the object would make the body longer than webhookBodyBytesMax'),
    object: orNull(
      shown,
      `as ${operation} shows it to the secret key, or its fields alone; null: it is gone or too large`,
    ),
  });
};

export const WEBHOOK_PAYLOADS: ReadonlyMap<WebhookEvent, TSchema> = new Map(
  WEBHOOK_EVENT_NAMES.map((event) => [event, payloadOf(event)]),
);

/** Any of them. */
export const WebhookPayload = Type.Union([...WEBHOOK_PAYLOADS.values()], {
  title: 'WebhookPayload',
  description: 'What a webhook with the body view is sent; `event` says which.',
});

/** `webhooks` of an OpenAPI document whose schemas have the payloads. */
export const webhookCalls = () =>
  Object.fromEntries(
    WEBHOOK_EVENT_NAMES.map((event) => {
      const schema = { $ref: `#/components/schemas/${titleOf(event)}` };
      const requestBody = { required: true, content: { 'application/json': { schema } } };
      const accepted = { description: 'the body WEBHOOK_EXECUTED; anything else is a failure' };
      return [event, { post: { operationId: event, requestBody, responses: { '200': accepted } } }];
    }),
  );
