// The extensions that the settings name.
import { cwd } from 'node:process';
import type { Config } from '../../config/config.ts';
import { ExtensionHost } from '../../outside/extensions/extension-host.ts';
import { logInfo, logWarning } from '../observability/log.ts';

/** Undefined where there are none: no call then pays anything for them. */
export const extensionsOf = (
  { extensions }: Config,
  { info, warn } = { info: logInfo, warn: logWarning },
): ExtensionHost | undefined =>
  extensions.length === 0
    ? undefined
    : new ExtensionHost(extensions, {
        directory: cwd(),
        nowMs: () => performance.now(),
        info,
        warn,
      });
