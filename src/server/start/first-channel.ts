// Makes sure that a store has a first channel whose credentials somebody knows, before the server answers its first
// call.
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { Engine } from '../../engine/engine.ts';
import {
  CREDENTIALS_FILE,
  DEMO_CREDENTIALS,
  hasChannel,
  isDemo,
  openFirstChannel,
  randomCredentials,
  rotateFirstChannel,
  saveCredentials,
} from '../../admin/credentials.ts';
import type { Credentials } from '../../admin/credentials.ts';
import { printedAccounts } from '../demo/accounts.ts';
import { logInfo, logWarning } from '../observability/log.ts';

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
 * that are shown once. `wasFilled`: the store was made with goods just now. Throws ConfigError if a store with printed
 * credentials or passwords of the demo is to be served as a real shop.
 */
export const prepareFirstChannel = (engine: Engine, options: FirstChannelOptions, wasFilled = false): void => {
  const { sample = false, credentials, config } = options;
  if (sample && !wasFilled) logWarning(`--sample fills a new shop: ${config.data} holds one, which stays as it is`);
  if (engine.isReadOnly) noteCredentials(credentials);
  else if (!hasChannel(engine)) openNewChannel(engine, options);
  else if (credentials !== undefined && rotateFirstChannel(engine, credentials))
    logInfo('the credentials of the environment replace those of the first channel');
  checkDemo(engine, options);
};

/** Throws ConfigError as `prepareFirstChannel` does. */
export const checkDemo = (engine: Engine, { demo, config }: Pick<FirstChannelOptions, 'demo' | 'config'>): void => {
  const { data } = config;
  const isMarked = isDemo(engine);
  if (!demo && isMarked)
    throw new ConfigError(
      `${data} is a demo shop with printed credentials: run "kontor channel rotate --data ${data}" first`,
    );
  const [printed] = demo ? [] : printedAccounts(engine.readContext()).map(({ username }) => username);
  if (printed !== undefined)
    throw new ConfigError(
      `the account ${printed} has the printed password of the demo: run "kontor user reset ${printed} --data ${data}" first`,
    );
  if (!isMarked) return;
  const { username, password, secretKey } = DEMO_CREDENTIALS;
  logInfo(`demo credentials: username ${username}, password ${password}, secret key ${secretKey}`);
};

const noteCredentials = (credentials: Credentials | undefined): void => {
  if (credentials !== undefined)
    logInfo('credentials of the environment that are new come with the next start that writes');
};

/** Credentials of a new first channel: those of the environment, of the demo, or random ones. */
export const chosenCredentials = ({ demo, credentials }: FirstChannelOptions): Credentials =>
  credentials ?? (demo ? DEMO_CREDENTIALS : randomCredentials());

const openNewChannel = (engine: Engine, options: FirstChannelOptions): void => {
  const { demo, credentials, config } = options;
  const chosen = chosenCredentials(options);
  openFirstChannel(engine, chosen, demo && credentials === undefined);
  saveNewCredentials(config.data, options, chosen);
};

/** Random ones are written to a file in `directory`, which is, or will be, the data directory. */
export const saveNewCredentials = (
  directory: string,
  { demo, credentials, config }: FirstChannelOptions,
  chosen: Credentials,
): void => {
  if (credentials !== undefined) return logInfo('the first channel has the credentials of the environment');
  if (demo) return;
  saveCredentials(directory, chosen);
  logInfo(firstStartLine(chosen, join(config.data, CREDENTIALS_FILE), process.stdout.isTTY));
};

/** Without the credentials where the output is no terminal: that of a service ends in logs (D23). */
export const firstStartLine = (credentials: Credentials, path: string, isTerminal: boolean): string => {
  const { username, password, secretKey } = credentials;
  return isTerminal
    ? `first start: username ${username}, password ${password}, secret key ${secretKey}; ` +
        `they are shown this once, and stand in ${path}`
    : `first start: the credentials of the first channel stand in ${path}`;
};
