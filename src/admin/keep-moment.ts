// Asks the process that has a store open to keep what its file has now, over its control socket.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../config/setting.ts';
import type { KeepMoment, KeptMoment } from '../engine/store/beside.ts';
import { NOBODY, callingAddress } from './control-address.ts';
import { DONE, MOMENT_PATH, MOMENT_UPGRADE } from './control-protocol.ts';

/** A server that starts has its store open for a while before it answers. */
const OPENING_MS_MAX = 10_000;
const RETRY_MS = 50;

/** Undefined where nobody listens. Rejects with ConfigError. */
const ask = (directory: string): Promise<KeptMoment | undefined> =>
  new Promise((resolve, reject) => {
    const socketPath = callingAddress(directory);
    if (socketPath === undefined) return resolve(undefined);
    const headers = { connection: 'Upgrade', upgrade: MOMENT_UPGRADE };
    const call = request({ socketPath, path: MOMENT_PATH, headers });
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? '') || error.code === 'ECONNRESET') resolve(undefined);
      else if (error.code === 'EACCES')
        reject(new ConfigError(`the store in ${directory} may be read by the user of its server only`));
      else reject(error);
    });
    call.once('response', (response) => {
      void text(response)
        .catch(() => '')
        .then((why) =>
          reject(new ConfigError(`the server of ${directory} keeps no moment of its store: ${why || 'it is older'}`)),
        );
    });
    call.once('upgrade', (_, socket) => {
      const told = new Promise<boolean>((tell) => {
        socket.once('data', () => tell(true));
        socket.once('close', () => tell(false));
        socket.on('error', () => {});
      });
      resolve({
        release: async () => {
          socket.write(DONE);
          const isKept = await told;
          socket.destroy();
          return isKept;
        },
      });
    });
    call.end();
  });

/** Waits for a process that has the store open and no control socket, such as a command. Rejects with ConfigError. */
export const keepMoment = async (
  directory: string,
  isOpen: boolean,
  waitMs = OPENING_MS_MAX,
): ReturnType<KeepMoment> => {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const kept = await ask(directory);
    if (kept !== undefined || !isOpen) return kept;
    if (waitedMs >= waitMs)
      throw new ConfigError(`another process has the store in ${directory} open and takes no commands: try again`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
};
