// A warehouse entity: something of which storages hold pieces. Products are bound to the entities of which they
// consist; what its storages hold is in stock-item.ts.
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { schema } from '../schema.ts';
import { mergeTexts, realChanges } from '../attributes/attributes.ts';
import type { TextChanges, Texts } from '../attributes/attributes.ts';
import { RefCountIndex, UniqueIndex } from '../unique-index.ts';
import { sameValue } from '../same-value.ts';
import type { FullMetadata, MetadataChange } from '../attributes/metadata.ts';
import { NO_METADATA, countTaxClass, mergeMetadata } from '../attributes/metadata.ts';

export interface WarehouseEntity {
  name: string;
  classId: number;
  manufacturerId: number;
  createdMs: number;
  attributes: Texts;
  metadata: FullMetadata;
}

/** An absent member stays as it is. */
interface WarehouseEntityChange {
  readonly name?: string | undefined;
  readonly manufacturerId?: number | undefined;
  readonly attributes?: TextChanges;
  readonly metadata?: MetadataChange;
}

export type WarehouseEntityCommand =
  | ({ readonly type: 'create_warehouse_entity' } & Omit<WarehouseEntity, 'createdMs'>)
  | ({ readonly type: 'update_warehouse_entity' } & WarehouseEntityChange)
  | { readonly type: 'delete_warehouse_entity' };

const ENTITY_EVENTS = {
  warehouse_entity_created: {
    name: '',
    classId: 0,
    manufacturerId: 0,
    attributes: {} as Texts,
    metadata: NO_METADATA,
  },
  warehouse_entity_renamed: { name: '' },
  warehouse_entity_manufacturer_set: { manufacturerId: 0 },
  /** Only the values that change; null takes one away. */
  warehouse_entity_attributes_changed: { attributes: {} as TextChanges },
  warehouse_entity_metadata_set: { metadata: NO_METADATA },
  warehouse_entity_deleted: {},
};

const isName = (name: string): boolean => name !== '' && name.length <= 255;

const changesOf = (state: WarehouseEntity, change: WarehouseEntityChange): EventOf<typeof ENTITY_EVENTS>[] => {
  const events: EventOf<typeof ENTITY_EVENTS>[] = [];
  const { name = state.name, manufacturerId = state.manufacturerId } = change;
  if (name !== state.name) events.push({ type: 'warehouse_entity_renamed', name });
  if (manufacturerId !== state.manufacturerId)
    events.push({ type: 'warehouse_entity_manufacturer_set', manufacturerId });
  const attributes = realChanges(state.attributes, change.attributes ?? {});
  if (Object.keys(attributes).length > 0) events.push({ type: 'warehouse_entity_attributes_changed', attributes });
  const { quantity_step: _ofProducts, ...merged } = mergeMetadata(state.metadata, change.metadata ?? {});
  const metadata = { ...NO_METADATA, ...merged };
  if (!sameValue(metadata, state.metadata)) events.push({ type: 'warehouse_entity_metadata_set', metadata });
  return events;
};

export interface WarehouseEntityIndex {
  readonly byElementNumber: UniqueIndex;
  /** Class id → entities of it. */
  readonly ofClass: RefCountIndex;
  /** Tax class by its composed name → entities whose metadata name it. */
  readonly ofTaxClass: RefCountIndex<string>;
}

export const warehouseEntity: ActorKind<
  WarehouseEntity,
  WarehouseEntityCommand,
  typeof ENTITY_EVENTS,
  WarehouseEntityIndex
> = {
  kind: 'warehouse_entity',
  state: schema<WarehouseEntity>({
    name: '',
    classId: 0,
    manufacturerId: 0,
    createdMs: 0,
    attributes: {},
    metadata: NO_METADATA,
  }),
  audit: { hidden: [] },
  events: ENTITY_EVENTS,
  ends: 'warehouse_entity_deleted',
  decide(state, command) {
    switch (command.type) {
      case 'create_warehouse_entity': {
        const { type: _type, ...created } = command;
        if (!isName(created.name)) return refuse('WAREHOUSE_ENTITY_NAME_NOT_VALID', 'name');
        return decided({ type: 'warehouse_entity_created', ...created });
      }
      case 'update_warehouse_entity':
        if (!isName(command.name ?? state.name)) return refuse('WAREHOUSE_ENTITY_NAME_NOT_VALID', 'name');
        return decided(...changesOf(state, command));
      case 'delete_warehouse_entity':
        return decided({ type: 'warehouse_entity_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'warehouse_entity_created':
        state.name = event.name;
        state.classId = event.classId;
        state.manufacturerId = event.manufacturerId;
        state.createdMs = atMs;
        state.attributes = event.attributes;
        state.metadata = event.metadata;
        return;
      case 'warehouse_entity_renamed':
        state.name = event.name;
        return;
      case 'warehouse_entity_manufacturer_set':
        state.manufacturerId = event.manufacturerId;
        return;
      case 'warehouse_entity_attributes_changed':
        state.attributes = mergeTexts(state.attributes, event.attributes);
        return;
      case 'warehouse_entity_metadata_set':
        state.metadata = event.metadata;
        return;
      case 'warehouse_entity_deleted':
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => ({
      byElementNumber: new UniqueIndex(),
      ofClass: new RefCountIndex(),
      ofTaxClass: new RefCountIndex<string>(),
    }),
    add(index, id, { classId, metadata }) {
      const { element_number: number } = metadata;
      if (number !== '') index.byElementNumber.add(number, id);
      index.ofClass.add(classId, 1);
      countTaxClass(index.ofTaxClass, metadata, 1);
    },
    remove(index, id, { classId, metadata }) {
      const { element_number: number } = metadata;
      if (number !== '') index.byElementNumber.remove(number, id);
      index.ofClass.add(classId, -1);
      countTaxClass(index.ofTaxClass, metadata, -1);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly warehouse_entity: typeof warehouseEntity;
  }
}
