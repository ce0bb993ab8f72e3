// Catches a soak that passes although the server never truncated, scrubbed or evicted, one that is too short for them
// and fails, and mapped files that count as memory which may leak.
import { describe, expect, test } from 'vitest';
import { maintenanceWork } from '../../bench/soak/maintenance.ts';
import { residentMemory } from '../../bench/soak/resident-memory.ts';
import { CSV_HEAD, SERIES, csvLine } from '../../bench/soak/series.ts';
import type { Row } from '../../bench/soak/series.ts';

const PACE = { snapshotMs: 15_000, snapshotFilesMax: 3, scrubMbPerSecond: 4 };
const BEFORE = { seconds: 1, truncatedSeq: 10, scrubPasses: 2, evictions: 5, journalMb: 6 };

const missed = (rows: readonly Partial<Row>[]): string[] =>
  maintenanceWork(rows as Row[], PACE)
    .filter(({ due, count }) => due && count === 0)
    .map(({ name }) => name);

describe('maintenance during a soak', () => {
  test('is missed where nothing happened in two minutes, each by its name', () => {
    expect(missed([BEFORE, { ...BEFORE, seconds: 120 }])).toEqual(['truncation of the journal', 'scrub', 'eviction']);
    expect(missed([BEFORE, { ...BEFORE, seconds: 120, truncatedSeq: 11, evictions: 6 }])).toEqual(['scrub']);
  });

  test('counts what happened between the first and the last sample', () => {
    const last = { ...BEFORE, seconds: 120, truncatedSeq: 110, scrubPasses: 4, evictions: 8 };
    expect(maintenanceWork([BEFORE, last] as Row[], PACE).map(({ count }) => count)).toEqual([100, 2, 3]);
  });

  test('is missed where it could not be sampled', () => {
    const unknown = { truncatedSeq: NaN, scrubPasses: NaN, evictions: NaN };
    expect(missed([BEFORE, { ...BEFORE, ...unknown, seconds: 120 }])).toHaveLength(3);
  });

  test('is not due before the settings give it time', () => {
    expect(missed([BEFORE, { ...BEFORE, seconds: 4 }])).toEqual([]);
    expect(missed([BEFORE, { ...BEFORE, seconds: 120, journalMb: 6000 }])).not.toContain('scrub');
  });
});

const SMAPS = `55d0c000-55d0d000 r-xp 00000000 08:01 131 /usr/bin/node
Size:               4096 kB
Rss:                2048 kB
Anonymous:            48 kB
55d0e000-55d0f000 rw-p 00000000 00:00 0                          [heap]
Rss:                1000 kB
Anonymous:          1000 kB
7f00-7f01 r--s 00000000 08:01 999                        /tmp/soak/data/data.mdb
Rss:                4000 kB
Anonymous:             0 kB
7f02-7f03 rw-p 00000000 00:00 0 
Rss:                 500 kB
Anonymous:           500 kB
`;

describe('resident memory', () => {
  test("is split into the journal's map, files of the program, and what is anonymous", () => {
    const { journalMap, programFiles, anonymous, mainArena } = residentMemory(SMAPS, '/tmp/soak/data');
    expect([journalMap, programFiles, anonymous, mainArena].map((bytes) => bytes / 1024)).toEqual([
      4000, 2000, 1548, 1000,
    ]);
  });

  test('is judged without mapped files', () => {
    const judged = SERIES.map(({ column }) => column);
    expect(judged).toContain('anonymousMb');
    expect(judged).not.toContain('rssMb');
    expect(judged).not.toContain('journalMapMb');
  });
});

test('the head of the samples names as many columns as a line has', () => {
  const row = new Proxy({}, { get: () => 1 }) as Row;
  expect(csvLine(row).split(',')).toHaveLength(CSV_HEAD.split(',').length);
});
