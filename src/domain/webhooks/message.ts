// A message: one call of one webhook, or one mail, from the change that causes it until its receiver has accepted it
// (D155, D156, D540).
// A message with secrets stays until the key that encrypts them is destroyed (D163).
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { field, schema } from '../schema.ts';
import type { Mail } from '../mail.ts';
import { MailQueue } from './mail-queue.ts';
import { dequeue, enqueue } from './queues.ts';
import type { Parameters } from './webhook.ts';

export interface Message {
  /** 0: it is a mail. */
  webhookId: number;
  /** Time of the change. */
  atMs: number;
  /** It is not sent before this time. */
  dueMs: number;
  /** In clear; a parameter that is secret is '' here. */
  parameters: Parameters;
  /** The data subject whose key encrypts `secrets`; 0: there are none. */
  subject: number;
  /** Null once delivered, or once their key is destroyed. */
  secrets: Parameters | null;
  /**
   * The message that this one repeats, or minus the place among the lost ones of that record; and its record. 0 for
   * none.
   */
  firstId: number;
  firstSeq: number;
  /** Its receiver has it; it stays until its key is destroyed. */
  delivered: boolean;
  /** The user that it is addressed to; 0: none. */
  userId: number;
  /** The invitation that it carries the code of, with which it ends; 0: none. */
  invitationId: number;
  /** '': it is a call of a webhook. */
  mail: Mail | '';
  /** The queue of the address of a mail, which holds its order (src/domain/mail.ts). */
  lane: number;
  /** Failed attempts at a mail, and when it is tried again; those at a webhook are counted there. */
  attempts: number;
  nextMs: number;
  /** Why the last attempt at a mail failed; '': none did. */
  answer: string;
  answeredMs: number;
  /** It is not tried again unless somebody says so. */
  failed: boolean;
}

/** What a message begins with that is not a mail, or was not tried yet. */
export const UNTRIED = { mail: '', lane: 0 } as const;
/** As it is before its first attempt. */
const NO_ATTEMPT = { attempts: 0, nextMs: 0, answer: '', answeredMs: 0, failed: false };
type Attempts = keyof typeof NO_ATTEMPT;

export type MessageCommand =
  | ({ readonly type: 'queue_message' } & Omit<Message, 'delivered' | 'secrets' | Attempts> & {
        readonly secrets: Parameters;
      })
  | { readonly type: 'deliver_message' }
  /** A mail was refused, or not taken. `retryMs`: null where it is not tried again. */
  | { readonly type: 'note_mail_failure'; readonly answer: string; readonly retryMs: number | null }
  /** A mail is due now, and has all its attempts again. */
  | { readonly type: 'retry_mail' }
  | { readonly type: 'end_message' };

const SECRET = { personal: 'contact', erased: null } as const;

const EVENTS = {
  message_queued: {
    webhookId: 0,
    atMs: 0,
    dueMs: 0,
    parameters: {} as Parameters,
    subject: 0,
    secrets: field<Parameters | null>({}, SECRET),
    firstId: 0,
    firstSeq: 0,
    userId: 0,
    invitationId: 0,
    mail: '' as Mail | '',
    lane: 0,
  },
  message_delivered: {},
  mail_failed: { answer: '', attempts: 0, nextMs: 0, failed: false },
  mail_retried: {},
  message_ended: {},
};

/** Secrets of this span of time share one key, destroyed once the span is over and all of them are delivered. */
export const MESSAGE_KEY_MS = 3_600_000;
/**
 * The subjects of messages are numbered by the hour, apart from those of persons: what is over is one run of numbers,
 * and the file of keys does not grow with the years.
 */
export const MESSAGE_SUBJECTS_FROM = 2 ** 30;

export const messageSubject = (atMs: number): number => MESSAGE_SUBJECTS_FROM + Math.floor(atMs / MESSAGE_KEY_MS);

/** Messages whose secrets share one key. */
export interface MessagesOfKey {
  readonly waiting: Set<number>;
  readonly delivered: Set<number>;
}

export class MessageIndex {
  /** Webhook → its messages that wait, oldest first. */
  readonly queues = new Map<number, number[]>();
  /** Subject → its messages. */
  readonly bySubject = new Map<number, MessagesOfKey>();
  readonly mails = new MailQueue();

  /** Invitation → its messages that wait. */
  private readonly ofInvitation = new Map<number, Set<number>>();
  /** Webhook → user → messages that wait for the user, oldest first. */
  private readonly toUser = new Map<number, Map<number, number[]>>();
  /** Webhook → users who got a message since `surplus` was asked last, or have too many: nobody else has. */
  private readonly grown = new Map<number, Set<number>>();

  waiting(webhookId: number): number {
    return this.queues.get(webhookId)?.length ?? 0;
  }

  /** How many wait for the user. */
  waitingFor(webhookId: number, userId: number): number {
    return this.toUser.get(webhookId)?.get(userId)?.length ?? 0;
  }

  /** Whether `placesMax` messages wait, of which at most `perUserMax` count for each user: the others are to end. */
  isFull(webhookId: number, placesMax: number, perUserMax: number): boolean {
    let count = this.waiting(webhookId);
    if (count < placesMax) return false;
    for (const userId of this.grown.get(webhookId) ?? [])
      count -= Math.max(0, this.waitingFor(webhookId, userId) - perUserMax);
    return count >= placesMax;
  }

  /**
   * At most `countMax` messages of these webhooks that are more than `perUserMax` for their user, the oldest first.
   * Never the first of its webhook, which may be on its way.
   */
  surplus(webhookIds: ReadonlySet<number>, perUserMax: number, countMax: number): number[] {
    const surplus: number[] = [];
    for (const [webhookId, users] of this.grown) {
      const first = this.queues.get(webhookId)?.[0];
      for (const userId of users) {
        const ids = webhookIds.has(webhookId) ? (this.toUser.get(webhookId)?.get(userId) ?? []) : [];
        const count = ids.length - perUserMax;
        if (count <= 0) users.delete(userId);
        else surplus.push(...ids.filter((id) => id !== first).slice(0, Math.min(count, countMax - surplus.length)));
        if (surplus.length >= countMax) return surplus;
      }
      if (users.size === 0) this.grown.delete(webhookId);
    }
    return surplus;
  }

  /** Those that wait. */
  withInvitation(invitationId: number): readonly number[] {
    return [...(this.ofInvitation.get(invitationId) ?? [])];
  }

  add(id: number, message: Message): void {
    const { webhookId, subject, delivered, userId, invitationId, mail } = message;
    if (!delivered && mail !== '') this.mails.add(id, message);
    else if (!delivered) enqueue(this.queues, webhookId, id);
    else if (mail !== '') this.mails.noteSent(id);
    if (!delivered && invitationId !== 0) {
      const together = this.ofInvitation.get(invitationId) ?? new Set();
      this.ofInvitation.set(invitationId, together.add(id));
    }
    if (!delivered && userId !== 0 && mail === '') this.addToUser(webhookId, userId, id);
    if (subject === 0) return;
    const together = this.bySubject.get(subject) ?? { waiting: new Set(), delivered: new Set() };
    (delivered ? together.delivered : together.waiting).add(id);
    this.bySubject.set(subject, together);
  }

  remove(id: number, message: Message): void {
    const { webhookId, subject, delivered, userId, invitationId, mail } = message;
    if (!delivered && mail !== '') this.mails.remove(id, message);
    else if (!delivered) dequeue(this.queues, webhookId, id);
    if (!delivered && userId !== 0 && mail === '') this.removeFromUser(webhookId, userId, id);
    const ofInvitation = this.ofInvitation.get(invitationId);
    ofInvitation?.delete(id);
    if (ofInvitation?.size === 0) this.ofInvitation.delete(invitationId);
    const together = this.bySubject.get(subject);
    together?.waiting.delete(id);
    together?.delivered.delete(id);
    if (together?.waiting.size === 0 && together.delivered.size === 0) this.bySubject.delete(subject);
  }

  private addToUser(webhookId: number, userId: number, id: number): void {
    let users = this.toUser.get(webhookId);
    if (users === undefined) this.toUser.set(webhookId, (users = new Map()));
    enqueue(users, userId, id);
    let grown = this.grown.get(webhookId);
    if (grown === undefined) this.grown.set(webhookId, (grown = new Set()));
    grown.add(userId);
  }

  private removeFromUser(webhookId: number, userId: number, id: number): void {
    const users = this.toUser.get(webhookId)!;
    dequeue(users, userId, id);
    if (users.has(userId)) return;
    this.grown.get(webhookId)?.delete(userId);
    if (users.size === 0) this.toUser.delete(webhookId);
  }
}

export const message: ActorKind<Message, MessageCommand, typeof EVENTS, MessageIndex> = {
  kind: 'message',
  state: schema<Message>({
    webhookId: 0,
    atMs: 0,
    dueMs: 0,
    parameters: {},
    subject: 0,
    secrets: field<Parameters | null>({}, SECRET),
    firstId: 0,
    firstSeq: 0,
    delivered: false,
    userId: 0,
    invitationId: 0,
    mail: '',
    lane: 0,
    ...NO_ATTEMPT,
  }),
  events: EVENTS,
  ends: 'message_ended',
  decide(state, command, atMs) {
    switch (command.type) {
      case 'queue_message': {
        const { type: _type, ...queued } = command;
        return decided({ type: 'message_queued', ...queued });
      }
      case 'deliver_message':
        if (state.subject !== 0) return decided({ type: 'message_delivered' });
        // Whether a reminder was sent says when its address may have another one.
        return state.mail === 'cart_reminder'
          ? decided<EventOf<typeof EVENTS>>({ type: 'message_delivered' }, { type: 'message_ended' })
          : decided({ type: 'message_ended' });
      case 'note_mail_failure': {
        const { answer, retryMs } = command;
        const attempts = state.attempts + 1;
        return decided({
          type: 'mail_failed',
          answer,
          attempts,
          nextMs: atMs + (retryMs ?? 0),
          failed: retryMs === null,
        });
      }
      case 'retry_mail':
        return decided({ type: 'mail_retried' });
      case 'end_message':
        return decided({ type: 'message_ended' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'message_queued':
        state.webhookId = event.webhookId;
        state.atMs = event.atMs;
        state.dueMs = event.dueMs;
        state.parameters = event.parameters;
        state.subject = event.subject;
        state.secrets = event.secrets;
        state.firstId = event.firstId;
        state.firstSeq = event.firstSeq;
        state.userId = event.userId;
        state.invitationId = event.invitationId;
        state.mail = event.mail;
        state.lane = event.lane;
        return;
      case 'mail_failed':
        state.answer = event.answer;
        state.answeredMs = atMs;
        state.attempts = event.attempts;
        state.nextMs = event.nextMs;
        state.failed = event.failed;
        return;
      case 'mail_retried':
        state.attempts = 0;
        state.nextMs = 0;
        state.failed = false;
        return;
      case 'message_delivered':
        state.delivered = true;
        state.secrets = null;
        return;
      case 'message_ended':
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    ignoresPending: true,
    create: () => new MessageIndex(),
    add: (index, id, state) => index.add(id, state),
    remove: (index, id, state) => index.remove(id, state),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly message: typeof message;
  }
}
