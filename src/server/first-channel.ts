// Makes sure that a store has a first channel whose credentials somebody knows, before the server answers its first
// call.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import {
  DEMO_CREDENTIALS,
  hasChannel,
  isDemo,
  openFirstChannel,
  randomCredentials,
  rotateFirstChannel,
  saveCredentials,
} from '../admin/credentials.ts';
import type { Credentials } from '../admin/credentials.ts';
import { fillDemoShop } from './demo.ts';
import { logInfo, logWarning } from './observability/log.ts';

export interface FirstChannelOptions {
  readonly config: Config;
  readonly demo: boolean;
  /** A new store begins with the goods of the demo, and with credentials of its own. */
  readonly sample?: boolean;
  /** From the environment; they replace those of the first channel. */
  readonly credentials: Credentials | undefined;
}

/**
 * Opens the first channel of a new store, with the credentials of the environment, those of the demo, or random ones
 * that are shown once. Throws ConfigError if a store with the printed credentials of the demo is to be served as a
 * real shop.
 */
export const prepareFirstChannel = (engine: Engine, options: FirstChannelOptions): void => {
  const { sample = false, credentials, config } = options;
  if (sample && hasChannel(engine))
    logWarning(`--sample fills a new shop: ${config.data} holds one, which stays as it is`);
  if (engine.isReadOnly) noteCredentials(credentials);
  else if (!hasChannel(engine)) openNewChannel(engine, options);
  else if (credentials !== undefined && rotateFirstChannel(engine, credentials))
    logInfo('the credentials of the environment replace those of the first channel');
  checkDemo(engine, options);
};

/** Throws ConfigError as `prepareFirstChannel` does. */
export const checkDemo = (engine: Engine, { demo, config }: Pick<FirstChannelOptions, 'demo' | 'config'>): void => {
  if (!isDemo(engine)) return;
  if (!demo)
    throw new ConfigError(
      `${config.data} is a demo shop with printed credentials: run "kontor channel rotate --data ${config.data}" first`,
    );
  const { username, password, secretKey } = DEMO_CREDENTIALS;
  logInfo(`demo credentials: username ${username}, password ${password}, secret key ${secretKey}`);
};

const noteCredentials = (credentials: Credentials | undefined): void => {
  if (credentials !== undefined)
    logInfo('credentials of the environment that are new come with the next start that writes');
};

const openNewChannel = (engine: Engine, { demo, sample, credentials, config }: FirstChannelOptions): void => {
  const chosen = credentials ?? (demo ? DEMO_CREDENTIALS : randomCredentials());
  openFirstChannel(engine, chosen, demo && credentials === undefined);
  if (demo || sample) fillDemoShop(engine);
  if (credentials !== undefined) return logInfo('the first channel has the credentials of the environment');
  if (demo) return;
  const path = saveCredentials(config.data, chosen);
  logInfo(firstStartLine(chosen, path, process.stdout.isTTY));
};

/** Without the credentials where the output is no terminal: that of a service ends in logs (D23). */
export const firstStartLine = (credentials: Credentials, path: string, isTerminal: boolean): string => {
  const { username, password, secretKey } = credentials;
  return isTerminal
    ? `first start: username ${username}, password ${password}, secret key ${secretKey}; ` +
        `they are shown this once, and stand in ${path}`
    : `first start: the credentials of the first channel stand in ${path}`;
};
