// Channels, which are sets of credentials.
import { hash } from 'node:crypto';
import { openChannel } from '../domain/channels/channel.ts';
import type { Reader } from '../domain/transaction.ts';
import { flag, oneOf, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { ChannelCredentials } from './context/operation.ts';
import { SUCCESS, bit, id, list, oneOf as oneOfMember, record, reply, text as textMember } from './replies/members.ts';

const digest = (value: string): string => hash('sha256', value, 'hex');

export const create_channel = write({
  area: 'server',
  summary: 'Makes a channel with credentials of its own, which are shown this once.',
  credential: 'secret',
  session: 'none',
  params: {
    name: text('name, 1 to 64 characters', { max: 1000, empty: true }),
    description: text('what it is for', { max: 1000, empty: true }),
    shop_active: optional(flag('0 = its calls are refused; also where it is absent'), false),
    server_output: oneOf('of its replies', ['json', 'xml']),
  },
  secret: true,
  // Random values come in as data, so the decision can be replayed; the journal gets digests only.
  prepare: (_args, { service }) => ok(service.newCredentials()),
  handle: (
    { name, description, shop_active: active, server_output: output },
    { shop },
    credentials: ChannelCredentials,
  ) => {
    const { username, password, secretKey } = credentials;
    const digests = { username: digest(username), password: digest(password), secretKey: digest(secretKey) };
    return openChannel(shop, { name, description, active, output, digests, demo: false });
  },
  refusals: ['CHANNEL_NAME_NOT_VALID', 'CHANNEL_NAME_ALREADY_IN_USE', 'CHANNEL_LIMIT_REACHED'],
  reply: reply('create_channel', {
    status: SUCCESS,
    licence_username: textMember('what calls of the channel send'),
    licence_password: textMember('what calls of the channel send'),
    licence_secret_key: textMember('what its back office sends'),
  }),
  view: (_id, _ctx, _args, credentials) =>
    ({
      object: 'create_channel',
      status: 'success',
      licence_username: credentials?.username ?? '',
      licence_password: credentials?.password ?? '',
      licence_secret_key: credentials?.secretKey ?? '',
    }) as const,
});

const Channel = record('Channel', 'A channel, without its credentials.', {
  id: id('channel id'),
  name: textMember('name'),
  description: textMember('what it is for'),
  shop_active: bit('0: its calls are refused'),
  server_output: oneOfMember('of its replies', ['json', 'xml']),
  demo: bit('1: it has the credentials of the demo, which everybody knows'),
});

const viewChannel = (shop: Reader, channelId: number) => {
  const { name, description, active, output, demo } = shop.read('channel', channelId)!;
  return {
    id: channelId,
    name,
    description,
    shop_active: active ? 1 : 0,
    server_output: output,
    demo: demo ? 1 : 0,
  } as const;
};

export const get_channels = read({
  area: 'server',
  isExtension: true,
  summary: 'All channels, without their credentials.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('channels', { channels: list(Channel, 'all channels, in the order of creation') }),
  view: (_args, { shop }) => {
    shop.trackAbsence('channel');
    const ids = [...shop.index('channel').byName.values()].sort((a, b) => a - b);
    return ok({ object: 'channels', channels: ids.map((channelId) => viewChannel(shop, channelId)) } as const);
  },
});
