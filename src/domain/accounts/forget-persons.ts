// What goes with the erasure of persons besides what is kept under their keys.
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Message } from '../webhooks/message.ts';
import { forgetPreferences } from './choose-preference.ts';
import { endInvitationTo, invitationTo } from './invite.ts';

/**
 * Ends what the persons chose, and invitations of their addresses. `userIds`: accounts whose keys still exist.
 * `emails`: addresses of guests.
 */
export const forgetPersons = (tx: Transaction, userIds: readonly number[], emails: readonly string[]): Result<void> => {
  for (const email of [...userIds.map((id) => tx.read('user', id)!.email), ...emails]) {
    const ended = endInvitationTo(tx, email);
    if (!ended.ok) return ended;
  }
  return forgetPreferences(tx, userIds);
};

interface Sought {
  /** Ids of what waits to be sent. */
  readonly messages: readonly number[];
  readonly ownsMessage: (message: Message) => boolean;
}

/** Messages with the code of an invitation of these addresses. */
export const messagesTo = (shop: Reader, emails: readonly string[]): Sought => {
  const invitations = new Set(emails.map((email) => invitationTo(shop, email)).filter((id) => id > 0));
  return {
    messages: [...invitations].flatMap((id) => shop.index('message').withInvitation(id)),
    ownsMessage: ({ delivered, invitationId }) => !delivered && invitations.has(invitationId),
  };
};

/** Tells messages that wait for a user, or carry the code of an invitation of the address, from all others. */
export const waitingFor = (shop: Reader, userId: number): ((message: Message) => boolean) => {
  const { ownsMessage } = messagesTo(shop, [shop.read('user', userId)!.email]);
  return (message) => ownsMessage(message) || (!message.delivered && message.userId === userId);
};
