// Frozen files of every format version, and what they must always mean: this catches bytes that change without a new
// format version, a version that is no longer read, and a golden file that was made again. Those of the present version
// are made once, when it is final, with
//   KONTOR_TEST_GOLDEN=write npx vitest run test/engine/store/golden.test.ts
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMAT, OLDEST_FORMAT } from '../../../src/engine/disk/format.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { BATCH_VERSION, batchDamage, readBatch } from '../../../src/engine/journal/record.ts';
import { importSnapshot } from '../../../src/engine/snapshots/import-snapshot.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { readSnapshotHeader } from '../../../src/engine/snapshots/snapshot-format.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import {
  batchesOf,
  declaredKinds,
  freeze,
  frozenSums,
  frozenVersions,
  goldenPlace,
  meaningOf,
  snapshotsOf,
  statesOf,
  sumsOfFiles,
} from './golden-files.ts';

if (process.env['KONTOR_TEST_GOLDEN'] === 'write') await freeze(FORMAT);

const VERSIONS = frozenVersions();
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('golden files', () => {
  test('are those that were frozen: a new version is a new directory', () => {
    expect(sumsOfFiles()).toBe(frozenSums());
    expect(frozenSums().match(/stopped\/journal\.gz/g)).toHaveLength(VERSIONS.length);
  });

  test('are never made again', async () => {
    for (const version of VERSIONS)
      await expect(freeze(version)).rejects.toThrow(`the golden files of version ${version} are frozen`);
    expect(sumsOfFiles()).toBe(frozenSums());
  });

  test('are there of every version that is read, the present one from its freeze on', () => {
    const read = Array.from({ length: FORMAT - OLDEST_FORMAT + 1 }, (_, index) => OLDEST_FORMAT + index);
    expect([read, read.slice(0, -1)]).toContainEqual(VERSIONS);
  });

  // A kind, an event or a field more would otherwise be written by two programs of one version.
  test('declare what this program declares, or FORMAT has to be raised', () => {
    const own = plain(declaredKinds());
    expect(own).toEqual(VERSIONS.includes(FORMAT) ? meaningOf(FORMAT, 'kinds') : own);
  });

  // Fails when a field was moved, a default is missing for a field that the file does not have, or a kind was renamed.
  const files = VERSIONS.flatMap(snapshotsOf).map((path) => [basename(path), path] as const);
  test.each(files)('a snapshot file is read as it was meant: %s', async (_name, path) => {
    const version = Number(/\/v(\d+)\//.exec(path)?.[1]);
    const { seqFrom, seqTo, format } = readSnapshotHeader(path);
    expect(format.version).toBe(version);
    expect(seqTo).toBeGreaterThan(seqFrom);
    const { cipher } = SubjectKeys.read(goldenPlace(version, 'killed').directory);
    const journal = new MemoryJournal(cipher);
    await importSnapshot(path, journal);
    const { tables, headSeq } = recover(journal);
    expect(headSeq).toBe(seqTo);
    expect(plain(statesOf(tables))).toMatchObject(meaningOf(version, basename(path)));
  });

  // Fails when an event was renamed, a field was moved or removed, or the layout of a batch changed without a new
  // version.
  test.each(VERSIONS.flatMap(batchesOf))('a batch is read as it was meant: version $version, $name', (batch) => {
    const { version, name, bytes } = batch;
    expect(batchDamage(bytes)).toBe('');
    expect(plain(readBatch(bytes))).toMatchObject(meaningOf(version, name));
    bytes[0] = BATCH_VERSION + 1;
    expect(batchDamage(bytes)).toContain(`format version ${BATCH_VERSION + 1}`);
  });
});
