// `kontor channel list` and `rotate`: sets of credentials.
import { ConfigError } from '../config/setting.ts';
import type { ReadContext } from '../engine/read-context.ts';
import type { Shop } from './command.ts';
import { randomCredentials, rotateCredentials, saveCredentials } from './credentials.ts';
import { mustTakeChanges } from './decide.ts';
import type { Terminal } from './terminal.ts';

const FIRST = 1;

/** Number, name, purpose, output, and whether its calls are answered. */
export const listChannels = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const ids = [...engine.readContext().index('channel').byName.values()].sort((a, b) => a - b);
  for (const id of ids) {
    const { name, description, active, output, demo } = engine.readContext().read('channel', id)!;
    const facts = [
      `replies as ${output === 'xml' ? 'XML' : 'JSON'}`,
      ...(active ? [] : ['not active: its calls are refused']),
      ...(demo ? ['with the printed credentials of the demo'] : []),
    ];
    await terminal.show(
      `${id}  ${name}  (${facts.join('; ')})${description === '' ? '' : `  ${description.replaceAll(/\s+/g, ' ')}`}`,
      { id, name, description, active, output, demo },
    );
  }
  return true;
};

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
 * Throws ConfigError.
 */
export const rotateChannel = async (
  { store: { engine }, config }: Shop,
  { channel = '' }: { readonly channel?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const reader = engine.readContext();
  if (reader.read('channel', FIRST) === undefined)
    throw new ConfigError(`${config.data} has no channel yet: start the server once`);
  const id = channel === '' ? FIRST : channelOf(reader, channel);
  mustTakeChanges(engine);
  const credentials = randomCredentials();
  rotateCredentials(engine, id, credentials);
  // Durable before they are printed: a full disk must not leave credentials that were never stored.
  await engine.whenDurable(engine.headSeq);
  const { username, password, secretKey } = credentials;
  const { name } = reader.read('channel', id)!;
  await terminal.show(
    `kontor: channel ${id}, ${name}: username ${username}, password ${password}, secret key ${secretKey}`,
    { id, name, ...credentials },
  );
  // credentials.json holds those of the first channel only.
  const saved = id === FIRST ? `; they also stand in ${saveCredentials(config.data, credentials)}` : '';
  await terminal.show(`kontor: they are shown this once${saved}`);
  return true;
};
