// Applies the records of a source, also while others change the shop.
//
// Each record becomes one record of the journal, or none: it is applied whole, or refused whole. At most 2 × BATCH
// records wait for the disk at a time.
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import type { Refusal } from '../kernel/result.ts';
import { applyRecord } from './apply.ts';
import type { Importing } from './apply-object.ts';
import { CategoryPaths } from './paths.ts';
import type { CatalogueRecord } from './record.ts';
import type { Report } from './report.ts';
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
  references: undefined,
  customer: 'user',
  past_order: 'past_order',
} as const;

/** Applies one record and counts its outcome, or gives its refusal. */
const importRecord = (
  engine: Engine,
  importing: Importing,
  record: CatalogueRecord,
  report: Report,
): Refusal | undefined => {
  const kind = KIND_OF[record.type];
  const madeBefore = kind === undefined ? 0 : engine.tables[kind].nextId;
  const { headSeq } = engine;
  const result = engine.transact(CAUSE, (tx) => applyRecord(tx, importing, record));
  if (!result.ok) return result;
  const place = result.value;
  if (place !== undefined) importing.paths.add(place.id, place.parentId, place.name);
  const made = kind !== undefined && engine.tables[kind].nextId > madeBefore;
  report.count(record.type, made ? 'created' : engine.headSeq > headSeq ? 'updated' : 'unchanged');
  return undefined;
};

export interface RunOptions extends Omit<Importing, 'paths'> {
  /** Called after every record: others are served meanwhile. */
  readonly pause?: () => Promise<void>;
  /** Called every few hundred records. */
  readonly progress?: (records: number) => Promise<void>;
}

/** Resolves when all records are on the disk. Throws what the source throws, and Fault when the journal fails. */
export const runImport = async (
  engine: Engine,
  source: AsyncIterable<Sourced>,
  report: Report,
  { pause = yieldToEventLoop, progress, ...given }: RunOptions,
): Promise<void> => {
  const { category: categories } = engine.tables;
  let paths = new CategoryPaths(engine.readContext());
  let pathsSeq = categories.seq;
  let records = 0;
  let marked = engine.headSeq;
  for await (const { line, record } of source) {
    // Others have changed categories since the record before.
    if (categories.seq !== pathsSeq) paths = new CategoryPaths(engine.readContext());
    const refusal = record.ok ? importRecord(engine, { ...given, paths }, record.value, report) : record;
    pathsSeq = categories.seq;
    if (refusal !== undefined) await report.refuse(line, refusal);
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
