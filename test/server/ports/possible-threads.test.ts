// Catches threads that would fight for a port where the system does not share it, and a number that is wrong for the
// cores there are.
import { expect, test } from 'vitest';
import { ioThreadsOf, possibleThreads } from '../../../src/server/ports/io-thread-count.ts';

test.each([
  ['uws', undefined, 'linux', '20.20.2', Infinity],
  ['uws', 'shares', 'linux', '22.23.3', Infinity],
  ['uws', undefined, 'darwin', '22.23.3', 1],
  ['uws', undefined, 'win32', '22.23.3', 1],
  ['node', undefined, 'linux', '24.21.0', Infinity],
  ['node', undefined, 'linux', '22.11.0', 1],
  ['node', undefined, 'darwin', '24.21.0', 1],
  ['node', {}, 'linux', '24.21.0', 0],
] as const)('%s, predecessor %j, %s, Node %s: at most %d', (transport, predecessor, platform, version, most) => {
  expect(possibleThreads(transport, predecessor, { platform, version })).toBe(most);
});

test('auto leaves two cores to the thread that decides and to the disk', () => {
  const wanted = (setting: string): number[] => [1, 2, 3, 4, 10, 64].map((cores) => ioThreadsOf(setting, cores));
  expect(wanted('auto')).toEqual([0, 0, 1, 2, 8, 8]);
  expect(wanted('0')).toEqual([0, 0, 0, 0, 0, 0]);
  expect(wanted('12')).toEqual([12, 12, 12, 12, 12, 12]);
});
