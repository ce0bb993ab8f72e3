// Checks of the disks: whether the directories can be written, which file systems they are on, how much space is left,
// and how long a sync takes, which every change of the shop waits for.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  openSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { good, note, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** File systems by the number that Linux has for them. */
const LOCAL: { readonly [type: number]: string } = {
  0xef53: 'ext4',
  0x58465342: 'XFS',
  0x9123683e: 'Btrfs',
  0x2fc12fc1: 'ZFS',
  0xf2f52010: 'F2FS',
};
/** A journal needs locks and a sync that reaches the disk. */
const REMOTE: { readonly [type: number]: string } = {
  0x6969: 'NFS',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB',
  0x517b: 'SMB',
  0x01021997: '9P',
};
const VOLATILE: { readonly [type: number]: string } = { 0x01021994: 'tmpfs', 0x858458f6: 'ramfs' };
const OVERLAY = 0x794c7630;
const FUSE = 0x65735546;

const MIB = 2 ** 20;
const FREE_MIB_MIN = 1024;

/** The directory itself, or the nearest one above it that is there. */
const nearest = (directory: string): string => (existsSync(directory) ? directory : nearest(dirname(directory)));

/** `type`: of statfs. `what`: the directory, as the subject of the line. */
export const fileSystemFinding = (what: string, type: number): Finding => {
  const remote = REMOTE[type];
  if (remote !== undefined)
    return wrong(`${what} is on ${remote}: a store needs a local disk`, 'set data to a directory on a local disk');
  if (VOLATILE[type] !== undefined)
    return note(
      `${what} is on ${VOLATILE[type]}: it is lost with the machine’s power`,
      'set data to a directory on a disk',
    );
  if (type === OVERLAY)
    return note(`${what} is on the layer of a container, and goes with it`, 'mount a volume, and set data to it');
  if (type === FUSE)
    return note(`${what} is on FUSE: whether a sync reaches a disk is up to a program`, 'set data to a local disk');
  const name = LOCAL[type];
  return good(`${what} is on ${name === undefined ? 'a local disk' : `${name}, a local disk`}`);
};

const spaceFinding = (place: string, { diskReserveMb }: Config): Finding => {
  const { bavail, bsize } = statfsSync(place);
  const free = Math.floor((bavail * bsize) / MIB);
  const line = `the disk of the data directory has ${free} MiB left`;
  const advice = 'make room, or move the data directory to a larger disk while the shop is closed';
  if (diskReserveMb > 0 && free < diskReserveMb)
    return wrong(`${line}, less than diskReserveMb, ${diskReserveMb}: changes are refused`, advice);
  return free < FREE_MIB_MIN ? note(line, advice) : good(line);
};

/** Syncs that are measured: enough for a worst one, and done in a second on a disk of 20 ms. */
const SYNCS = 40;
const SYNC_BYTES = 4096;
/** A write that waits longer than this is felt in every call; one in forty at ten times that is a disk that stalls. */
const MEDIAN_MS_MAX = 20;
const WORST_MS_MAX = 200;

/** Milliseconds of each sync of a scratch file in `directory`, ascending; the file is gone afterwards. */
const measureSyncs = (directory: string): readonly number[] => {
  const path = join(directory, `.kontor-doctor-${process.pid}`);
  const file = openSync(path, 'wx', 0o600);
  try {
    const block = Buffer.alloc(SYNC_BYTES, 1);
    const tookMs = Array.from({ length: SYNCS }, (_, index) => {
      writeSync(file, block, 0, SYNC_BYTES, index * SYNC_BYTES);
      const startedMs = performance.now();
      fdatasyncSync(file);
      return performance.now() - startedMs;
    });
    return tookMs.toSorted((a, b) => a - b);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
};

const SLOW_DISK =
  'move the data directory to an SSD with power-loss protection, or see what else writes to this disk; ' +
  'durability commit does not wait for it, and may lose what came after the last snapshot file';

/** `sortedMs`: how long each sync took, ascending. */
export const syncFinding = (sortedMs: readonly number[], { durability }: Pick<Config, 'durability'>): Finding => {
  const [median, worst] = [sortedMs[Math.floor(sortedMs.length / 2)]!, sortedMs.at(-1)!];
  const line = `a sync of the data directory takes ${median.toFixed(2)} ms, ${worst.toFixed(2)} ms at worst of ${sortedMs.length}`;
  const isSlow = median > MEDIAN_MS_MAX || worst > WORST_MS_MAX;
  if (!isSlow || durability !== 'fsync') return good(line);
  return note(`${line}; every change waits for one`, SLOW_DISK);
};

const dataFindings = (config: Config): Finding[] => {
  const directory = resolve(config.data);
  const what = `the data directory ${directory}`;
  const place = nearest(directory);
  const otherPlace = 'set data, or --data, to a directory of this user';
  if (!statSync(place).isDirectory()) return [wrong(`${what} cannot be made: ${place} is not a directory`, otherPlace)];
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [wrong(`${what} cannot be written: ${place} is not this user’s`, otherPlace)];
  }
  const findings = [fileSystemFinding(what, statfsSync(place).type), spaceFinding(place, config)];
  try {
    findings.push(syncFinding(measureSyncs(place), config));
  } catch (error) {
    findings.push(
      wrong(`${what} takes no new file: ${(error as Error).message}`, 'make room, or mount it for writing'),
    );
  }
  return findings;
};

const snapshotFinding = ({ data, snapshots }: Config): Finding => {
  const directory = resolve(snapshots);
  const what = `the directory of snapshot files ${directory}`;
  const place = nearest(directory);
  const otherPlace = 'set snapshots, or --snapshots, to a directory of this user';
  if (!statSync(place).isDirectory()) return wrong(`${what} cannot be made: ${place} is not a directory`, otherPlace);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    return wrong(`${what} cannot be written: ${place} is not this user’s`, otherPlace);
  }
  return statSync(place).dev === statSync(nearest(resolve(data))).dev
    ? note(
        `${what} is on the disk of the data directory: one broken disk takes both`,
        'copy its files elsewhere, or set snapshots to another disk',
      )
    : good(`${what} is on another disk than the data directory`);
};

export const diskFindings = (config: Config): Finding[] => [...dataFindings(config), snapshotFinding(config)];
