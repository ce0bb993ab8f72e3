// A storage: a place that holds pieces of warehouse entities. It is made by the first placement in it.
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';

export interface Storage {
  name: string;
}

const STORAGE_EVENTS = { storage_opened: { name: '' } };

export const storage: ActorKind<
  Storage,
  { readonly type: 'open_storage'; readonly name: string },
  typeof STORAGE_EVENTS,
  UniqueIndex
> = {
  kind: 'storage',
  state: schema<Storage>({ name: '' }),
  audit: { hidden: [] },
  events: STORAGE_EVENTS,
  decide(_state, { name }) {
    if (name === '' || name.length > 255) return refuse('STORAGE_NAME_NOT_VALID', 'storage');
    return decided({ type: 'storage_opened', name });
  },
  apply: (state, event) => void (state.name = event.name),
  index: {
    create: () => new UniqueIndex(),
    add: (index, id, state) => index.add(state.name, id),
    remove: (index, id, state) => index.remove(state.name, id),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly storage: typeof storage;
  }
}
