// What an account consists of, and which texts it accepts. User names are plain ASCII, so that no two names look the
// same (D141).
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** The eleven standard attributes, which every account shows. */
export const PROFILE_FIELDS: readonly string[] = [
  'salutation',
  'firstname',
  'lastname',
  'companyname',
  'department',
  'street',
  'number',
  'zip',
  'city',
  'state',
  'country',
];

/** Security level by name. Managers and administrators are made on the command line only (D151). */
export const SECURITY_LEVELS = { customer: 0, manager: 50, administrator: 100 } as const;
export type SecurityLevel = keyof typeof SECURITY_LEVELS;

/** `basic`: letters, digits, `!`, `@` and `$`; `any` takes every character. */
export type PasswordCharset = 'basic' | 'any';

/** Plain ASCII: no two names that look the same are different ones. */
const USERNAME = /^[A-Za-z0-9!@$._+-]{4,60}$/;
const PASSWORD = /^[A-Za-z0-9!@$]{3,30}$/;
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/;
const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MIN = 3;
const PASSWORD_LENGTH_MAX = 30;

export const isUsername = (name: string): boolean => USERNAME.test(name);

/** Length in characters; Infinity for a text far too long, so that a password of megabytes costs nothing. */
const lengthOf = (password: string): number =>
  password.length > PASSWORD_LENGTH_MAX * 2 ? Infinity : [...password].length;

export const isPassword = (password: string, charset: PasswordCharset): boolean => {
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) return false;
  return charset === 'any' || PASSWORD.test(password);
};

/** Refuses: USERNAME_IS_INVALID. */
export const checkUsername = (name: string): Result<void> =>
  isUsername(name) ? DONE : refuse('USERNAME_IS_INVALID', 'username');

/** Refuses: EMAIL_IS_INVALID. */
export const checkEmail = (email: string): Result<void> =>
  email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? DONE : refuse('EMAIL_IS_INVALID', 'email');

/** `param`: where the first of the two stands. Refuses: PASSWORD_IS_INVALID, PASSWORDS_DOES_NOT_MATCH. */
export const checkNewPassword = (
  first: string,
  second: string,
  charset: PasswordCharset,
  param: string,
): Result<void> => {
  if (!isPassword(first, charset)) return refuse('PASSWORD_IS_INVALID', param);
  return first === second ? DONE : refuse('PASSWORDS_DOES_NOT_MATCH', param);
};
