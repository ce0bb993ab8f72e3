// Commands about what serves the shop from outside: the mail server, and modules of the operator.
import { command } from './command.ts';
import type { Command } from './command.ts';

export const MAIL: readonly Command[] = [
  command({
    name: 'mail',
    about: 'the mail server, and mails that wait or failed',
    load: async () => (await import('./mail.ts')).listMails,
  }),
  command({
    name: 'mail retry',
    about: 'send the mails again that failed for good, and try the server at once',
    load: async () => (await import('./mail.ts')).retryFailedMails,
  }),
];

export const EXTENSIONS: readonly Command[] = [
  command({
    name: 'extension list',
    about: 'what is loaded of own logic: state, calls, failures',
    load: async () => (await import('./extensions.ts')).listExtensions,
  }),
  command({
    name: 'extension reload',
    about: 'load modules again, without a stop',
    args: { name: { about: 'name of one (default: all)' } },
    load: async () => (await import('./extensions.ts')).reloadExtensions,
  }),
];
