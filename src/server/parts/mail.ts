// Mail: the server that takes it, and the outbox that gives it what waits.
import { readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { SMTP_PASSWORD } from '../../config/environment.ts';
import { ConfigError } from '../../config/setting.ts';
import { isMailAddress } from '../../domain/mail.ts';
import { MailOutbox } from '../../engine/delivery/mail-outbox.ts';
import type { MailSource } from '../../engine/delivery/mail-outbox.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { MailClient } from '../../kernel/mail-client.ts';
import { mapOk } from '../../kernel/result.ts';
import type { DocumentServices } from '../../operations/context/document-services.ts';
import { addressOf, makeMail, shopName, toldOf } from '../../operations/params/mail-data.ts';
import { SmtpClient } from '../../outside/mail/smtp-client.ts';
import { rewrittenBy } from './rewritten-mail.ts';

type Env = { readonly [name: string]: string | undefined };

const certificates = (path: string): string => {
  if (path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`smtpCa: ${(error as Error).message}`);
  }
};

/** The client of the settings; undefined: they name no server. Throws ConfigError. */
export const smtpClient = (config: Config, env: Env): SmtpClient | undefined => {
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpUser: user, smtpFrom: from } = config;
  if (host === '') return undefined;
  if (from === '') throw new ConfigError('smtpHost is set, and smtpFrom, the address that mails come from, is not');
  const password = env[SMTP_PASSWORD] ?? '';
  if (user !== '' && password === '')
    throw new ConfigError(`smtpUser is set, and the variable ${SMTP_PASSWORD} is not`);
  return new SmtpClient({
    host,
    port,
    security,
    ca: certificates(config.smtpCa),
    user,
    password,
    from,
    timeoutMs: config.smtpTimeoutMs,
    bytesMax: config.mailBytesMax,
  });
};

const mailSource = (config: Config, { documents, extensions }: MailParts): MailSource => ({
  addressOf,
  make(shop, message, durable) {
    const { rules } = shop;
    const context = { shop, service: { documents }, pages: config };
    return makeMail(context, toldOf(message), rewrittenBy(extensions, documents, durable)).then((made) =>
      mapOk(made, (mail) => ({
        ...mail,
        senderName: shopName({ rules }),
        replyTo: rules.mail.replyTo,
        ...(message.mail === 'cart_reminder' && { stopTo: rules.mail.replyTo || config.smtpFrom }),
      })),
    );
  },
});

export interface MailParts {
  readonly client: MailClient;
  readonly documents: DocumentServices;
  /** Absent: the shop has none. */
  readonly extensions: Extensions | undefined;
  readonly warn: (line: string) => void;
}

export const mailOutbox = (engine: Engine, config: Config, parts: MailParts): MailOutbox =>
  new MailOutbox(engine, {
    client: parts.client,
    warn: parts.warn,
    source: mailSource(config, parts),
    callsMax: config.smtpConnectionsMax,
    isAddress: isMailAddress,
  });
