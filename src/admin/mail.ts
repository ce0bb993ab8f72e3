// `kontor mail`: how the mail server does, which mails wait or failed, and sending those that failed again.
import { dateTime } from '../domain/date-time.ts';
import { MAILER_ID } from '../domain/webhooks/mailer.ts';
import { retryMails } from '../domain/webhooks/queue-mail.ts';
import type { Shop } from './command.ts';
import { decideDurably } from './decide.ts';
import type { Terminal } from './terminal.ts';

/** Mails of one record. */
const RETRIED_MAX = 500;

/** The server, then each mail that failed. */
export const listMails = async (
  { store: { engine }, config: { smtpHost, smtpFrom } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const reader = engine.readContext();
  const { mails } = reader.index('message');
  const server = reader.read('mailer', MAILER_ID);
  const { attempts = 0, answer = '', lost = 0 } = server ?? {};
  const failed = [...mails.failed];
  const { waiting } = mails;
  const health = smtpHost === '' ? 'off' : attempts === 0 ? 'healthy' : 'unreachable';
  const lines = [
    `mail (${smtpHost === '' ? 'smtpHost names no server: nothing is sent' : `${smtpHost}, from ${smtpFrom}`})`,
    `  health       ${health}${answer === '' ? '' : `: ${answer}`}`,
    `  waiting      ${waiting}`,
    `  failed       ${failed.length}`,
    ...(lost > 0 ? [`  lost         ${lost}`] : []),
  ];
  await terminal.show(lines.join('\n'), { health, last_answer: answer, waiting, failed: failed.length, lost });
  for (const id of failed) {
    const message = engine.readContext().read('message', id);
    if (message === undefined) continue;
    const { mail, answer: why, answeredMs, parameters } = message;
    const about = parameters['id_order'] === undefined ? '' : `, order ${parameters['id_order']}`;
    const date = dateTime(answeredMs);
    await terminal.show(`${id} ${mail}${about}: ${why}, ${date} UTC`, { id, mail, parameters, answer: why, date });
  }
  return true;
};

/** Sends the mails again that failed for good, and tries the server at once. */
export const retryFailedMails = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  let retried = 0;
  for (;;) {
    const ids = [...engine.readContext().index('message').mails.failed].slice(0, RETRIED_MAX);
    await decideDurably(engine, 'mail_retry', (tx) => retryMails(tx, ids));
    retried += ids.length;
    if (ids.length < RETRIED_MAX) break;
  }
  await terminal.show(`kontor: ${retried} mails are sent again`, { retried });
  return true;
};
