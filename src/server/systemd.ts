// Tells systemd, of a unit of Type=notify, that the shop is open, and which process is the server after a restart.
import { spawnSync } from 'node:child_process';
import { logWarning } from './observability/log.ts';

/** Node has no datagram sockets of the system's own; the tool of systemd is there wherever systemd is. */
const notify = (what: string): void => {
  if (process.env['NOTIFY_SOCKET'] === undefined) return;
  const { status, error } = spawnSync('systemd-notify', [what], { stdio: 'ignore' });
  if (status !== 0)
    logWarning(`systemd was not told ${what}: ${error?.message ?? `systemd-notify ended with ${status}`}`);
};

export const notifyReady = (): void => notify('READY=1');

/** To be told before the process that was the server until now ends, with which systemd would end the unit. */
export const notifyMainProcess = (pid: number): void => notify(`MAINPID=${pid}`);
