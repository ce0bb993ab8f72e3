// Counts calls, bytes and empty searches in memory and has them written every few seconds: a crash loses what was
// counted since, and nothing else.
import { dayIn } from '../../domain/date-time.ts';
import { countUsage } from '../../domain/reports/usage.ts';
import type { ChannelUsage } from '../../domain/reports/usage.ts';
import { Fault } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';

export interface UsageOptions {
  /** Between two times that it is written. */
  readonly usageFlushIntervalMs: number;
  /** Texts that found nothing, in memory and written. */
  readonly zeroResultSearchesMax: number;
}

/** Of one channel, since the last time that it was written. */
export class Meter {
  requests = 0;
  bytes = 0;

  /**
   * A reply's body as it is sent. The transport needs the text in one piece as well, so its length costs next to
   * nothing.
   */
  count(body: string | Uint8Array): void {
    this.requests += 1;
    this.bytes += typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  }

  /** More of a reply whose beginning was counted. */
  add(bytes: number): void {
    this.bytes += bytes;
  }
}

const CAUSE = maintenanceCause('count_usage');

export class UsageCounter {
  private readonly engine: Engine;
  private readonly options: UsageOptions;
  private readonly meters = new Map<number, Meter>();
  private readonly searches = new Map<string, number>();
  /** The day that what is counted belongs to. */
  private day: number;
  private writtenMs: number;

  constructor(engine: Engine, options: UsageOptions) {
    this.engine = engine;
    this.options = options;
    this.writtenMs = engine.nowMs();
    this.day = this.dayOf(this.writtenMs);
  }

  private dayOf(ms: number): number {
    return dayIn(this.engine.rules.timeZone, ms);
  }

  /** The same one all the time. */
  meter(channelId: number): Meter {
    let meter = this.meters.get(channelId);
    if (meter === undefined) this.meters.set(channelId, (meter = new Meter()));
    return meter;
  }

  /**
   * A product search for this text found nothing; '' for a call of another kind. What is too much until the next
   * writing is not counted.
   */
  countEmptySearch(text: string): void {
    if (text === '') return;
    const before = this.searches.get(text);
    if (before !== undefined || this.searches.size < this.options.zeroResultSearchesMax)
      this.searches.set(text, (before ?? 0) + 1);
  }

  /** Writes when it is time, and where a day ends: called every few milliseconds by the loop's owner. */
  tick(): void {
    const nowMs = this.engine.nowMs();
    if (nowMs - this.writtenMs < this.options.usageFlushIntervalMs && this.dayOf(nowMs) === this.day) return;
    try {
      this.flush();
    } catch (error) {
      // The engine has failed or is closed, and says so itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  /** All that was counted becomes a record, if it is anything. */
  flush(): void {
    const { engine, searches, day, options } = this;
    const channels: ChannelUsage[] = [];
    for (const [id, meter] of this.meters) {
      if (meter.requests === 0) continue;
      channels.push([id, meter.requests, meter.bytes]);
      meter.requests = 0;
      meter.bytes = 0;
    }
    const counted = { day, channels, searches: [...searches], textsMax: options.zeroResultSearchesMax };
    searches.clear();
    this.writtenMs = engine.nowMs();
    this.day = this.dayOf(this.writtenMs);
    engine.transact(CAUSE, (tx) => countUsage(tx, counted));
  }
}
