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

const INVITED = {
  de: (role: string): string => `Sie sind eingeladen, im Back Office des Shops zu arbeiten, als ${role}`,
  en: (role: string): string => `You are invited to work in the back office of the shop, as ${role}`,
};

interface Invitation {
  readonly invitationId: number;
  readonly email: string;
  readonly role: string;
  readonly code: string;
}

/**
 * Queues the message that invites somebody who has no account yet, in the language of the shop. It waits no longer than
 * the invitation is open.
 */
export const sendInvitation = (
  tx: Transaction,
  { inviteUrl }: AccountServices,
  { invitationId, email, role, code }: Invitation,
): Result<void> => {
  const where = inviteUrl === '' ? `code ${code}` : inviteUrl.replaceAll('{code}', encodeURIComponent(code));
  const message = `${INVITED[tx.rules.language.startsWith('de') ? 'de' : 'en'](role)}: ${where}`;
  return fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, 0, invitationId);
};

const ADDRESS_CHANGED = {
  de: (username: string): string =>
    `Das Konto ${username} hat jetzt eine andere E-Mail-Adresse. War das niemand von Ihnen, sperren Sie das Konto.`,
  en: (username: string): string =>
    `The account ${username} has another e-mail address now. If none of you did that, lock the account.`,
};

/** Queues a message to the address that an account of the back office had before. */
export const tellFormerAddress = (tx: Transaction, userId: number, email: string): Result<void> => {
  const { username, language } = tx.read('user', userId)!;
  const message = ADDRESS_CHANGED[language.startsWith('de') ? 'de' : 'en'](username);
  return fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, userId);
};

const WRONG_CODES = {
  de: (username: string, count: number): string =>
    `Jemand, der das Passwort des Kontos ${username} oder eine Anmeldung darin hat, hat ${count} falsche Codes ` +
    'eingegeben. Waren das nicht Sie, ändern Sie das Passwort und beenden Sie alle Anmeldungen.',
  en: (username: string, count: number): string =>
    `Somebody who has the password of the account ${username}, or a login of it, has entered ${count} wrong codes. ` +
    'If that was not you, change the password and end all logins.',
};

/** Notes wrong codes of an account, and queues a message to its person. `count`: since it was told last. */
export const tellWrongCodes = (tx: Transaction, userId: number, count: number): Result<void> => {
  const noted = tx.ask('user', userId, { type: 'note_wrong_codes', count });
  if (!noted.ok) return noted;
  const { email, username, language, wrongCodes } = tx.read('user', userId)!;
  const message = WRONG_CODES[language.startsWith('de') ? 'de' : 'en'](username, wrongCodes);
  return fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, userId);
};
