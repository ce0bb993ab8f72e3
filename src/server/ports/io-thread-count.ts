// How many I/O threads share a port: what the setting wants, and what the system lets them.
import { availableParallelism } from 'node:os';
import { canShareNode } from '../../http/transport/node-transport.ts';
import { logWarning } from '../observability/log.ts';

const IO_THREADS_MAX = 8;

/** How many the setting means on this machine. */
export const ioThreadsOf = (setting: string, cores = availableParallelism()): number =>
  setting === 'auto' ? Math.max(0, Math.min(IO_THREADS_MAX, cores - 2)) : Number(setting);

/**
 * Linux shares a port among sockets evenly; other systems give all connections to one of them, or refuse the second.
 * Sockets of node:http do so from Node 22.12 on; one that a predecessor hands over is an object of this thread.
 */
export const possibleThreads = (
  transport: 'uws' | 'node',
  predecessor: 'shares' | object | undefined,
  { platform, version } = { platform: process.platform as string, version: process.versions.node },
): number => {
  if (transport === 'node' && typeof predecessor === 'object') return 0;
  return platform === 'linux' && (transport === 'uws' || canShareNode(version)) ? Infinity : 1;
};

/** I/O threads of a port; a warning says where the setting names more than the system lets share it. */
export const threadsOf = (
  setting: string,
  transport: 'uws' | 'node',
  predecessor: 'shares' | object | undefined,
): number => {
  const wanted = ioThreadsOf(setting);
  const most = possibleThreads(transport, predecessor);
  if (most < wanted && setting !== 'auto')
    logWarning(
      `ioThreads is lowered from ${wanted} to ${most}: threads cannot share a port here (docs/operate/cores.md)`,
    );
  return Math.min(wanted, most);
};
