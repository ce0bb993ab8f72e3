// `kontor channel list` and `rotate`: credentials of channels, in a store that no server has open.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { ReadContext } from '../engine/read-context.ts';
import { randomCredentials, rotateCredentials, saveCredentials } from '../server/credentials.ts';
import { withEngine } from './offline/store.ts';

const FIRST = 1;

/**
 * Prints number, name, purpose, output, and whether its calls are answered. Throws ConfigError, StoreLocked,
 * StoreDamage.
 */
export const listChannels = (config: Config): Promise<void> =>
  withEngine(config, async (engine) => {
    const reader = engine.readContext();
    for (const id of [...reader.index('channel').byName.values()].sort((a, b) => a - b)) {
      const { name, description, active, output, demo } = reader.read('channel', id)!;
      const facts = [
        `replies as ${output === 'xml' ? 'XML' : 'JSON'}`,
        ...(active ? [] : ['not active: its calls are refused']),
        ...(demo ? ['with the printed credentials of the demo'] : []),
      ];
      console.log(
        `${id}  ${name}  (${facts.join('; ')})${description === '' ? '' : `  ${description.replaceAll(/\s+/g, ' ')}`}`,
      );
    }
  });

const channelOf = (reader: ReadContext, given: string): number => {
  const { byName } = reader.index('channel');
  const [named, numbered] = [
    byName.get(given),
    /^\d{1,15}$/.test(given) && reader.read('channel', Number(given)) !== undefined ? Number(given) : undefined,
  ];
  // A channel may be called by a number: an ambiguous name must not end another channel's credentials.
  if (named !== undefined && numbered !== undefined && named !== numbered)
    throw new ConfigError(`${given} is the name of channel ${named} and the number of another`);
  const id = named ?? numbered;
  if (id === undefined) throw new ConfigError(`there is no channel ${given}`);
  return id;
};

/**
 * Gives a channel new random credentials and prints them once; with a new first channel a demo shop is an ordinary one.
 * Throws ConfigError, StoreLocked, StoreDamage.
 */
export const rotateChannel = (config: Config, given = ''): Promise<void> =>
  withEngine(config, async (engine) => {
    const reader = engine.readContext();
    if (reader.read('channel', FIRST) === undefined)
      throw new ConfigError(`${config.data} has no channel yet: start the server once`);
    const id = given === '' ? FIRST : channelOf(reader, given);
    const credentials = randomCredentials();
    rotateCredentials(engine, id, credentials);
    // Durable before they are printed: a full disk must not leave credentials that were never stored.
    await engine.whenDurable(engine.headSeq);
    const { username, password, secretKey } = credentials;
    console.log(
      `kontor: channel ${id}, ${reader.read('channel', id)!.name}: username ${username}, password ${password}, ` +
        `secret key ${secretKey}`,
    );
    // credentials.json holds those of the first channel only.
    console.log(
      'kontor: they are shown this ' +
        `once${id === FIRST ? `; they also stand in ${saveCredentials(config.data, credentials)}` : ''}`,
    );
  });
