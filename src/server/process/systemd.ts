// Tells systemd, of a unit of Type=notify, that the shop is open, and which process is the server after a restart.
import { execFile } from 'node:child_process';
import { lineOf } from '../../kernel/error-line.ts';
import { logWarning } from '../observability/log.ts';

/** systemd answers at once, or not at all. */
const NOTIFY_MS_MAX = 5_000;

/** Node has no datagram sockets of the system's own; the tool of systemd is there wherever systemd is. */
const notify = (what: string): Promise<void> => {
  if (process.env['NOTIFY_SOCKET'] === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    execFile('systemd-notify', [what], { timeout: NOTIFY_MS_MAX }, (error) => {
      if (error !== null) logWarning(`systemd was not told ${what}: ${lineOf(error)}`);
      resolve();
    });
  });
};

export const notifyReady = (): Promise<void> => notify('READY=1');

/** To be told before the process that was the server until now ends, with which systemd would end the unit. */
export const notifyMainProcess = (pid: number): Promise<void> => notify(`MAINPID=${pid}`);
