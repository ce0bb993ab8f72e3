// Makes the store of a demo shop, or of one with sample goods, where there is none: in a directory within its own, and
// its files move up once it is whole. The data directory may be the root of a volume, and hold that of the snapshots.
//
// Guaranteed: whenever a start is killed or the power is cut, the next one finds no store and makes it anew, or all of
// it. What identifies a store moves last.
// Not promised: a store in a directory that holds other files.
import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { syncDirectory } from '../../engine/disk/sync-directory.ts';
import { makeDirectory } from '../../engine/disk/make-directory.ts';
import { IDENTITY_FILE, readIdentity } from '../../engine/store/identity.ts';
import { SYSTEM_CLOCK } from '../../outside/system-clock.ts';
import { DEMO_SEED } from '../demo/fill.ts';
import { chosenCredentials, saveNewCredentials } from './first-channel.ts';
import type { FirstChannelOptions } from './first-channel.ts';
import { logInfo } from '../observability/log.ts';
import { newStoreOnThread } from './new-store-on-thread.ts';
import { writeNewStore } from './new-store.ts';

interface Beginning extends FirstChannelOptions {
  /** See ServeOptions. */
  readonly follow?: string;
  readonly takeOver?: string | undefined;
}

/** A node, a follower, a successor, and a server that has a store begin with what there is. */
const mayFill = ({ config, demo, sample = false, follow, takeOver = 'none' }: Beginning): boolean =>
  (demo || sample) &&
  config.log === '' &&
  follow === undefined &&
  takeOver === 'none' &&
  readIdentity(config.data) === undefined;

/** Within the data directory: a store that is being made, and one that is whole and moves up. */
const PART = 'new.part';
const WHOLE = 'new';
/** A folder that a new volume has of its own. */
const LOST_AND_FOUND = 'lost+found';

const mustBeEmpty = ({ data, snapshots }: Config): void => {
  const isOther = (name: string): boolean =>
    name !== PART && name !== LOST_AND_FOUND && join(resolve(data), name) !== resolve(snapshots);
  if (readdirSync(data).some(isOther))
    throw new ConfigError(`${data} holds files and no store: goods are put into an empty directory`);
};

/** Moves up what is whole; goes on where an earlier one was cut short. Returns whether there was anything to move. */
export const finishNewStore = (data: string): boolean => {
  const from = join(data, WHOLE);
  if (!existsSync(from)) return false;
  const move = (name: string): void => renameSync(join(from, name), join(data, name));
  const names = readdirSync(from);
  for (const name of names) if (name !== IDENTITY_FILE) move(name);
  syncDirectory(data);
  if (names.includes(IDENTITY_FILE)) move(IDENTITY_FILE);
  syncDirectory(data);
  rmdirSync(from);
  return true;
};

/** Returns whether it made one. Throws ConfigError, and why it cannot be written. */
export const makeDemoStore = async (options: Beginning): Promise<boolean> => {
  const { config, demo, credentials: given } = options;
  const { data } = config;
  if (finishNewStore(data)) return true;
  if (!mayFill(options)) return false;
  makeDirectory(data);
  mustBeEmpty(config);
  const directory = join(data, PART);
  const credentials = chosenCredentials(options);
  const content = process.env['KONTOR_TEST_DEMO'] || (demo ? 'history' : 'goods');
  const wanted = { directory, config, credentials, content, isPrinted: demo && given === undefined };
  const write = content === 'history' ? newStoreOnThread : writeNewStore;
  if (content === 'history') logInfo('making a demo shop with the orders of ninety days');
  await write({ ...wanted, nowMs: SYSTEM_CLOCK.nowMs(), seed: DEMO_SEED });
  saveNewCredentials(directory, options, credentials);
  syncDirectory(directory);
  renameSync(directory, join(data, WHOLE));
  syncDirectory(data);
  return finishNewStore(data);
};
