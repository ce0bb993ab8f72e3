// Messages to users that carry a token. Webhook messages are encrypted on disk until they are delivered.
import { fire } from '../../domain/webhooks/fire-webhooks.ts';
import { queueMail } from '../../domain/webhooks/queue-mail.ts';
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
  const message = `${LEADS[reason][spoken]} ${username}: ${where}`;
  const fired = fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, userId);
  if (!fired.ok) return fired;
  const mail = reason === 'verify' ? 'verification' : 'password_reset';
  return queueMail(tx, { mail, email, secrets: { token }, userId });
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
  const fired = fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, 0, invitationId);
  return fired.ok ? queueMail(tx, { mail: 'invitation', email, secrets: { email, role, code }, invitationId }) : fired;
};

/** Queues a message of some words, to an address that may not be the account's any more. */
const tellUser = (tx: Transaction, userId: number, email: string, message: string): Result<void> => {
  const fired = fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, userId);
  return fired.ok ? queueMail(tx, { mail: 'account_notice', email, secrets: { email, message }, userId }) : fired;
};

const NEW_PASSWORD = {
  de: (username: string, password: string): string =>
    `Das Konto ${username} hat jetzt das Passwort ${password}. Bitte ändern Sie es nach der Anmeldung.`,
  en: (username: string, password: string): string =>
    `The account ${username} has the password ${password} now. Please change it once you have logged in.`,
};

/** Queues the message with a password that the staff have made. */
export const sendNewPassword = (tx: Transaction, userId: number, password: string): Result<void> => {
  const { email, username, language } = tx.read('user', userId)!;
  const fired = fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email, passwd: password }, userId);
  const message = NEW_PASSWORD[language.startsWith('de') ? 'de' : 'en'](username, password);
  return fired.ok ? queueMail(tx, { mail: 'account_notice', email, secrets: { email, message }, userId }) : fired;
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
  return tellUser(tx, userId, email, message);
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
  return tellUser(tx, userId, email, message);
};
