// Distinguishes refusals of the operating system from damage of a file.
import { constants } from 'node:os';

const { EIO } = constants.errno;

/**
 * Whether the cause is a missing right, descriptor or disk space, which says nothing about the file, unlike an I/O
 * error. LMDB has numbers as codes, Node names.
 */
export const isSystemError = (error: unknown): boolean => {
  const { code = '' } = error as { readonly code?: string | number };
  return typeof code === 'number' ? code > 0 && code !== EIO : code !== '' && code !== 'EIO';
};

/** Message without the system call and the path that Node adds. */
export const systemReason = (error: unknown): string => (error as Error).message.replace(/, \w+( '.*)?$/, '');
