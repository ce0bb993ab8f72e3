// Webhooks: where changes are sent to. docs/build/webhooks.md says what is sent and when.
import type { WebhookEvent, Webhook as WebhookState } from '../domain/webhooks/webhook.ts';
import { FORM, WEBHOOK_ANSWER, WEBHOOK_BODIES, isWebhookEvent } from '../domain/webhooks/webhook.ts';
import { createWebhook } from '../domain/webhooks/create-webhook.ts';
import { deleteWebhook } from '../domain/webhooks/delete-webhook.ts';
import { webhookNamed } from '../domain/webhooks/find-webhook.ts';
import { updateWebhook } from '../domain/webhooks/update-webhook.ts';
import { webhookIds } from '../domain/webhooks/list-webhooks.ts';
import type { Reader } from '../domain/transaction.ts';
import type { WebhookTest } from '../engine/delivery/test-webhook.ts';
import type { Json } from '../kernel/json.ts';
import { withoutPassword } from '../kernel/http-url.ts';
import { Type, flag, int, isAbsent, map, optional, text } from '../kernel/params.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { coversRights } from './access/levels.ts';
import { causeOf } from './context/cause-of.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { dateTime } from './views/format.ts';
import { checkSeen } from '../domain/seen-record.ts';
import { WEBHOOK_HEALTHS } from '../domain/lifecycles/webhook.ts';
import { ifSeq } from './params/seen-param.ts';
import { checkBody, contentOf, contentParams } from './params/webhook-params.ts';
import { writeSeen } from './params/seen-write.ts';
import { verdict } from './replies/failures.ts';
import { done } from './replies/plain.ts';
import {
  SUCCESS,
  anything,
  bit,
  dateTime as dateTimeMember,
  extra,
  id as idMember,
  keyed,
  list,
  maybe,
  oneOf,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';

const name = text('name of capital letters, digits and underscores');
const NO_TARGET = 'It has no target: update_webhook gives it one.';
const URL_MEANING = 'http or https address, or extension:NAME; empty: nothing is sent';
const PARAMETER_MEANING = 'id that a content or category must have to be told; sent along by other events';
const URL_TEXT = { max: 2048, empty: true };
const absentIsEmpty = (value: string) => ok(isAbsent(value) ? '' : value.trim());

const DELIVERY = {
  health: extra(oneOf('healthy: it is called; unhealthy, suspended: it is not until update_webhook', WEBHOOK_HEALTHS)),
  last_answer: extra(textMember('what the receiver answered last; empty: it was not called yet')),
  last_answer_date: extra(dateTimeMember('when it answered')),
  backlog: extra(whole('messages that wait')),
  lost: extra(whole('messages that found no place')),
  first_lost_seq: extra(whole('record of the first lost message; 0: none is lost')),
};

const Webhook = record('Webhook', 'A webhook.', {
  name: textMember('name'),
  event: textMember('event that it is told of'),
  url: textMember('address that is called; empty: none'),
  parameter: textMember('id that a content or category must have to be told'),
  ...DELIVERY,
  seq: extra(whole('record that changed it last, for if_seq; a call of its receiver is one')),
  body: extra(oneOf('form: the parameters of the event; view: JSON with the object', WEBHOOK_BODIES)),
  filter: maybe(extra(anything('constraint that the object must meet; absent: none'))),
  fields: maybe(extra(list(Type.String(), 'members of the object that a view holds; absent: all'))),
});

/** What the webhook's calls carry, and of which objects. */
const contentShown = ({ body, filter, fields }: WebhookState) => ({
  body,
  ...(filter !== '' && { filter: JSON.parse(filter) as Json }),
  ...(fields.length > 0 && { fields: [...fields] }),
});

/** How the webhook's receiver is doing, and what waits for it. */
const deliveryStatus = (shop: Reader, id: number, { health, answer, answeredMs, lost, firstLostSeq }: WebhookState) => {
  shop.trackAbsence('message');
  return {
    health,
    last_answer: answer,
    last_answer_date: answeredMs === 0 ? '' : dateTime(answeredMs),
    backlog: shop.index('message').waiting(id),
    lost,
    first_lost_seq: firstLostSeq,
  };
};

export const create_webhook = write({
  area: 'webhooks',
  leaks: 'all',
  summary: 'Makes a webhook for an event; its signing secret is shown this once.',
  credential: 'secret',
  session: 'none',
  params: {
    name,
    event: text('one of the events of docs/build/webhooks.md'),
    url: optional(map(text(`extra: ${URL_MEANING}`, URL_TEXT), absentIsEmpty), ''),
    parameter: optional(map(text(`extra: ${PARAMETER_MEANING}`, { empty: true }), absentIsEmpty), ''),
    ...contentParams({ body: 'form', filter: 'none', fields: 'all' }),
  },
  secret: true,
  handle: ({ name: given, event, url, parameter, ...sent }, ctx) => {
    if (!isWebhookEvent(event)) return refuse('WEBHOOK_EVENT_NOT_VALID', 'event');
    const may = url === '' ? DONE : mayAimAt(ctx, event);
    const target = may.ok ? checkTarget(ctx, url, '') : may;
    const content = target.ok ? contentOf(ctx, event, sent, FORM) : target;
    const fits = content.ok ? checkBody(url, content.value) : content;
    if (!content.ok || !fits.ok) return fits as Refusal;
    return createWebhook(ctx.shop, given, event, content.value, { url, parameter });
  },
  refusals: [
    'CONSTRAINT_INVALID',
    'WEBHOOK_NAME_NOT_VALID',
    'WEBHOOK_NAME_ALREADY_IN_USE',
    'WEBHOOK_EVENT_NOT_VALID',
    'WEBHOOK_URL_NOT_VALID',
    'WEBHOOK_LIMIT_REACHED',
  ],
  reply: reply('create_webhook', { status: SUCCESS, secret: textMember('signing secret; it is shown this once') }),
  view: (id, { shop, service }) =>
    ({
      object: 'create_webhook',
      status: 'success',
      secret: service.webhooks.secretOf(shop.read('webhook', id)!.nonce),
    }) as const,
});

/**
 * Returns why the address may not be a webhook's target; '' when it may. Passwords in addresses are stored, and shown
 * to those who list webhooks. An address that was saved before this rule may be written back as it is.
 */
const whyNotTarget = (url: string, kept: string): string => {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' };
  if (username === '' && password === '') return '';
  return url === kept ? '' : 'it holds a user name or a password; receivers check the signature instead';
};

/** Their messages log somebody in: a caller who chooses where they go could be anybody. */
const LOGIN_EVENTS: ReadonlySet<string> = new Set(['SEND_MESSAGE_TO_USER', 'SEND_NEW_PASSWD_TO_USER']);

/** Whether the caller may say where a webhook's messages go. Refuses: PERMISSION_DENIED. */
const mayAim = (ctx: Context, name: string): Result<void> => {
  const known = webhookNamed(ctx.shop, name);
  const event = known.ok ? ctx.shop.read('webhook', known.value)?.event : undefined;
  return event === undefined ? DONE : mayAimAt(ctx, event);
};

const mayAimAt = (ctx: Context, event: WebhookEvent): Result<void> => {
  if (!LOGIN_EVENTS.has(event)) return DONE;
  return coversRights(ctx, ctx.service.accounts.roles.ofRole(ctx.shop, 'owner'), 'name');
};

/** Refuses: WEBHOOK_URL_NOT_VALID. */
const checkTarget = ({ service }: Context, url: string, kept: string): Result<void> => {
  const why = url === '' ? '' : whyNotTarget(url, kept) || service.webhooks.whyNotCallable(url);
  return why === '' ? DONE : refuse('WEBHOOK_URL_NOT_VALID', 'url', `The address cannot be called: ${why}.`);
};

export const update_webhook = write({
  area: 'webhooks',
  leaks: 'all',
  summary: 'Gives a webhook its target, makes it healthy and delivers what it missed.',
  credential: 'secret',
  session: 'none',
  params: {
    name,
    url: map(text(URL_MEANING, URL_TEXT), absentIsEmpty),
    parameter: map(text(PARAMETER_MEANING, { empty: true }), absentIsEmpty),
    rotate_secret: optional(flag('1 = a new signing secret, shown this once'), false),
    ...contentParams({ body: 'as it is', filter: 'as it is', fields: 'as they are' }),
    if_seq: ifSeq('webhook', 'get_webhooks'),
  },
  secret: ({ rotate_secret: rotated }) => rotated,
  failure: verdict('update_webhook'),
  handle: ({ name: given, url, parameter, rotate_secret: rotateSecret, if_seq: seq, ...sent }, ctx) => {
    const { shop } = ctx;
    const may = mayAim(ctx, given);
    if (!may.ok) return may;
    const known = webhookNamed(shop, given);
    const seen = known.ok ? checkSeen(shop, 'webhook', known.value, seq) : DONE;
    if (!seen.ok) return seen;
    const kept = known.ok ? shop.read('webhook', known.value)!.url : '';
    const target = checkTarget(ctx, url, kept);
    if (!target.ok) return target;
    if (!known.ok) return known;
    const webhook = shop.read('webhook', known.value)!;
    const content = contentOf(ctx, webhook.event, sent, webhook);
    const fits = content.ok ? checkBody(url, content.value) : content;
    if (!content.ok || !fits.ok) return fits as Refusal;
    return updateWebhook(shop, given, { url, parameter, rotateSecret, content: content.value });
  },
  mayReplay: (id, { shop }, { name: given }) =>
    shop.index('webhook').ids.has(id) ? DONE : refuse('WEBHOOK_NOT_FOUND', given),
  refusals: ['WEBHOOK_NOT_FOUND', 'CHANGED_MEANWHILE', 'WEBHOOK_URL_NOT_VALID', 'CONSTRAINT_INVALID'],
  reply: reply('update_webhook', {
    status: SUCCESS,
    ...DELIVERY,
    secret: maybe(extra(textMember('the new signing secret, if it was rotated; it is shown this once'))),
  }),
  view: (id, { shop, service }, { rotate_secret: rotated }) => {
    const webhook = shop.read('webhook', id)!;
    const secret = rotated ? { secret: service.webhooks.secretOf(webhook.nonce) } : {};
    return { object: 'update_webhook', status: 'success', ...deliveryStatus(shop, id, webhook), ...secret } as const;
  },
});

export const delete_webhook = writeSeen(
  {
    kind: 'webhook',
    id: (args, shop) => shop.index('webhook').byName.get(args.name) ?? 0,
    called: 'webhook',
    shownBy: 'get_webhooks',
  },
  {
    area: 'webhooks',
    isExtension: true,
    summary: 'Deletes a webhook and what waits for it; its name may be used again.',
    credential: 'secret',
    session: 'none',
    params: { name },
    handle: ({ name: given }, { shop }) => deleteWebhook(shop, given),
    refusals: ['WEBHOOK_NOT_FOUND'],
    ...done('delete_webhook'),
  },
);

export const replay_webhook = write({
  area: 'webhooks',
  isExtension: true,
  leaks: 'all',
  summary:
    'Sends again what a webhook was sent, or should have been sent, by a range of records: as much as its backlog ' +
    'takes. Receivers know a repeated message by its id.',
  credential: 'secret',
  session: 'none',
  slow: 'walks',
  params: {
    name,
    from: int('number of the first record', { min: 1 }),
    to: optional(int('number of the last record', { min: 1 }), undefined, 'the newest one'),
  },
  refusals: ['WEBHOOK_NOT_FOUND', 'RESUME_TOO_OLD'],
  reply: reply('replay_webhook', {
    status: SUCCESS,
    queued: whole('messages that wait to be sent again'),
    next: whole('the first record whose messages did not fit into the backlog; 0: all did'),
  }),
  prepare: ({ name: given, from, to }, { shop, service, channelId, person }) => {
    if (to !== undefined && to < from) return refuse('PARAMETER_INVALID', 'to', 'It is before `from`.');
    const known = webhookNamed(shop, given);
    if (!known.ok) return known;
    const range = to === undefined ? { fromSeq: from } : { fromSeq: from, toSeq: to };
    return service.webhooks.replay(known.value, range, causeOf('replay_webhook', { channelId, person }));
  },
  handle: (_args, _ctx, replayed) => ok(replayed),
  view: ({ queued, nextSeq }) => ({ object: 'replay_webhook', status: 'success', queued, next: nextSeq }) as const,
});

const viewTest = (tested: string, { failure, status, body, durationMs }: WebhookTest) =>
  ({
    object: 'test_webhook',
    name: tested,
    accepted: failure === '' ? 1 : 0,
    answer: failure === '' ? WEBHOOK_ANSWER : failure,
    status,
    body,
    duration_ms: durationMs,
  }) as const;

export const test_webhook = read({
  area: 'webhooks',
  isExtension: true,
  leaks: 'all',
  summary: 'Calls the receiver of a webhook once, now, with content that is marked as a test, and shows its answer.',
  credential: 'secret',
  session: 'none',
  slow: 'webhooks',
  params: { name },
  refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_NOT_VALID'],
  reply: reply('test_webhook', {
    name: textMember('name'),
    accepted: bit('1: the same answer to a real call would count as delivered'),
    answer: textMember('WEBHOOK_EXECUTED, or why a real call would have failed'),
    status: whole('status of HTTP; 0: there was no answer'),
    body: textMember('beginning of the answer’s body'),
    duration_ms: whole('milliseconds until the last byte of the answer'),
  }),
  view: ({ name: given }, { shop, service }) => {
    const known = webhookNamed(shop, given);
    if (!known.ok) return known;
    const webhook = shop.read('webhook', known.value)!;
    if (webhook.url === '') return refuse('WEBHOOK_URL_NOT_VALID', given, NO_TARGET);
    return service.webhooks.test(webhook, shop.atMs).then((test) => ok(viewTest(given, test)));
  },
});

export const get_webhooks = read({
  area: 'webhooks',
  isExtension: true,
  summary: 'All webhooks: where they go, how their receivers are doing, what waits for them.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('webhooks', {
    count: whole('webhooks'),
    webhooks: list(Webhook, 'all webhooks, in the order of creation'),
  }),
  view: (_args, { shop, rights }) => {
    shop.trackAbsence('webhook');
    // The address may hold a password, which only those who may change it see.
    const isHidden = !rights.may('update_webhook');
    const webhooks = webhookIds(shop).map((id) => {
      const webhook = shop.read('webhook', id)!;
      const { name: own, event, parameter } = webhook;
      const url = isHidden ? withoutPassword(webhook.url) : webhook.url;
      const seq = shop.seqOf('webhook', id);
      const content = contentShown(webhook);
      return { name: own, event, url, parameter, ...deliveryStatus(shop, id, webhook), seq, ...content };
    });
    return ok({ object: 'webhooks', count: webhooks.length, webhooks } as const);
  },
});

const WaitingMessage = record('WebhookMessage', 'A call of a webhook that was not accepted yet.', {
  id: idMember('message id'),
  creation_date: dateTimeMember('when what it tells of happened'),
  due_date: dateTimeMember('it is not sent before this time'),
  parameters: keyed(textMember('value'), 'what it tells; empty where it is for one person alone'),
  attempts: whole('failed attempts; only the first message that waits is tried'),
  next_attempt_date: dateTimeMember('when the next attempt is due; empty: none was made yet'),
});

const MESSAGES_MAX = 1000;

export const get_webhook_attempts = read({
  area: 'webhooks',
  isExtension: true,
  leaks: 'all',
  summary: 'How a webhook’s receiver does, and the messages that wait for it, oldest first.',
  credential: 'secret',
  session: 'none',
  params: {
    name,
    limit: optional(int(`messages at most, 1 to ${MESSAGES_MAX}`, { min: 1, max: MESSAGES_MAX }), 100),
  },
  refusals: ['WEBHOOK_NOT_FOUND'],
  reply: reply('webhook_attempts', {
    name: textMember('name'),
    ...DELIVERY,
    messages: list(WaitingMessage, 'messages that wait, oldest first'),
  }),
  view: ({ name: given, limit }, { shop }) => {
    shop.trackAbsence('webhook');
    const webhookId = shop.index('webhook').byName.get(given);
    if (webhookId === undefined) return refuse('WEBHOOK_NOT_FOUND', given);
    const webhook = shop.read('webhook', webhookId)!;
    const messages = (shop.index('message').queues.get(webhookId) ?? []).slice(0, limit).map((id, index) => {
      const { atMs, dueMs, parameters } = shop.read('message', id)!;
      const attempts = index === 0 ? webhook.attempts : 0;
      return {
        id,
        creation_date: dateTime(atMs),
        due_date: dateTime(dueMs),
        parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)])),
        attempts,
        next_attempt_date: attempts === 0 || webhook.nextMs === 0 ? '' : dateTime(webhook.nextMs),
      };
    });
    return ok({
      object: 'webhook_attempts',
      name: webhook.name,
      ...deliveryStatus(shop, webhookId, webhook),
      messages,
    } as const);
  },
});
