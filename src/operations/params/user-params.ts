// Parameters of accounts.
import { Type, isAbsent, json, map, named, text } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';

/** A member of `args`; names and passwords are numbers now and then. */
const memberOf = (args: { readonly [name: string]: unknown }, name: string): string => {
  const value = args[name];
  if (isAbsent(value)) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Any length: what is too long is refused by a name of its own. */
const LENGTH_MAX = 16_777_216;
export const username = text('username, in any case', { max: LENGTH_MAX, empty: true });
export const password = (description: string) => text(description, { max: LENGTH_MAX, empty: true });

export const registration = map(
  json(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'username, passwd1, passwd2, email, class (default user)',
    }),
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
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'email to begin; session_id, id_user, new_passwd1, new_passwd2 to finish',
    }),
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
