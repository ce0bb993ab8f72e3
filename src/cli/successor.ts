// Waits for the server that takes the place of another one: the old one ends before the new one has recovered.
import { connect } from 'node:net';
import { callingAddress } from '../admin/control-address.ts';
import { ConfigError } from '../config/setting.ts';

const POLL_MS = 20;

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Whether there is such a process, of whichever user. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // That of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Resolves when it has opened the store. Throws ConfigError where it ends instead. */
export const awaitSuccessor = async (data: string, pid: number): Promise<void> => {
  for (;;) {
    const address = callingAddress(data);
    if (address !== undefined && (await answers(address))) return;
    if (!isRunning(pid))
      throw new ConfigError(`process ${pid} has ended before the shop was open: its output says why`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
