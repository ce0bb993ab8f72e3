// `kontor channel list`, `add`, `set`, `rotate`, `end-overlap` and `close`: sets of credentials.
import { ConfigError } from '../config/setting.ts';
import {
  changeChannel,
  endChannel,
  endOverlap,
  openChannel,
  rotateCredentials,
} from '../domain/channels/change-channel.ts';
import { OVERLAP_MS_MAX, isOverlapping } from '../domain/channels/channel.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { dateTime } from '../domain/date-time.ts';
import type { ReadContext } from '../engine/transactions/read-context.ts';
import { credentialDigests } from '../operations/access/channel-keys.ts';
import type { Shop } from './command.ts';
import { randomCredentials, saveCredentials } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { decideDurably } from './decide.ts';
import type { Terminal } from './terminal.ts';

const FIRST = 1;

/** Number, name, purpose, output, whether its calls are answered, and until when its credentials from before work. */
export const listChannels = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const ids = [...engine.readContext().index('channel').byName.values()].sort((a, b) => a - b);
  for (const id of ids) {
    const reader = engine.readContext();
    const channel = reader.read('channel', id);
    if (channel === undefined) continue;
    const { name, description, active, output, demo, role } = channel;
    const previousUntil = isOverlapping(channel, reader.atMs) ? dateTime(channel.previousUntilMs) : '';
    const facts = [
      `replies as ${output === 'xml' ? 'XML' : 'JSON'}`,
      ...(active ? [] : ['not active: its calls are refused']),
      ...(role === '' ? [] : [`with the role ${role}`]),
      ...(demo ? ['with the printed credentials of the demo'] : []),
      ...(previousUntil === '' ? [] : [`with its credentials from before until ${previousUntil} UTC`]),
    ];
    await terminal.show(
      `${id}  ${name}  (${facts.join('; ')})${description === '' ? '' : `  ${description.replaceAll(/\s+/g, ' ')}`}`,
      { id, name, description, active, output, demo, role, previous_until: previousUntil },
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

/** The channel that a command means, the first one where none is named. Throws ConfigError. */
export const channelMeant = ({ store: { engine }, config }: Shop, given: string): number => {
  const reader = engine.readContext();
  if (reader.read('channel', FIRST) === undefined)
    throw new ConfigError(`${config.data} has no channel yet: start the server once`);
  return given === '' ? FIRST : channelOf(reader, given);
};

const showCredentials = async (
  { store: { engine }, config }: Shop,
  id: number,
  credentials: Credentials,
  terminal: Terminal,
): Promise<void> => {
  const { username, password, secretKey } = credentials;
  const { name, previousUntilMs } = engine.readContext().read('channel', id)!;
  await terminal.show(
    `kontor: channel ${id}, ${name}: username ${username}, password ${password}, secret key ${secretKey}`,
    { id, name, ...credentials, previous_until: previousUntilMs === 0 ? '' : dateTime(previousUntilMs) },
  );
  // credentials.json holds those of the first channel only.
  const saved = id === FIRST ? `; they also stand in ${saveCredentials(config.data, credentials)}` : '';
  await terminal.show(`kontor: they are shown this once${saved}`);
  if (previousUntilMs > 0)
    await terminal.show(`kontor: those from before work until ${dateTime(previousUntilMs)} UTC, too`);
};

const HOUR_MS = 3_600_000;

/** Throws ConfigError. */
const overlapOf = (hours: string): number => {
  const overlapMs = /^\d{1,4}$/.test(hours) ? Number(hours) * HOUR_MS : Infinity;
  if (overlapMs > OVERLAP_MS_MAX)
    throw new ConfigError(`--overlap: whole hours from 0 to ${OVERLAP_MS_MAX / HOUR_MS} are wanted`);
  return overlapMs;
};

/**
 * Gives a channel new random credentials and prints them once; with a new first channel a demo shop is an ordinary one.
 * Throws ConfigError.
 */
export const rotateChannel = async (
  shop: Shop,
  { channel = '', overlap = '0' }: { readonly channel?: string; readonly overlap?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const overlapMs = overlapOf(overlap);
  const id = channelMeant(shop, channel);
  const credentials = randomCredentials();
  // Durable before they are printed: a full disk must not leave credentials that were never stored.
  await decideDurably(shop.store.engine, 'rotate_credentials', (tx) =>
    rotateCredentials(tx, id, { digests: credentialDigests(credentials), overlapMs }),
  );
  await showCredentials(shop, id, credentials, terminal);
  return true;
};

/** Ends the credentials from before a rotation. Throws ConfigError. */
export const endChannelOverlap = async (
  shop: Shop,
  { channel }: { readonly channel: string },
  terminal: Terminal,
): Promise<boolean> => {
  const id = channelMeant(shop, channel);
  const { name, previousUntilMs } = shop.store.engine.readContext().read('channel', id)!;
  await decideDurably(shop.store.engine, 'end_channel_overlap', (tx) => endOverlap(tx, id));
  const said = previousUntilMs === 0 ? 'has no credentials from before' : 'has its present credentials alone';
  await terminal.show(`kontor: channel ${id}, ${name}, ${said}`, { id, name });
  return true;
};

/** `on` and `off`, by their names; undefined where neither is given. Throws ConfigError. */
const isOn = (on: string | undefined, off: string | undefined): boolean | undefined => {
  if (on !== undefined && off !== undefined) throw new ConfigError('--on and --off exclude each other');
  return on === undefined ? (off === undefined ? undefined : false) : true;
};

/** Throws ConfigError. */
const outputOf = (output: string): Channel['output'] => {
  if (output !== 'json' && output !== 'xml') throw new ConfigError(`--output: ${output} is neither json nor xml`);
  return output;
};

/** Opens a channel and prints its credentials once. Throws ConfigError. */
export const addChannel = async (
  shop: Shop,
  given: { readonly name: string; readonly description?: string; readonly output?: string; readonly off?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const { name, description = '', off } = given;
  const output = outputOf(given.output ?? 'json');
  channelMeant(shop, '');
  const credentials = randomCredentials();
  const id = await decideDurably(shop.store.engine, 'create_channel', (tx) =>
    openChannel(tx, {
      name,
      description,
      active: off === undefined,
      output,
      digests: credentialDigests(credentials),
      demo: false,
    }),
  );
  await showCredentials(shop, id, credentials, terminal);
  return true;
};

/** Changes what is given. Throws ConfigError. */
export const setChannel = async (
  shop: Shop,
  given: {
    readonly channel: string;
    readonly name?: string;
    readonly description?: string;
    readonly output?: string;
    readonly on?: string;
    readonly off?: string;
  },
  terminal: Terminal,
): Promise<boolean> => {
  const { name, description, output, on, off } = given;
  const id = channelMeant(shop, given.channel);
  const active = isOn(on, off);
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(output !== undefined && { output: outputOf(output) }),
    ...(active !== undefined && { active }),
  };
  if (Object.keys(change).length === 0)
    throw new ConfigError('nothing is to be changed: --name, --description, --output, --on or --off is wanted');
  await decideDurably(shop.store.engine, 'update_channel', (tx) => changeChannel(tx, id, change));
  await terminal.show(`kontor: channel ${id} is changed`, { id, ...change });
  return true;
};

/** Ends a channel and its credentials. Throws ConfigError. */
export const closeChannel = async (
  shop: Shop,
  { channel }: { readonly channel: string },
  terminal: Terminal,
): Promise<boolean> => {
  const id = channelMeant(shop, channel);
  const { name } = shop.store.engine.readContext().read('channel', id)!;
  await decideDurably(shop.store.engine, 'delete_channel', (tx) => endChannel(tx, id));
  await terminal.show(`kontor: channel ${id}, ${name}, has ended`, { id, name });
  return true;
};
