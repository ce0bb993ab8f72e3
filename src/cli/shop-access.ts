// Where a command that calls the shop finds it, and with which credentials: an address and a file or the environment,
// or the server that has a data directory open.
//
// Credentials are never taken from the command line, which other users of the machine can read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../admin/commands.ts';
import { callingAddress } from '../admin/control-address.ts';
import { CREDENTIALS_FILE, DEMO_CREDENTIALS } from '../admin/credentials.ts';
import type { Output } from '../admin/terminal.ts';
import type { Config } from '../config/config.ts';
import { LICENCE_VARIABLES } from '../config/environment.ts';
import { ConfigError } from '../config/setting.ts';
import { lineOf } from '../kernel/error-line.ts';
import { askServer } from './control-client.ts';

type Env = { readonly [name: string]: string | undefined };

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey?: string | undefined;
  /** Where they come from, for the person who mends them. */
  readonly source: string;
}

/** Throws ConfigError; no message has a value. */
const fromFile = (file: string): Credentials => {
  let found: { readonly [name: string]: unknown };
  try {
    // `--json` prints a line; credentials.json is a whole document.
    found = JSON.parse(readFileSync(file, 'utf8')) as typeof found;
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : lineOf(error);
    throw new ConfigError(`${file} cannot be read as credentials: ${why}`, { cause: error });
  }
  const { username, password, secretKey } = found ?? {};
  if (typeof username !== 'string' || typeof password !== 'string')
    throw new ConfigError(`${file} has no username and password: kontor channel add NAME --json prints them`);
  return { username, password, source: file, ...(typeof secretKey === 'string' && { secretKey }) };
};

/** The secret key may be absent. Throws ConfigError. */
const fromEnvironment = (env: Env): Credentials | undefined => {
  const [username, password, secretKey] = LICENCE_VARIABLES.map((name) => env[name] || undefined);
  if (username === undefined && password === undefined && secretKey === undefined) return undefined;
  const missing = LICENCE_VARIABLES.slice(0, 2).filter((name) => !env[name]);
  if (username === undefined || password === undefined)
    throw new ConfigError(`${missing.join(' and ')} must be set as well`);
  return {
    username,
    password,
    source: LICENCE_VARIABLES[0].replace(/USERNAME$/, '…'),
    ...(secretKey && { secretKey }),
  };
};

/** The first channel's credentials, as the first start wrote them; a demo shop writes none. */
const ofFirstChannel = (data: string): Credentials => {
  const file = join(data, CREDENTIALS_FILE);
  try {
    return fromFile(file);
  } catch (error) {
    if ((error as { readonly cause?: NodeJS.ErrnoException }).cause?.code !== 'ENOENT') throw error;
    return { ...DEMO_CREDENTIALS, source: `the demo shop, because there is no ${file}` };
  }
};

/** Asks the server that has the data directory open. Throws ConfigError where there is none. */
const urlOfServer = async ({ data }: Config): Promise<string> => {
  const address = callingAddress(data);
  const status = COMMANDS.find(({ name }) => name === 'status')!;
  const outputs: Output[] = [];
  const emit = async (output: Output): Promise<void> => void outputs.push(output);
  const input = (async function* () {})();
  const answered = address === undefined ? undefined : await askServer(address, status, {}, { input, emit });
  if (answered === undefined)
    throw new ConfigError(`no server has ${data} open: start it, or say where it is by --url`);
  for (const output of outputs) {
    const { url } = (('data' in output && output.data) || {}) as { readonly url?: unknown };
    if (typeof url === 'string') return url;
  }
  throw new ConfigError(`the server of ${data} does not say its address: say it by --url, or upgrade it`);
};

/** Throws ConfigError. */
const originOf = (typed: string): string => {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`--url: ${JSON.stringify(typed)} is no address such as https://shop.example`);
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('--url holds no credentials: --credentials names a file of them');
  return url.href.replace(/(\/srv\/service)?\/*$/, '');
};

/**
 * `ownChannel`: the credentials must be those of a channel that was made for the caller, so that the audit tells it
 * from others; those of the first channel are not looked up. Throws ConfigError.
 */
export const shopAccess = async (
  { url, credentials: file }: { readonly url?: string; readonly credentials?: string },
  config: Config,
  env: Env,
  ownChannel: boolean,
): Promise<Credentials & { readonly url: string }> => {
  const origin = url === undefined ? undefined : originOf(url);
  const given = file === undefined ? fromEnvironment(env) : fromFile(file);
  if (given === undefined && ownChannel)
    throw new ConfigError(
      'changes are allowed to a channel of its own only, whose name is in the audit: kontor channel add agent --json ' +
        '> agent.json, then --credentials agent.json',
    );
  if (given === undefined && origin !== undefined)
    throw new ConfigError(`credentials are wanted: --credentials, or ${LICENCE_VARIABLES.join(', ')}`);
  return { ...(given ?? ofFirstChannel(config.data)), url: origin ?? originOf(await urlOfServer(config)) };
};
