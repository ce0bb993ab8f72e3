// Parameters of accounts.
import { Type, isAbsent, json, map, named, optional, text } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';

/** A member of `args`; names and passwords are numbers now and then. */
const memberOf = <A extends object>(args: A, name: keyof A): string => {
  const value = args[name];
  if (isAbsent(value)) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A password is hashed as it was sent when it was set: a form of it that is composed later would be another one. */
const REGISTERED_AS_SENT = { asSent: ['passwd1', 'passwd2'] };
const RESET_AS_SENT = { asSent: ['new_passwd1', 'new_passwd2'] };

/** Any length: what is too long is refused by a name of its own. */
const LENGTH_MAX = 16_777_216;
export const username = text('username, in any case', { max: LENGTH_MAX, empty: true });
export const password = (description: string) => text(description, { max: LENGTH_MAX, empty: true, asSent: true });

/** A device may be that of several users; one that nobody gave counts as none. */
export const deviceTokens = optional(
  text('device_token of an earlier login of this user on this device; several with spaces between them', {
    max: 1000,
    empty: true,
  }),
  '',
);

export const loginCode = optional(
  text('where the account has a second factor: the code of its app, or a recovery code', { max: 100, empty: true }),
  '',
);

export const registration = map(
  json(
    Type.Object(
      {
        username: Type.Optional(Type.Unknown({ description: 'a text' })),
        passwd1: Type.Optional(Type.Unknown({ description: 'the password' })),
        passwd2: Type.Optional(Type.Unknown({ description: 'the same again' })),
        email: Type.Optional(Type.Unknown({ description: 'e-mail address' })),
        class: Type.Optional(Type.Unknown({ description: 'name of a class of users; `user` by default' })),
      },
      { description: 'username, passwords and e-mail address of the new account' },
    ),
    REGISTERED_AS_SENT,
  ),
  (args) =>
    ok({
      username: memberOf(args, 'username'),
      email: memberOf(args, 'email'),
      passwd1: memberOf(args, 'passwd1'),
      passwd2: memberOf(args, 'passwd2'),
      className: memberOf(args, 'class'),
    }),
);

export const resetArgs = map(
  json(
    Type.Object(
      {
        email: Type.Optional(Type.Unknown({ description: 'of the account, to begin' })),
        session_id: Type.Optional(Type.Unknown({ description: 'the token that the message held' })),
        id_user: Type.Optional(Type.Unknown({ description: 'the account' })),
        new_passwd1: Type.Optional(Type.Unknown({ description: 'the new password' })),
        new_passwd2: Type.Optional(Type.Unknown({ description: 'the same again' })),
      },
      { description: 'email to begin; session_id, id_user, new_passwd1, new_passwd2 to finish' },
    ),
    RESET_AS_SENT,
  ),
  (args) => {
    const id = Number(memberOf(args, 'id_user'));
    return ok({
      email: memberOf(args, 'email'),
      token: memberOf(args, 'session_id'),
      userId: Number.isSafeInteger(id) ? id : 0,
      first: memberOf(args, 'new_passwd1'),
      second: memberOf(args, 'new_passwd2'),
    });
  },
);

export const profile = json(
  named(255, Type.Unknown(), {
    description:
      'values by name: email, the standard attributes, those of the user’s class; empty text leaves one, ' +
      'null clears it',
    maxProperties: 1000,
  }),
);
