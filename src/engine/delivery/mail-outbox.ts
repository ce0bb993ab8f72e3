// The outbox for mail: gives mails to the server and records what became of each.
//
// Guaranteed: each address is sent its mails in order and at least once, and only those whose record is durable; a
// repeat has the Message-ID of the first try. A mail that the server refuses, or that cannot be made, holds up no other
// address. What fails for the server is no attempt at any mail: all wait until it is reached.
// Not promised: that a mail is read, or order once an address was changed while a mail to it waited.
// Glossary (docs/internals/glossary.md): outbox.
import type { Reader } from '../../domain/transaction.ts';
import type { Message, MessageIndex } from '../../domain/webhooks/message.ts';
import { MAILER_ID } from '../../domain/webhooks/mailer.ts';
import type { Mailer } from '../../domain/webhooks/mailer.ts';
import { loseMail, noteServer } from '../../domain/webhooks/queue-mail.ts';
import { endMessages } from '../../domain/webhooks/record-delivery.ts';
import { lineOf } from '../../kernel/error-line.ts';
import type { MailAnswer, MailClient, OutgoingMail } from '../../kernel/mail-client.ts';
import type { Result } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { DeliveryTurns } from './delivery-turns.ts';
import type { Due } from './delivery-turns.ts';
import { WEBHOOK_RETRIES_MS } from './outbox.ts';
import { messageId } from './webhook-call.ts';

/** Longest time between attempts to reach the server; it is tried for as long as mails wait. */
const SERVER_RETRY_MS_MAX = 600_000;
/** A mail that failed for good is kept for so long, while there are no more of them than may wait. */
export const FAILED_KEPT_MS = 30 * 86_400_000;
const SWEEP_MS = 60_000;
/** Mails ended by one tick, in one record. */
const ENDS_MAX = 500;
const ANSWER_LENGTH_MAX = 200;

const CAUSE = maintenanceCause('mail');

type MailContent = Omit<OutgoingMail, 'to' | 'key' | 'atMs'>;

/** Says whom a mail goes to, and makes it; both are above the engine. */
export interface MailSource {
  /** '': nobody. Undefined: its person, or what it tells of, is gone. */
  addressOf(shop: Reader, message: Message): string | undefined;
  /**
   * Reads nothing of the shop after it has returned. `durable`: resolves once what was read until then is durable; who
   * is asked for a part of the mail is told of nothing else. Refuses what a document refuses.
   */
  make(shop: Reader, message: Message, durable: () => Promise<void>): Promise<Result<MailContent>>;
}

interface MailOutboxOptions {
  readonly client: MailClient;
  readonly source: MailSource;
  readonly callsMax: number;
  /** Whether an address may be written to. */
  readonly isAddress: (text: string) => boolean;
  /** Receives one line for each mail that failed for good, and for a server that is not reached. */
  readonly warn: (line: string) => void;
}

interface DueMail extends Due {
  readonly message: Message;
  /** Undefined: it ends without having been sent. */
  readonly address: string | undefined;
}

/** A mail, or why there is none. */
type Made = { readonly seq: number } & (
  | { readonly mail: OutgoingMail }
  | { readonly complaint: string; readonly isFinal: boolean }
);

/** It has no mail, and none in a while: somebody must change something first. */
const never = (complaint: string): Made => ({ seq: 0, complaint, isFinal: true });
const notNow = (seq: number, complaint: string): Made => ({ seq, complaint, isFinal: false });

export class MailOutbox {
  private readonly engine: Engine;
  private readonly options: MailOutboxOptions;
  private readonly turns: DeliveryTurns<DueMail, Made>;
  /** Lane → when the next of its mails is due, until one of them changes. */
  private readonly resting = new Map<number, number>();
  private sweptMs = -Infinity;

  constructor(engine: Engine, options: MailOutboxOptions) {
    this.engine = engine;
    this.options = options;
    const deliveries = {
      receivers: () => this.messages.mails.lanes.keys(),
      due: (lane: number) => this.due(lane),
      prepare: (due: DueMail) => this.make(due),
      deliver: (_lane: number, due: DueMail, made: Made) => this.send(due, made),
    };
    this.turns = new DeliveryTurns(engine, deliveries, options.callsMax);
  }

  /** Sends what is due; the server calls it every few milliseconds. */
  tick(): void {
    const { engine } = this;
    if (this.turns.isStopping || engine.hasFailed || !engine.mayWrite || !engine.isLeading) return;
    for (const lane of this.messages.mails.takeChanged()) this.resting.delete(lane);
    this.turns.begin();
    const sinceBootMs = engine.clock.sinceBootMs();
    const surplus = this.messages.mails.failed.size - engine.rules.mailBacklogMax;
    if (surplus <= 0 && sinceBootMs - this.sweptMs < SWEEP_MS) return;
    this.sweptMs = sinceBootMs;
    const ended = this.failedToEnd(surplus);
    if (ended.length > 0) engine.transact(CAUSE, (tx) => endMessages(tx, ended));
  }

  /** Whether mails are under way. */
  get isCalling(): boolean {
    return this.turns.isCalling;
  }

  /** Sends no more. Those under way may take `waitMs`, then `breakOff` ends them; the next start repeats them. */
  stop(waitMs: number, breakOff: () => void): Promise<void> {
    return this.turns.stop(waitMs, breakOff);
  }

  private get messages(): MessageIndex {
    return this.engine.tables.message.index as MessageIndex;
  }

  private get mailer(): Mailer | undefined {
    return this.engine.tables.mailer.get(MAILER_ID)?.state as Mailer | undefined;
  }

  private get isServerDue(): boolean {
    const { mailer } = this;
    return mailer === undefined || this.turns.hasCome(mailer.answeredMs, mailer.nextMs);
  }

  /** The oldest mail of the lane that is due and waits behind no other one to its address. */
  private due(lane: number): DueMail | undefined {
    const { engine } = this;
    if (this.turns.isStopping || !engine.mayWrite || !this.isServerDue) return undefined;
    if ((this.resting.get(lane) ?? 0) > engine.nowMs()) return undefined;
    const shop = engine.readContext();
    const held = new Set<string>();
    let restsMs = Infinity;
    for (const id of this.messages.mails.lanes.get(lane) ?? []) {
      const actor = engine.tables.message.get(id)!;
      const message = actor.state as Message;
      const address = this.options.source.addressOf(shop, message);
      const to = address?.toLowerCase() ?? '';
      if (address !== undefined && held.has(to)) continue;
      if (this.turns.hasCome(message.answeredMs, message.nextMs)) return { id, message, seq: actor.seq, address };
      restsMs = Math.min(restsMs, message.nextMs);
      held.add(to);
    }
    this.resting.set(lane, restsMs);
    return undefined;
  }

  private async make({ id, message, address, seq: dueSeq }: DueMail): Promise<Made> {
    const { engine, options } = this;
    if (address === undefined) return never('');
    if (address === '') return never('nobody: there is no e-mail address');
    if (!options.isAddress(address)) return never('nobody: what stands there is no e-mail address');
    const shop = engine.readContext();
    try {
      const durable = (): Promise<void> => engine.whenDurable(Math.max(dueSeq, shop.readSeq));
      const making = options.source.make(shop, message, durable);
      const seq = shop.readSeq;
      const made = await making;
      if (!made.ok) return notNow(seq, made.detail === undefined ? made.code : `${made.code}: ${made.detail}`);
      const key = messageId(id, message);
      return { seq, mail: { ...made.value, to: address, key, atMs: message.atMs } };
    } catch (error) {
      return notNow(0, `it cannot be made: ${lineOf(error)}`);
    }
  }

  /** Sends one mail and records what became of it; false where no more are sent in this turn. */
  private async send({ id, message, address }: DueMail, made: Made): Promise<boolean> {
    const { engine, options } = this;
    // A mail whose secrets are destroyed was sent, and only the record of that was lost.
    if (address === undefined || message.secrets === null) {
      engine.transact(CAUSE, (tx) => endMessages(tx, [id]));
      return true;
    }
    const answer: MailAnswer =
      'mail' in made
        ? await options.client.send(made.mail)
        : { ok: false, failure: made.isFinal ? 'refused' : 'deferred', detail: made.complaint };
    await this.turns.ownTurn();
    // A stop broke it off, which says nothing about the mail; or it ended with its person meanwhile.
    if (!answer.ok && answer.failure === 'closed') return false;
    if (engine.tables.message.get(id) === undefined) return false;
    if (answer.ok) {
      engine.transact(CAUSE, (tx) => {
        const told = noteServer(tx, '', null);
        return told.ok ? tx.ask('message', id, { type: 'deliver_message' }) : told;
      });
      return true;
    }
    if (answer.failure === 'unreachable') {
      this.noteUnreachable(answer.detail);
      return false;
    }
    this.noteFailure(id, answer.detail, answer.failure === 'refused');
    return true;
  }

  private noteUnreachable(detail: string): void {
    const { engine, options, mailer } = this;
    // Others were under way when the first one found out.
    if (!this.isServerDue) return;
    const attempts = mailer?.attempts ?? 0;
    const retryMs = Math.min(WEBHOOK_RETRIES_MS[attempts] ?? Infinity, SERVER_RETRY_MS_MAX);
    engine.transact(CAUSE, (tx) => noteServer(tx, detail.slice(0, ANSWER_LENGTH_MAX), retryMs));
    if (retryMs === SERVER_RETRY_MS_MAX && attempts < WEBHOOK_RETRIES_MS.length)
      options.warn(`the mail server takes nothing: ${detail}; mails wait, and it is tried again every ten minutes`);
  }

  private noteFailure(id: number, detail: string, isFinal: boolean): void {
    const { engine, options } = this;
    const { attempts, mail, subject } = engine.tables.message.get(id)!.state as Message;
    const retryMs = isFinal ? null : (WEBHOOK_RETRIES_MS[attempts] ?? null);
    const answer = detail.slice(0, ANSWER_LENGTH_MAX);
    // One with a secret would keep the key of all secrets of its hour.
    const isLost = retryMs === null && subject !== 0;
    engine.transact(CAUSE, (tx) =>
      isLost ? loseMail(tx, id) : tx.ask('message', id, { type: 'note_mail_failure', answer, retryMs }),
    );
    if (retryMs !== null) return;
    const after = isLost ? 'it held a secret, and is lost' : 'retry_mail sends it again';
    options.warn(`the mail ${id}, ${mail}, is not sent: ${answer}; ${after}`);
  }

  /** Those that failed long ago, and the oldest `surplus`. */
  private failedToEnd(surplus: number): readonly number[] {
    const { message } = this.engine.tables;
    const beforeMs = this.engine.nowMs() - FAILED_KEPT_MS;
    const ids: number[] = [];
    // In the order in which they failed.
    for (const id of this.messages.mails.failed) {
      const isTooOld = (message.get(id)!.state as Message).answeredMs < beforeMs;
      if (ids.length >= ENDS_MAX || !(isTooOld || ids.length < surplus)) break;
      ids.push(id);
    }
    return ids;
  }
}
