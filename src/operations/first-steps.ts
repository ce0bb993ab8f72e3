// The first minutes of a shop: its first owner, and the steps that the back office leads through.
import { ownerCodeHolds } from '../domain/accounts/first-owner.ts';
import { checkFree, registerUser } from '../domain/accounts/register-user.ts';
import { SECURITY_LEVELS, checkEmail, checkNewPassword, checkUsername } from '../domain/accounts/user-fields.ts';
import { giveUserRole } from '../domain/accounts/change-role.ts';
import { changeSteps, shownSteps } from '../domain/shop/first-steps.ts';
import { FIRST_STEPS, SHOP_ID } from '../domain/shop/shop.ts';
import type { Reader } from '../domain/transaction.ts';
import { flag, oneOf as oneOfParam, optional, text as textParam } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { digestOf } from './access/tokens.ts';
import { read, write } from './context/operation.ts';
import { password, username } from './params/user-params.ts';
import { SUCCESS, bit, id, list, oneOf, record, reply } from './replies/members.ts';

const STATES = ['open', 'done', 'skipped'] as const;

const Step = record('FirstStep', 'A step of a new shop.', {
  name: oneOf('what it is about', FIRST_STEPS),
  state: oneOf('of a product and a trial order: `done` once there is one', STATES),
});

const MEMBERS = {
  shown: bit('1: the back office shows the steps: they are begun, not put away, and not over'),
  put_away: bit('1: somebody has put them away'),
  steps: list(Step, 'in their order'),
  id_trial_order: id('the trial order placed last, one that is not cancelled before all others; 0: there is none'),
};

const viewSteps = (shop: Reader) => {
  const { areShown, isAway, steps, trialOrderId } = shownSteps(shop);
  return { shown: areShown ? 1 : 0, put_away: isAway ? 1 : 0, steps, id_trial_order: trialOrderId } as const;
};

export const get_first_steps = read({
  area: 'server',
  isExtension: true,
  summary: 'The first steps of a new shop, and which of them are done or passed over.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('first_steps', MEMBERS),
  view: (_args, { shop }) => ok({ object: 'first_steps', ...viewSteps(shop) } as const),
});

export const update_first_steps = write({
  area: 'server',
  isExtension: true,
  summary: 'Marks one of the first steps of a new shop, or puts all of them away or back.',
  credential: 'secret',
  session: 'none',
  params: {
    step: optional(oneOfParam('which of them', FIRST_STEPS), undefined, 'none is marked'),
    state: optional(oneOfParam('what it is from now on', STATES), 'done'),
    put_away: optional(flag('1 = the back office shows them no more, 0 = it does again'), undefined, 'it stays'),
  },
  handle: ({ step, state: mark, put_away: isAway }, { shop }) => changeSteps(shop, { step, mark, isAway }),
  reply: reply('update_first_steps', { status: SUCCESS, ...MEMBERS }),
  view: (_outcome, { shop }) => ({ object: 'update_first_steps', status: 'success', ...viewSteps(shop) }) as const,
});

/** Characters: who may do everything has a longer password than others need. */
const OWNER_PASSWORD_MIN = 8;

const checkLength = (given: string): Result<void> =>
  given.length >= OWNER_PASSWORD_MIN ? DONE : refuse('PASSWORD_IS_INVALID', 'password');

/** Refuses: FIRST_OWNER_CODE_NOT_VALID. */
const mayBecomeOwner = (shop: Reader, code: string): Result<void> =>
  ownerCodeHolds(shop, digestOf(code)) ? DONE : refuse('FIRST_OWNER_CODE_NOT_VALID', 'code');

export const make_first_owner = write({
  area: 'users',
  isExtension: true,
  summary:
    'Makes the first account that opens the back office, by the code of the link that a start of the server shows ' +
    'while there is none.',
  credential: 'licence',
  session: 'none',
  slow: 'passwords',
  params: {
    code: textParam('the code of the link', { max: 100 }),
    username,
    email: textParam('e-mail address', { max: 1000, empty: true }),
    password: password('the password, which is the person’s own: at least 8 characters'),
  },
  prepare: ({ code, username: name, email, password: secret }, { shop, service: { accounts } }) => {
    const wrong = [
      mayBecomeOwner(shop, code),
      checkUsername(name),
      checkEmail(email),
      checkNewPassword(secret, secret, accounts.passwordCharset, 'password'),
      checkLength(secret),
      checkFree(shop, name, email),
    ].find((check) => !check.ok);
    return wrong ?? accounts.passwords.hash(secret);
  },
  handle: ({ code, username: name, email }, { shop }, passwordHash) => {
    const allowed = mayBecomeOwner(shop, code);
    if (!allowed.ok) return allowed;
    const made = registerUser(shop, {
      username: name,
      email,
      passwordHash,
      className: '',
      language: shop.rules.language,
      level: SECURITY_LEVELS.administrator,
      verifyDigest: '',
    });
    if (!made.ok) return made;
    const given = giveUserRole(shop, made.value, 'owner');
    if (!given.ok) return given;
    return mapOk(shop.ask('shop', SHOP_ID, { type: 'set_owner_code', digest: '' }), () => made.value);
  },
  refusals: [
    'FIRST_OWNER_CODE_NOT_VALID',
    'USERNAME_IS_INVALID',
    'USERNAME_IN_USE',
    'EMAIL_IS_INVALID',
    'EMAIL_IS_IN_USE',
    'PASSWORD_IS_INVALID',
    'LOGIN_BUSY',
  ],
  reply: reply('make_first_owner', { status: SUCCESS, id_user: id('user id') }),
  view: (userId) => ({ object: 'make_first_owner', status: 'success', id_user: userId }) as const,
});
