// Losses of a fall back to a snapshot file or of the truncation of a torn tail: records, orders, money, and numbers
// never given again. They are written to `loss-<time>.json` beside store.json.
//
// The file is written before the old journal is put aside, and only its reader removes it. Not promised: completeness.
// It lists orders that the old journal still holds; numbers show what else may be lost.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../disk/sync-directory.ts';
import type { Numbers } from './number-reservation.ts';
import { orderLine, sumsOf } from './salvage.ts';
import type { Salvaged } from './salvage.ts';

/** First and last number; null: none. */
type Range = readonly [first: number, last: number] | null;

export interface Loss {
  readonly time: string;
  readonly why: string;
  /** Snapshot file from which the store begins; null where only the end of the journal was lost. */
  readonly snapshot: string | null;
  /** The last record kept. */
  readonly record: number;
  /** Path of the old journal; null: there was none. */
  readonly journal: string | null;
  readonly lost: {
    /** Later records that the old journal still holds, and gaps between them. */
    readonly records: number;
    readonly gaps: Salvaged['gaps'];
    readonly orders: number;
    /** Sums of these orders, by currency. */
    readonly money: { readonly [currency: string]: string };
    /** Orders of the snapshot file whose later changes are lost. */
    readonly changed_orders: readonly number[];
  };
  /** Numbers never given again, of lost orders or unused. */
  readonly numbers: { readonly orders: Range; readonly invoices: Range; readonly cancellations?: Range };
  readonly orders: readonly ReturnType<typeof orderLine>[];
  /** Invoices of parcels that are lost, of whichever orders. */
  readonly invoices?: Salvaged['invoices'];
}

const rangeOf = (first: number, next: number): Range => (next > first ? [first, next - 1] : null);

interface Told {
  readonly why: string;
  readonly nowMs: number;
  readonly snapshot: string | null;
  readonly record: number;
  readonly journal: string | null;
  readonly salvaged: Salvaged;
  /** Next numbers by the snapshot file, and next numbers of the store. */
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
  invoices: salvaged.invoices,
});

/** Writes the file. Returns its name. Throws errors of the file system. */
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

/** Reads all loss files, oldest first, without unreadable ones. */
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

/** The newest loss; undefined where nothing was lost, or its file was removed. */
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
