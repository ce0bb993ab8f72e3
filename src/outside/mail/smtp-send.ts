// Gives one mail to an SMTP server, by a connection of its own: what breaks a connection then concerns one mail (D542).
// Each step has the time that is left of the whole.
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailAnswer, MailFailure, OutgoingMail } from '../../kernel/mail-client.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  /** Certificates in PEM; '': those of Node. */
  readonly ca: string;
  /** '': the server wants no login. */
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** What the server said. */
  readonly response?: string;
}

const DETAIL_LENGTH_MAX = 200;

/** One line without addresses, which servers repeat, and without the password. */
export const plainDetail = (text: string, password = ''): string =>
  (password === '' ? text : text.replaceAll(password, '…'))
    .replaceAll(/[^\s<>()"]+@[^\s<>()"]+/g, '…')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_LENGTH_MAX);

/** An address as RFC 6068 writes it: its local part may have signs such as `?` and `&`. */
const mailtoOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
};

/** A mail as it goes over the wire, in MIME. */
const composeMail = async (mail: OutgoingMail, from: string): Promise<Buffer> => {
  const { to, senderName, replyTo, subject, html, text, attachments, stopTo, key, atMs } = mail;
  const composer = new MailComposer({
    from: { name: senderName, address: from },
    to: { name: '', address: to },
    ...(replyTo !== '' && { replyTo: { name: '', address: replyTo } }),
    subject,
    messageId: `<${key}@${from.slice(from.indexOf('@') + 1)}>`,
    date: new Date(atMs),
    // Nobody's holiday notice answers it.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopTo !== undefined && { 'List-Unsubscribe': `<${mailtoOf(stopTo)}?subject=unsubscribe>` }),
    },
    text,
    html,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    // A template names no files and no addresses that would be read here.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

const connectionOf = ({ host, port, security, ca, timeoutMs }: SmtpSettings): SMTPConnection =>
  new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(ca !== '' && { tls: { ca } }),
  });

/** `send`: the server has greeted, and knows the sender; what fails from here on may be this mail's doing. */
type Stage = 'connect' | 'send';

/** Answers that are said of the server, or of the shop: it closes, or wants a login. */
const OF_NO_MAIL = new Set([421, 530]);

/** Why the server did not take it. MAIL FROM has the size of the mail, and is refused for it. */
const failureOf = (stage: Stage, { code, responseCode = 0 }: SmtpError): MailFailure => {
  if (stage === 'connect' || OF_NO_MAIL.has(responseCode)) return 'unreachable';
  if (code === 'EMESSAGE' && responseCode === 0) return 'refused';
  return responseCode >= 500 ? 'refused' : 'deferred';
};

type Step<T> = (done: (error: Error | null | undefined, value?: T) => void) => void;

/** Runs the steps of one mail on a connection; rejects with what the connection fails with meanwhile. */
const onConnection = async <T>(
  connection: SMTPConnection,
  timeoutMs: number,
  work: (run: <R>(step: Step<R>) => Promise<R>) => Promise<T>,
): Promise<T> => {
  let fail: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => (fail = reject));
  // It may break after the work has ended.
  broken.catch(() => undefined);
  connection.on('error', (error: Error) => fail(error));
  connection.on('end', () => {
    const said = String(connection.lastServerResponse || '');
    const responseCode = said.startsWith('421') ? 421 : 0;
    fail(
      Object.assign(new Error(`the server has closed the connection ${responseCode === 0 ? '' : said}`), {
        responseCode,
      }),
    );
  });
  const timer = setTimeout(() => fail(new Error(`the server did not take it within ${timeoutMs} ms`)), timeoutMs);
  const run = <R>(step: Step<R>): Promise<R> =>
    Promise.race([
      broken,
      new Promise<R>((resolve, reject) => step((error, value) => (error ? reject(error) : resolve(value as R)))),
    ]);
  try {
    return await work(run);
  } finally {
    clearTimeout(timer);
    connection.close();
  }
};

/** Never rejects. */
export const sendBySmtp = async (mail: OutgoingMail, settings: SmtpSettings): Promise<MailAnswer> => {
  const { user, password, from, timeoutMs, bytesMax } = settings;
  let stage: Stage = 'connect';
  const failed = (failure: MailFailure, text: string): MailAnswer => ({
    ok: false,
    failure,
    detail: plainDetail(text, password),
  });
  const composed = await composeMail(mail, from).catch(
    (error: unknown) => `it cannot be composed: ${(error as Error).message}`,
  );
  if (typeof composed === 'string') return failed('refused', composed);
  const bytes = composed;
  try {
    if (bytes.length > bytesMax) return failed('refused', `it has ${bytes.length} bytes, of at most ${bytesMax}`);
    const connection = connectionOf(settings);
    return await onConnection(connection, timeoutMs, async (run) => {
      await run((done) => connection.connect(done));
      if (user !== '') await run((done) => connection.login({ user, pass: password }, done));
      stage = 'send';
      const sent = await run<{ readonly response: string }>((done) =>
        connection.send({ from, to: [mail.to], size: bytes.length }, bytes, done),
      );
      return { ok: true, answer: plainDetail(sent.response, password) };
    });
  } catch (error) {
    const known = error as SmtpError;
    const { code = '', message, response = '' } = known;
    return failed(failureOf(stage, known), `${code} ${message}${message.includes(response) ? '' : `: ${response}`}`);
  }
};
