// A role of the shop's own: a named list of operations, for persons of the back office and for channels (D440). The
// five built-in roles are no actors: what they hold follows from the table of operations. It may name groups of fields
// that its holders do not see (D473).
import { caseless } from '../../kernel/text.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';

/** Every shop has them, under these names. */
export const BUILT_IN_ROLES = ['owner', 'manager', 'warehouse', 'support', 'reader'] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** Fields that a role may hide, by group; operations/replies/hidden-members.ts says which members each group is. */
export const FIELD_GROUPS = ['addresses', 'contacts', 'amounts'] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number];

export interface Role {
  /** It never changes: accounts and channels name their role by it. */
  name: string;
  description: string;
  /** Names of operations. */
  operations: readonly string[];
  /** A person who has it and no second factor may only set one up. */
  needsSecondFactor: boolean;
  /** Groups of fields that no reply shows to those who have it. */
  hidden: readonly FieldGroup[];
}

/** What `change_role` replaces; a member that is absent stays. */
export type RoleChange = Partial<Omit<Role, 'name'>>;

export type RoleCommand =
  | ({ readonly type: 'make_role' } & Readonly<Role>)
  | ({ readonly type: 'change_role' } & RoleChange)
  | { readonly type: 'end_role' };

const NO_OPERATIONS: readonly string[] = [];
const NOTHING_HIDDEN: readonly FieldGroup[] = [];

const CHANGEABLE = {
  description: '',
  operations: NO_OPERATIONS,
  needsSecondFactor: false as boolean,
  hidden: NOTHING_HIDDEN,
};

const EVENTS = { role_created: { name: '', ...CHANGEABLE }, role_changed: CHANGEABLE, role_deleted: {} };

export class RoleIndex {
  /** By the name without its case, so that no two look alike. */
  readonly byName = new UniqueIndex();
}

const sameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one, index) => one === right[index]);

export const role: ActorKind<Role, RoleCommand, typeof EVENTS, RoleIndex> = {
  kind: 'role',
  state: schema<Role>({ name: '', ...CHANGEABLE }),
  audit: { hidden: [] },
  events: EVENTS,
  ends: 'role_deleted',
  decide(state, command) {
    switch (command.type) {
      case 'make_role': {
        const { name, description, operations, needsSecondFactor, hidden } = command;
        return decided({ type: 'role_created', name, description, operations, needsSecondFactor, hidden });
      }
      case 'change_role': {
        const { description = state.description, operations = state.operations } = command;
        const { needsSecondFactor = state.needsSecondFactor, hidden = state.hidden } = command;
        const isSame =
          description === state.description &&
          sameList(operations, state.operations) &&
          needsSecondFactor === state.needsSecondFactor &&
          sameList(hidden, state.hidden);
        return isSame
          ? decided()
          : decided({ type: 'role_changed', description, operations, needsSecondFactor, hidden });
      }
      case 'end_role':
        return decided({ type: 'role_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event) {
    if (event.type === 'role_deleted') return;
    if (event.type === 'role_created') state.name = event.name;
    state.description = event.description;
    state.operations = event.operations;
    state.needsSecondFactor = event.needsSecondFactor;
    state.hidden = event.hidden;
  },
  index: {
    create: () => new RoleIndex(),
    add: (index, id, { name }) => index.byName.add(caseless(name), id),
    remove: (index, id, { name }) => index.byName.remove(caseless(name), id),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly role: typeof role;
  }
}
