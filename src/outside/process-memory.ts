// Memory of this process, and the part of it in use.
//
// The heap counts as of V8's last full collection, plus growth since by the caller's own account, because between
// collections most of a heap is garbage. Not promised: the operating system's file cache, where the pages of the
// journal are; the system reclaims it when it needs memory.
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { MemoryUse } from '../kernel/memory-account.ts';

/** A cgroup without a limit reports one that no machine has. */
const NO_LIMIT = 2 ** 60;

/** Bytes that this process may use: the setting (0: not set), the cgroup's limit, or the machine's memory. */
export const memoryBytes = (set: number): number => {
  const constrained = process.constrainedMemory();
  const limits = [set, constrained, totalmem()].filter((bytes) => bytes > 0 && bytes < NO_LIMIT);
  return Math.min(...limits);
};

/** Bytes that V8 may use for its heap in this process. */
export const heapBytesMax = (): number => getHeapStatistics().heap_size_limit;

interface CollectionEntry {
  readonly detail?: { readonly kind?: number };
}

export class ProcessMemory {
  private readonly allBytesMax: number;
  private readonly heapBytesMax = heapBytesMax();
  private readonly counted: () => number;
  private readonly observer: PerformanceObserver;
  private liveBytes = 0;
  private countedThen = 0;

  /** `counted`: bytes on the heap by the caller's own account. */
  constructor(set: number, counted: () => number) {
    this.allBytesMax = memoryBytes(set);
    this.counted = counted;
    this.observer = new PerformanceObserver((list) => {
      const collections = list.getEntries() as unknown as readonly CollectionEntry[];
      if (collections.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) this.collected();
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  private collected(): void {
    this.liveBytes = getHeapStatistics().used_heap_size;
    this.countedThen = this.counted();
  }

  /** Returns the use of memory now. */
  use(): MemoryUse {
    const { used_heap_size: used, external_memory: external } = getHeapStatistics();
    const grown = Math.max(this.counted() - this.countedThen, 0);
    const heapBytes = Math.min(used, this.liveBytes + grown);
    const { heapBytesMax: heapMax, allBytesMax } = this;
    return { heapBytes, heapBytesMax: heapMax, allBytes: heapBytes + external, allBytesMax };
  }

  close(): void {
    this.observer.disconnect();
  }
}
