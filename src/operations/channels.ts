// Channels, which are sets of credentials.
import { nameOfRole } from '../domain/accounts/change-role.ts';
import {
  changeChannel,
  endChannel,
  endOverlap,
  openChannel,
  rotateCredentials,
} from '../domain/channels/change-channel.ts';
import { OVERLAP_MS_MAX, isOverlapping } from '../domain/channels/channel.ts';
import type { Channel as ChannelState } from '../domain/channels/channel.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { flag, int, oneOf, optional, text } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { credentialDigests } from './access/channel-keys.ts';
import { mayChangeChannel, mayGiveRole } from './access/levels.ts';
import { read, write } from './context/operation.ts';
import type { ChannelCredentials, Context } from './context/operation.ts';
import { writeSeen } from './params/seen-write.ts';
import {
  SUCCESS,
  bit,
  dateTime as dateTimeMember,
  id,
  list,
  maybe,
  oneOf as oneOfMember,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const CREDENTIALS = {
  licence_username: textMember('what calls of the channel send'),
  licence_password: textMember('what calls of the channel send'),
  licence_secret_key: textMember('what its back office sends'),
};

const viewCredentials = (credentials: ChannelCredentials | undefined) =>
  ({
    status: 'success',
    licence_username: credentials?.username ?? '',
    licence_password: credentials?.password ?? '',
    licence_secret_key: credentials?.secretKey ?? '',
  }) as const;

const CHANNEL = { id_channel: int('channel id') };
const OF_CHANNEL = {
  kind: 'channel',
  id: (args: { readonly id_channel: number }) => args.id_channel,
  called: 'channel',
  shownBy: 'get_channels',
} as const;

/** Changes a channel that opens no more than the caller's own credentials. Refuses: PERMISSION_DENIED. */
const changing = (
  ctx: Context<Transaction>,
  channelId: number,
  change: (shop: Transaction) => Result<void>,
): Result<void> => {
  const allowed = mayChangeChannel(ctx, channelId);
  return allowed.ok ? change(ctx.shop) : allowed;
};

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
    role: optional(text('name of its role', { max: 1000 }), '', 'none: its credentials say what it may call'),
  },
  secret: true,
  // Random values come in as data, so the decision can be replayed; the journal gets digests only.
  prepare: (_args, { service }) => ok(service.newCredentials()),
  handle: (
    { name, description, shop_active: active, server_output: output, role },
    ctx,
    credentials: ChannelCredentials,
  ) => {
    const { shop } = ctx;
    const allowed = mayGiveRole(ctx, role, 'channel');
    if (!allowed.ok) return allowed;
    const digests = credentialDigests(credentials);
    const made = openChannel(shop, { name, description, active, output, digests, demo: false });
    if (!made.ok || role === '') return made;
    const named = nameOfRole(shop, role);
    const given = named.ok ? shop.ask('channel', made.value, { type: 'give_role', role: named.value }) : named;
    return mapOk(given, () => made.value);
  },
  refusals: ['CHANNEL_NAME_NOT_VALID', 'CHANNEL_NAME_ALREADY_IN_USE', 'CHANNEL_LIMIT_REACHED', 'ROLE_NOT_FOUND'],
  reply: reply('create_channel', { status: SUCCESS, ...CREDENTIALS }),
  view: (_id, _ctx, _args, credentials) => ({ object: 'create_channel', ...viewCredentials(credentials) }) as const,
});

export const update_channel = writeSeen(OF_CHANNEL, {
  area: 'server',
  isExtension: true,
  summary: 'Changes what a channel is called, what it is for, its output, and whether its calls are answered.',
  credential: 'secret',
  session: 'none',
  params: {
    ...CHANNEL,
    name: optional(text('name, 1 to 64 characters', { max: 1000 }), undefined, 'it stays'),
    description: {
      ...optional(text('what it is for', { max: 1000 }), undefined, 'it stays; null takes it away'),
      cleared: { value: '' },
    },
    shop_active: optional(flag('0 = its calls are refused'), undefined, 'it stays'),
    server_output: optional(oneOf('of its replies', ['json', 'xml']), undefined, 'it stays'),
  },
  handle: ({ id_channel: channelId, name, description, shop_active: active, server_output: output }, ctx) =>
    changing(ctx, channelId, (shop) =>
      changeChannel(shop, channelId, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(active !== undefined && { active }),
        ...(output !== undefined && { output }),
      }),
    ),
  refusals: ['CHANNEL_NOT_FOUND', 'CHANNEL_NAME_NOT_VALID', 'CHANNEL_NAME_ALREADY_IN_USE'],
  ...done('update_channel'),
});

const HOUR_MS = 3_600_000;

export const rotate_channel = write({
  area: 'server',
  isExtension: true,
  summary:
    'Gives a channel new credentials, shown this once; for the hours of an overlap the present ones work as well.',
  credential: 'secret',
  session: 'none',
  params: {
    ...CHANNEL,
    overlap_hours: optional(
      int(`for so long the present credentials work, too, up to ${OVERLAP_MS_MAX / HOUR_MS}`, {
        min: 0,
        max: OVERLAP_MS_MAX / HOUR_MS,
      }),
      0,
      'they end at once',
    ),
  },
  secret: true,
  prepare: (_args, { service }) => ok(service.newCredentials()),
  handle: ({ id_channel: channelId, overlap_hours: hours }, ctx, credentials: ChannelCredentials) =>
    changing(ctx, channelId, (shop) =>
      rotateCredentials(shop, channelId, { digests: credentialDigests(credentials), overlapMs: hours * HOUR_MS }),
    ),
  refusals: ['CHANNEL_NOT_FOUND'],
  reply: reply('rotate_channel', {
    status: SUCCESS,
    ...CREDENTIALS,
    previous_until: dateTimeMember('when the credentials before these end; empty: they have ended'),
  }),
  view: (_outcome, { shop }, { id_channel: channelId }, credentials) =>
    ({
      object: 'rotate_channel',
      ...viewCredentials(credentials),
      previous_until: previousUntil(shop, shop.read('channel', channelId)),
    }) as const,
});

export const end_channel_overlap = write({
  area: 'server',
  isExtension: true,
  summary: 'Ends the credentials that a channel had before the present ones, before their time.',
  credential: 'secret',
  session: 'none',
  params: CHANNEL,
  handle: ({ id_channel: channelId }, ctx) => changing(ctx, channelId, (shop) => endOverlap(shop, channelId)),
  refusals: ['CHANNEL_NOT_FOUND'],
  ...done('end_channel_overlap'),
});

export const delete_channel = writeSeen(OF_CHANNEL, {
  area: 'server',
  isExtension: true,
  summary: 'Ends a channel and its credentials; its name may be used again.',
  credential: 'secret',
  session: 'none',
  params: CHANNEL,
  handle: ({ id_channel: channelId }, ctx) => changing(ctx, channelId, (shop) => endChannel(shop, channelId)),
  refusals: ['CHANNEL_NOT_FOUND', 'CHANNEL_IS_FIRST'],
  ...done('delete_channel'),
});

const Channel = record('Channel', 'A channel, without its credentials.', {
  id: id('channel id'),
  name: textMember('name'),
  description: textMember('what it is for'),
  shop_active: bit('0: its calls are refused'),
  server_output: oneOfMember('of its replies', ['json', 'xml']),
  demo: bit('1: it has the credentials of the demo, which everybody knows'),
  previous_until: dateTimeMember('until when its credentials from before work as well; empty: they do not'),
  role: maybe(textMember('name of its role; absent: none')),
  seq: whole('record that changed it last, for if_seq'),
});

const previousUntil = ({ atMs }: Reader, channel: ChannelState | undefined): string =>
  channel !== undefined && isOverlapping(channel, atMs) ? dateTime(channel.previousUntilMs) : '';

const viewChannel = (shop: Reader, channelId: number) => {
  const channel = shop.read('channel', channelId)!;
  const { name, description, active, output, demo, role } = channel;
  return {
    id: channelId,
    name,
    description,
    shop_active: active ? 1 : 0,
    server_output: output,
    demo: demo ? 1 : 0,
    previous_until: previousUntil(shop, channel),
    ...(role !== '' && { role }),
    seq: shop.seqOf('channel', channelId),
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
