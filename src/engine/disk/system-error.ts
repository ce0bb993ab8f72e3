// What the operating system refused, told apart from what a file says.
import { constants } from 'node:os';

const { EIO } = constants.errno;

/**
 * A missing right, no descriptor or room left: it says nothing of the file, unlike an I/O error. LMDB gives numbers,
 * Node names.
 */
export const isSystemError = (error: unknown): boolean => {
  const { code = '' } = error as { readonly code?: string | number };
  return typeof code === 'number' ? code > 0 && code !== EIO : code !== '' && code !== 'EIO';
};

/** Without the call and the path that Node adds. */
export const systemReason = (error: unknown): string => (error as Error).message.replace(/, \w+( '.*)?$/, '');
