// Queues mails in the record of the change that they tell of, as calls of webhooks are (D155). A mail holds ids alone,
// and what for one person is secret: its text, and whom it goes to, are read when it is sent (D541).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isOrderMail, mailLane } from '../mail.ts';
import type { Mail } from '../mail.ts';
import type { Transaction } from '../transaction.ts';
import { sealed } from './sealed.ts';
import { MAILER_ID } from './mailer.ts';
import type { MailerCommand } from './mailer.ts';
import type { Parameters } from './webhook.ts';

interface NewMail {
  readonly mail: Mail;
  /** As it is now; '': nobody can be written to, and nothing is queued. */
  readonly email: string;
  readonly parameters?: Parameters;
  /** What nobody but the receiver may read, such as a token. */
  readonly secrets?: Parameters;
  /** See `fire`. */
  readonly userId?: number;
  readonly invitationId?: number;
}

const tellMailer = (tx: Transaction, command: MailerCommand): Result<void> => {
  if (tx.read('mailer', MAILER_ID) !== undefined) return tx.ask('mailer', MAILER_ID, command);
  const made = tx.create('mailer', command, MAILER_ID);
  return made.ok ? DONE : made;
};

/** `retryMs`: until the server is tried again; null: it was reached. */
export const noteServer = (tx: Transaction, answer: string, retryMs: number | null): Result<void> =>
  retryMs === null && tx.read('mailer', MAILER_ID) === undefined
    ? DONE
    : tellMailer(tx, { type: 'note_server', answer, retryMs });

/** Ends a mail without sending it, and counts it. */
export const loseMail = (tx: Transaction, id: number): Result<void> => {
  const ended = tx.ask('message', id, { type: 'end_message' });
  return ended.ok ? tellMailer(tx, { type: 'lose_mail' }) : ended;
};

/** Queues a mail, unless the shop does not send it. Where no place is left, it is counted as lost. */
export const queueMail = (
  tx: Transaction,
  { mail, email, parameters = {}, secrets = {}, userId = 0, invitationId = 0 }: NewMail,
): Result<void> => {
  const { sendsMail, mail: rules, mailBacklogMax } = tx.rules;
  if (!sendsMail || email.trim() === '' || !rules.sends.includes(mail)) return DONE;
  if (tx.index('message').mails.waiting >= mailBacklogMax) return tellMailer(tx, { type: 'lose_mail' });
  const made = tx.create('message', {
    type: 'queue_message',
    webhookId: 0,
    atMs: tx.atMs,
    dueMs: tx.atMs,
    ...sealed(tx, parameters, secrets),
    firstId: 0,
    firstSeq: 0,
    userId,
    invitationId,
    mail,
    lane: mailLane(email.trim()),
  });
  return made.ok ? DONE : made;
};

/** Sends mails again, which have failed for good or wait, and tries the server at once. `ids`: of mails. */
export const retryMails = (tx: Transaction, ids: readonly number[]): Result<void> => {
  for (const id of ids) {
    const retried = tx.ask('message', id, { type: 'retry_mail' });
    if (!retried.ok) return retried;
  }
  return tx.read('mailer', MAILER_ID) === undefined ? DONE : tx.ask('mailer', MAILER_ID, { type: 'renew_mailer' });
};

/** The order that a mail is about; 0: none. */
export const orderOf = (mail: Mail, parameters: Parameters): number =>
  isOrderMail(mail) ? Number(parameters['id_order'] ?? 0) : 0;
