// Changes an account's address, profile and additional attributes, all or nothing. Absent and empty members stay, null
// clears (D7).
/** As callers write them; '' and absent members stay, null clears. */

import { isLine } from '../../kernel/params.ts';
import { refuse, shown, ok, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { sameValue } from '../same-value.ts';
import { fitUpdate } from '../catalogue/fit-references.ts';
import { own } from '../by-language.ts';
import type { AttributeValue } from '../attributes/attributes.ts';
import { classOfUser } from './user-class.ts';
import { userOf, userWithEmail } from './find-user.ts';
import { PROFILE_FIELDS, checkEmail } from './user-fields.ts';

type GivenProfile = { readonly [name: string]: unknown };
const TEXT_LENGTH_MAX = 255;

/** What get_user_data shows may be sent back as it is. */
const valueOf = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && 'value' in sent ? sent.value : sent;

const asProfileText = (sent: unknown): string | undefined => {
  const value = valueOf(sent);
  if (value === null) return '';
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.length <= TEXT_LENGTH_MAX ? text : undefined;
};

interface ReadProfile {
  readonly email: string;
  readonly profile: { readonly [field: string]: string };
  readonly others: { readonly [name: string]: unknown };
}

const readProfile = (sent: GivenProfile): Result<ReadProfile> => {
  const profile: { [field: string]: string } = {};
  const others: { [name: string]: unknown } = {};
  let email = '';
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || valueOf(value) === '') continue;
    if (name !== 'email' && !PROFILE_FIELDS.includes(name)) {
      others[name] = value;
      continue;
    }
    const text = asProfileText(value);
    if (text === undefined || (name !== 'email' && !isLine(text)))
      return refuse(
        'PARAMETER_INVALID',
        name,
        `${shown(value)} is no single line of at most ${TEXT_LENGTH_MAX} characters.`,
      );
    if (name !== 'email') profile[name] = text;
    else if (checkEmail(text).ok) email = text;
    else return refuse('EMAIL_IS_INVALID', 'email');
  }
  return ok({ email, profile, others });
};

/**
 * Changes what was sent, all or nothing.
 *
 * Refuses: USER_NOT_FOUND, PARAMETER_INVALID, EMAIL_IS_INVALID, EMAIL_IS_IN_USE, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID; with the attribute's name.
 */
export const changeUser = (tx: Transaction, userId: number, sent: GivenProfile): Result<void> => {
  const user = userOf(tx, userId);
  if (!user.ok) return user;
  const state = user.value;
  const read = readProfile(sent);
  if (!read.ok) return read;
  const { email, profile, others } = read.value;
  const holder = email === '' ? undefined : userWithEmail(tx, email);
  if (holder !== undefined && holder[0] !== userId) return refuse('EMAIL_IS_IN_USE', 'email');
  const shopClass = classOfUser(tx, state);
  const fitted = fitUpdate(tx, shopClass?.[1].attributes ?? [], { '': others }, { '': state.attributes });
  if (!fitted.ok) return fitted;
  const kept: { readonly [number: string]: AttributeValue } = state.attributes;
  const attributes = Object.fromEntries(
    Object.entries(fitted.value['']!).filter(([number, value]) => !sameValue(own(kept, number) ?? null, value)),
  );
  const changed = Object.fromEntries(
    Object.entries(profile).filter(([field, value]) => (own(state.profile, field) ?? '') !== value),
  );
  const real = email === state.email ? '' : email;
  if (real === '' && Object.keys(changed).length + Object.keys(attributes).length === 0) return DONE;
  // The class is remembered with its first value: numbers of attributes mean something within one class only.
  const classId = Object.keys(attributes).length > 0 ? shopClass![0] : state.classId;
  return tx.ask('user', userId, {
    type: 'change',
    ...(real !== '' && { email: real }),
    profile: changed,
    attributes,
    classId,
  });
};
