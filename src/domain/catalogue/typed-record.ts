// A record of a class of the shop's own: a store, a company, a review. It has what its class gives it and nothing of an
// article, no permalink, category, price or stock (D560).
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { schema } from '../schema.ts';
import { mergeTexts, realChanges } from '../attributes/attributes.ts';
import type { TextChanges, Texts } from '../attributes/attributes.ts';
import { RefCountIndex, UniqueIndex } from '../unique-index.ts';

export interface TypedRecord {
  classId: number;
  /** No other of the class has it; '': none. */
  name: string;
  /** Whether shoppers see it, where its class is public. */
  active: boolean;
  createdMs: number;
  attributes: Texts;
  /** What a catalogue file called it, which had no name for it; '': `fileKey` makes one (D680). */
  key: string;
}

/** What catalogue files know a record by that has no name: the same in every shop that the file goes through. */
export const fileKey = (id: number, { key, createdMs }: Pick<TypedRecord, 'key' | 'createdMs'>): string =>
  key === '' ? `${createdMs}-${id}` : key;

/** An absent member stays as it is. */
interface RecordChange {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly attributes?: TextChanges;
}

export type TypedRecordCommand =
  | ({ readonly type: 'create_record' } & Omit<TypedRecord, 'createdMs'>)
  | ({ readonly type: 'update_record' } & RecordChange)
  | { readonly type: 'delete_record' };

const EVENTS = {
  record_created: { classId: 0, name: '', active: false, attributes: {} as Texts, key: '' },
  record_renamed: { name: '' },
  record_activity_set: { active: false },
  /** Only the values that change; null takes one away. */
  record_attributes_changed: { attributes: {} as TextChanges },
  record_deleted: {},
};

const changesOf = (state: TypedRecord, change: RecordChange): EventOf<typeof EVENTS>[] => {
  const events: EventOf<typeof EVENTS>[] = [];
  const { name = state.name, active = state.active } = change;
  if (name !== state.name) events.push({ type: 'record_renamed', name });
  if (active !== state.active) events.push({ type: 'record_activity_set', active });
  const attributes = realChanges(state.attributes, change.attributes ?? {});
  if (Object.keys(attributes).length > 0) events.push({ type: 'record_attributes_changed', attributes });
  return events;
};

/** Names of records by class, or keys of files. */
class NamesByClass {
  private readonly names = new Map<number, UniqueIndex>();

  get(classId: number, name: string): number | undefined {
    return this.names.get(classId)?.get(name);
  }

  add(classId: number, name: string, id: number): void {
    if (name === '') return;
    let names = this.names.get(classId);
    if (names === undefined) this.names.set(classId, (names = new UniqueIndex()));
    names.add(name, id);
  }

  remove(classId: number, name: string, id: number): void {
    if (name !== '') this.names.get(classId)?.remove(name, id);
  }
}

export interface TypedRecordIndex {
  readonly byName: NamesByClass;
  /** Records that a file brought without a name, by its key. */
  readonly byKey: NamesByClass;
  /** Class id → records of it. */
  readonly ofClass: RefCountIndex;
  count: number;
}

export const typedRecord: ActorKind<TypedRecord, TypedRecordCommand, typeof EVENTS, TypedRecordIndex> = {
  kind: 'typed_record',
  state: schema<TypedRecord>({ classId: 0, name: '', active: false, createdMs: 0, attributes: {}, key: '' }),
  audit: { hidden: [] },
  events: EVENTS,
  ends: 'record_deleted',
  decide(state, command) {
    switch (command.type) {
      case 'create_record': {
        const { type: _type, ...created } = command;
        return decided({ type: 'record_created', ...created });
      }
      case 'update_record':
        return decided(...changesOf(state, command));
      case 'delete_record':
        return decided({ type: 'record_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'record_created':
        state.classId = event.classId;
        state.name = event.name;
        state.active = event.active;
        state.createdMs = atMs;
        state.attributes = event.attributes;
        state.key = event.key;
        return;
      case 'record_renamed':
        state.name = event.name;
        return;
      case 'record_activity_set':
        state.active = event.active;
        return;
      case 'record_attributes_changed':
        state.attributes = mergeTexts(state.attributes, event.attributes);
        return;
      case 'record_deleted':
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => ({
      byName: new NamesByClass(),
      byKey: new NamesByClass(),
      ofClass: new RefCountIndex(),
      count: 0,
    }),
    add(index, id, { classId, name, key }) {
      index.byName.add(classId, name, id);
      index.byKey.add(classId, key, id);
      index.ofClass.add(classId, 1);
      index.count += 1;
    },
    remove(index, id, { classId, name, key }) {
      index.byName.remove(classId, name, id);
      index.byKey.remove(classId, key, id);
      index.ofClass.add(classId, -1);
      index.count -= 1;
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly typed_record: typeof typedRecord;
  }
}
