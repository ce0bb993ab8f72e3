// The account of memory, with limits from what this process has, and what measures it.
import type { Config } from '../../config/config.ts';
import { MemoryAccount } from '../../kernel/memory-account.ts';
import type { MemoryLimits } from '../../kernel/memory-account.ts';
import { ProcessMemory, heapBytesMax, memoryBytes } from '../../outside/process-memory.ts';

/** Shares of the heap; the rest is for search indexes, code, and the garbage between two collections. */
const ACTORS_SHARE = 0.35;
const REPLIES_SHARE = 0.06;
const CALLS_SHARE = 0.03;
/** Cached replies are outside the heap: their share is one of all memory. */
const CACHE_SHARE = 0.2;
/** What searches hold is outside the heap, too. */
const SEARCHES_SHARE = 0.05;

/** `heapBytes`: what V8 may use. `allBytes`: what the process may use. */
export const memoryLimits = (
  { responseCacheBytesMax }: Pick<Config, 'responseCacheBytesMax'>,
  heapBytes: number,
  allBytes: number,
): MemoryLimits => {
  const heap = Math.min(heapBytes, allBytes);
  return {
    actors: heap * ACTORS_SHARE,
    cache: Math.min(responseCacheBytesMax, allBytes * CACHE_SHARE),
    waiting: heap * REPLIES_SHARE,
    aggregates: heap * REPLIES_SHARE,
    calls: heap * CALLS_SHARE,
    searches: allBytes * SEARCHES_SHARE,
  };
};

export const memoryAccount = (config: Config): MemoryAccount =>
  new MemoryAccount(memoryLimits(config, heapBytesMax(), memoryBytes(config.memory)));

/** What measures the memory of this process, with the account's own counts since V8's last full collection. */
export const processMemory = ({ memory }: Config, account: MemoryAccount): ProcessMemory =>
  new ProcessMemory(memory, () => account.actors.bytes + account.aggregates.bytes + account.calls.bytes);
