// What a person has chosen in the back office: kept with the account, so that it is there in every browser.
import { choosePreference, chosenBy } from '../domain/accounts/choose-preference.ts';
import { map, text as textParam } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import { WHOSE, accountOf } from './access/whose-account.ts';
import { read, write } from './context/operation.ts';
import { keyed, reply, text } from './replies/members.ts';
import { done } from './replies/plain.ts';

const OF_PREFERENCES = {
  area: 'roles',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
  isForAll: true,
} as const;

const NAME = /^[a-z][a-z_.]*$/;
const VALUE_LENGTH_MAX = 10_000;
const WHAT = 'The preferences';

export const get_preferences = read({
  ...OF_PREFERENCES,
  summary: 'What a person has chosen in the back office, such as lists that are kept by name.',
  params: WHOSE,
  refusals: ['PARAMETER_MISSING', 'USER_NOT_FOUND'],
  reply: reply('preferences', { preferences: keyed(text('as it was set'), 'what was chosen, by name') }),
  view: ({ id_user: userId }, ctx) =>
    mapOk(accountOf(ctx, userId, WHAT), (account) => ({
      object: 'preferences' as const,
      preferences: chosenBy(ctx.shop, account),
    })),
});

export const set_preference = write({
  ...OF_PREFERENCES,
  summary: 'Keeps what a person has chosen in the back office; at most 30 names and 30,000 characters of a person.',
  params: {
    ...WHOSE,
    name: map(textParam('small letters, `.` and `_`', { max: 60 }), (name, param) =>
      NAME.test(name) ? ok(name) : refuse('PARAMETER_INVALID', param, `${param} is no name of small letters.`),
    ),
    value: textParam('the choice, which Kontor does not read; empty: there is none any more', {
      max: VALUE_LENGTH_MAX,
      empty: true,
    }),
  },
  handle: ({ id_user: userId, name, value }, ctx) => {
    const account = accountOf(ctx, userId, WHAT);
    return account.ok ? choosePreference(ctx.shop, account.value, { name, value }) : account;
  },
  refusals: ['PARAMETER_MISSING', 'USER_NOT_FOUND', 'PREFERENCES_FULL'],
  ...done('set_preference'),
});
