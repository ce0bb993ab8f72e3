// Catches a mail that a real SMTP server does not get as it was meant, and answers of servers that are taken for
// others: what is refused, what is to be tried again, and what says nothing about the mail.
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import type { OutgoingMail } from '../../../src/kernel/mail-client.ts';
import { SmtpClient } from '../../../src/outside/mail/smtp-client.ts';
import { plainDetail, sendBySmtp } from '../../../src/outside/mail/smtp-send.ts';
import type { SmtpSettings } from '../../../src/outside/mail/smtp-send.ts';
import { listening } from '../../harness/ports.ts';
import { newCertificate } from '../../http/certificates.ts';

const MAIL: OutgoingMail = {
  to: 'buyer@example.org',
  senderName: 'Kontor, "Töchter"',
  replyTo: 'help@example.org',
  subject: 'Ihre Bestellung für 10 €',
  html: '<p>Gr&#252;&#223;e</p>',
  text: 'Grüße\n.\nQUIT',
  stopTo: 's?a&b%c@example.org',
  attachments: [{ name: 'R-1.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }],
  key: 'msg_1_2',
  atMs: Date.UTC(2026, 0, 1),
};

const closers: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const settingsOf = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: 'localhost',
  port,
  security: 'none',
  ca: '',
  user: '',
  password: '',
  from: 'shop@example.org',
  timeoutMs: 20_000,
  bytesMax: 1_000_000,
  ...more,
});

type Options = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;
interface Received {
  readonly to: string[];
  readonly text: string;
}

/** A real server, which keeps what it takes. */
const serve = async (options: Options = {}): Promise<{ readonly port: number; readonly received: Received[] }> => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure === true || options.key !== undefined ? [] : ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done(null, 'taken');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await listening(server.server, 'localhost');
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port, received };
};

/** A server of some lines: `answer` gives what it says to one; undefined: nothing, 'close': it hangs up. */
const servePlain = async (
  greeting: string | undefined,
  answer: (line: string) => string | undefined,
): Promise<number> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting !== undefined) socket.write(`${greeting}\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const said = answer(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (said === 'close') socket.destroy();
        else if (said !== undefined && said !== '') socket.write(`${said}\r\n`);
      }
    });
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server, 'localhost');
};

const smtp = (line: string): string => {
  if (line.startsWith('EHLO')) return '250 localhost';
  if (line === 'DATA') return '354 go on';
  return line === '.' || /^(MAIL FROM|RCPT TO):/.test(line) ? '250 ok' : '';
};

describe('a server that takes it', () => {
  test.each(['starttls', 'tls'] as const)(
    'by %s, with a login: one receiver, headers, text, HTML, PDF',
    async (security) => {
      const { cert, key } = await newCertificate('localhost');
      const { port, received } = await serve({
        secure: security === 'tls',
        cert,
        key,
        authOptional: false,
        onAuth: ({ username, password }, _session, done) =>
          username === 'shop' && password === 'geheim' ? done(null, { user: 'shop' }) : done(new Error('wrong')),
      });
      const settings = settingsOf(port, { security, ca: cert, user: 'shop', password: 'geheim' });
      expect(await sendBySmtp(MAIL, settings)).toMatchObject({ ok: true });
      const [{ to, text }] = received as [Received];
      expect(to).toEqual(['buyer@example.org']);
      const header = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ');
      expect(header).toContain('Message-ID: <msg_1_2@example.org>');
      expect(header).toContain('To: buyer@example.org');
      expect(header).toContain('Reply-To: help@example.org');
      expect(header).toMatch(/From: .*<shop@example\.org>/);
      expect(header).toContain('Auto-Submitted: auto-generated');
      expect(header).toContain('List-Unsubscribe: <mailto:s%3Fa%26b%25c@example.org?subject=unsubscribe>');
      expect(header).toContain('Date: Thu, 01 Jan 2026');
      for (const part of ['text/plain', 'text/html', 'application/pdf', 'R-1.pdf']) expect(text).toContain(part);
      // A wrong password, and a certificate that nobody vouches for, are no fault of the mail.
      const wrong = await sendBySmtp(MAIL, { ...settings, password: 'falsch' });
      expect(wrong).toMatchObject({ ok: false, failure: 'unreachable', detail: expect.stringContaining('EAUTH') });
      expect(wrong).not.toMatchObject({ detail: expect.stringContaining('falsch') });
      expect(await sendBySmtp(MAIL, { ...settings, ca: '' })).toMatchObject({ ok: false, failure: 'unreachable' });
      expect(received).toHaveLength(1);
    },
  );

  test('by the thread, many at a time; one that is closed says so', async () => {
    const { port, received } = await serve();
    const client = new SmtpClient(settingsOf(port, { timeoutMs: 60_000 }));
    const mails = Array.from({ length: 20 }, (_, at) => ({ ...MAIL, key: `msg_${at}` }));
    const answers = await Promise.all(mails.map((mail) => client.send(mail)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(new Set(received.map(({ text }) => /Message-ID: (\S+)/.exec(text)![1])).size).toBe(20);
    await client.close();
    expect(await client.send(MAIL)).toMatchObject({ failure: 'closed' });
  });

  test('no line of a subject, a name or an address becomes a header', async () => {
    const { port, received } = await serve();
    const end = '\r\nBcc: other@example.org\r\n\r\nX';
    await sendBySmtp({ ...MAIL, subject: `a${end}`, senderName: `b${end}`, replyTo: `c@d.de${end}` }, settingsOf(port));
    const wrong = await sendBySmtp({ ...MAIL, to: `e@f.de${end}` }, settingsOf(port));
    expect(wrong.ok ? '' : wrong.failure).toMatch(/|refused|deferred/);
    for (const { to, text } of received) {
      expect(to).toHaveLength(1);
      expect(text.slice(0, text.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im);
    }
  });
});

describe('a server that does not', () => {
  const refusing = (at: 'onMailFrom' | 'onRcptTo' | 'onData', responseCode: number): Options => ({
    [at]: (first: unknown, _session: unknown, done: (error: Error) => void) => {
      const error = Object.assign(new Error('no buyer@example.org here'), { responseCode });
      if (at === 'onData') (first as NodeJS.ReadableStream).resume().on('end', () => done(error));
      else done(error);
    },
  });

  test.each([
    ['onRcptTo', 550, 'refused'],
    ['onRcptTo', 450, 'deferred'],
    ['onRcptTo', 421, 'unreachable'],
    ['onData', 554, 'refused'],
    ['onData', 451, 'deferred'],
    ['onMailFrom', 550, 'refused'],
    ['onMailFrom', 530, 'unreachable'],
    ['onMailFrom', 552, 'refused'],
    ['onMailFrom', 421, 'unreachable'],
    ['onMailFrom', 452, 'deferred'],
  ] as const)('%s %i: %s, without the address in what it said', async (at, code, failure) => {
    const { port } = await serve(refusing(at, code));
    const answer = await sendBySmtp(MAIL, settingsOf(port));
    expect(answer).toMatchObject({ ok: false, failure, detail: expect.stringContaining(String(code)) });
    expect(JSON.stringify(answer)).not.toContain('@');
  });

  test('4xx, then success', async () => {
    let tries = 0;
    const { port, received } = await serve({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(tries === 1 ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
      },
    });
    expect(await sendBySmtp(MAIL, settingsOf(port))).toMatchObject({ failure: 'deferred' });
    expect(await sendBySmtp(MAIL, settingsOf(port))).toMatchObject({ ok: true });
    expect(received).toHaveLength(1);
  });

  test.each([
    ['no greeting ever', undefined, smtp, 'unreachable'],
    ['a greeting that is none', 'HTTP/1.1 400 Bad Request', smtp, 'unreachable'],
    ['no place', '554 no', smtp, 'unreachable'],
    ['no answer to EHLO', '220 hello', () => '', 'unreachable'],
    ['hangs up at DATA', '220 hello', (line: string) => (line === 'DATA' ? 'close' : smtp(line)), 'deferred'],
    ['hangs up within DATA', '220 hello', (line: string) => (line === '' ? 'close' : smtp(line)), 'deferred'],
    ['no answer to what it got', '220 hello', (line: string) => (line === '.' ? '' : smtp(line)), 'deferred'],
    ['nonsense for an answer', '220 hello', (line: string) => (line === '.' ? '999 what' : smtp(line)), 'refused'],
  ] as const)('%s', async (_what, greeting, answer, failure) => {
    const port = await servePlain(greeting, answer);
    expect(await sendBySmtp(MAIL, settingsOf(port, { timeoutMs: 400 }))).toMatchObject({ ok: false, failure });
  });

  test('nobody listens; no TLS where it is wanted; a mail that is too large', async () => {
    const { port } = await serve();
    expect(await sendBySmtp(MAIL, settingsOf(1))).toMatchObject({ failure: 'unreachable' });
    expect(await sendBySmtp(MAIL, settingsOf(port, { security: 'starttls' }))).toMatchObject({
      failure: 'unreachable',
    });
    expect(await sendBySmtp(MAIL, settingsOf(port, { bytesMax: 500 }))).toMatchObject({
      failure: 'refused',
      detail: expect.stringContaining('of at most 500'),
    });
    const small = await serve({ size: 100 });
    expect(await sendBySmtp(MAIL, settingsOf(small.port))).toMatchObject({ failure: 'refused' });
  });
});

test('what is noted of an answer is one line without addresses and without the password', () => {
  const detail = plainDetail('550 <a@b.de>\r\n geheim "c.d@e.fr" \u0007x', 'geheim');
  expect(detail).toBe('550 <…> … "…" x');
});
