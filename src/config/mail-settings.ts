// Settings of mail: the server that takes it, and what one mail may cost. The variable KONTOR_SMTP_PASSWORD has the
// password of the server.
import { MAIL_ADDRESS } from '../domain/mail.ts';
import type { WrittenMail } from '../domain/mail.ts';
import { CART_REMINDER_HOURS_MAX, MailNames, MailText } from '../domain/shop/written-settings.ts';
import { Type, json } from '../kernel/params.ts';
import { URL_OR_NONE, choice, jsonSetting, text, whole } from './setting.ts';

export const MAIL_SETTINGS = {
  smtpHost: text('', 'SMTP server that takes the mails of the shop; empty = none are sent', {
    pattern: /^[^\s/:@]*$/,
    expected: 'a name or an address, without a port',
    when: 'Where the shop sends mail itself: docs/sell/mail.md.',
  }),
  smtpPort: whole(587, 'port of the SMTP server', {
    min: 1,
    max: 65_535,
    when: '465 with smtpSecurity tls; 25 or 1025 for a server of the own network.',
  }),
  smtpSecurity: choice('starttls', 'starttls: in clear until the server answers; tls: from the start; none: never', {
    values: ['starttls', 'tls', 'none'],
    when: 'none only for a server on this machine: password and mails pass in clear.',
  }),
  smtpCa: text('', 'file with certificates, in PEM, that the server is known by; empty = those of Node', {
    pattern: /^.*$/s,
    expected: 'a path',
    when: 'Where the server has a certificate of your own.',
  }),
  smtpUser: text('', 'user of the SMTP server; the variable KONTOR_SMTP_PASSWORD has the password', {
    pattern: /^[^\p{C}]*$/u,
    expected: 'a name',
    when: 'Where the server wants a login; nearly all do.',
  }),
  smtpFrom: text('', 'address that mails come from', {
    pattern: new RegExp(`^$|${MAIL_ADDRESS.source}`, 'u'),
    expected: 'an e-mail address without a name',
    when: 'With smtpHost. The server must be allowed to send for it: SPF, DKIM.',
  }),
  smtpTimeoutMs: whole(30_000, 'time within which the server must have taken a mail', {
    unit: 'ms',
    min: 100,
    max: 600_000,
    when: 'Longer for servers that look into attachments before they answer.',
  }),
  smtpConnectionsMax: whole(4, 'mails that are sent at a time, each by a connection of its own', {
    unit: 'mails',
    min: 1,
    max: 100,
    when: 'Higher before a rush, as far as the server allows it.',
  }),
  mailBytesMax: whole(10_485_760, 'size that one mail may have with its attachments; a larger one is not sent', {
    unit: 'bytes',
    min: 65_536,
    max: 67_108_864,
    when: 'As the server limits it.',
  }),
  mailBacklogMax: whole(100_000, 'mails that may wait, and as many that failed for good', {
    unit: 'mails',
    min: 10,
    when: 'Higher for a server that may be away for days; what waits is in memory and on the disk.',
  }),
  mail: jsonSetting<WrittenMail>(
    {},
    'which mails the shop sends, and by whose name: {"sends":["order_confirmation"],"senderName":"…","replyTo":"…"}; ' +
      'empty = all',
    {
      shape: json(
        Type.Partial(
          Type.Object(
            {
              sends: Type.Array(MailNames, { uniqueItems: true }),
              senderName: MailText,
              replyTo: MailText,
            },
            { additionalProperties: false },
          ),
        ),
      ),
      when: 'Where the shop does not send all of them: docs/sell/mail.md.',
    },
  ),
  cartReminderHours: whole(0, 'time without use after which a shopper who agreed is reminded of a cart; 0 = never', {
    unit: 'hours',
    max: CART_REMINDER_HOURS_MAX,
    when: 'Where shoppers have agreed to it, and less than sessionTtlMs by more than an hour: docs/sell/mail.md.',
  }),
  cartUrl: text('', 'page of the storefront that shows the cart, which reminders lead to', {
    ...URL_OR_NONE,
    when: 'With cartReminderHours: a reminder without it has no link.',
  }),
};
