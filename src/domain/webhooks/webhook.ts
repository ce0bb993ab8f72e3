// A webhook: the URL that the calls of one event go to, and the health of its receiver.
import { passwordIn, withoutPassword } from '../../kernel/http-url.ts';
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { schema } from '../schema.ts';
import { webhookLifecycle } from '../lifecycles/webhook.ts';
import type { WebhookHealth } from '../lifecycles/webhook.ts';
import { UniqueIndex } from '../unique-index.ts';

interface EventSpec {
  /** `delayed`: sent a few seconds after the change (`webhookDelayMs`). */
  readonly mode: 'instant' | 'delayed';
  readonly method: 'GET' | 'POST';
  /** Its parameters are for one person: encrypted until delivered, then destroyed (D163). */
  readonly secret: boolean;
  /** The parameter that must equal the webhook's own `parameter`; '': that is sent along instead. */
  readonly selectedBy: '' | 'id_shopobject' | 'id_category' | 'class';
  /** What its messages are about, and the parameter that names it; '': the user that a message is addressed to. */
  readonly object: WebhookObject;
  readonly idParameter: string;
}

/** Kinds of objects that messages are about. */
export type WebhookObject =
  | 'order'
  | 'order_return'
  | 'refund'
  | 'payment_notice'
  | 'shopobject'
  | 'category'
  | 'user'
  | 'typed_record';

/** The parameter that names an object of the kind. */
const ID_PARAMETERS: { readonly [kind in WebhookObject]: string } = {
  order: 'id_order',
  order_return: 'id_return',
  refund: 'id_refund',
  payment_notice: 'id_money',
  shopobject: 'id_shopobject',
  category: 'id_category',
  user: '',
  typed_record: 'id_record',
};

const spec = (
  mode: EventSpec['mode'],
  method: EventSpec['method'],
  object: WebhookObject,
  selectedBy: EventSpec['selectedBy'] = '',
): EventSpec => ({
  mode,
  method,
  secret: method === 'POST',
  selectedBy,
  object,
  idParameter: ID_PARAMETERS[object],
});

/** Events by their names on the wire. */
export const WEBHOOK_EVENTS = Object.freeze({
  ORDER_CREATE: spec('delayed', 'GET', 'order'),
  ORDER_EXPIRED: spec('delayed', 'GET', 'order'),
  DRAFT_SENT: spec('instant', 'GET', 'order'),
  ORDER_CREDITED: spec('instant', 'GET', 'order'),
  ORDER_PART_INVOICED: spec('instant', 'GET', 'order'),
  ORDER_EDITED: spec('instant', 'GET', 'order'),
  RETURN_ANNOUNCED: spec('instant', 'GET', 'order_return'),
  RETURN_RECEIVED: spec('instant', 'GET', 'order_return'),
  RETURN_WITHDRAWN: spec('instant', 'GET', 'order_return'),
  ORDER_DELIVERY_CHANGE: spec('instant', 'GET', 'order'),
  ORDER_PARCEL_SHIPPED: spec('instant', 'GET', 'order'),
  ORDER_PARCEL_DELIVERED: spec('instant', 'GET', 'order'),
  ORDER_PAYMENT_CHANGE: spec('delayed', 'GET', 'order'),
  PAYMENT_UNCLAIMED: spec('instant', 'GET', 'payment_notice'),
  REFUND_CHANGE: spec('instant', 'GET', 'refund'),
  SEND_MESSAGE_TO_USER: spec('instant', 'POST', 'user'),
  SEND_NEW_PASSWD_TO_USER: spec('instant', 'POST', 'user'),
  WEBHOOK_CONTENT_UPDATE: spec('delayed', 'GET', 'shopobject', 'id_shopobject'),
  WEBHOOK_CATEGORY_UPDATE: spec('delayed', 'GET', 'category', 'id_category'),
  RECORD_CREATED: spec('instant', 'GET', 'typed_record', 'class'),
  RECORD_CHANGED: spec('instant', 'GET', 'typed_record', 'class'),
  RECORD_DELETED: spec('instant', 'GET', 'typed_record', 'class'),
});
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];

export const isWebhookEvent = (name: string): name is WebhookEvent => Object.hasOwn(WEBHOOK_EVENTS, name);

/** The body by which a receiver says that it has a message. */
export const WEBHOOK_ANSWER = 'WEBHOOK_EXECUTED';

/** `form`: its parameters, as query or form; `view`: JSON with them and the object as the API shows it. */
export const WEBHOOK_BODIES = ['form', 'view'] as const;
type WebhookBody = (typeof WEBHOOK_BODIES)[number];

/** What its calls carry, and of which objects. */
export interface WebhookContent {
  readonly body: WebhookBody;
  /** A constraint as JSON, which the object of a message must meet; '': none. */
  readonly filter: string;
  /** Members of the object that a `view` holds; none: all. */
  readonly fields: readonly string[];
}

export type Parameters = { readonly [name: string]: string | number };

export interface Webhook {
  name: string;
  event: WebhookEvent;
  /** '' until update_webhook sets it; nothing is sent until then. */
  url: string;
  parameter: string;
  /** The signing secret is derived from it and the store's key (D159). */
  nonce: string;
  health: WebhookHealth;
  /** Failed attempts for the first message that waits. */
  attempts: number;
  nextMs: number;
  /** The receiver's last response; '' before the first call. */
  answer: string;
  answeredMs: number;
  /** Messages that may wait, if more than the shop's limit (D158). */
  room: number;
  /** Messages that a full backlog, or newer ones to the same user, left no place; the record of the first; 0: none. */
  lost: number;
  firstLostSeq: number;
  /** One of those that exist from the start, deleted: it stays so that no start makes it again (D321). */
  retired: boolean;
  body: WebhookBody;
  filter: string;
  fields: readonly string[];
}

export type Loss = Pick<Webhook, 'lost' | 'firstLostSeq'>;

export type WebhookCommand =
  | ({
      readonly type: 'create_webhook';
      readonly name: string;
      readonly event: WebhookEvent;
      readonly nonce: string;
    } & WebhookContent)
  | ({
      readonly type: 'update_webhook';
      readonly url: string;
      readonly parameter: string;
      readonly room: number;
    } & WebhookContent)
  | { readonly type: 'rotate_secret'; readonly nonce: string }
  | { readonly type: 'note_success'; readonly answer: string }
  /** `retryMs`: null after the last attempt. */
  | { readonly type: 'note_failure'; readonly answer: string; readonly retryMs: number | null }
  /** `suspends`: the backlog is full; false where a newer message took the place of this one. */
  | { readonly type: 'lose'; readonly parameters: Parameters; readonly suspends: boolean }
  /** What is left of it, from some record on. */
  | ({ readonly type: 'forget_loss' } & Readonly<Loss>)
  | { readonly type: 'delete_webhook' };

/** What calls carried before webhooks said it. */
export const FORM: WebhookContent = { body: 'form', filter: '', fields: [] };

const EVENTS = {
  webhook_created: { name: '', event: 'ORDER_CREATE' as WebhookEvent, nonce: '', ...FORM },
  webhook_updated: { url: '', parameter: '', room: 0, ...FORM },
  webhook_secret_rotated: { nonce: '' },
  webhook_succeeded: { answer: '' },
  webhook_failed: { answer: '', attempts: 0, nextMs: 0, health: 'healthy' as WebhookHealth },
  webhook_suspended: {},
  webhook_message_lost: { parameters: {} as Parameters },
  /** What is left. */
  webhook_loss_forgotten: { lost: 0, firstLostSeq: 0 },
  webhook_retired: {},
  webhook_deleted: {},
};

export interface WebhookIndex {
  /** Without retired ones, as are the other members. */
  readonly ids: Set<number>;
  readonly byName: UniqueIndex;
  /** Name → the retired webhook that had it. */
  readonly retired: UniqueIndex;
  /** Event → webhooks with a target; an event without one is no member. */
  readonly targets: Map<WebhookEvent, readonly number[]>;
}

const setContent = (state: Webhook, { body, filter, fields }: WebhookContent): void => {
  state.body = body;
  state.filter = filter;
  state.fields = fields;
};

export const webhook: ActorKind<Webhook, WebhookCommand, typeof EVENTS, WebhookIndex> = {
  kind: 'webhook',
  state: schema<Webhook>({
    name: '',
    event: 'ORDER_CREATE',
    url: '',
    parameter: '',
    nonce: '',
    health: 'healthy',
    attempts: 0,
    nextMs: 0,
    answer: '',
    answeredMs: 0,
    room: 0,
    lost: 0,
    firstLostSeq: 0,
    retired: false,
    body: 'form',
    filter: '',
    fields: [],
  }),
  events: EVENTS,
  ends: 'webhook_deleted',
  audit: {
    view: (state) => ({ ...state, url: withoutPassword(state.url), password: passwordIn(state.url) }),
    restored: (seen, now) => {
      const { password: _hidden, ...state } = seen as Webhook & { readonly password: string };
      return state.url === withoutPassword(now.url) ? { ...state, url: now.url } : state;
    },
    hidden: ['nonce', 'password'],
    ignored: ['attempts', 'nextMs', 'answer', 'answeredMs', 'lost'],
  },
  decide(state, command, atMs) {
    switch (command.type) {
      case 'create_webhook': {
        const { name, event, nonce, body, filter, fields } = command;
        return /^[A-Z0-9_]{1,255}$/.test(name)
          ? decided({ type: 'webhook_created', name, event, nonce, body, filter, fields })
          : refuse('WEBHOOK_NAME_NOT_VALID', 'name');
      }
      case 'update_webhook': {
        const { url, parameter, room, body, filter, fields } = command;
        return decided({ type: 'webhook_updated', url, parameter, room, body, filter, fields });
      }
      case 'rotate_secret':
        return decided({ type: 'webhook_secret_rotated', nonce: command.nonce });
      case 'note_success':
        return decided({ type: 'webhook_succeeded', answer: command.answer });
      case 'note_failure': {
        const { answer, retryMs } = command;
        const step = retryMs === null ? webhookLifecycle.step(state.health, 'give_up') : undefined;
        const health = step?.to ?? state.health;
        return decided({
          type: 'webhook_failed',
          answer,
          attempts: state.attempts + 1,
          nextMs: atMs + (retryMs ?? 0),
          health,
        });
      }
      case 'lose': {
        const suspends = command.suspends && webhookLifecycle.allows(state.health, 'overflow');
        const lost: EventOf<typeof EVENTS>[] = [{ type: 'webhook_message_lost', parameters: command.parameters }];
        return decided(...(suspends ? [{ type: 'webhook_suspended' } as const, ...lost] : lost));
      }
      case 'forget_loss': {
        const { lost, firstLostSeq } = command;
        return lost === state.lost ? decided() : decided({ type: 'webhook_loss_forgotten', lost, firstLostSeq });
      }
      case 'delete_webhook':
        return decided({ type: !state.retired && isWebhookEvent(state.name) ? 'webhook_retired' : 'webhook_deleted' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs, seq = 0) {
    switch (event.type) {
      case 'webhook_created':
        state.name = event.name;
        state.event = event.event;
        state.nonce = event.nonce;
        setContent(state, event);
        return;
      case 'webhook_updated':
        state.url = event.url;
        state.parameter = event.parameter;
        state.room = event.room;
        setContent(state, event);
        state.health = 'healthy';
        state.attempts = 0;
        state.nextMs = 0;
        return;
      case 'webhook_secret_rotated':
        state.nonce = event.nonce;
        return;
      case 'webhook_succeeded':
      case 'webhook_failed':
        state.answer = event.answer;
        state.answeredMs = atMs;
        state.attempts = event.type === 'webhook_failed' ? event.attempts : 0;
        state.nextMs = event.type === 'webhook_failed' ? event.nextMs : 0;
        if (event.type === 'webhook_failed') state.health = event.health;
        return;
      case 'webhook_suspended':
        state.health = 'suspended';
        return;
      case 'webhook_message_lost':
        state.lost += 1;
        if (state.lost === 1) state.firstLostSeq = seq;
        return;
      case 'webhook_loss_forgotten':
        state.lost = event.lost;
        state.firstLostSeq = event.firstLostSeq;
        return;
      case 'webhook_retired':
        state.retired = true;
        state.url = '';
        state.parameter = '';
        setContent(state, FORM);
        return;
      case 'webhook_deleted':
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    ignoresPending: true,
    create: () => ({ ids: new Set(), byName: new UniqueIndex(), retired: new UniqueIndex(), targets: new Map() }),
    add(index, id, { name, event, url, retired }) {
      if (retired) return index.retired.add(name, id);
      index.ids.add(id);
      index.byName.add(name, id);
      if (url !== '')
        index.targets.set(
          event,
          [...(index.targets.get(event) ?? []), id].sort((a, b) => a - b),
        );
    },
    remove(index, id, { name, event, url, retired }) {
      if (retired) return index.retired.remove(name, id);
      index.ids.delete(id);
      index.byName.remove(name, id);
      if (url === '') return;
      const others = (index.targets.get(event) ?? []).filter((other) => other !== id);
      if (others.length === 0) index.targets.delete(event);
      else index.targets.set(event, others);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly webhook: typeof webhook;
  }
}
