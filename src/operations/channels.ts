// Channels, which are sets of credentials.
import { hash } from 'node:crypto';
import { openChannel } from '../domain/channels/channel.ts';
import { flag, oneOf, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import type { ChannelCredentials } from './context/operation.ts';
import { SUCCESS, reply, text as textMember } from './replies/members.ts';

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
