// What an account can be asked for.
import type { AttributeValue } from '../attributes/attributes.ts';
import type { SecondFactorCommand } from './second-factor.ts';

export type Texts = { readonly [field: string]: string };

/** A login in the back office, as it began. */
export interface OfficeLogin {
  readonly id: number;
  readonly sessionId: number;
  /** Generation of the slot of the session. */
  readonly generation: number;
  readonly address: string;
  readonly browser: string;
}

export interface Registered {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: string;
  readonly classId: number;
  readonly level: number;
  /** '' makes an account that is active at once. */
  readonly verifyDigest: string;
}

/** An absent member stays as it is; null removes an attribute. */
export interface UserChange {
  readonly email?: string;
  readonly profile: Texts;
  readonly attributes: { readonly [number: string]: AttributeValue | null };
  readonly classId: number;
}

export type UserCommand =
  | SecondFactorCommand
  | ({ readonly type: 'register'; readonly subject: number } & Registered)
  | { readonly type: 'verify'; readonly digest: string }
  | { readonly type: 'renew_verification'; readonly digest: string }
  | { readonly type: 'record_login'; readonly guest?: number }
  /** `isByStaff`: somebody else gives it, and knows it. */
  | { readonly type: 'set_password'; readonly passwordHash: string; readonly isByStaff: boolean }
  | { readonly type: 'rehash_password'; readonly passwordHash: string }
  | { readonly type: 'begin_reset'; readonly digest: string; readonly mailDigest: string }
  | { readonly type: 'finish_reset'; readonly digest: string; readonly passwordHash: string }
  | ({ readonly type: 'change' } & UserChange)
  | { readonly type: 'give_role'; readonly role: string }
  | { readonly type: 'set_groups'; readonly groups: readonly number[] }
  /** `over`: ids of logins that are forgotten. */
  | ({ readonly type: 'begin_office_login'; readonly over: readonly number[] } & Omit<OfficeLogin, 'id'>)
  | { readonly type: 'end_office_login'; readonly loginId: number }
  /** `kept`: id of the login in the back office that goes on; 0: none. */
  | { readonly type: 'end_logins'; readonly kept: number }
  | { readonly type: 'lock' }
  | { readonly type: 'unlock' };
