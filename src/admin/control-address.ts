// Where the sockets of a store are: `control.sock` in its data directory, and `service.sock` for standbys.
//
// Addresses of sockets are short. Where that path is too long, the socket is in the run directory, and `control.sock`
// is a symbolic link to it.
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `sun_path` has 108 bytes on Linux and 104 elsewhere, one of them a zero. */
const ADDRESS_BYTES_MAX = 103;

/** Nobody listens: there is no server, or it has died and left its socket. */
export const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

const CONTROL_SOCKET = 'control.sock';

const controlPath = (directory: string, name = CONTROL_SOCKET): string => join(realpathSync(directory), name);

const isTooLong = (path: string): boolean => Buffer.byteLength(path) > ADDRESS_BYTES_MAX;

/** Where the socket of a server is made. */
const listeningAddress = (directory: string, name = CONTROL_SOCKET): string => {
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

export interface SocketAt<T> {
  readonly listener: T;
  /** Nobody finds it any more: another process may listen at the same place. */
  remove(): void;
}

/**
 * Lets `listen` make the socket, for this user alone, in the place of one that a dead server has left: the caller has
 * the store's lock. Rejects with what the system says.
 */
export const listenAt = async <T>(
  directory: string,
  listen: (address: string) => Promise<T>,
  name = CONTROL_SOCKET,
): Promise<SocketAt<T>> => {
  const [path, address] = [controlPath(directory, name), listeningAddress(directory, name)];
  const remove = (): void => {
    for (const file of new Set([path, address])) rmSync(file, { force: true });
  };
  remove();
  // The file is there before anybody could change its mode.
  const before = process.umask(0o177);
  let listening: Promise<T>;
  try {
    listening = listen(address);
  } finally {
    process.umask(before);
  }
  const listener = await listening;
  chmodSync(address, 0o600);
  if (address !== path) symlinkSync(address, path);
  return { listener, remove };
};

/** Whether a process takes commands for the store, here or in another container that shares its directory. */
export const isListening = (directory: string): Promise<boolean> => {
  const address = callingAddress(directory);
  if (address === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Another user's server, or one that is stopped, is there all the same.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(!NOBODY.has(code ?? '')));
  });
};
