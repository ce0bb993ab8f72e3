// Which process has opened a connection, by what the kernel shows of both.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** As /proc/net/tcp has it: the bytes of the address from the last to the first, and the port. */
const shownIn = (address: string, port: number): string => {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return `${bytes.toReversed().join('')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
};

const inodeOf = (address: string, port: number): string | undefined => {
  const own = shownIn(address, port);
  for (const line of readFileSync('/proc/net/tcp', 'latin1').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[1] === own) return words[9];
  }
  return undefined;
};

const quiet = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    // It has just ended.
    return otherwise;
  }
};

const hasSocket = (pid: string, inode: string): boolean =>
  quiet(() => readdirSync(`/proc/${pid}/fd`), []).some(
    (fd) => quiet(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '') === `socket:[${inode}]`,
  );

/**
 * Of these words, the one that is on the command line of the process whose socket has this address; undefined where
 * another process has it, or none any more.
 */
export const ownerOf = (address: string, port: number, words: readonly string[]): string | undefined => {
  const inode = inodeOf(address, port);
  if (inode === undefined) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const line = quiet(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0'), []);
    const word = words.find((one) => line.includes(one));
    if (word !== undefined && hasSocket(pid, inode)) return word;
  }
  return undefined;
};
