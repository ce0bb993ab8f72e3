// A channel: one set of credentials for one client of the shop (D17). Only digests of the credentials are stored, so
// that they can be checked and never shown.
// Glossary (docs/glossary.md): channel.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Transaction } from '../transaction.ts';

/** SHA-256 in hexadecimal. */
export interface CredentialDigests {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export interface Channel {
  name: string;
  description: string;
  active: boolean;
  output: 'json' | 'xml';
  digests: CredentialDigests;
  /** Made with the fixed credentials of the demo shop, which everybody knows. */
  demo: boolean;
}

export type ChannelCommand =
  | ({ readonly type: 'open_channel' } & Channel)
  | { readonly type: 'rotate_credentials'; readonly digests: CredentialDigests };

const NO_DIGESTS: CredentialDigests = { username: '', password: '', secretKey: '' };

const EVENTS = {
  channel_created: {
    name: '',
    description: '',
    active: true as boolean,
    output: 'json' as Channel['output'],
    digests: NO_DIGESTS,
    demo: false as boolean,
  },
  credentials_rotated: { digests: NO_DIGESTS },
};

export class ChannelIndex {
  /** Digest of the username → channel. */
  readonly byUsername = new Map<string, number>();
  readonly byName = new Map<string, number>();
}

const NAME_LENGTH_MAX = 64;

/** Refuses: CHANNEL_NAME_NOT_VALID, CHANNEL_NAME_ALREADY_IN_USE, CHANNEL_LIMIT_REACHED. */
export const openChannel = (tx: Transaction, channel: Channel): Result<number> => {
  const { name } = channel;
  if (name.length > NAME_LENGTH_MAX || name.trim() !== name || name === '')
    return refuse('CHANNEL_NAME_NOT_VALID', 'name');
  tx.trackAbsence('channel');
  if (tx.index('channel').byName.has(name)) return refuse('CHANNEL_NAME_ALREADY_IN_USE', name);
  if (tx.nextId('channel') > tx.rules.channelsMax) return refuse('CHANNEL_LIMIT_REACHED', name);
  return tx.create('channel', { type: 'open_channel', ...channel });
};

export const channel: ActorKind<Channel, ChannelCommand, typeof EVENTS, ChannelIndex> = {
  kind: 'channel',
  state: schema<Channel>({ name: '', description: '', active: true, output: 'json', digests: NO_DIGESTS, demo: false }),
  audit: { hidden: ['digests'] },
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'open_channel': {
        const { name, description, active, output, digests, demo } = command;
        return decided({ type: 'channel_created', name, description, active, output, digests, demo });
      }
      case 'rotate_credentials': {
        const { digests } = command;
        const same =
          !state.demo &&
          digests.username === state.digests.username &&
          digests.password === state.digests.password &&
          digests.secretKey === state.digests.secretKey;
        return same ? decided() : decided({ type: 'credentials_rotated', digests });
      }
      default:
        return command satisfies never;
    }
  },
  apply(state, event) {
    switch (event.type) {
      case 'channel_created':
        state.name = event.name;
        state.description = event.description;
        state.active = event.active;
        state.output = event.output;
        state.digests = event.digests;
        state.demo = event.demo;
        return;
      case 'credentials_rotated':
        state.digests = event.digests;
        state.demo = false;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => new ChannelIndex(),
    add(index, id, { name, digests }) {
      index.byUsername.set(digests.username, id);
      index.byName.set(name, id);
    },
    remove(index, _id, { name, digests }) {
      index.byUsername.delete(digests.username);
      index.byName.delete(name);
    },
  },
};
