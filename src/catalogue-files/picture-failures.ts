// What failed when pictures were fetched, so that an import does not wait again for a server that does not answer.
//
// Guaranteed: a bounded memory; what failed is asked for again once `failedMs` have passed, and once `fullMs` have
// where the folder of pictures was full. A run of the command remembers to its end; batches of a page for minutes.
const FAILURES_MAX = 5;
const ADDRESSES_MAX = 10_000;
const HOSTS_MAX = 1_000;
/** A longer address is not remembered: many such would take the memory of the server. */
const ADDRESS_CHARACTERS_MAX = 2_048;

interface Remembered<T> {
  readonly value: T;
  readonly untilMs: number;
}

/** The oldest entry makes room for the newest. */
const remember = <T>(entries: Map<string, T>, name: string, entry: T, entriesMax: number): void => {
  entries.delete(name);
  if (entries.size >= entriesMax) entries.delete(entries.keys().next().value!);
  entries.set(name, entry);
};

export interface MemoryOptions {
  readonly failedMs: number;
  readonly fullMs: number;
  /** In milliseconds, of a clock that never goes back. */
  readonly now: () => number;
}

export class PictureFailures {
  private readonly options: MemoryOptions;
  /** Why a picture could not be fetched, by its address. */
  private readonly addresses = new Map<string, Remembered<string>>();
  /** Failures in a row. */
  private readonly hosts = new Map<string, Remembered<number>>();
  private full: Remembered<string> | undefined;

  constructor(options: MemoryOptions) {
    this.options = options;
  }

  private valid<T>(entry: Remembered<T> | undefined): T | undefined {
    return entry !== undefined && entry.untilMs > this.options.now() ? entry.value : undefined;
  }

  private until<T>(value: T, ms: number): Remembered<T> {
    return { value, untilMs: this.options.now() + ms };
  }

  /** Why a picture must not be fetched now; undefined: it may be. */
  reason(host: string, address: string): string | undefined {
    const failures = this.valid(this.hosts.get(host)) ?? 0;
    const left = failures >= FAILURES_MAX ? `${host} has failed ${failures} times in a row` : undefined;
    return this.valid(this.full) ?? this.valid(this.addresses.get(address)) ?? left;
  }

  addressFailed(address: string, why: string): void {
    if (address.length > ADDRESS_CHARACTERS_MAX) return;
    remember(this.addresses, address, this.until(why, this.options.failedMs), ADDRESSES_MAX);
  }

  hostFailed(host: string): void {
    const failures = (this.valid(this.hosts.get(host)) ?? 0) + 1;
    remember(this.hosts, host, this.until(failures, this.options.failedMs), HOSTS_MAX);
  }

  hostAnswered(host: string): void {
    this.hosts.delete(host);
  }

  folderFull(why: string): void {
    this.full = this.until(why, this.options.fullMs);
  }
}
