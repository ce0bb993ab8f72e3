// A month whose books are closed: nothing is dated in it any more. Months close one after the other, and with the first
// one all before it. It keeps the settings that its export was made with, so that the export stays as it was (D530).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { NO_ACCOUNTING } from '../accounting.ts';
import type { Accounting } from '../accounting.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { dayIn, dayText, monthOf, monthStart } from '../date-time.ts';
import { schema } from '../schema.ts';
import type { TaxClass } from '../rules.ts';
import { NO_SELLER } from '../seller.ts';
import type { Seller } from '../seller.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Its id is the number of the month (`monthOf`). */
export interface ClosedMonth {
  isClosed: boolean;
  /** When it was closed last. */
  closedMs: number;
  /** The channel that closed or opened it; 0: a command did. */
  by: number;
  accounting: Accounting;
  seller: Seller;
  taxClasses: readonly TaxClass[];
}

/** Settings that it keeps. */
type Frozen = 'accounting' | 'seller' | 'taxClasses';

export type ClosedMonthCommand =
  | ({ readonly type: 'close_month' } & Pick<ClosedMonth, 'by' | Frozen>)
  | { readonly type: 'open_month'; readonly by: number };

const NO_CLASSES: readonly TaxClass[] = [];

const EVENTS = {
  month_closed: { by: 0, accounting: NO_ACCOUNTING, seller: NO_SELLER, taxClasses: NO_CLASSES },
  month_opened: { by: 0 },
};

export class ClosedMonths {
  private readonly closed = new Set<number>();
  /** The last one that is closed; −1: none is. */
  last = -1;
  /** The first day in which something may be dated; −Infinity: in any. */
  openFrom = -Infinity;

  add(month: number, { isClosed }: ClosedMonth): void {
    if (isClosed) this.closed.add(month);
    this.follow();
  }

  remove(month: number): void {
    this.closed.delete(month);
    this.follow();
  }

  /** The months that were closed by name, the earliest first. */
  get months(): readonly number[] {
    return [...this.closed].sort((a, b) => a - b);
  }

  private follow(): void {
    this.last = Math.max(-1, ...this.closed);
    this.openFrom = this.last < 0 ? -Infinity : monthStart(this.last + 1);
  }
}

export const closedMonth: ActorKind<ClosedMonth, ClosedMonthCommand, typeof EVENTS, ClosedMonths> = {
  kind: 'closed_month',
  audit: { hidden: [] },
  state: schema<ClosedMonth>({
    isClosed: false,
    closedMs: 0,
    by: 0,
    accounting: NO_ACCOUNTING,
    seller: NO_SELLER,
    taxClasses: NO_CLASSES,
  }),
  events: EVENTS,
  decide(_state, command) {
    switch (command.type) {
      case 'close_month': {
        const { by, accounting, seller, taxClasses } = command;
        return decided({ type: 'month_closed', by, accounting, seller, taxClasses });
      }
      case 'open_month':
        return decided({ type: 'month_opened', by: command.by });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    state.by = event.by;
    state.isClosed = event.type === 'month_closed';
    if (event.type !== 'month_closed') return;
    state.closedMs = atMs;
    state.accounting = event.accounting;
    state.seller = event.seller;
    state.taxClasses = event.taxClasses;
  },
  index: {
    create: () => new ClosedMonths(),
    add: (index, id, state) => index.add(id, state),
    remove: (index, id) => index.remove(id),
  },
};

/** YYYY-MM. */
export const monthText = (month: number): string => dayText(monthStart(month)).slice(0, 7);

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The number of the month that `YYYY-MM` names; undefined for any other text. */
export const parseMonth = (text: string): number | undefined => {
  const [, year, month] = MONTH.exec(text) ?? [];
  return year === undefined || Number(year) === 0 ? undefined : Number(year) * 12 + Number(month) - 1;
};

const closedMonths = (shop: Reader): ClosedMonths => {
  shop.trackAbsence('closed_month');
  return shop.index('closed_month');
};

/** The months that were closed by name, the earliest first. */
export const monthsClosed = (shop: Reader): readonly number[] => closedMonths(shop).months;

export const isClosedDay = (shop: Reader, day: number): boolean => day < closedMonths(shop).openFrom;

/**
 * The day on which what happens now is dated: today, or the first open day where today is in a closed month because the
 * shop has moved to another time zone.
 */
export const bookingDay = (shop: Reader): number =>
  Math.max(dayIn(shop.rules.timeZone, shop.atMs), closedMonths(shop).openFrom);

/** Refuses: MONTH_CLOSED with the month of the day. */
export const checkOpenDay = (shop: Reader, day: number): Result<void> => {
  if (!isClosedDay(shop, day)) return DONE;
  const month = monthText(monthOf(day));
  return refuse('MONTH_CLOSED', month, `${month} is closed: nothing is dated in it any more.`);
};

/** The closed month whose settings the bookings of a day have; undefined: the day is in no closed month. */
export const closingOf = (shop: Reader, day: number): ClosedMonth | undefined => {
  const month = monthOf(day);
  const closing = closedMonths(shop).months.find((one) => one >= month);
  return closing === undefined ? undefined : shop.read('closed_month', closing);
};

/** Refuses: MONTH_CLOSED; MONTH_OUT_OF_ORDER for one that is not over, or does not follow the last closed one. */
export const closeMonth = (tx: Transaction, month: number, by: number): Result<number> => {
  const { last } = closedMonths(tx);
  const name = monthText(month);
  if (month <= last) return refuse('MONTH_CLOSED', name);
  const present = monthOf(dayIn(tx.rules.timeZone, tx.atMs));
  if (month >= present) return refuse('MONTH_OUT_OF_ORDER', name, `${name} is not over.`);
  if (last >= 0 && month !== last + 1)
    return refuse('MONTH_OUT_OF_ORDER', name, `${monthText(last + 1)} is to be closed first.`);
  const { accounting, seller, taxClasses } = tx.rules;
  const command = { type: 'close_month' as const, by, accounting, seller, taxClasses };
  if (tx.read('closed_month', month) === undefined) return tx.create('closed_month', command, month);
  const closed = tx.ask('closed_month', month, command);
  return closed.ok ? ok(month) : closed;
};

/** Opens the month that was closed last. Refuses: MONTH_OUT_OF_ORDER. */
export const openMonth = (tx: Transaction, month: number, by: number): Result<void> => {
  const { last } = closedMonths(tx);
  if (month === last) return tx.ask('closed_month', month, { type: 'open_month', by });
  const why = last < 0 ? 'No month is closed.' : `${monthText(last)} was closed last, and is opened first.`;
  return refuse('MONTH_OUT_OF_ORDER', monthText(month), why);
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly closed_month: typeof closedMonth;
  }
}
