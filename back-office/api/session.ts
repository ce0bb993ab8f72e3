// Who works here. The session itself is a cookie that no script can read; this keeps the person it belongs to.
//
// A session that ends while somebody works opens the login again, above the screen: what was typed stays, and the calls
// that were refused wait for it and are then sent again.
import { signal } from '../preact.ts';
import { rememberLogin, wasLoggedIn } from '../preferences.ts';
import { HEADERS, Unanswered } from './http.ts';

export interface BackOfficeUser {
  readonly id_user: number;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  /** 50: a manager, 100: an administrator. */
  readonly level: number;
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

export type LoginOutcome = 'ok' | 'refused' | 'throttled' | 'unanswered';

export const login = async (username: string, password: string): Promise<LoginOutcome> => {
  let answer: Response;
  try {
    const body = JSON.stringify({ username, password });
    answer = await fetch('/admin/login', { method: 'POST', headers: HEADERS, body });
  } catch {
    return 'unanswered';
  }
  if (answer.status === 429) return 'throttled';
  if (answer.status >= 500) return 'unanswered';
  if (!answer.ok) return 'refused';
  const person = (await answer.json()) as BackOfficeUser;
  // Another person does not go on with what somebody else began: no waiting call is released. The page takes a moment
  // to end, and a call that is sent within it would carry the cookie of the other person.
  if (user.value && user.value.id_user !== person.id_user) {
    location.reload();
    return 'ok';
  }
  user.value = person;
  rememberLogin(true);
  isExpired.value = false;
  const released = waiting;
  waiting = [];
  for (const resolve of released) resolve();
  return 'ok';
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
