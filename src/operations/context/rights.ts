// What a caller may call: everything, what a level permits, or what a role holds (D440).
import type { FieldGroup } from '../../domain/accounts/role.ts';
import type { Reader } from '../../domain/transaction.ts';

export interface Rights {
  /** Name of the role; '' where credentials or a level decide. */
  readonly role: string;
  /** Groups of fields that no reply shows them; undefined: none. */
  readonly hidden: readonly FieldGroup[] | undefined;
  /** The role wants a second factor, and the person has none: until then they hold what every role does. */
  readonly lacksSecondFactor?: true;
  /** Whether they hold an operation, or one of the ways in that are no operations (role-table.ts). */
  may(name: string): boolean;
}

/** What decides about the rights of an account. */
export interface Account {
  readonly level: number;
  readonly role: string;
}

/** What decides about the rights of somebody who is logged in. */
interface LoggedIn extends Account {
  readonly hasSecondFactor: boolean;
}

/** The rights of roles, levels and channels; made of the table of operations, which operations cannot import. */
export interface RoleServices {
  /** Rights of a role. One that is gone holds what every role does. */
  ofRole(shop: Reader, role: string): Rights;
  /** Rights of an account: those of its role, or else of its level; a customer's are none. */
  ofAccount(shop: Reader, account: Account): Rights;
  /** Rights of a person in the back office: those of the account, once it has the second factor that its role wants. */
  ofPerson(shop: Reader, user: LoggedIn): Rights;
  /** Rights of a channel; those of one without a role are all. */
  ofChannel(shop: Reader, role: string): Rights;
  /** What the rights hold, by name. `hasKey`: what needs the secret key is among it. */
  held(rights: Rights, hasKey: boolean): readonly string[];
  /** The first that `wanted` holds, or sees, and `rights` does not; undefined where nothing is lacking. */
  lacking(rights: Rights, wanted: Rights): string | undefined;
  /** Rights to some operations, without some fields. */
  toCall(names: readonly string[], hidden: readonly FieldGroup[]): Rights;
  /** The first that shows something of the groups all the same, and what; undefined: none does. */
  leaking(
    names: readonly string[],
    hidden: readonly FieldGroup[],
  ): readonly [name: string, group: FieldGroup] | undefined;
  /** The first name that is neither an operation nor another way in. */
  unknown(names: readonly string[]): string | undefined;
}
