// What demo/history.json says of the ninety days: delivery rules, promotions, coupons, prices, searches, returns, and
// orders of the system before.
import { demoJson } from './demo-files.ts';
import type { Members } from './demo-shop.ts';
import type { Person } from './people.ts';

/** As `create_promotion` takes it, but for its days. */
interface PromotionMade extends Members {
  readonly name: string;
  /** First and last day, counted from the end of the history; absent: all. */
  readonly days?: readonly [first: number, last: number];
}

/** As `create_delivery_rule` takes it, but for its method. */
interface DeliveryMade extends Members {
  /** Place of its method in the settings. */
  readonly method: number;
  /** Absent: that of the shop. */
  readonly currency?: string;
  /** Absent: the goods are sent. */
  readonly storage?: string;
}

export interface CouponsMade {
  readonly name: string;
  readonly type: string;
  /** Absent: they open the promotion. */
  readonly amount?: string;
  /** Name of a promotion by code. */
  readonly promotion?: string;
  /** Absent: drawn. */
  readonly code?: string;
  /** Absent: 1. */
  readonly count?: number;
  /** First and last day of validity, counted from the end of the history. */
  readonly days?: readonly [first: number, last: number];
  readonly isCombineable?: true;
  readonly isEnded?: true;
  /** Numbers of the shoppers who get one code each. */
  readonly givenTo?: { readonly first: number; readonly every: number };
}

export interface Bought {
  readonly number: string;
  /** Before the end of the history, which is longer ago than its beginning. */
  readonly daysAgo: number;
  readonly lines: readonly {
    readonly name: string;
    readonly elementNumber: string;
    readonly quantity: number;
    /** Price of one piece then. */
    readonly priceMinor: number;
  }[];
  readonly deliveryMinor: number;
  readonly discount?: { readonly code: string; readonly minor: number };
  /** The money was paid back on the next day. */
  readonly isCanceled?: true;
}

/** A price list, and who is in its group. */
export interface ListMade {
  readonly name: string;
  /** Absent: it is for everybody. */
  readonly group?: string;
  /** Usernames of the accounts in the group. */
  readonly members?: readonly string[];
  /** Absent: that of the shop. */
  readonly currency?: string;
  readonly priority?: number;
  /** First and last day, counted from the end of the history. */
  readonly days?: readonly [first: number, last: number];
  /** Prices of products, which are named by element number. */
  readonly prices: readonly {
    readonly product: string;
    readonly from?: number;
    readonly price: number;
    readonly compareAt?: number;
  }[];
}

/** Why a piece comes back. */
export interface SentBack {
  /** A code. */
  readonly reason: string;
  readonly note: string;
}

interface Story {
  readonly delivery: readonly DeliveryMade[];
  readonly promotions: readonly PromotionMade[];
  readonly coupons: readonly CouponsMade[];
  /** Other shoppers type one of these; '': none. */
  readonly codesTried: readonly string[];
  /** New prices of products, named by element number. */
  readonly prices: readonly { readonly product: string; readonly daysAgo: number; readonly price: number }[];
  readonly lists: readonly ListMade[];
  readonly searches: { readonly found: readonly string[]; readonly inVain: readonly string[] };
  /** What shoppers write below an order. */
  readonly notes: readonly string[];
  readonly returns: { readonly received: SentBack; readonly announced: SentBack };
  readonly pastOrders: {
    /** Orders of the account that came from another shop. */
    readonly ofCustomer: readonly Bought[];
    readonly ofGuest: readonly Bought[];
    readonly guest: Person;
  };
}

let read: Story | undefined;
export const story = (): Story => (read ??= demoJson<Story>('history.json'));
