// The mail client. Mails are composed and sent on a thread of their own (smtp-worker.ts), so that a server that hangs,
// or sends without end, costs the shop nothing but the mail (as D164 for webhooks).
import type { MailAnswer, MailClient, OutgoingMail } from '../../kernel/mail-client.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import type { SmtpSettings } from './smtp-send.ts';

/** The thread gives a mail up by itself; after so long it is ended, with all others that it has. */
const GRACE_MS = 5000;

const CLOSED: MailAnswer = { ok: false, failure: 'closed', detail: 'the client is closed' };
const LOST: MailAnswer = { ok: false, failure: 'deferred', detail: 'the thread that sends mails has ended' };

export class SmtpClient implements MailClient {
  private readonly pool: WorkerPool<OutgoingMail, MailAnswer>;

  constructor(settings: SmtpSettings) {
    this.pool = new WorkerPool({
      file: new URL('./smtp-worker.ts', import.meta.url),
      task: 'sends mails',
      threads: 1,
      jobsPerThread: Infinity,
      queueMax: 0,
      timeoutMs: settings.timeoutMs + GRACE_MS,
      data: settings,
    });
  }

  async send(mail: OutgoingMail): Promise<MailAnswer> {
    const outcome = await this.pool.run(mail);
    if (outcome.ok) return outcome.reply;
    return outcome.failure === 'closed' ? CLOSED : LOST;
  }

  /** Mails under way fail with `closed`. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
