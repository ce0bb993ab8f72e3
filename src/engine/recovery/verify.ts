// Verifies a store offline: rows, and a snapshot file (or the first record) with later records, must lead to the same
// state, and stock, orders, coupons and reports must add up. It repairs nothing. Not promised: values that no other
// state repeats, such as a name.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { StateOf } from '../../domain/kind-types.ts';
import { signedMilli, sumMilli } from '../../domain/stock/stock-movement-page.ts';
import { entryDamage } from '../audit/audit-log.ts';
import { pack } from '../disk/codec.ts';
import type { Journal } from '../journal/journal.ts';
import type { Tables } from '../actors/tables.ts';
import { recoverIndependently } from './independent-recovery.ts';
import { recover } from './recovery.ts';
import { described } from '../journal/row-damage.ts';
import { checkRows } from './row-check.ts';
import type { ActorTable } from '../actors/actor-table.ts';
import type { SnapshotFile } from '../snapshots/snapshot-files.ts';
import { idsOfEither, storedIds } from './stored-ids.ts';
import { refundsAgree } from './verify-refunds.ts';
import { returnsAgree } from './verify-returns.ts';
import { reportsAgree } from './verify-reports.ts';
import { unpaidAgree } from './verify-unpaid.ts';
import { usesAgree } from './verify-uses.ts';

export interface Verification {
  /** Violations found; empty for a sound store. */
  readonly findings: readonly string[];
  readonly actors: number;
  readonly records: number;
  /** Where the replay of the second way began; '' when there is none. */
  readonly basis: string;
}

const FINDINGS_MAX = 100;

/** Row in clear, for comparison: one of two rows may have been encrypted before its key was destroyed. */
const decryptedRow = (table: ActorTable, id: number, bytes: Buffer): Buffer => {
  const { seq, state } = table.decode(id, bytes);
  return pack([seq, table.kind.state.encode(state)]);
};

const sameRow = (table: ActorTable, id: number, row: Buffer, other: Buffer): boolean =>
  row.equals(other) || decryptedRow(table, id, row).equals(decryptedRow(table, id, other));

/** `passed`: called with the number of ids compared since its last call. */
function* compare(rows: Tables, replay: Tables, passed: (ids: number) => void): Generator<string> {
  for (const kind of KIND_NAMES) {
    // The reverse is no finding, because the first id is configured and in no record.
    if (rows[kind].nextId < replay[kind].nextId) {
      yield `the next ${kind} is ${rows[kind].nextId} by rows and ${replay[kind].nextId} by replay`;
    }
    let last = 0;
    for (const id of idsOfEither(rows[kind], replay[kind])) {
      if (id >= rows[kind].nextId) break;
      passed(id - last);
      last = id;
      const ours = rows[kind].currentRowBytes(id);
      const replayed = replay[kind].currentRowBytes(id);
      if (
        ours === undefined ? replayed !== undefined : replayed === undefined || !sameRow(rows[kind], id, ours, replayed)
      ) {
        yield `${kind} ${id} by its row is not ${kind} ${id} by replay`;
      }
    }
    passed(rows[kind].nextId - 1 - last);
  }
}

function* each<K extends 'stock' | 'order' | 'coupon' | 'coupon_batch' | 'session'>(
  tables: Tables,
  kind: K,
): Generator<readonly [id: number, state: StateOf<K>]> {
  const table = tables[kind];
  for (const id of storedIds(table)) {
    const state = table.peek(id);
    if (state !== undefined) yield [id, state as StateOf<K>];
  }
}

/** Pages of stock movements, latest first: each starts with the sum of all movements before it. */
function* pagesAddUp(tables: Tables, id: number, { pageId, earlierMilli }: StateOf<'stock'>): Generator<string> {
  let sum = earlierMilli;
  for (let current = pageId; current !== 0;) {
    const page = tables.stock_movement_page.peek(current) as StateOf<'stock_movement_page'> | undefined;
    if (page === undefined || page.stockId !== id)
      return yield `stock ${id} lacks the page ${current} of its movements`;
    const made = page.earlierMilli + sumMilli(page.movements);
    if (made !== sum) yield `stock ${id} has ${sum} before page ${current} of its movements ends, they make ${made}`;
    sum = page.earlierMilli;
    current = page.previousPageId;
  }
}

/** Earlier movements plus listed ones = stock; movements of an order = what that order holds. */
function* movementsAddUp(tables: Tables, id: number, state: StateOf<'stock'>): Generator<string> {
  const { quantityMilli, movements, earlierMilli } = state;
  const moved = earlierMilli + sumMilli(movements);
  if (moved !== quantityMilli) yield `stock ${id} is ${quantityMilli}, its movements make ${moved}`;
  yield* pagesAddUp(tables, id, state);
  const outOf = new Map<number, number>();
  for (const entry of movements) {
    const [name, , , orderId] = entry;
    // A return whose sale is on an earlier page does not show what the order holds.
    if (orderId === 0 || (name === 'returned' && !outOf.has(orderId))) continue;
    outOf.set(orderId, (outOf.get(orderId) ?? 0) - signedMilli(entry));
  }
  for (const [orderId, out] of outOf) {
    const order = tables.order.peek(orderId) as StateOf<'order'> | undefined;
    const held = order?.taken.reduce((sum, { stockId, quantityMilli: milli }) => sum + (stockId === id ? milli : 0), 0);
    if (held !== out)
      yield (
        `stock ${id} gave ${out} to order ${orderId}, ` +
          `which ${held === undefined ? 'there is not' : `holds ${held}`}`
      );
  }
}

/** Stock ≥ what carts hold of it ≥ 0. */
function* holdsAddUp(id: number, { quantityMilli, holds }: StateOf<'stock'>): Generator<string> {
  const sum = (holds?.entries ?? []).reduce((held, [, , milli]) => held + milli, 0);
  if (sum !== (holds?.heldMilli ?? 0)) yield `stock ${id} counts ${holds?.heldMilli} as held, its holds make ${sum}`;
  if (sum > quantityMilli || holds?.entries.some(([, , milli]) => milli <= 0))
    yield `of stock ${id} carts hold ${sum}, there are ${quantityMilli}`;
}

/** Totals of a stock item = stock = what orders hold; order totals = lines. */
function* addUp(tables: Tables): Generator<string> {
  const held = new Map<number, number>();
  for (const [id, { taken, cart }] of each(tables, 'order')) {
    for (const { stockId, quantityMilli } of taken) held.set(stockId, (held.get(stockId) ?? 0) + quantityMilli);
    const sum = cart.lines.reduce((total, line) => total + (line.type === 'DELIVERY_COSTS' ? 0 : line.sumMinor), 0);
    if (sum !== cart.sumMinor) yield `order ${id} has the sum ${cart.sumMinor}, its lines make ${sum}`;
  }
  for (const [id, item] of each(tables, 'stock')) {
    const { quantityMilli, placedMilli, takenMilli, soldMilli, returnedMilli } = item;
    if (quantityMilli < 0) yield `stock ${id} is below zero: ${quantityMilli}`;
    yield* holdsAddUp(id, item);
    const total = placedMilli - takenMilli - soldMilli + returnedMilli;
    if (total !== quantityMilli) yield `stock ${id} is ${quantityMilli}, its totals make ${total}`;
    yield* movementsAddUp(tables, id, item);
    const out = soldMilli - returnedMilli;
    if (out !== (held.get(id) ?? 0)) yield `stock ${id} gave ${out} to orders, orders hold ${held.get(id) ?? 0}`;
  }
}

/**
 * A coupon's uses = the orders that hold it, at most one where it is unique; what coupons and promotions took = what
 * lines bear.
 */
function* couponsAddUp(tables: Tables): Generator<string> {
  const unique = new Map<number, boolean>();
  for (const [id, { terms }] of each(tables, 'coupon_batch')) unique.set(id, terms.unique);
  const holders = new Map<number, number>();
  for (const [id, { cart, states }] of each(tables, 'order')) {
    for (const { name, usedMinor, parts, delivery } of cart.promotions) {
      const borne = [...parts, ...delivery].reduce((sum, [, , minor]) => sum + minor, 0);
      if (borne !== usedMinor) yield `order ${id} used ${usedMinor} of promotion ${name}, its lines bear ${borne}`;
    }
    for (const [index, { couponId, code, terms }] of cart.coupons.entries()) {
      const { usedMinor, parts } = cart.couponUses![index]!;
      const borne = parts.reduce((sum, [, part]) => sum + part, 0);
      if (borne !== usedMinor) yield `order ${id} used ${usedMinor} of coupon ${code}, its lines bear ${borne}`;
      if (!terms.unique || states.order !== 'CANCELED') holders.set(couponId, (holders.get(couponId) ?? 0) + 1);
    }
  }
  for (const [id, { batchId, state, uses }] of each(tables, 'coupon')) {
    const held = holders.get(id) ?? 0;
    if (uses !== held) yield `coupon ${id} has ${uses} uses, ${held} orders hold it`;
    if (unique.get(batchId) !== true) continue;
    if (uses > 1) yield `coupon ${id} is unique and was redeemed ${uses} times`;
    // An order may still have an ended coupon.
    if (state !== 'ENDED' && (state === 'REDEEMED') !== (uses === 1))
      yield `coupon ${id} is ${state} with ${uses} uses`;
  }
}

/** A reserved order number belongs to one session, to no order, and is below the next number to be given. */
function* numbersAreReserved(tables: Tables): Generator<string> {
  const sessions = new Map<number, number>();
  for (const [id, { reservedOrderId, edits }] of each(tables, 'session')) {
    if (reservedOrderId === 0 || edits !== null) continue;
    if (sessions.has(reservedOrderId))
      yield `the sessions ${sessions.get(reservedOrderId)} and ${id} both show the order number ${reservedOrderId}`;
    if (tables.order.peek(reservedOrderId) !== undefined)
      yield `session ${id} shows the order number ${reservedOrderId}, which an order has`;
    if (reservedOrderId >= tables.order.nextId)
      yield `session ${id} shows the order number ${reservedOrderId}, and the next order is ${tables.order.nextId}`;
    sessions.set(reservedOrderId, id);
  }
}

/** Number of actors that have not ended. */
const countActors = (tables: Tables): number =>
  KIND_NAMES.reduce((count, kind) => {
    const { resident } = tables[kind];
    return count + storedIds(tables[kind]).filter((id) => resident.get(id)?.ended !== true).length;
  }, 0);

function* auditDamage(journal: Journal): Generator<string> {
  for (const [seq, bytes] of journal.audit(0)) {
    const damage = entryDamage(seq, bytes);
    if (damage !== '') yield damage;
  }
}

/** Progress of a verification: rows are read, read again by a recovery, replayed, and compared. */
export type VerifyProgress = (done: number, total: number) => void;

const STAGES = 4;
/** Ids between two calls of the progress. */
const IDS_PER_STEP = 1024;

class Stages {
  private readonly ids: number;
  private readonly report: VerifyProgress;
  private done = 0;
  private compared = 0;

  constructor({ meta }: Journal, report: VerifyProgress) {
    this.ids = KIND_NAMES.reduce((sum, kind) => sum + (meta?.nextIds[kind] ?? 1) - 1, 0);
    this.report = report;
  }

  /** Ends one of the first three parts. */
  end(): void {
    this.done += this.ids;
    this.report(this.done, STAGES * this.ids);
  }

  passed(ids: number): void {
    const step = Math.floor(this.compared / IDS_PER_STEP);
    this.compared += ids;
    if (Math.floor(this.compared / IDS_PER_STEP) !== step) this.report(this.done + this.compared, STAGES * this.ids);
  }
}

/**
 * `restoredTo`: record to which a restore brought the store, 0 without one. Throws StoreDamage if the store cannot be
 * recovered at all.
 */
export const verifyStore = async (
  journal: Journal,
  newest: SnapshotFile | undefined,
  restoredTo = 0,
  progress: VerifyProgress = () => {},
): Promise<Verification> => {
  const stages = new Stages(journal, progress);
  const damage = checkRows(journal);
  const findings = [...damage.flatMap(described), ...auditDamage(journal)];
  stages.end();
  // An unreadable row has no state to compare.
  if (damage.some(({ rows }) => rows.length > 0)) return { findings, actors: 0, records: 0, basis: '' };
  const stored = recover(journal, () => {});
  stages.end();
  const replayed = await recoverIndependently(journal, newest, restoredTo);
  stages.end();
  const basis =
    replayed === undefined ? '' : newest === undefined ? 'the first record' : `${newest.path}, record ${newest.seqTo}`;
  const actors = countActors(stored.tables);
  if (typeof replayed === 'string')
    return { findings: [...findings, replayed], actors, records: stored.records, basis };
  const differences =
    replayed === undefined ? [] : compare(stored.tables, replayed.tables, (ids) => stages.passed(ids));
  for (const finding of [
    ...differences,
    ...addUp(stored.tables),
    ...couponsAddUp(stored.tables),
    ...numbersAreReserved(stored.tables),
    ...reportsAgree(stored.tables),
    ...unpaidAgree(stored.tables),
    ...usesAgree(stored.tables),
    ...refundsAgree(stored.tables),
    ...returnsAgree(stored.tables),
  ]) {
    if (findings.length >= FINDINGS_MAX) break;
    findings.push(finding);
  }
  return { findings, actors, records: replayed?.records ?? stored.records, basis };
};
