// A channel: one set of credentials for one client of the shop (D17). Only digests of the credentials are stored, so
// that they can be checked and never shown. After a rotation the set before works as well for the time of an overlap
// (D341), so that no client has to change its credentials in the same moment.
// Glossary (docs/internals/glossary.md): channel.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';

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
  /** Digests of the credentials before these, which work as well until `previousUntilMs`. */
  previous: CredentialDigests;
  /** 0: only `digests` work. */
  previousUntilMs: number;
  /** Name of the role; '': none, and its credentials say what it may do. */
  role: string;
}

/** What a new channel is made with. */
export type NewChannel = Omit<Channel, 'previous' | 'previousUntilMs' | 'role'>;

/** What `change_channel` replaces; a member that is absent stays. */
export type ChannelChange = Partial<Pick<Channel, 'name' | 'description' | 'active' | 'output'>>;

export type ChannelCommand =
  | ({ readonly type: 'open_channel' } & NewChannel)
  /** `overlapMs`: for how long the present credentials work beside the new ones. */
  | { readonly type: 'rotate_credentials'; readonly digests: CredentialDigests; readonly overlapMs: number }
  | { readonly type: 'end_overlap' }
  | ({ readonly type: 'change_channel' } & ChannelChange)
  | { readonly type: 'give_role'; readonly role: string }
  | { readonly type: 'end_channel' };

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
  credentials_rotated: { digests: NO_DIGESTS, previousUntilMs: 0 },
  overlap_ended: {},
  channel_changed: { name: '', description: '', active: true as boolean, output: 'json' as Channel['output'] },
  channel_ended: {},
  channel_role_given: { role: '' },
};

/** Longest time for which two sets of credentials of a channel work. */
export const OVERLAP_MS_MAX = 30 * 86_400_000;

export class ChannelIndex {
  /** Digest of the username, present or previous → channel. */
  readonly byUsername = new Map<string, number>();
  readonly byName = new Map<string, number>();
}

/**
 * Whether the credentials before the present ones still work. An end that lies further ahead than an overlap lasts was
 * recorded ahead of the present time, before a step back of time, and counts as passed.
 */
export const isOverlapping = ({ previousUntilMs }: Channel, atMs: number): boolean =>
  atMs < previousUntilMs && previousUntilMs <= atMs + OVERLAP_MS_MAX;

const sameDigests = (left: CredentialDigests, right: CredentialDigests): boolean =>
  left.username === right.username && left.password === right.password && left.secretKey === right.secretKey;

const describe = (state: Channel, { name, description, active, output }: Required<ChannelChange>): void => {
  state.name = name;
  state.description = description;
  state.active = active;
  state.output = output;
};

export const channel: ActorKind<Channel, ChannelCommand, typeof EVENTS, ChannelIndex> = {
  kind: 'channel',
  state: schema<Channel>({
    name: '',
    description: '',
    active: true,
    output: 'json',
    digests: NO_DIGESTS,
    demo: false,
    previous: NO_DIGESTS,
    previousUntilMs: 0,
    role: '',
  }),
  audit: { hidden: ['digests', 'previous'] },
  events: EVENTS,
  ends: 'channel_ended',
  decide(state, command, atMs) {
    switch (command.type) {
      case 'open_channel': {
        const { name, description, active, output, digests, demo } = command;
        return decided({ type: 'channel_created', name, description, active, output, digests, demo });
      }
      case 'rotate_credentials': {
        const { digests, overlapMs } = command;
        if (!state.demo && sameDigests(digests, state.digests)) return decided();
        const previousUntilMs = overlapMs === 0 ? 0 : atMs + overlapMs;
        return decided({ type: 'credentials_rotated', digests, previousUntilMs });
      }
      case 'end_overlap':
        return state.previousUntilMs === 0 ? decided() : decided({ type: 'overlap_ended' });
      case 'change_channel': {
        const { name = state.name, description = state.description, active = state.active } = command;
        const { output = state.output } = command;
        const same =
          name === state.name &&
          description === state.description &&
          active === state.active &&
          output === state.output;
        return same ? decided() : decided({ type: 'channel_changed', name, description, active, output });
      }
      case 'give_role':
        return command.role === state.role ? decided() : decided({ type: 'channel_role_given', role: command.role });
      case 'end_channel':
        return decided({ type: 'channel_ended' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event) {
    switch (event.type) {
      case 'channel_created':
        state.digests = event.digests;
        state.demo = event.demo;
        return describe(state, event);
      case 'credentials_rotated':
        state.previous = event.previousUntilMs === 0 ? NO_DIGESTS : state.digests;
        state.previousUntilMs = event.previousUntilMs;
        state.digests = event.digests;
        state.demo = false;
        return;
      case 'overlap_ended':
        state.previous = NO_DIGESTS;
        state.previousUntilMs = 0;
        return;
      case 'channel_changed':
        return describe(state, event);
      case 'channel_role_given':
        state.role = event.role;
        return;
      case 'channel_ended':
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => new ChannelIndex(),
    add(index, id, { name, digests, previous, previousUntilMs }) {
      index.byUsername.set(digests.username, id);
      if (previousUntilMs > 0) index.byUsername.set(previous.username, id);
      index.byName.set(name, id);
    },
    remove(index, _id, { name, digests, previous }) {
      index.byUsername.delete(digests.username);
      index.byUsername.delete(previous.username);
      index.byName.delete(name);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly channel: typeof channel;
  }
}
