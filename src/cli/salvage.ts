// `kontor salvage`: what a journal still holds that was put aside after a power failure, or that cannot be opened any
// more. It reads the file without LMDB and writes nothing but the file of orders that it is asked for.
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { shopRules } from '../config/shop-rules.ts';
import { ConfigError } from '../config/setting.ts';
import { checkLmdb } from '../engine/journal/lmdb-file.ts';
import type { JournalRecord } from '../engine/journal/record.ts';
import { NO_KEYS } from '../engine/privacy/encryption.ts';
import type { SubjectCipher } from '../engine/privacy/encryption.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { readIdentity } from '../engine/store/identity.ts';
import { lossOfJournal } from '../engine/recovery/loss.ts';
import { salvagedKeyring } from '../engine/recovery/recorded-keyring.ts';
import { orderLine, salvage, sumsOf } from '../engine/recovery/salvage.ts';
import type { SalvagedOrder } from '../engine/recovery/salvage.ts';
import { listSnapshots } from '../engine/snapshots/snapshot-files.ts';
import { toJson } from '../kernel/json.ts';
import { viewOrder } from '../operations/views/order.ts';
import type { Printer } from './printer.ts';

export interface SalvageFlags {
  readonly after?: string;
  readonly records?: boolean;
  readonly orders?: string;
}

interface Source {
  /** With the file data.mdb. */
  readonly journal: string;
  /** With store.json and the keys, where they are. */
  readonly data: string;
}

const sourceOf = (directory: string): Source => {
  const path = resolve(directory);
  if (existsSync(join(path, 'data.mdb'))) return { journal: path, data: dirname(path) };
  const journal = join(path, 'journal');
  if (existsSync(join(journal, 'data.mdb'))) return { journal, data: path };
  throw new ConfigError(`${directory} holds no journal: there is no file data.mdb in it`);
};

/** Without the keys that the journal's records destroy: the file may be an older copy. */
const cipherOf = ({ data, journal }: Source, printer: Printer): SubjectCipher => {
  try {
    const keys = SubjectKeys.readIfPresent(data, true);
    if (keys !== undefined) {
      keys.destroyRecorded(salvagedKeyring(journal));
      return keys.cipher;
    }
    printer.show(`${data} has no subject-keys.json: what is about persons reads "erased"`);
  } catch (error) {
    printer.show(`${(error as Error).message}; what is about persons reads "erased"`);
  }
  return NO_KEYS;
};

/** The record that the store fell back to, else the last one of its newest snapshot file, else 0. */
const knownUpTo = ({ journal, data }: Source, snapshots: string): number => {
  const told = lossOfJournal(data, basename(journal));
  if (told !== undefined) return told.record;
  try {
    const identity = readIdentity(data);
    return identity === undefined ? 0 : (listSnapshots(snapshots, identity).at(-1)?.seqTo ?? 0);
  } catch {
    return 0;
  }
};

const afterOf = (given: string | undefined, source: Source, snapshots: string): number => {
  if (given === undefined) return knownUpTo(source, snapshots);
  if (!/^\d{1,15}$/.test(given)) throw new ConfigError(`--after: ${given} is not the number of a record`);
  return Number(given);
};

const printStructure = (journal: string, printer: Printer): void => {
  try {
    checkLmdb(journal);
    printer.show('the structure of the file is whole', { structure: 'whole' });
  } catch (error) {
    const { message } = error as Error;
    printer.show(`the server would not open it: ${message}`, { structure: 'damaged', why: message });
  }
};

const printRecord = (printer: Printer, { seq, atMs, cause, events }: JournalRecord): void => {
  const changes = events.map(({ kind, id, event }) => `${event.type} ${kind} ${id}`);
  const date = new Date(atMs).toISOString();
  const { operation } = cause;
  printer.show(`record ${seq}, ${date}, ${operation}: ${changes.join(', ')}`, {
    record: seq,
    date,
    operation,
    changes,
  });
};

const writeOrders = (file: string, orders: readonly SalvagedOrder[], config: Config, printer: Printer): void => {
  const rules = shopRules(config);
  const lines = orders.map(({ id, order }) => `${toJson(viewOrder(id, order, rules, rules.language))}\n`);
  if (file === '-') return void process.stdout.write(lines.join(''));
  const fd = openSync(file, 'wx', 0o600);
  for (const line of lines) writeSync(fd, line);
  closeSync(fd);
  return printer.show(`${lines.length} orders are in ${file}`, { file, orders: lines.length });
};

/** Prints what is there; false if something could not be read. Throws ConfigError, and what the system says. */
export const salvageJournal = (directory: string, flags: SalvageFlags, config: Config, printer: Printer): boolean => {
  const source = sourceOf(directory);
  const after = afterOf(flags.after, source, config.snapshots);
  printStructure(source.journal, printer);
  const onRecord = flags.records === true ? (one: JournalRecord): void => printRecord(printer, one) : undefined;
  const { batches, records, lastSeq, gaps, orders, changedOrderIds, invoices } = salvage(
    source.journal,
    after,
    cipherOf(source, printer),
    onRecord,
  );
  printer.show(
    `after record ${after}: ${batches} batches with ${records} records${records > 0 ? `, up to ${lastSeq}` : ''}`,
    { after, batches, records, last_record: lastSeq },
  );
  for (const [first, last] of gaps)
    printer.show(`the records ${first} to ${last} cannot be read`, { gap: { from: first, to: last } });
  for (const line of orders.map(orderLine))
    printer.show(
      `order ${line.order}, invoice ${line.invoice}, placed ${line.placed}, ${line.total} ${line.currency}`,
      line,
    );
  for (const line of invoices) printer.show(`invoice ${line.invoice}, of a parcel of order ${line.order}`, line);
  const sums = Object.entries(sumsOf(orders)).map(([currency, sum]) => `${sum} ${currency}`);
  printer.show(`${orders.length} orders were placed${sums.length > 0 ? `, of ${sums.join(' and ')}` : ''}`, {
    orders: orders.length,
    sums: sumsOf(orders),
  });
  if (changedOrderIds.length > 0)
    printer.show(`earlier orders that were changed: ${changedOrderIds.join(', ')}`, { changed: changedOrderIds });
  if (flags.orders !== undefined) writeOrders(flags.orders, orders, config, printer);
  return gaps.length === 0;
};
