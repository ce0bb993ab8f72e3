// Makes the store of a demo shop, or of one with sample goods, where there is none: beside its place, and moved there
// once it is whole.
//
// Guaranteed: a start that is killed meanwhile leaves no store, and the next one makes it anew.
// Not promised: a store in a directory that holds other files.
import { readdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { syncDirectory } from '../engine/disk/sync-directory.ts';
import { makeDirectory } from '../engine/disk/make-directory.ts';
import { readIdentity } from '../engine/store/identity.ts';
import { SYSTEM_CLOCK } from '../outside/system-clock.ts';
import { startThread } from '../outside/threads/start-thread.ts';
import { DEMO_SEED } from './demo/fill.ts';
import { chosenCredentials, saveNewCredentials } from './first-channel.ts';
import type { FirstChannelOptions } from './first-channel.ts';
import { writeNewStore } from './new-store.ts';
import type { NewStore } from './new-store.ts';
import type { ThreadAnswer } from './new-store-thread.ts';

interface Beginning extends FirstChannelOptions {
  /** See ServeOptions. */
  readonly follow?: string;
  readonly takeOver?: string | undefined;
}

/** A node, whoever follows or takes another one's place, and whoever has a store, begins with what there is. */
const mayFill = ({ config, demo, sample = false, follow, takeOver = 'none' }: Beginning): boolean =>
  (demo || sample) &&
  config.log === '' &&
  follow === undefined &&
  takeOver === 'none' &&
  readIdentity(config.data) === undefined;

const mustBeEmpty = (directory: string): void => {
  try {
    if (readdirSync(directory).length > 0)
      throw new ConfigError(`${directory} holds files and no store: goods are put into an empty directory`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

const onThread = async (wanted: NewStore): Promise<void> => {
  const worker = startThread(new URL('./new-store-thread.ts', import.meta.url), wanted);
  const failure = await new Promise<ThreadAnswer>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that makes the demo has ended with ${code}`)));
  });
  await worker.terminate();
  if (failure !== undefined) throw new Error(failure);
};

/** Beside the data directory: moved into its place, it is there as a whole. */
const partOf = ({ data }: Config): string => `${data.replace(/\/+$/, '')}.part`;

/** Returns whether it made one. Throws ConfigError, and why it cannot be written. */
export const makeDemoStore = async (options: Beginning): Promise<boolean> => {
  if (!mayFill(options)) return false;
  const { config, demo, credentials: given } = options;
  mustBeEmpty(config.data);
  const directory = partOf(config);
  makeDirectory(dirname(directory));
  const credentials = chosenCredentials(options);
  const content = process.env['KONTOR_TEST_DEMO'] || (demo ? 'history' : 'goods');
  const wanted = { directory, config, credentials, content, isPrinted: demo && given === undefined };
  const write = content === 'history' ? onThread : writeNewStore;
  await write({ ...wanted, nowMs: SYSTEM_CLOCK.nowMs(), seed: DEMO_SEED });
  saveNewCredentials(directory, options, credentials);
  renameSync(directory, config.data);
  // Before anything is answered: a power cut would bring the old name back, and the next start another store.
  syncDirectory(dirname(directory));
  return true;
};
