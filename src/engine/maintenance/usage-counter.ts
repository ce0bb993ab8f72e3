// Usage statistics: counts calls, bytes sent, and texts of searches without a match in memory, and writes the sums as
// one record every few seconds and at the end of each day. A crash loses the counts since the last flush, and nothing
// else.
import { dayIn } from '../../domain/date-time.ts';
import { countUsage } from '../../domain/reports/usage.ts';
import type { ChannelUsage } from '../../domain/reports/usage.ts';
import { addSearched, isAddress } from '../../domain/reports/searched.ts';
import type { SearchedText } from '../../domain/reports/searched.ts';
import { Fault, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';

export interface UsageOptions {
  /** Milliseconds between two flushes. */
  readonly usageFlushIntervalMs: number;
  /** Highest number of different texts of searches without a match, in memory and in what is written. */
  readonly zeroResultSearchesMax: number;
  /** Highest number of different texts that shoppers search for, in memory and written for one day; absent: 0. */
  readonly searchTextsMax?: number;
}

/** A product search, as it is counted. */
export interface Searched {
  readonly text: string;
  readonly hits: number;
  /** Whether a shopper has begun it: the first page, without the secret key. */
  readonly isShoppers: boolean;
}

/** Usage of one channel since the last flush. */
export class Meter {
  requests = 0;
  bytes = 0;

  /**
   * Counts one reply by its body. The transport needs the text in one piece anyway, so its length in bytes costs next
   * to nothing.
   */
  count(body: string | Uint8Array): void {
    this.requests += 1;
    this.bytes += typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  }

  /** Adds bytes to a counted reply: parts of a stream. */
  add(bytes: number): void {
    this.bytes += bytes;
  }
}

export interface CountedUsage {
  readonly channels: readonly ChannelUsage[];
  /** Texts of searches without a match, with their counts. */
  readonly searches: readonly (readonly [text: string, count: number])[];
  /** Carts that the process which decides has seen begin; a follower sees none. */
  readonly cartsBegun: number;
  /** What shoppers searched for; a program before this sends none. */
  readonly searched?: readonly SearchedText[];
}

const CAUSE = maintenanceCause('count_usage');

export class UsageCounter {
  private readonly engine: Engine;
  private readonly options: UsageOptions;
  private readonly meters = new Map<number, Meter>();
  private readonly searches = new Map<string, number>();
  private readonly searched = new Map<string, SearchedText>();
  /** Clicks of texts that nobody has searched for since the last flush: they take no places of `searched`. */
  private readonly clicked = new Map<string, SearchedText>();
  /** Day of the present counts. */
  private day: number;
  /** Time of the last flush, since boot. */
  private flushedMs: number;

  constructor(engine: Engine, options: UsageOptions) {
    this.engine = engine;
    this.options = options;
    this.flushedMs = engine.clock.sinceBootMs();
    this.day = this.dayOf(engine.nowMs());
  }

  private dayOf(ms: number): number {
    return dayIn(this.engine.rules.timeZone, ms);
  }

  /** The meter of a channel; always the same object, which callers may keep. */
  meter(channelId: number): Meter {
    let meter = this.meters.get(channelId);
    if (meter === undefined) this.meters.set(channelId, (meter = new Meter()));
    return meter;
  }

  /**
   * Counts a product search for this text that had no match; '' and addresses are ignored. Texts beyond
   * `zeroResultSearchesMax` are not counted until the next flush.
   */
  countEmptySearch(text: string): void {
    if (text === '' || isAddress(text)) return;
    const before = this.searches.get(text);
    if (before !== undefined || this.searches.size < this.options.zeroResultSearchesMax)
      this.searches.set(text, (before ?? 0) + 1);
  }

  /** Counts a product search; undefined: the reply was of none, or of one without words. */
  countSearch(searched: Searched | undefined): void {
    if (searched === undefined) return;
    const { text, hits, isShoppers } = searched;
    if (hits === 0) this.countEmptySearch(text);
    if (isShoppers) this.addSearched([text, 1, hits === 0 ? 1 : 0, hits, 0, 0]);
  }

  /** Counts that a shopper has opened what a search found, or has ordered it. */
  countClick(text: string, isOrdered: boolean): void {
    this.addSearched([text, 0, 0, 0, isOrdered ? 0 : 1, isOrdered ? 1 : 0]);
  }

  /** Addresses are ignored; other texts beyond `searchTextsMax` are not counted until the next flush. */
  private addSearched(more: SearchedText): void {
    const [text, searches] = more;
    if (isAddress(text)) return;
    const sums = searches > 0 || this.searched.has(text) ? this.searched : this.clicked;
    if (sums.has(text) || sums.size < (this.options.searchTextsMax ?? 0)) addSearched(sums, [more]);
  }

  /** Whether the interval or the day is over. */
  get isDue(): boolean {
    const passedMs = this.engine.clock.sinceBootMs() - this.flushedMs;
    return passedMs >= this.options.usageFlushIntervalMs || this.dayOf(this.engine.nowMs()) !== this.day;
  }

  /** Flushes when it is due; the server calls it every few milliseconds. */
  tick(): void {
    // Counts go on in memory; at worst two days count as one.
    if (!this.engine.mayWrite || !this.isDue) return;
    try {
      this.flush();
    } catch (error) {
      // The engine has failed or is closed, and reports that itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  /** Writes the counts as one record and starts again at 0; without counts it writes nothing. Refuses: NOT_LEADER. */
  flush(): Result<void> {
    const { day, engine, options } = this;
    if (!engine.isLeading) return refuse('NOT_LEADER');
    const counted = {
      day,
      ...this.take(),
      textsMax: options.zeroResultSearchesMax,
      searchedMax: options.searchTextsMax ?? 0,
    };
    engine.transact(CAUSE, (tx) => countUsage(tx, counted));
    return ok(undefined);
  }

  /** Adds counts of another process. */
  add({ channels, searches, searched = [] }: Pick<CountedUsage, 'channels' | 'searches' | 'searched'>): void {
    for (const [id, requests, bytes] of channels) {
      const meter = this.meter(id);
      meter.requests += requests;
      meter.bytes += bytes;
    }
    for (const [text, count] of searches) for (let one = 0; one < count; one += 1) this.countEmptySearch(text);
    for (const one of searched) this.addSearched(one);
  }

  /** Takes the counts, which start again at 0. */
  take(): CountedUsage {
    const { engine, searches } = this;
    const channels: ChannelUsage[] = [];
    for (const [id, meter] of this.meters) {
      if (meter.requests === 0) continue;
      channels.push([id, meter.requests, meter.bytes]);
      meter.requests = 0;
      meter.bytes = 0;
    }
    const cartsBegun = engine.openCarts.takeBegun();
    addSearched(this.searched, this.clicked.values());
    const counted = { channels, searches: [...searches], cartsBegun, searched: [...this.searched.values()] };
    searches.clear();
    this.searched.clear();
    this.clicked.clear();
    this.flushedMs = engine.clock.sinceBootMs();
    this.day = this.dayOf(engine.nowMs());
    return counted;
  }
}
