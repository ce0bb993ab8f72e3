// Invites people to the back office, and ends invitations. Whether the caller may is decided before.
import { caseless } from '../../kernel/text.ts';
import { DONE, mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { destroySubject } from '../privacy/destroy-keys.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { endMessages } from '../webhooks/record-delivery.ts';
import { nameOfRole } from './change-role.ts';
import { userWithEmail } from './find-user.ts';
import { isOpen } from './invitation.ts';
import type { Invitation, InvitationEnd } from './invitation.ts';
import { registerUser } from './register-user.ts';
import { checkEmail } from './user-fields.ts';

/** Open ones of a shop. */
const INVITATIONS_MAX = 100;

/** Ids of the invitations that are open, in the order of creation. */
export const invitationIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('invitation');
  const { ends } = shop.index('invitation');
  return [...ends].flatMap(([id, expiresMs]) => (isOpen({ expiresMs }, shop.atMs) ? [id] : [])).sort((a, b) => a - b);
};

/** A message that still waits would bring a code that opens nothing, and keep the address beyond the invitation. */
const endWithMessages = (tx: Transaction, id: number, how: InvitationEnd): Result<void> => {
  const ended = tx.ask('invitation', id, { type: 'end_invitation', how });
  return ended.ok ? endMessages(tx, tx.index('message').withInvitation(id)) : ended;
};

const end = (
  tx: Transaction,
  id: number,
  { subject }: Invitation,
  how: Exclude<InvitationEnd, 'accepted'>,
): Result<void> => {
  const ended = endWithMessages(tx, id, how);
  return ended.ok ? destroySubject(tx, subject) : ended;
};

/** Ends it, and the keys of the person with it. Refuses: INVITATION_NOT_FOUND. */
export const endInvitation = (tx: Transaction, id: number, how: 'withdrawn' | 'expired'): Result<void> => {
  const state = tx.read('invitation', id);
  return state === undefined ? refuse('INVITATION_NOT_FOUND', id) : end(tx, id, state, how);
};

/** The invitation of an address, open or over; 0: none. */
export const invitationTo = (shop: Reader, email: string): number => {
  shop.trackAbsence('invitation');
  return shop.index('invitation').byEmail.get(caseless(email)) ?? 0;
};

/** Ends the invitation of an address, if there is one; the address may have got an account by another way since. */
export const endInvitationTo = (tx: Transaction, email: string): Result<void> => {
  const id = invitationTo(tx, email);
  return id === 0 ? DONE : endInvitation(tx, id, 'withdrawn');
};

type Invited = Pick<Invitation, 'email' | 'role' | 'level' | 'digest' | 'invitedBy' | 'channelId'>;

/**
 * Invites a person; an earlier invitation of the address ends.
 *
 * Refuses: EMAIL_IS_INVALID, EMAIL_IS_IN_USE, ROLE_NOT_FOUND, INVITATION_LIMIT_REACHED.
 */
export const invitePerson = (tx: Transaction, { role, ...invited }: Invited): Result<number> => {
  const { email } = invited;
  const valid = checkEmail(email);
  if (!valid.ok) return valid;
  if (userWithEmail(tx, email) !== undefined) return refuse('EMAIL_IS_IN_USE', 'email');
  const named = nameOfRole(tx, role);
  if (!named.ok) return named;
  const earlier = invitationTo(tx, email);
  const before = tx.read('invitation', earlier);
  const others = invitationIds(tx).filter((id) => id !== earlier);
  if (others.length >= INVITATIONS_MAX) {
    const detail = `${others.length} people are invited, of at most ${INVITATIONS_MAX}.`;
    return refuse('INVITATION_LIMIT_REACHED', '', detail);
  }
  const ended = before === undefined ? DONE : end(tx, earlier, before, 'replaced');
  if (!ended.ok) return ended;
  return tx.create('invitation', { type: 'invite', subject: tx.newSubject(), role: named.value, ...invited });
};

/** The invitation that a code opens. Refuses: INVITATION_NOT_VALID. */
export const invitationOf = (shop: Reader, digest: string): Result<readonly [id: number, state: Invitation]> => {
  shop.trackAbsence('invitation');
  const id = shop.index('invitation').byDigest.get(digest);
  const state = id === undefined ? undefined : shop.read('invitation', id);
  return id === undefined || state === undefined || !isOpen(state, shop.atMs)
    ? refuse('INVITATION_NOT_VALID', 'code')
    : ok([id, state]);
};

interface Accepting {
  readonly digest: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly language: string;
}

/**
 * Makes the account of who is invited; its id.
 *
 * Refuses: INVITATION_NOT_VALID, USERNAME_IN_USE, EMAIL_IS_IN_USE, CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID.
 */
export const acceptInvitation = (tx: Transaction, { digest, ...account }: Accepting): Result<number> => {
  const known = invitationOf(tx, digest);
  if (!known.ok) return known;
  const [id, { email, subject, level, role }] = known.value;
  const userId = registerUser(tx, { ...account, email, subject, level, className: '', verifyDigest: '' });
  if (!userId.ok) return userId;
  // The role stays as long as an invitation names it.
  const given = tx.ask('user', userId.value, { type: 'give_role', role });
  const ended = given.ok ? endWithMessages(tx, id, 'accepted') : given;
  return mapOk(ended, () => userId.value);
};
