// Numbers by day, apart for each channel and currency: exact whatever they are made of, so that what was added can be
// taken away again.
import { dayText } from '../date-time.ts';
import { sumOf, tenTo } from '../money.ts';
import type { Whole } from '../money.ts';

/** What orders are counted apart by. */
export interface Scope {
  /** Channel that placed them; BACK_OFFICE_CHANNEL: a person did; 0: unknown, by an older version. */
  readonly channelId: number;
  /** '' for numbers that are no money and add up whatever the currency. */
  readonly currency: string;
  /** Decimals of the amounts. */
  readonly digits: number;
}

/** Which scopes a figure adds up; a member that is absent: all of them. */
export interface Wanted {
  readonly channelId?: number | undefined;
  readonly currency?: string | undefined;
}

export const isWanted = ({ channelId, currency }: Scope, wanted: Wanted): boolean =>
  (wanted.channelId === undefined || wanted.channelId === channelId) &&
  (wanted.currency === undefined || wanted.currency === currency);

/** In units of 10^−`to` what was in units of 10^−`from`, which is no more. */
export const inDigits = (amount: Whole, from: number, to: number): Whole =>
  from === to ? amount : sumOf(0n, BigInt(amount) * BigInt(tenTo(to - from)));

/** How verify calls a scope, behind what is counted. */
export const scopeText = ({ channelId, currency, digits }: Scope): string =>
  `${currency === '' ? '' : ` in ${currency}`}${digits === 0 ? '' : ` ${digits}`}${channelId === 0 ? '' : ` by channel ${channelId}`}`;

/** What is kept of each scope. */
export class ByScope<T> {
  private readonly byKey = new Map<string, T>();
  readonly #make: (scope: Scope) => T;
  /** The one that was asked for last: orders of a shop come in one scope, or in few. */
  #last: { readonly scope: Scope; readonly kept: T } | undefined = undefined;

  constructor(make: (scope: Scope) => T) {
    this.#make = make;
  }

  of(scope: Scope): T {
    const last = this.#last;
    const { channelId, currency, digits } = scope;
    if (last?.scope.channelId === channelId && last.scope.currency === currency && last.scope.digits === digits)
      return last.kept;
    const key = `${channelId} ${currency} ${digits}`;
    let kept = this.byKey.get(key);
    if (kept === undefined) this.byKey.set(key, (kept = this.#make(scope)));
    this.#last = { scope, kept };
    return kept;
  }

  values(): Iterable<T> {
    return this.byKey.values();
  }
}

export class DaySums {
  private readonly scopes = new ByScope((scope) => ({ scope, days: new Map<number, Whole>() }));

  change(scope: Scope, day: number, by: Whole): void {
    const { days } = this.scopes.of(scope);
    if (by === 0) return;
    const sum = sumOf(days.get(day) ?? 0, by);
    if (sum === 0) days.delete(day);
    else days.set(day, sum);
  }

  /** What of a day is wanted, in units of 10^−digits; amounts with more decimals are left out. */
  on(day: number, wanted: Wanted, digits = 0): Whole {
    let sum: Whole = 0;
    for (const { scope, days } of this.scopes.values()) {
      const own = isWanted(scope, wanted) && scope.digits <= digits ? days.get(day) : undefined;
      if (own !== undefined) sum = sumOf(sum, inDigits(own, scope.digits, digits));
    }
    return sum;
  }

  /** The most decimals that amounts in this currency were counted with; −1: there are none. */
  digitsOf(currency: string): number {
    let most = -1;
    for (const { scope } of this.scopes.values()) if (scope.currency === currency) most = Math.max(most, scope.digits);
    return most;
  }

  /** Every number, by a name that begins with `what`. */
  *figures(what: string): Generator<readonly [name: string, value: Whole]> {
    for (const { scope, days } of this.scopes.values())
      for (const [day, sum] of days) yield [`${what} ${dayText(day)}${scopeText(scope)}`, sum];
  }
}
