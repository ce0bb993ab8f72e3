// Golden files: what a program of each format version left of a small shop, in snapshots/golden/, one directory for a
// version. Made once, read for ever; SHA256SUMS lists the bytes of all of them.
//
// stopped/, killed/   data directories after a stop, and after a kill with records that no row holds: store.json,
//                     subject-keys.json, and the journal's data.mdb as journal.gz
// snapshots/          snapshot files
// *.bin               batches of a journal without a cipher
// *.json              what each of them means
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { KINDS, KIND_NAMES } from '../../../src/domain/kinds.ts';
import { Field, Schema } from '../../../src/domain/schema.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { must } from '../../../src/kernel/result.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { buy } from '../shop.ts';
import { changeCatalogue, openShop, useCoupons } from './golden-shop.ts';
import { LIMITS, crashed, engineOn, newPlace, open, untilWritten } from './stores.ts';
import type { Place } from './stores.ts';

const GOLDEN = join(import.meta.dirname, '../../../snapshots/golden');
const SUMS = join(GOLDEN, 'SHA256SUMS');

/** How the process ended that wrote a data directory. */
export const ENDS = ['stopped', 'killed'] as const;
export type End = (typeof ENDS)[number];

export type States = {
  readonly [kind: string]: { readonly next: number; readonly actors: { readonly [id: string]: object } };
};

/** Every state as its fields, by name. */
export const statesOf = (tables: Tables): States =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const actors: { [id: string]: object } = {};
      for (let id = 1; id < tables[kind].nextId; id += 1) {
        const state = tables[kind].peek(id);
        if (state !== undefined) actors[id] = state;
      }
      return [kind, { next: tables[kind].nextId, actors }];
    }),
  );

const fieldsOf = (declared: object): unknown[] =>
  Object.entries(declared).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Field && !value.isStored) return [];
    const { options } = value instanceof Field ? value : { options: value };
    const inner = options instanceof Schema ? options : (options as { readonly items?: unknown } | undefined)?.items;
    return [inner instanceof Schema ? [name, fieldsOf(inner.fields as object)] : name];
  });

/** What this program declares of its kinds: the fields of states and events by name, in the order of their bytes. */
export const declaredKinds = (): object =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const { state, events } = KINDS[kind] as unknown as {
        state: Schema<unknown>;
        events: { [type: string]: object };
      };
      const fields = Object.entries(events).map(([type, event]) => [type, fieldsOf(event)]);
      return [kind, { state: fieldsOf(state.fields as object), events: Object.fromEntries(fields) as object }];
    }),
  );

const pathOf = (version: number, ...names: readonly string[]): string => join(GOLDEN, `v${version}`, ...names);

/** Format versions whose files are frozen, oldest first. */
export const frozenVersions = (): number[] =>
  readdirSync(GOLDEN)
    .flatMap((name) => (/^v\d+$/.test(name) ? [Number(name.slice(1))] : []))
    .sort((a, b) => a - b);

/** What a file means: `stopped`, `killed`, the name of a batch or a snapshot file; `kinds`: what was declared. */
export const meaningOf = (version: number, name: string): object =>
  JSON.parse(readFileSync(pathOf(version, `${name}.json`), 'utf8')) as object;

export interface GoldenBatch {
  readonly version: number;
  readonly name: string;
  readonly bytes: Buffer;
}

export const batchesOf = (version: number): GoldenBatch[] =>
  readdirSync(pathOf(version))
    .filter((name) => name.endsWith('.bin'))
    .map((name) => ({ version, name: basename(name, '.bin'), bytes: readFileSync(pathOf(version, name)) }));

export const snapshotsOf = (version: number): string[] =>
  readdirSync(pathOf(version, 'snapshots')).map((name) => pathOf(version, 'snapshots', name));

const STORE_FILES = ['store.json', 'subject-keys.json'];

/** A copy of a golden data directory; with the snapshot files beside it where they were made by then. */
export const goldenPlace = (version: number, end: End): Place => {
  const place = newPlace();
  const [from, journal] = [pathOf(version, end), join(place.directory, 'journal')];
  for (const name of STORE_FILES) writeFileSync(join(place.directory, name), readFileSync(join(from, name)));
  mkdirSync(journal);
  writeFileSync(join(journal, 'data.mdb'), gunzipSync(readFileSync(join(from, 'journal.gz'))));
  if (end === 'killed')
    for (const path of snapshotsOf(version)) writeFileSync(join(place.snapshots, basename(path)), readFileSync(path));
  return place;
};

const keep = (path: string, bytes: Buffer | string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { flag: 'wx' });
};

const keepMeaning = (version: number, name: string, meaning: object): void =>
  keep(pathOf(version, `${name}.json`), `${JSON.stringify(meaning, undefined, 1)}\n`);

const keepStore = (version: number, end: End, { directory }: Place): void => {
  for (const name of STORE_FILES) keep(pathOf(version, end, name), readFileSync(join(directory, name)));
  keep(
    pathOf(version, end, 'journal.gz'),
    gzipSync(readFileSync(join(directory, 'journal', 'data.mdb')), { level: 9 }),
  );
};

/** All of the shop as one batch, as a journal without a cipher has it. */
const keepBatch = async (version: number): Promise<void> => {
  const clock = new SetClock();
  const engine = engineOn(new MemoryJournal(), { clock, random: new Seeded(1) });
  openShop(engine, clock);
  useCoupons(engine);
  changeCatalogue(engine);
  await untilWritten(engine);
  const { bytes } = [...engine.journal.batches(engine.headSeq)].at(-1)!;
  keep(pathOf(version, 'batch.bin'), bytes);
  keepMeaning(version, 'batch', readBatch(bytes));
  await engine.close();
};

/** Makes the files of the present version. Throws where they are there already: they are never made again. */
export const freeze = async (version: number): Promise<void> => {
  must(!existsSync(pathOf(version)), `the golden files of version ${version} are frozen`);
  const place = newPlace();
  const clock = new SetClock();
  const options = { clock, limits: { ...LIMITS, checkpointPauseMs: Number.MAX_SAFE_INTEGER } };
  const first = await open(place, options);
  openShop(first.engine, clock);
  await untilWritten(first.engine);
  const states = statesOf(first.engine.tables);
  for (const [kind, { actors }] of Object.entries(states))
    must(kind.startsWith('coupon') || Object.keys(actors).length > 0, `the golden shop has an actor of ${kind}`);
  keepMeaning(version, 'stopped', states);
  await first.close();
  keepStore(version, 'stopped', place);

  const { engine, identity, close } = await open(place, options);
  // What follows is within the interval of the file, so that it holds records, too.
  const writing = writeSnapshot(engine, { directory: place.snapshots, owner: identity, keep: 1, sliceMs: -1 });
  useCoupons(engine);
  changeCatalogue(engine);
  buy(engine, 2);
  const { path } = await writing;
  keep(pathOf(version, 'snapshots', basename(path)), readFileSync(path));
  keepMeaning(version, basename(path), statesOf(engine.tables));
  buy(engine, 1);
  await untilWritten(engine);
  keepMeaning(version, 'killed', statesOf(engine.tables));
  keepStore(version, 'killed', crashed(place));
  await close();
  await keepBatch(version);
  keepMeaning(version, 'kinds', declaredKinds());
  writeFileSync(SUMS, sumsOfFiles());
};

/** What SHA256SUMS must say, in the form of `sha256sum`. */
export const sumsOfFiles = (): string =>
  frozenVersions()
    .flatMap((version) =>
      readdirSync(pathOf(version), { recursive: true, withFileTypes: true }).flatMap((file) =>
        file.isFile() ? [join(file.parentPath, file.name)] : [],
      ),
    )
    .sort()
    .map((path) => {
      const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${sum}  ${path.slice(GOLDEN.length + 1)}\n`;
    })
    .join('');

export const frozenSums = (): string => readFileSync(SUMS, 'utf8');
