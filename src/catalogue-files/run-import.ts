// Applies the records of a source, also while others change the shop; in a dry run it decides each and changes nothing.
//
// Each record becomes one record of the journal, or none: it is applied whole, or refused whole. Further records give
// an account the past orders beyond the first ones (claim-orders.ts). At most 2 × BATCH records wait for the disk at a
// time. Not promised of a dry run: that a record finds what one before it would have made (foresight.ts).
import { customerOf } from '../domain/accounts/find-user.ts';
import { findRecord } from '../domain/catalogue/find-record.ts';
import { pastOrderOf } from '../domain/history/find-past-orders.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { Cause } from '../engine/journal/record.ts';
import { yieldToEventLoop } from '../kernel/yield-to-event-loop.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { applyRecord } from './apply.ts';
import { claimOthers } from './claim-orders.ts';
import type { Importing } from './apply-object.ts';
import { KeptPaths } from './kept-paths.ts';
import { lackingOf } from './lacking.ts';
import type { CategoryPaths } from './paths.ts';
import { pathOf } from './record.ts';
import type { CatalogueRecord } from './record.ts';
import { toldOf } from './report.ts';
import type { Answer, Outcome, Report } from './report.ts';
import type { Sourced } from './record-source.ts';

/** Records between two waits for the disk. */
const BATCH = 256;
const CAUSE = maintenanceCause('import');

const KIND_OF = {
  class: 'class',
  category: 'category',
  warehouse_entity: 'warehouse_entity',
  product: 'shopobject',
  content: 'shopobject',
  record: 'typed_record',
  references: undefined,
  customer: 'user',
  past_order: 'past_order',
} as const;

/** Applies one record. */
const importRecord = (engine: Engine, cause: Cause, importing: Importing, record: CatalogueRecord): Result<Outcome> => {
  const kind = KIND_OF[record.type];
  const madeBefore = kind === undefined ? 0 : engine.tables[kind].nextId;
  const { headSeq } = engine;
  const result = engine.transact(cause, (tx) => applyRecord(tx, importing, record));
  if (!result.ok) return result;
  const place = result.value;
  if (place !== undefined) importing.paths.add(place.id, place.parentId, place.name);
  const made = kind !== undefined && engine.tables[kind].nextId > madeBefore;
  return ok(made ? 'created' : engine.headSeq > headSeq ? 'updated' : 'unchanged');
};

/** Decides one record and discards what it would change. */
const foresee = (engine: Engine, importing: Importing, record: CatalogueRecord): Result<Outcome> => {
  const kind = KIND_OF[record.type];
  const unit = engine.begin();
  const result = applyRecord(unit, importing, record);
  if (!result.ok) return result;
  const made = unit.pending.some(({ actor, created }) => created && actor.table.name === kind);
  return ok(made ? 'created' : unit.events.length > 0 ? 'updated' : 'unchanged');
};

/** Whether the shop has what a record is of. */
const isThere = (engine: Engine, paths: CategoryPaths, record: CatalogueRecord): boolean => {
  const shop = engine.readContext();
  switch (record.type) {
    case 'class':
      return shop.index('class').byName.get(record.name) !== undefined;
    case 'category':
      return paths.idOf(pathOf(record)) !== undefined;
    case 'warehouse_entity':
      return shop.index('warehouse_entity').byElementNumber.get(record.metadata?.element_number ?? '') !== undefined;
    case 'product':
    case 'content':
      return shop.index('shopobject').byName.get(record.name) !== undefined;
    case 'record':
      return findRecord(shop, record) !== undefined;
    case 'references':
      return true;
    case 'customer':
      return customerOf(shop, record.email) !== undefined;
    case 'past_order':
      return pastOrderOf(shop, record.source, record.number) !== undefined;
    default:
      return record satisfies never;
  }
};

export interface RunOptions extends Omit<Importing, 'paths'> {
  /** Called after every record: others are served meanwhile. */
  readonly pause?: () => Promise<void>;
  /** From the import before. */
  readonly paths?: KeptPaths;
  /** Called every few hundred records. */
  readonly progress?: (records: number) => Promise<void>;
  /** Cause of the journal's records; undefined: an operator's command. */
  readonly cause?: Cause;
  /** Whether more may be written for a record of the source that takes several of the journal. */
  readonly mayGoOn?: () => boolean;
  /** Nothing is changed, and the report stays as it is. */
  readonly dryRun?: boolean;
  /** Called with what becomes of each record, in their order. */
  readonly answered?: (answer: Answer) => Promise<void>;
}

/** Resolves when all records are on the disk. Throws what the source throws, and Fault when the journal fails. */
export const runImport = async (
  engine: Engine,
  source: AsyncIterable<Sourced>,
  report: Report,
  { pause = yieldToEventLoop, paths: kept = new KeptPaths(engine), progress, cause = CAUSE, ...others }: RunOptions,
): Promise<void> => {
  const { dryRun = false, mayGoOn = () => true, answered, ...given } = others;
  let records = 0;
  let marked = engine.headSeq;
  for await (const { line, record } of source) {
    const paths = kept.current;
    const importing = { ...given, paths };
    const result = !record.ok
      ? record
      : dryRun
        ? foresee(engine, importing, record.value)
        : importRecord(engine, cause, importing, record.value);
    if (result.ok && record.ok && record.value.type === 'customer' && !dryRun)
      await claimOthers(engine, record.value.email, { cause, pause, mayGoOn });
    kept.follow();
    if (!result.ok && !dryRun) await report.refuse(line, result);
    if (result.ok && record.ok && !dryRun) report.count(record.value.type, result.value);
    if (answered !== undefined) {
      const there = record.ok && isThere(engine, paths, record.value);
      const lacks =
        dryRun && record.ok && !result.ok
          ? { lacks: lackingOf(engine.readContext(), paths, record.value, result) }
          : {};
      await answered(result.ok ? result.value : { ...toldOf(result), there, ...lacks });
    }
    records += 1;
    await pause();
    if (records % BATCH !== 0) continue;
    await engine.whenDurable(marked);
    marked = engine.headSeq;
    engine.tick();
    await progress?.(records);
  }
  await engine.whenDurable(engine.headSeq);
};
