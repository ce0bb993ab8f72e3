// Products, variations and contents: one sequence of ids, one space of names (Decision 12, 16).
import { refuse } from '../kernel/result.ts';
import { decided } from './actor.ts';
import type { ActorKind } from './actor.ts';
import type { Texts } from './attributes.ts';
import { Children } from './children.ts';
import { permalinkKeys } from './seo.ts';
import type { Seo } from './seo.ts';

export interface Metadata {
  readonly element_number: string;
  readonly ean: string;
  readonly taxclass: string;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
  readonly notes: string;
}

export const NO_METADATA: Metadata = {
  element_number: '',
  ean: '',
  taxclass: '',
  length: 0,
  width: 0,
  height: 0,
  weight: 0,
  notes: '',
};

/** How a product's stock is looked at; the quantity itself is a stock item of its own. */
export interface AvailabilityRule {
  /** False: always available (Decision 18). */
  readonly managed: boolean;
  readonly override: boolean;
  readonly warningMilli: number;
}

export interface Membership {
  readonly categoryId: number;
  readonly position: number;
}

export interface Binding {
  readonly entityId: number;
  /** Pieces of the entity in one piece of the product. */
  readonly perPieceMilli: number;
}

export interface ShopObject {
  type: 'product' | 'content';
  name: string;
  classId: number;
  /** The product that this is a variation of; 0 for none. */
  productId: number;
  active: boolean;
  createdMs: number;
  attributes: Texts;
  seo: Seo;
  metadata: Metadata;
  availability: AvailabilityRule;
  memberships: readonly Membership[];
  bindings: readonly Binding[];
}

export type ShopObjectCommand =
  | ({ readonly type: 'create_shopobject'; readonly objectType: ShopObject['type'] } & Omit<
      ShopObject,
      'type' | 'createdMs' | 'bindings'
    >)
  | ({ readonly type: 'bind' } & Binding);

const EVENTS = {
  shopobject_created: {
    objectType: 'product' as ShopObject['type'],
    name: '',
    classId: 0,
    productId: 0,
    active: false as boolean,
    attributes: {} as Texts,
    seo: {} as Seo,
    metadata: NO_METADATA,
    availability: { managed: false, override: false, warningMilli: 0 } as AvailabilityRule,
    memberships: [] as readonly Membership[],
  },
  product_bound: { entityId: 0, perPieceMilli: 0 },
};

export class ShopObjectIndex {
  readonly byName = new Map<string, number>();
  readonly byPermalink = new Map<string, number>();
  /** Category id → objects. */
  readonly members = new Children();
  /** Warehouse entity id → products bound to it. */
  readonly bound = new Children();
  readonly counts = { product: 0, content: 0 };
}

export const shopObject: ActorKind<ShopObject, ShopObjectCommand, typeof EVENTS, ShopObjectIndex> = {
  kind: 'shopobject',
  events: EVENTS,
  initial: () => ({
    type: 'product',
    name: '',
    classId: 0,
    productId: 0,
    active: false,
    createdMs: 0,
    attributes: {},
    seo: {},
    metadata: NO_METADATA,
    availability: { managed: false, override: false, warningMilli: 0 },
    memberships: [],
    bindings: [],
  }),

  decide(_state, command) {
    switch (command.type) {
      case 'create_shopobject': {
        const { type: _type, ...created } = command;
        if (created.name === '' || created.name.length > 255) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
        return decided({ type: 'shopobject_created', ...created });
      }
      case 'bind':
        return decided({
          type: 'product_bound',
          entityId: command.entityId,
          perPieceMilli: command.perPieceMilli,
        });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'shopobject_created':
        state.type = event.objectType;
        state.name = event.name;
        state.classId = event.classId;
        state.productId = event.productId;
        state.active = event.active;
        state.createdMs = atMs;
        state.attributes = event.attributes;
        state.seo = event.seo;
        state.metadata = event.metadata;
        state.availability = event.availability;
        state.memberships = event.memberships;
        return;
      case 'product_bound': {
        const { entityId, perPieceMilli } = event;
        const others = state.bindings.filter((one) => one.entityId !== entityId);
        state.bindings = [...others, { entityId, perPieceMilli }];
        return;
      }
      default:
        event satisfies never;
    }
  },

  toRow: (state) => [
    state.type,
    state.name,
    state.classId,
    state.productId,
    state.active,
    state.createdMs,
    state.attributes,
    state.seo,
    state.metadata,
    state.availability,
    state.memberships,
    state.bindings,
  ],
  fromRow: (row) => ({
    type: row[0] as ShopObject['type'],
    name: row[1] as string,
    classId: row[2] as number,
    productId: row[3] as number,
    active: row[4] as boolean,
    createdMs: row[5] as number,
    attributes: row[6] as Texts,
    seo: row[7] as Seo,
    metadata: row[8] as Metadata,
    availability: row[9] as AvailabilityRule,
    memberships: row[10] as Membership[],
    bindings: row[11] as Binding[],
  }),

  index: {
    create: () => new ShopObjectIndex(),
    add(index, id, state, seq) {
      index.byName.set(state.name, id);
      for (const key of permalinkKeys(state.seo)) index.byPermalink.set(key, id);
      for (const { categoryId, position } of state.memberships) index.members.add(categoryId, id, position, seq);
      for (const { entityId } of state.bindings) index.bound.add(entityId, id, 0, seq);
      index.counts[state.type] += 1;
    },
    remove(index, id, state, seq) {
      index.byName.delete(state.name);
      for (const key of permalinkKeys(state.seo)) index.byPermalink.delete(key);
      for (const { categoryId } of state.memberships) index.members.remove(categoryId, id, seq);
      for (const { entityId } of state.bindings) index.bound.remove(entityId, id, seq);
      index.counts[state.type] -= 1;
    },
  },
};
