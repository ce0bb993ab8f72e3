// An invitation to work in the back office: an address, a role, and the digest of a code that is shown once (D461). It
// ends when it is taken up or withdrawn, or when its time is over; the account that takes it up goes on under its keys.
import { caseless } from '../../kernel/text.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';
import { TEXT } from './user-events.ts';

/** What becomes of an invitation. */
export type InvitationEnd = 'accepted' | 'withdrawn' | 'replaced' | 'expired';

export interface Invitation {
  createdMs: number;
  expiresMs: number;
  /** The data subject of who is invited. */
  subject: number;
  email: string;
  role: string;
  /** Security level of the account, 50 or 100. */
  level: number;
  digest: string;
  /** 0: a channel. */
  invitedBy: number;
  /** The channel that invited, by its secret key; 0: a person did. */
  channelId: number;
}

export type InvitationCommand =
  | ({ readonly type: 'invite' } & Readonly<Omit<Invitation, 'createdMs' | 'expiresMs'>>)
  | { readonly type: 'end_invitation'; readonly how: InvitationEnd };

const EVENTS = {
  person_invited: {
    subject: 0,
    email: field('', TEXT),
    role: '',
    level: 0,
    digest: '',
    invitedBy: 0,
    expiresMs: 0,
    channelId: 0,
  },
  invitation_ended: { how: 'withdrawn' as InvitationEnd },
};

const LIFE_MS = 7 * 86_400_000;

/** One that was sent ahead of the present time, before a step back of time, has ended as well. */
export const isOpen = ({ expiresMs }: Pick<Invitation, 'expiresMs'>, atMs: number): boolean =>
  atMs < expiresMs && expiresMs <= atMs + LIFE_MS;

export class InvitationIndex {
  readonly byEmail = new UniqueIndex();
  readonly byDigest = new UniqueIndex();
  /** Invitation → its end. */
  readonly ends = new Map<number, number>();
}

export const invitation: ActorKind<Invitation, InvitationCommand, typeof EVENTS, InvitationIndex> = {
  kind: 'invitation',
  state: schema<Invitation>({
    createdMs: 0,
    expiresMs: 0,
    subject: 0,
    email: field('', TEXT),
    role: '',
    level: 0,
    digest: '',
    invitedBy: 0,
    channelId: 0,
  }),
  audit: { hidden: ['digest'], unencrypted: ['createdMs', 'expiresMs', 'role', 'level', 'invitedBy', 'channelId'] },
  events: EVENTS,
  ends: 'invitation_ended',
  decide(_state, command, atMs) {
    switch (command.type) {
      case 'invite': {
        const { type: _type, ...invited } = command;
        return decided({ type: 'person_invited', ...invited, expiresMs: atMs + LIFE_MS });
      }
      case 'end_invitation':
        return decided({ type: 'invitation_ended', how: command.how });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    if (event.type === 'invitation_ended') return;
    const { type: _type, ...invited } = event;
    Object.assign(state, invited);
    state.createdMs = atMs;
  },
  index: {
    create: () => new InvitationIndex(),
    add(index, id, { email, digest, expiresMs }) {
      index.byEmail.add(caseless(email), id);
      index.byDigest.add(digest, id);
      index.ends.set(id, expiresMs);
    },
    remove(index, id, { email, digest }) {
      index.byEmail.remove(caseless(email), id);
      index.byDigest.remove(digest, id);
      index.ends.delete(id);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly invitation: typeof invitation;
  }
}
