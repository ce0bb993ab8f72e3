// The extensions that the settings name.
import { cwd } from 'node:process';
import type { Config } from '../../config/config.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import { ExtensionHost } from '../../outside/extensions/extension-host.ts';
import { whyNotAsked } from '../../outside/extensions/told-extensions.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { titleOf } from './payment-providers.ts';

/** What is wrong with payment methods whose provider is an extension, once modules are loaded. */
const methodProblems = ({ paymentMethods }: Config, extensions: Extensions): readonly string[] =>
  paymentMethods.flatMap(({ name, provider, extension = '' }) => {
    const why = provider === 'extension' ? whyNotAsked(extensions, extension, 'payment_provider.start') : '';
    return why === '' ? [] : [`payment method ${titleOf(name)}: ${why}, so that nobody can pay by it`];
  });

/** Undefined where there are none: no call then pays anything for them. */
export const extensionsOf = (
  config: Config,
  { info, warn } = { info: logInfo, warn: logWarning },
): ExtensionHost | undefined =>
  config.extensions.length === 0
    ? undefined
    : new ExtensionHost(config.extensions, {
        directory: cwd(),
        nowMs: () => performance.now(),
        info,
        warn,
        begun: (host) => methodProblems(config, host).forEach((problem) => warn(problem)),
      });
