// What a start does before it opens anything: prints the settings, sets flags of V8, and tries the data directory.
import { setFlagsFromString } from 'node:v8';
import { ConfigError } from '../../config/setting.ts';
import { whyReadOnly } from '../../engine/store/read-only.ts';
import { isLoopback } from '../../outside/http/addresses.ts';
import { prepareSnapshotDirectory } from '../background/snapshot-directory.ts';
import { DEMO_SETTINGS } from '../demo/settings.ts';
import { logWarning } from '../observability/log.ts';
import type { FirstChannelOptions } from './first-channel.ts';
import { printSettings } from './start-report.ts';

/**
 * By default V8 lets dead objects pile up until the heap is four times what is alive, and each page of it costs every
 * collection of young objects about a microsecond (bench/README.md).
 */
const HEAP_GROWTH = '--heap-growing-percent=50';

interface Starting extends Pick<FirstChannelOptions, 'config' | 'demo'> {
  /** See ServeOptions. */
  readonly verbose?: boolean;
}

/** Returns why the store takes no changes; '' where it does. Throws ConfigError. */
export const prepareProcess = ({ config, demo, verbose = false }: Starting): string => {
  if (demo && !isLoopback(config.host))
    throw new ConfigError(`a demo shop listens on loopback only, not on ${config.host}`);
  printSettings(config, verbose, demo ? DEMO_SETTINGS : {});
  setFlagsFromString(HEAP_GROWTH);
  const readOnly = whyReadOnly(config.data);
  if (readOnly === '') prepareSnapshotDirectory(config.snapshots);
  else logWarning(`${readOnly}: reads are answered, changes are refused; a restart takes changes again once it can`);
  return readOnly;
};
