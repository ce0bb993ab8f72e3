// Which state file a run works with, and whose data directory is whose.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ReplayOptions } from './options.ts';
import { ReplayError } from './replay-error.ts';
import { StateFile } from './state-file.ts';

/** The state of a run that begins anew; an older one is put aside, and the directory of its own server removed. */
export const freshState = (options: ReplayOptions, sha256: string, earlier: StateFile | undefined): StateFile => {
  const { file, statePath, shop, store, limit, print } = options;
  if (earlier !== undefined) {
    refuseSharing(earlier, statePath);
    if (!earlier.finished)
      print(`an interrupted run is put aside as ${statePath}.previous (--resume would have gone on with it)`);
    if (shop === undefined) removeStore(earlier.header.store, statePath);
    earlier.close();
  }
  const url = shop?.url ?? '';
  const header = { replay: 1, file: basename(file), sha256, limit, url, pid: process.pid } as const;
  return StateFile.create(statePath, { ...header, store: shop === undefined ? storeFor(statePath, store) : '' });
};

/** The state of the run that is resumed or checked. */
export const continuedState = (options: ReplayOptions, sha256: string, earlier: StateFile | undefined): StateFile => {
  const { statePath, shop, mode, file, limit } = options;
  if (earlier === undefined)
    throw new ReplayError(`There is no state file ${statePath}: nothing to ${mode === 'check' ? 'check' : 'resume'}.`);
  const { header } = earlier;
  if (header.sha256 !== sha256)
    throw new ReplayError(`${statePath} belongs to another file (${header.file}), not to this ${file}.`);
  if (limit !== 0 && limit !== header.limit) {
    throw new ReplayError(
      `${statePath}: that run was made with another --limit (${header.limit || 'none'}); leave the flag away.`,
    );
  }
  if (!earlier.ready)
    throw new ReplayError(
      `${statePath}: that run stopped before its catalogue was complete; begin anew on an empty shop.`,
    );
  if (shop === undefined && header.store === '')
    throw new ReplayError(`${statePath}: that run sold through ${header.url}; give --url and its credentials.`);
  if (shop !== undefined && header.store !== '')
    throw new ReplayError(`${statePath}: that run had a server of its own; leave --url away.`);
  if (header.store !== '' && !existsSync(header.store))
    throw new ReplayError(`${statePath}: its data directory ${header.store} is gone.`);
  if (mode === 'resume') {
    refuseSharing(earlier, statePath);
    earlier.record({ resumed: process.pid });
  }
  return earlier;
};

const refuseSharing = (state: StateFile, statePath: string): void => {
  if (state.finished || state.pid === process.pid || !isAlive(state.pid)) return;
  const advice = 'wait for it, or choose another file with --state';
  throw new ReplayError(`${statePath} is in use by the replay with process id ${state.pid}: ${advice}.`);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const storeFor = (statePath: string, store: string | undefined): string => {
  if (store !== undefined) return resolve(store);
  mkdirSync(dirname(statePath), { recursive: true });
  return mkdtempSync(join(dirname(resolve(statePath)), 'store-'));
};

// Only a directory that an earlier run made itself, beside this very state file.
const removeStore = (store: string, statePath: string): void => {
  if (store !== '' && dirname(store) === dirname(resolve(statePath)) && basename(store).startsWith('store-')) {
    rmSync(store, { recursive: true, force: true });
  }
};
