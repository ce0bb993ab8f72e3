// What a fall back to a snapshot file, or the truncation of a torn tail, has lost, as the file `loss-<time>.json`
// beside store.json: records, orders, money, and the numbers that are never given again.
//
// It is written before the old journal is put aside, and nothing but its reader removes it. Not promised: completeness.
// Orders are those that the old journal still holds; what else may be lost is between the numbers.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../disk/sync-directory.ts';
import type { Numbers } from './number-reservation.ts';
import { orderLine, sumsOf } from './salvage.ts';
import type { Salvaged } from './salvage.ts';

/** First and last number; null where there is none. */
type Range = readonly [first: number, last: number] | null;

export interface Loss {
  readonly time: string;
  readonly why: string;
  /** The snapshot file that the store begins from; null where only the end of the journal was lost. */
  readonly snapshot: string | null;
  /** The last record that is kept. */
  readonly record: number;
  /** Where the old journal is; null where there was none. */
  readonly journal: string | null;
  readonly lost: {
    /** Records after that one which the old journal still holds, and those among them that it does not. */
    readonly records: number;
    readonly gaps: Salvaged['gaps'];
    readonly orders: number;
    /** What these orders came to, by currency. */
    readonly money: { readonly [currency: string]: string };
    /** Orders of the snapshot file whose later changes are lost. */
    readonly changed_orders: readonly number[];
  };
  /** Numbers that are never given again: of lost orders, and of none. */
  readonly numbers: { readonly orders: Range; readonly invoices: Range; readonly cancellations?: Range };
  readonly orders: readonly ReturnType<typeof orderLine>[];
}

const rangeOf = (first: number, next: number): Range => (next > first ? [first, next - 1] : null);

interface Told {
  readonly why: string;
  readonly nowMs: number;
  readonly snapshot: string | null;
  readonly record: number;
  readonly journal: string | null;
  readonly salvaged: Salvaged;
  /** The numbers that the snapshot file would go on with, and those that the store goes on with. */
  readonly kept: Numbers;
  readonly next: Numbers;
}

export const lossOf = ({ why, nowMs, snapshot, record, journal, salvaged, kept, next }: Told): Loss => ({
  time: new Date(nowMs).toISOString(),
  why,
  snapshot,
  record,
  journal,
  lost: {
    records: salvaged.records,
    gaps: salvaged.gaps,
    orders: salvaged.orders.length,
    money: sumsOf(salvaged.orders),
    changed_orders: salvaged.changedOrderIds,
  },
  numbers: {
    orders: rangeOf(kept.order, next.order),
    invoices: rangeOf(kept.invoice, next.invoice),
    cancellations: rangeOf(kept.cancellation, next.cancellation),
  },
  orders: salvaged.orders.map(orderLine),
});

/** Returns its name. Throws what the file system says. */
export const writeLoss = (directory: string, loss: Loss): string => {
  const name = `loss-${loss.time.replaceAll(':', '-')}.json`;
  const path = join(directory, name);
  writeFileSync(`${path}.part`, `${JSON.stringify(loss, undefined, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
  syncDirectory(directory);
  return name;
};

const LOSS_FILE = /^loss-[\dTZ.-]+\.json$/;

type LossFile = Loss & { readonly file: string };

/** Oldest first; files that cannot be read are left out. */
const lossesIn = (directory: string): LossFile[] =>
  readdirSync(directory)
    .filter((name) => LOSS_FILE.test(name))
    .sort()
    .flatMap((file) => {
      try {
        return [{ ...(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Loss), file }];
      } catch {
        return [];
      }
    });

/** What was lost last; undefined where nothing was, or its file was taken away. */
export const newestLoss = (directory: string): LossFile | undefined => lossesIn(directory).at(-1);

/** The loss after which a journal was put aside. */
export const lossOfJournal = (directory: string, journal: string): LossFile | undefined =>
  lossesIn(directory).findLast((loss) => loss.journal === journal);

const range = (what: string, numbers: Range): string =>
  numbers === null ? '' : `, ${what} ${numbers[0]} to ${numbers[1]} are never given again`;

/** The loss in one phrase. */
export const lossPhrase = ({ lost, numbers }: Loss): string => {
  const money = Object.entries(lost.money).map(([currency, sum]) => `${sum} ${currency}`);
  const unread = lost.gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return (
    `lost are, as far as the old journal tells, ${lost.records + unread} records with ${lost.orders} orders` +
    `${money.length === 0 ? '' : ` of ${money.join(' and ')}`}` +
    `${range('order numbers', numbers.orders)}${range('invoice numbers', numbers.invoices)}` +
    range('numbers of cancellations', numbers.cancellations ?? null)
  );
};
