// A real mail server that keeps what it takes, and misbehaves on demand.
import { SMTPServer } from 'smtp-server';
import { listening } from './ports.ts';

export interface ArrivedMail {
  readonly to: string;
  readonly subject: string;
  /** Its Message-ID. */
  readonly key: string;
  /** As it came, headers included. */
  readonly text: string;
}

/** Moments of a mail: the server knows its address, has it whole, has said so. */
export type MailMoment = 'addressed' | 'had' | 'said';

export class MailServer {
  readonly arrived: ArrivedMail[] = [];
  /** Called in the middle of each mail. */
  at: (moment: MailMoment) => void = () => {};
  /** The answer to every address, such as `550 no such user`; '': it takes mails. */
  refusal = '';
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      this.at('addressed');
      if (this.refusal === '') return done();
      const [code, ...words] = this.refusal.split(' ');
      return done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const header = (name: string): string => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(text)?.[1] ?? '';
        const to = session.envelope.rcptTo[0]!.address;
        this.arrived.push({ to, subject: header('Subject'), key: header('Message-ID'), text });
        this.at('had');
        done(null, 'taken');
        this.at('said');
      });
    },
  });

  /** Settings of a shop that sends by it, as environment. */
  async open(): Promise<{ readonly [variable: string]: string }> {
    this.server.on('error', () => undefined);
    return {
      KONTOR_SMTP_HOST: 'localhost',
      KONTOR_SMTP_PORT: String(await listening(this.server.server, 'localhost')),
      KONTOR_SMTP_SECURITY: 'none',
      KONTOR_SMTP_FROM: 'shop@example.org',
    };
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
