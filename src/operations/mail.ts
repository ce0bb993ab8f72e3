// Mails: those that wait or failed, sending them again, and a test of the server.
import { MAILS, isMailAddress } from '../domain/mail.ts';
import type { Mail } from '../domain/mail.ts';
import { mailTemplates, templateLanguage } from '../domain/shop/document-template.ts';
import { MAILER_ID } from '../domain/webhooks/mailer.ts';
import { orderOf, retryMails } from '../domain/webhooks/queue-mail.ts';
import type { Reader } from '../domain/transaction.ts';
import { int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { renderMail, sampleMailData, shopName } from './params/mail-data.ts';
import { language } from './params/shop-params.ts';
import {
  SUCCESS,
  bit,
  dateTime,
  id,
  list,
  oneOf as oneOfMember,
  record,
  reply,
  text,
  whole,
} from './replies/members.ts';
import { dateTime as shownTime } from './views/format.ts';

const OF_MAIL = { area: 'webhooks', isExtension: true, credential: 'secret', session: 'none' } as const;
const MESSAGES_MAX = 1000;
/** Mails that one call sends again: one record holds them. */
const RETRIED_MAX = 500;

const MailMessage = record('MailMessage', 'A mail that waits, or failed for good.', {
  id: id('mail'),
  mail: oneOfMember('which it is', MAILS),
  id_order: id('order that it tells of; 0: none'),
  id_user: id('user that it goes to; 0: none'),
  creation_date: dateTime('when what it tells of happened'),
  state: oneOfMember('waiting: it is sent; failed: it is not, until retry_mail', ['waiting', 'failed']),
  attempts: whole('failed attempts'),
  last_answer: text('why the last attempt failed, without addresses; empty: none was made yet'),
  last_answer_date: dateTime('when it failed'),
  next_attempt_date: dateTime('when the next attempt is due'),
});

const when = (ms: number): string => (ms === 0 ? '' : shownTime(ms));

const viewMessage = (shop: Reader, messageId: number) => {
  const { mail, parameters, userId, atMs, attempts, answer, answeredMs, nextMs, failed } = shop.read(
    'message',
    messageId,
  )!;
  return {
    id: messageId,
    mail: mail as Mail,
    id_order: orderOf(mail as Mail, parameters),
    id_user: userId,
    creation_date: shownTime(atMs),
    state: failed ? ('failed' as const) : ('waiting' as const),
    attempts,
    last_answer: answer,
    last_answer_date: when(answeredMs),
    next_attempt_date: failed ? '' : when(nextMs),
  };
};

export const get_mail_messages = read({
  ...OF_MAIL,
  summary: 'How the mail server does, and the mails that wait or failed for good: these first.',
  params: {
    limit: optional(int(`mails at most, 1 to ${MESSAGES_MAX}`, { min: 1, max: MESSAGES_MAX }), 100),
  },
  reply: reply('mail_messages', {
    is_on: bit('0: the settings name no server, and nothing is sent'),
    from: text('address that mails come from; empty: none'),
    server_answer: text('why the server took nothing last; empty: it did'),
    server_answer_date: dateTime('when that was'),
    server_attempts: whole('failed attempts to reach it since it was reached last'),
    server_next_date: dateTime('when it is tried again; empty: now'),
    waiting: whole('mails that wait'),
    failed: whole('mails that failed for good'),
    lost: whole('mails that found no place, or held a secret and failed, since retry_mail was called last'),
    first_lost_seq: whole('record of the first lost mail; 0: none is lost'),
    messages: list(MailMessage, 'those that failed, the newest first, then those that wait, oldest first'),
  }),
  view: ({ limit }, { shop, service }) => {
    shop.trackAbsence('message');
    shop.trackAbsence('mailer');
    const { mails } = shop.index('message');
    const server = shop.read('mailer', MAILER_ID);
    const failed = mails.newestFailed(limit);
    const waiting = mails.oldestWaiting(limit - failed.length);
    return ok({
      object: 'mail_messages',
      is_on: service.mail.client === undefined ? 0 : 1,
      from: service.mail.from,
      server_answer: server?.answer ?? '',
      server_answer_date: when(server?.answeredMs ?? 0),
      server_attempts: server?.attempts ?? 0,
      server_next_date: when(server?.nextMs ?? 0),
      waiting: mails.waiting,
      failed: mails.failed.size,
      lost: server?.lost ?? 0,
      first_lost_seq: server?.firstLostSeq ?? 0,
      messages: [...failed, ...waiting].map((messageId) => viewMessage(shop, messageId)),
    } as const);
  },
});

export const retry_mail = write({
  ...OF_MAIL,
  alone: 'it sends mails',
  summary: 'Sends mails again that failed for good or wait for their next attempt, and tries the server at once.',
  params: {
    id_message: optional(int('mail'), undefined, `all that failed for good, ${RETRIED_MAX} at most`),
  },
  handle: ({ id_message: messageId }, { shop }) => {
    shop.trackAbsence('message');
    const { mails } = shop.index('message');
    const named = messageId === undefined ? undefined : shop.read('message', messageId);
    // One that was sent is kept until its key is destroyed.
    if (messageId !== undefined && (named === undefined || named.mail === '' || named.delivered))
      return refuse('MAIL_NOT_FOUND', messageId);
    const ids = messageId === undefined ? [...mails.failed].slice(0, RETRIED_MAX) : [messageId];
    return mapOk<void, number>(retryMails(shop, ids), () => ids.length);
  },
  refusals: ['MAIL_NOT_FOUND'],
  reply: reply('retry_mail', { status: SUCCESS, retried: whole('mails that are sent again') }),
  view: (retried) => ({ object: 'retry_mail', status: 'success', retried }) as const,
});

interface Trial {
  readonly mail: Mail;
  readonly email: string;
  readonly language: string;
}

interface Sent {
  readonly object: 'send_test_mail';
  readonly accepted: 0 | 1;
  readonly answer: string;
}

/** Sends a mail of values that belong to nobody. */
const sendTest = (ctx: Context, { mail, email, language: wanted }: Trial): Promise<Result<Sent>> => {
  const { shop, service } = ctx;
  const { client } = service.mail;
  const spoken = wanted || shop.rules.language;
  const context = { shop, service, pages: service.accounts };
  const data = sampleMailData(context, { mail, spoken });
  const sender = { senderName: shopName(shop), replyTo: shop.rules.mail.replyTo, atMs: shop.atMs };
  const key = `test_${shop.atMs.toString(36)}_${service.newCredentials().username}`;
  return renderMail(context, mail, data, mailTemplates(shop, templateLanguage(spoken))).then(
    (made): Result<Sent> | Promise<Result<Sent>> => {
      if (!made.ok) return made;
      if (client === undefined) return refuse('MAIL_IS_OFF');
      return client.send({ ...made.value, ...sender, to: email, attachments: [], key }).then((answer) => {
        const told = answer.ok ? answer.answer : `${answer.failure}: ${answer.detail}`;
        return ok({ object: 'send_test_mail', accepted: answer.ok ? 1 : 0, answer: told } as const);
      });
    },
  );
};

export const send_test_mail = read({
  ...OF_MAIL,
  level: 'administrator',
  leaks: 'all',
  summary:
    'Sends a mail of made-up values, without attachments, now and outside of the queue, and shows what the server says.',
  slow: 'webhooks',
  params: {
    mail: oneOf('which mail', MAILS),
    email: textParam('where it goes', { max: 254 }),
    language,
  },
  refusals: [
    'MAIL_IS_OFF',
    'EMAIL_IS_INVALID',
    'DOCUMENT_BUSY',
    'DOCUMENT_TOO_SLOW',
    'DOCUMENT_TOO_LARGE',
    'TEMPLATE_INVALID',
  ],
  reply: reply('send_test_mail', {
    accepted: bit('1: the server has taken it'),
    answer: text('what the server said, or why it was not reached; without addresses'),
  }),
  view: ({ mail, email, language: spoken }, ctx) => {
    if (ctx.service.mail.client === undefined) return refuse('MAIL_IS_OFF');
    if (!isMailAddress(email)) return refuse('EMAIL_IS_INVALID', 'email');
    return sendTest(ctx, { mail, email, language: spoken });
  },
});
