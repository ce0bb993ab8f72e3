// Memory account: what fills memory, in named shares of what this process may use.
//
// Every share has a limit of its own, so that no kind of call can take the memory of another one. Two watermarks apply
// to the memory really in use: above the first, shares that only save time shrink to a half; above the second, dear
// calls are refused. Guaranteed: limits hold for what is counted. Not promised: exact bytes; shares count what they are
// given, and objects are larger than the texts in them.

/**
 * `actors`: objects of the shop. `cache`: cached replies. `waiting`: replies that wait for the disk. `aggregates`:
 * replies of their parts. `calls`: those that wait to begin. `searches`: those that go on in slices.
 */
type ShareName = 'actors' | 'cache' | 'waiting' | 'aggregates' | 'calls' | 'searches';

export type MemoryLimits = { readonly [name in ShareName]: number };

export type MemoryLevel = 'ample' | 'short' | 'out';

/** Memory in use and memory available, of V8's heap and in all. */
export interface MemoryUse {
  readonly heapBytes: number;
  readonly heapBytesMax: number;
  readonly allBytes: number;
  readonly allBytesMax: number;
}

/** Used parts of memory from which it is short, and from which it is out. */
const SHORT = 0.8;
export const OUT_SHARE = 0.9;

export class MemoryShare {
  /** Bytes counted now. */
  bytes = 0;
  private readonly max: number;
  private readonly shrinks: boolean;
  private readonly account: MemoryAccount;

  constructor(account: MemoryAccount, max: number, shrinks: boolean) {
    this.account = account;
    this.max = max;
    this.shrinks = shrinks;
  }

  get bytesMax(): number {
    return this.shrinks && this.account.level !== 'ample' ? this.max / 2 : this.max;
  }

  get isFull(): boolean {
    return this.bytes >= this.bytesMax;
  }

  take(bytes: number): void {
    this.bytes += bytes;
  }

  give(bytes: number): void {
    this.bytes -= bytes;
  }
}

export class MemoryAccount {
  level: MemoryLevel = 'ample';
  /** Used part of memory at the last measurement. */
  used = 0;
  readonly actors: MemoryShare;
  readonly cache: MemoryShare;
  readonly waiting: MemoryShare;
  readonly aggregates: MemoryShare;
  readonly calls: MemoryShare;
  readonly searches: MemoryShare;

  constructor(limits: MemoryLimits) {
    this.actors = new MemoryShare(this, limits.actors, true);
    this.cache = new MemoryShare(this, limits.cache, true);
    this.waiting = new MemoryShare(this, limits.waiting, false);
    this.aggregates = new MemoryShare(this, limits.aggregates, false);
    this.calls = new MemoryShare(this, limits.calls, false);
    this.searches = new MemoryShare(this, limits.searches, false);
  }

  /** Sets the level by a measurement. */
  setUse({ heapBytes, heapBytesMax, allBytes, allBytesMax }: MemoryUse): void {
    const used = Math.max(heapBytes / heapBytesMax, allBytes / allBytesMax);
    this.used = used;
    this.level = used > OUT_SHARE ? 'out' : used > SHORT ? 'short' : 'ample';
  }
}

export const NO_LIMITS: MemoryLimits = {
  actors: Infinity,
  cache: Infinity,
  waiting: Infinity,
  aggregates: Infinity,
  calls: Infinity,
  searches: Infinity,
};

/** An account that counts and bounds nothing. */
export const unboundedMemory = (): MemoryAccount => new MemoryAccount(NO_LIMITS);
