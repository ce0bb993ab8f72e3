// Who works here. The session itself is a cookie that no script can read; this keeps the person it belongs to.
//
// A session that ends while somebody works opens the login again, above the screen: what was typed stays, and the calls
// that were refused wait for it and are then sent again.
import type { Role } from '../../src/client/operations.ts';
import { signal } from '../preact.ts';
import { rememberLogin, wasLoggedIn } from '../preferences.ts';
import { HEADERS, Unanswered } from './http.ts';
import { Refused } from './refused.ts';

/** Fields that a role may hide. */
export type FieldGroup = Role['hidden'][number];

export interface BackOfficeUser {
  readonly id_user: number;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  /** 50: a manager, 100: an administrator. */
  readonly level: number;
  /** Name of the role; '': none. */
  readonly role: string;
  /** 1: logins want a code as well. */
  readonly second_factor: number;
  /** 1: the role wants a second factor, and until it is set up nothing but the own account is open. */
  readonly second_factor_missing: number;
  readonly recovery_codes: number;
  /** What the person may call. */
  readonly operations: readonly string[];
  /** Groups of fields that replies do not show them. */
  readonly hidden: readonly FieldGroup[];
}

/** Undefined: not asked yet. Null: nobody is logged in. */
export const user = signal<BackOfficeUser | null | undefined>(undefined);
/** Whether the session ended while somebody was working. */
export const isExpired = signal(false);

let waiting: (() => void)[] = [];

/** Resolves after the next login of the same person. Never resolves where another person logs in: the page reloads. */
export const loginAgain = (): Promise<void> => {
  isExpired.value = true;
  return new Promise((resolve) => waiting.push(resolve));
};

/** Whether a call would wait for the next login. */
export const hasEnded = async (): Promise<boolean> =>
  isExpired.value || (await fetch('/admin/user').catch(() => undefined))?.status === 401;

/** `code`: the account has a second factor, and its code is wanted. `wrong_code`: another one is. */
export type LoginOutcome = 'ok' | 'refused' | 'code' | 'wrong_code' | 'throttled' | 'unanswered';

const OUTCOMES: { readonly [code: string]: LoginOutcome } = {
  SECOND_FACTOR_CODE_REQUIRED: 'code',
  SECOND_FACTOR_CODE_NOT_CORRECT: 'wrong_code',
};

/** Takes up the person whom the server has logged in. */
const enter = (person: BackOfficeUser): void => {
  // If another person logs in, no waiting call is released: before the reload it would carry their cookie.
  if (user.value && user.value.id_user !== person.id_user) return location.reload();
  user.value = person;
  rememberLogin(true);
  isExpired.value = false;
  const released = waiting;
  waiting = [];
  for (const resolve of released) resolve();
};

const send = (path: string, fields: object): Promise<Response | undefined> =>
  fetch(path, { method: 'POST', headers: HEADERS, body: JSON.stringify(fields) }).catch(() => undefined);

/** `code`: of the second factor; '': none. */
export const login = async (username: string, password: string, code: string): Promise<LoginOutcome> => {
  const answer = await send('/admin/login', { username, password, code });
  if (answer === undefined) return 'unanswered';
  if (answer.status === 429) return 'throttled';
  if (answer.status >= 500) return 'unanswered';
  if (!answer.ok) {
    const { message = '' } = (await answer.json().catch(() => ({}))) as { readonly message?: string };
    return OUTCOMES[message] ?? 'refused';
  }
  enter((await answer.json()) as BackOfficeUser);
  return 'ok';
};

/** What an invitation says. */
export interface Invited {
  readonly email: string;
  readonly role: string;
  readonly expiration_date: string;
}

/** The answer to somebody who is not logged in. Throws Unanswered, and Refused where the server says no. */
const told = async (path: string, fields: object): Promise<unknown> => {
  const answer = await send(path, fields);
  if (answer === undefined || answer.status >= 500) throw new Unanswered();
  const body = (await answer.json().catch(() => ({}))) as { readonly [member: string]: string };
  // A refusal of an operation comes with the status 200.
  if (answer.ok && body['object'] !== 'error') return body;
  throw new Refused(
    answer.status,
    body['message'] ?? `HTTP ${answer.status}`,
    body['param'] ?? '',
    body['detail'] ?? '',
  );
};

export const readInvitation = async (code: string): Promise<Invited> =>
  (await told('/admin/invitation', { code })) as Invited;

interface Accepting {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly password_again: string;
  readonly language: string;
}

/** Makes the account of who is invited; they are logged in afterwards. */
export const acceptInvitation = async (accepting: Accepting): Promise<void> => {
  const person = (await told('/admin/accept', accepting).catch((error: unknown) => {
    // The page has no other words for it: what was typed stays, and is sent again by the button.
    throw error instanceof Unanswered ? new Refused(0, 'UNANSWERED', '', '') : error;
  })) as BackOfficeUser;
  rememberLogin(true);
  location.hash = '#/';
  // Whatever waits here is that of another person.
  if (user.value) location.reload();
  else user.value = person;
};

export interface FirstOwner {
  readonly code: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the first owner, who is then logged in. Returns the code of the refusal; '': there is none. */
export const makeFirstOwner = async (owner: FirstOwner): Promise<string> => {
  const answer = await send('/admin/first-owner', owner);
  if (answer === undefined || answer.status >= 500) return 'UNANSWERED';
  // A refusal of the operation comes with 200.
  const reply = (await answer.json()) as BackOfficeUser | { readonly message: string };
  if ('message' in reply) return reply.message;
  enter(reply);
  return '';
};

/** Reads again what the person may do: a call was refused that was offered to them. */
export const readRights = async (): Promise<void> => {
  const answer = await fetch('/admin/user').catch(() => undefined);
  const now = answer?.ok === true ? ((await answer.json()) as BackOfficeUser) : undefined;
  if (now !== undefined && now.id_user === user.value?.id_user) user.value = now;
};

/** Reads who is logged in. Throws Unanswered. */
export const readUser = async (): Promise<void> => {
  // Without it every first visit would begin with a refused request.
  if (!wasLoggedIn()) {
    user.value = null;
    return;
  }
  const answer = await fetch('/admin/user').catch(() => undefined);
  if (answer === undefined || answer.status >= 500) throw new Unanswered();
  user.value = answer.ok ? ((await answer.json()) as BackOfficeUser) : null;
};

export const logout = async (): Promise<void> => {
  rememberLogin(false);
  await fetch('/admin/logout', { method: 'POST', headers: HEADERS, body: '{}' }).catch(() => undefined);
  location.hash = '';
  location.reload();
};
