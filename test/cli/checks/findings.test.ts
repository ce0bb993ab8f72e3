// What `kontor doctor` makes of figures that this machine does not have.
import { describe, expect, test } from 'vitest';
import { fileSystemFinding, syncFinding } from '../../../src/cli/checks/disk.ts';
import { clockFinding, descriptorFinding, nodeFinding } from '../../../src/cli/checks/machine.ts';
import { loadConfig } from '../../../src/config/config.ts';

const config = loadConfig({ data: '/nowhere/at/all' }, {}, undefined);

describe('Node', () => {
  test.each([
    ['18.20.0', '2026-01-01', 'wrong'],
    ['20.18.9', '2026-01-01', 'wrong'],
    ['20.19.0', '2026-04-01', 'good'],
    ['20.19.0', '2026-05-01', 'note'],
    ['22.0.0', '2026-05-01', 'good'],
    ['26.1.0', '2035-01-01', 'good'],
  ])('%s in %s is %s', (version, day, is) => {
    const finding = nodeFinding(version, Date.parse(day));
    expect(finding.is).toBe(is);
    expect(finding.advice === undefined).toBe(is === 'good');
  });
});

describe('open files', () => {
  test('few of them are noted, with what raises them', () => {
    expect(descriptorFinding(config, 1024)).toEqual({
      is: 'note',
      line: '1024 open files, so 768 connections at a time',
      advice: expect.stringContaining('ulimit -n'),
    });
    expect(descriptorFinding(config, 65_536)).toEqual({
      is: 'good',
      line: '65536 open files, so 65280 connections at a time',
    });
  });

  test('so is a setting that they do not allow', () => {
    const { is, line } = descriptorFinding({ ...config, connectionsMax: 70_000 }, 65_536);
    expect({ is, line }).toEqual({
      is: 'note',
      line: '65536 open files, so 65280 connections at a time, fewer than connectionsMax, 70000',
    });
  });
});

test('a clock before every store is wrong', () => {
  expect(clockFinding(config, 0)).toEqual({
    is: 'wrong',
    line: 'the clock says 1970-01-01T00:00:00.000Z',
    advice: expect.stringContaining('NTP'),
  });
});

describe('file systems', () => {
  test.each([
    [0x6969, 'wrong', 'NFS'],
    [0x01021994, 'note', 'tmpfs'],
    [0x794c7630, 'note', 'the layer of a container'],
    [0x65735546, 'note', 'FUSE'],
    [0xef53, 'good', 'ext4, a local disk'],
    [0x1234, 'good', 'a local disk'],
  ])('%s', (type, is, name) => {
    const finding = fileSystemFinding('it', type);
    expect(finding.is).toBe(is);
    expect(finding.line).toContain(`it is on ${name}`);
    expect(finding.advice === undefined).toBe(is === 'good');
  });
});

describe('syncs', () => {
  const times = (median: number, worst: number): readonly number[] => [median / 2, median, worst];

  test('median and worst are said', () => {
    expect(syncFinding(times(1.5, 9), config)).toEqual({
      is: 'good',
      line: 'a sync of the data directory takes 1.50 ms, 9.00 ms at worst of 3',
    });
  });

  test.each([
    ['a slow disk', times(21, 30), 'fsync', 'note'],
    ['a disk that stalls', times(1, 201), 'fsync', 'note'],
    ['a slow disk that no reply waits for', times(21, 201), 'commit', 'good'],
  ] as const)('%s', (_what, sorted, durability, is) => {
    const finding = syncFinding(sorted, { durability });
    expect(finding.is).toBe(is);
    expect(finding.advice === undefined).toBe(is === 'good');
  });
});
