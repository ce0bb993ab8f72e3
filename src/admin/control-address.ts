// Where the sockets of a store are: `control.sock` in its data directory, and `service.sock` for standbys.
//
// Addresses of sockets are short. Where that path is too long, the socket is in the run directory, and `control.sock`
// is a symbolic link to it.
import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `sun_path` has 108 bytes on Linux and 104 elsewhere, one of them a zero. */
const ADDRESS_BYTES_MAX = 103;

const CONTROL_SOCKET = 'control.sock';

export const controlPath = (directory: string, name = CONTROL_SOCKET): string => join(realpathSync(directory), name);

const isTooLong = (path: string): boolean => Buffer.byteLength(path) > ADDRESS_BYTES_MAX;

/** Where the socket of a server is made. */
export const listeningAddress = (directory: string, name = CONTROL_SOCKET): string => {
  const path = controlPath(directory, name);
  if (!isTooLong(path)) return path;
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `kontor-${digest}.sock`);
};

/** Where a command finds the socket; undefined where there is none, or no directory. */
export const callingAddress = (directory: string, name = CONTROL_SOCKET): string | undefined => {
  try {
    const path = controlPath(directory, name);
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Whether a process takes commands for the store, here or in another container that shares its directory. */
export const isListening = (directory: string): Promise<boolean> => {
  const address = callingAddress(directory);
  if (address === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
};
