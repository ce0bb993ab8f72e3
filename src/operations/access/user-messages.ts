// Messages to users that carry a token. Webhook messages are encrypted on disk until they are delivered.
import { fire } from '../../domain/webhooks/fire-webhooks.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Result } from '../../kernel/result.ts';
import type { AccountServices } from '../context/account-services.ts';

type Reason = 'verify' | 'reset';

const LEADS: { readonly [R in Reason]: { readonly de: string; readonly en: string } } = {
  verify: { de: 'Bitte bestätigen Sie Ihr Konto', en: 'Please verify your account' },
  reset: { de: 'Hier setzen Sie ein neues Passwort für Ihr Konto', en: 'Set a new password for your account here' },
};

interface Message {
  readonly reason: Reason;
  readonly userId: number;
  readonly token: string;
}

/** Queues a message with a token to the user's own address. */
export const sendToken = (
  tx: Transaction,
  { verifyUrl, resetUrl }: AccountServices,
  { reason, userId, token }: Message,
): Result<void> => {
  const { email, username, language } = tx.read('user', userId)!;
  const spoken = language.startsWith('de') ? 'de' : 'en';
  const url = reason === 'verify' ? verifyUrl : resetUrl;
  const link = url.replaceAll('{id_user}', String(userId)).replaceAll('{session_id}', encodeURIComponent(token));
  const where = link === '' ? `id_user ${userId}, session_id ${token}` : link;
  return fire(tx, 'SEND_MESSAGE_TO_USER', { email, message: `${LEADS[reason][spoken]} ${username}: ${where}` }, userId);
};
