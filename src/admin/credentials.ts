// Credentials of channels: from the environment, random ones of a first start, or the fixed ones of the demo.
import { randomInt } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rotateCredentials } from '../domain/channels/change-channel.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { must } from '../kernel/result.ts';
import { credentialDigests } from '../operations/access/channel-keys.ts';
import { LICENCE_VARIABLES } from '../config/environment.ts';
import { ConfigError } from '../config/setting.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export const DEMO_CREDENTIALS: Credentials = {
  username: 'demo_kontor',
  password: 'demo-password',
  secretKey: 'demo-secret-key',
};

/** In the data directory. */
export const CREDENTIALS_FILE = 'credentials.json';

const FIRST = 1;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const secret = (): string => Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]!).join('');

export const randomCredentials = (): Credentials => ({
  username: `kontor_${secret()}`,
  password: secret(),
  secretKey: secret(),
});

/** A password or secret key with fewer characters can be guessed; random ones have 20. */
const SECRET_CHARACTERS_MIN = 12;

/**
 * From KONTOR_LICENCE_…: all three or none. Throws ConfigError for one or two, and outside the demo, which listens on
 * loopback only, for a password or secret key that is too short; the message never has the value.
 */
export const credentialsFrom = (
  env: { readonly [name: string]: string | undefined },
  demo: boolean,
): Credentials | undefined => {
  const names = LICENCE_VARIABLES;
  const [username = '', password = '', secretKey = ''] = names.map((name) => env[name]);
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')} must be set as well, or none of the three`);
  const short = names.slice(1).filter((name) => [...env[name]!].length < SECRET_CHARACTERS_MIN);
  if (short.length > 0 && !demo)
    throw new ConfigError(`${short.join(' and ')} must have at least ${SECRET_CHARACTERS_MIN} characters`);
  return { username, password, secretKey };
};

/** Whether the store is a demo: its first channel still has the printed credentials. */
export const isDemo = (engine: Engine): boolean => engine.readContext().read('channel', FIRST)?.demo ?? false;

export const hasChannel = (engine: Engine): boolean => engine.readContext().read('channel', FIRST) !== undefined;

export const openFirstChannel = (engine: Engine, credentials: Credentials, demo: boolean): void => {
  const opened = engine.transact(maintenanceCause('first_start'), (tx) =>
    tx.create('channel', {
      type: 'open_channel',
      name: 'default',
      description: 'made at first start',
      active: true,
      output: 'json',
      digests: credentialDigests(credentials),
      demo,
    }),
  );
  must(opened.ok && opened.value === FIRST, 'the first channel is channel 1');
};

/** Replaces the first channel's credentials at once. False if the channel has these already. */
export const rotateFirstChannel = (engine: Engine, credentials: Credentials): boolean => {
  const before = engine.headSeq;
  const rotated = engine.transact(maintenanceCause('rotate_credentials'), (tx) =>
    rotateCredentials(tx, FIRST, { digests: credentialDigests(credentials), overlapMs: 0 }),
  );
  must(rotated.ok, 'credentials of the first channel can always be rotated');
  return engine.headSeq > before;
};

/** Writes them to a file that only the owner can read, and returns its path. */
export const saveCredentials = (directory: string, credentials: Credentials): string => {
  const path = join(directory, CREDENTIALS_FILE);
  // A new file: an existing one would keep its mode.
  rmSync(`${path}.part`, { force: true });
  writeFileSync(`${path}.part`, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
  return path;
};
