// Would catch a bit that flips anywhere in the journal's file, or a page that is old, and is served as truth.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scrub } from '../../../src/engine/maintenance/scrub.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { runs } from '../../harness/effort.ts';
import { firstDifference, stateOf } from '../../simulation/state-history.ts';
import type { State } from '../../simulation/state-history.ts';
import { buy } from '../shop.ts';
import { live, trade } from './killed-stores.ts';
import { open } from './stores.ts';
import type { Place } from './stores.ts';

const PAGE_BYTES = 4096;

let place: Place;
let state: State;
/** The journal's file as it was, at several times. */
const versions: Buffer[] = [];

const journalFile = ({ directory }: Place): string => join(directory, 'journal', 'data.mdb');

beforeAll(async () => {
  const lived = await live();
  place = lived.place;
  await lived.store.close();
  versions.push(readFileSync(journalFile(place)));
  for (let round = 0; round < 3; round += 1) {
    const { engine, close } = await open(place);
    buy(engine, 1 + round);
    await trade(engine, 3);
    await close();
    versions.push(readFileSync(journalFile(place)));
  }
  const { engine, close } = await open(place);
  state = stateOf(engine.tables);
  await close();
});
afterAll(() => void versions.splice(0));

/** Something wrong with the file: a bit that is another, or a page as it was in an earlier version. */
const damage = fc.oneof(
  fc.record({ bit: fc.nat(2_000_000_000) }),
  fc.record({ page: fc.nat(100_000), version: fc.nat(100) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

const damagedFile = (file: Buffer, what: Damage): Buffer => {
  const hurt = Buffer.from(file);
  if ('bit' in what) hurt[(what.bit >> 3) % hurt.length]! ^= 1 << (what.bit & 7);
  else {
    const old = versions[what.version % (versions.length - 1)]!;
    const start = (what.page % Math.floor(old.length / PAGE_BYTES)) * PAGE_BYTES;
    old.copy(hurt, start, start, start + PAGE_BYTES);
  }
  return hurt;
};

const orDamage = (tables: Tables): State | undefined => {
  try {
    return stateOf(tables);
  } catch (error) {
    if (error instanceof StoreDamage) return undefined;
    throw error;
  }
};

/** What a start on the copy comes to: what was told, or that nothing is different. */
const outcomeOf = async (copy: Place): Promise<string> => {
  const told: string[] = [];
  const fatal = (_: string, error: unknown): void => void told.push((error as Error).message);
  const store = await open(copy, { fatal }).catch((error: unknown) => (error as Error).message);
  if (typeof store === 'string') return `refused: ${store}`;
  const { engine, report } = store;
  const say = (line: string): void => void told.push(line);
  const served = orDamage(engine.tables);
  const scrub = new Scrub(engine, { rewritten: say, batchDamaged: say, entryDamaged: say });
  while (scrub.passes === 0 && !engine.hasFailed) scrub.advance(1_000_000);
  await store.close().catch(() => {});
  if (told.length > 0) return `told: ${told.join('; ')}`;
  const difference = served === undefined ? 'a read was refused' : firstDifference(served, state);
  return difference === '' ? `same: ${report.outcome}` : `SILENT: ${difference}`;
};

test(
  'a bit that flips or a page that is old is told, restored, or changes nothing',
  { timeout: 3_600_000 },
  async () => {
    const seen = new Map<string, number>();
    const file = versions.at(-1)!;
    await fc.assert(
      fc.asyncProperty(damage, async (what) => {
        const directory = mkdtempSync(join(tmpdir(), 'kontor-damage-'));
        try {
          cpSync(place.directory, directory, { recursive: true });
          writeFileSync(join(directory, 'journal', 'data.mdb'), damagedFile(file, what));
          const outcome = await outcomeOf({ ...place, directory });
          expect(outcome).not.toMatch(/^SILENT/);
          const name = outcome.split(':')[0]!;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        } finally {
          rmSync(directory, { recursive: true });
        }
      }),
      { numRuns: runs(60) },
    );
    for (const name of ['refused', 'same']) expect(seen.get(name), name).toBeGreaterThan(0);
  },
);
