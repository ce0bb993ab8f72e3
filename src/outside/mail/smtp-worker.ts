// A thread that gives mails to the SMTP server.
import { workerData } from 'node:worker_threads';
import type { OutgoingMail } from '../../kernel/mail-client.ts';
import { runJobs } from '../threads/job-thread.ts';
import { sendBySmtp } from './smtp-send.ts';
import type { SmtpSettings } from './smtp-send.ts';

runJobs((mail: OutgoingMail) => sendBySmtp(mail, workerData as SmtpSettings));
