// Decides whose long lists are written at the same time.
//
// One caller holds at most half of all places, and calls without the secret key hold three quarters together, so that
// no storefront keeps the lists of other callers, reports and exports from being written. Where a list finds no place,
// the reader that has read nothing for longest gives up its own: one of the same caller if that caller's share is
// taken, else any that shares the places. Calls without the secret key never take a place of the back office. Not
// promised: a place for a list that comes while all others are read.
import type { Refusal } from '../../kernel/result.ts';
import { refuseAt } from '../../kernel/limits.ts';

export interface PlaceOptions {
  /** Lists that are written at a time. */
  readonly openMax: number;
  /** Milliseconds for which a client may read nothing while others wait for its place. */
  readonly yieldMs: number;
  readonly nowMs: () => number;
}

/** Holder of a list. */
export interface ListHolder {
  /** See callerOf. */
  readonly caller: string;
  /** See Caller. */
  readonly backOffice: boolean;
}

/** A list that has a place. */
export interface PlacedList {
  readonly holder: ListHolder;
  /** Ends the list: another one needs its place. */
  giveWay(): void;
}

type Filter = (holder: ListHolder) => boolean;

/** Lists that wait for one place or another, and how many there may be. */
interface Share {
  readonly open: number;
  readonly max: number;
  /** Lists that fill the share. */
  readonly of: Filter;
  readonly whose: string;
}

/** Share of all places that only calls with the secret key may take. */
const BACK_OFFICE_SHARE = 0.25;
const CALLER_SHARE = 0.5;

/** With the secret key and without it a channel is two callers: an export and the storefront often share one. */
export const nameOf = ({ caller, backOffice }: ListHolder): string => (backOffice ? `* ${caller}` : caller);

export class ListPlaces<L extends PlacedList> {
  private readonly options: PlaceOptions;
  readonly open = new Set<L>();
  private readonly byCaller = new Map<string, number>();
  private withoutSecret = 0;
  /** Times since which readers have read nothing, the longest first. */
  private readonly stalled = new Map<L, number>();

  constructor(options: PlaceOptions) {
    this.options = options;
  }

  /** Undefined if one more list of the caller has a place, which a list that is not read may have given up for it. */
  refusal(holder: ListHolder): Refusal | undefined {
    for (const share of this.shares(holder)) {
      if (share.open < share.max) continue;
      const longest = this.longestStalled(share.of);
      if (longest === undefined) return tooMany(share);
      longest.giveWay();
    }
    return undefined;
  }

  add(list: L): void {
    this.open.add(list);
    this.count(list.holder, 1);
  }

  remove(list: L): void {
    if (!this.open.delete(list)) return;
    this.stalled.delete(list);
    this.count(list.holder, -1);
  }

  /** Notes that the reader of the list reads nothing now. */
  stall(list: L): void {
    if (this.open.has(list)) this.stalled.set(list, this.options.nowMs());
  }

  /** Notes that the reader of the list reads again. */
  resume(list: L): void {
    this.stalled.delete(list);
  }

  /** Returns shares, the narrowest first: a place given up in one is one in the wider ones as well. */
  private *shares(holder: ListHolder): Generator<Share> {
    const { openMax } = this.options;
    const name = nameOf(holder);
    yield {
      open: this.byCaller.get(name) ?? 0,
      max: Math.max(1, Math.floor(openMax * CALLER_SHARE)),
      of: (other) => nameOf(other) === name,
      whose: 'of this caller',
    };
    if (!holder.backOffice)
      yield {
        open: this.withoutSecret,
        max: openMax - Math.floor(openMax * BACK_OFFICE_SHARE),
        of: ({ backOffice }) => !backOffice,
        whose: 'of calls without the secret key',
      };
    yield {
      open: this.open.size,
      max: openMax,
      of: ({ backOffice }) => holder.backOffice || !backOffice,
      whose: 'of all callers',
    };
  }

  private longestStalled(of: Filter): L | undefined {
    const { yieldMs, nowMs } = this.options;
    const untilMs = nowMs() - yieldMs;
    for (const [list, sinceMs] of this.stalled) {
      if (sinceMs > untilMs) return undefined;
      if (of(list.holder)) return list;
    }
    return undefined;
  }

  private count(holder: ListHolder, lists: number): void {
    const name = nameOf(holder);
    const now = (this.byCaller.get(name) ?? 0) + lists;
    if (now === 0) this.byCaller.delete(name);
    else this.byCaller.set(name, now);
    if (!holder.backOffice) this.withoutSecret += lists;
  }
}

const tooMany = ({ open, max, whose }: Share): Refusal => {
  const detail = `${open} long lists ${whose} are being written, of at most ${max}; try again, or ask for fewer records.`;
  return refuseAt('streamedListsMax', 'OVERLOADED', 'right_limit', detail);
};
