// A group of customers, such as resellers: what prices and promotions ask for. An account names its groups; a group
// knows none of its accounts.
import { caseless } from '../../kernel/text.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';

export interface CustomerGroup {
  name: string;
  createdMs: number;
}

export type CustomerGroupCommand =
  | { readonly type: 'make_group'; readonly name: string }
  | { readonly type: 'rename_group'; readonly name: string }
  | { readonly type: 'end_group' };

const EVENTS = {
  customer_group_created: { name: '' },
  customer_group_renamed: { name: '' },
  customer_group_deleted: {},
};

export class CustomerGroupIndex {
  /** By the name without its case, so that no two look alike. */
  readonly byName = new UniqueIndex();
}

export const customerGroup: ActorKind<CustomerGroup, CustomerGroupCommand, typeof EVENTS, CustomerGroupIndex> = {
  kind: 'customer_group',
  state: schema<CustomerGroup>({ name: '', createdMs: 0 }),
  audit: { hidden: [] },
  events: EVENTS,
  ends: 'customer_group_deleted',
  decide(state, command) {
    switch (command.type) {
      case 'make_group':
        return decided({ type: 'customer_group_created', name: command.name });
      case 'rename_group':
        return command.name === state.name
          ? decided()
          : decided({ type: 'customer_group_renamed', name: command.name });
      case 'end_group':
        return decided({ type: 'customer_group_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    if (event.type === 'customer_group_deleted') return;
    if (event.type === 'customer_group_created') state.createdMs = atMs;
    state.name = event.name;
  },
  index: {
    create: () => new CustomerGroupIndex(),
    add: (index, id, { name }) => index.byName.add(caseless(name), id),
    remove: (index, id, { name }) => index.byName.remove(caseless(name), id),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly customer_group: typeof customerGroup;
  }
}
