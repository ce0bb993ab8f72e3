// Shop objects: products, variations and contents. They share one sequence of ids and one space of names (D12, D42). A
// variation is a product with a parent; what it does not have of its own is its parent's (D49).
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { schema } from '../schema.ts';
import { mergeTexts, realChanges } from '../attributes/attributes.ts';
import type { TextChanges, Texts } from '../attributes/attributes.ts';
import { KEPT_MAX, keepValue, mostlyEmpty, outdated } from '../attributes/past-values.ts';
import type { PastValues } from '../attributes/past-values.ts';
import { own } from '../by-language.ts';
import { OrderedChildIndex } from '../ordered-child-index.ts';
import { RefCountIndex, UniqueIndex } from '../unique-index.ts';
import { sameValue } from '../same-value.ts';
import { Permalinks, formerAfter, mergeSeo, withoutLink } from '../attributes/seo.ts';
import type { FormerLink, Seo, SeoChanges } from '../attributes/seo.ts';
import { countTaxClass, mergeMetadata } from '../attributes/metadata.ts';
import type { Metadata, MetadataChange } from '../attributes/metadata.ts';
import { UNMANAGED } from '../stock/sellable.ts';
import type { AvailabilityRule, Binding } from '../stock/sellable.ts';

export interface Membership {
  readonly categoryId: number;
  readonly position: number;
}

export interface ShopObject {
  type: 'product' | 'content';
  name: string;
  classId: number;
  /** The product that this is a variation of; 0: none. */
  productId: number;
  active: boolean;
  createdMs: number;
  attributes: Texts;
  seo: Seo;
  metadata: Metadata;
  availability: AvailabilityRule;
  memberships: readonly Membership[];
  bindings: readonly Binding[];
  /** What it cost before, by its attributes that are prices. */
  pastValues: readonly PastValues[];
  /** When it became active, or ceased to be, by rising moments; bounded as its past values are. */
  toggledMs: readonly number[];
  /** Permalinks that it had before, the oldest first. */
  formerLinks: readonly FormerLink[];
}

/** An absent member stays as it is; `memberships` replaces all of them. */
interface ShopObjectChange {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly attributes?: TextChanges;
  /** Numbers of the attributes whose values are kept when they change: its prices. */
  readonly priced?: readonly number[];
  readonly seo?: SeoChanges;
  readonly metadata?: MetadataChange;
  readonly availability?: Partial<AvailabilityRule>;
  readonly memberships?: readonly Membership[];
}

export type ShopObjectCommand =
  | ({ readonly type: 'create_shopobject'; readonly objectType: ShopObject['type'] } & Omit<
      ShopObject,
      'type' | 'createdMs' | 'bindings' | 'seo' | 'pastValues' | 'toggledMs' | 'formerLinks'
    > & { readonly seo: SeoChanges })
  | ({ readonly type: 'update_shopobject' } & ShopObjectChange)
  /** Another one takes a permalink that it had before. */
  | ({ readonly type: 'free_link' } & FormerLink)
  | { readonly type: 'delete_shopobject' }
  | ({ readonly type: 'bind' } & Binding)
  | { readonly type: 'unbind'; readonly entityId: number };

const EVENTS = {
  shopobject_created: {
    objectType: 'product' as ShopObject['type'],
    name: '',
    classId: 0,
    productId: 0,
    active: false as boolean,
    attributes: {} as Texts,
    seo: {} as Seo,
    metadata: {} as Metadata,
    availability: UNMANAGED,
    memberships: [] as readonly Membership[],
  },
  product_bound: { entityId: 0, perPieceMilli: 0 },
  shopobject_renamed: { name: '' },
  shopobject_activity_changed: { active: false as boolean },
  /** The values that change; null removes one. `priced`: numbers of those whose values before are kept. */
  shopobject_attributes_changed: { attributes: {} as TextChanges, priced: [] as readonly number[] },
  shopobject_seo_set: { seo: {} as Seo, former: [] as readonly FormerLink[] },
  shopobject_metadata_set: { metadata: {} as Metadata },
  shopobject_availability_set: { availability: UNMANAGED },
  shopobject_memberships_set: { memberships: [] as readonly Membership[] },
  shopobject_deleted: {},
  product_unbound: { entityId: 0 },
  shopobject_link_freed: { language: '', permalink: '' },
};
type Event = EventOf<typeof EVENTS>;

export class ShopObjectIndex {
  readonly byName = new UniqueIndex();
  readonly permalinks = new Permalinks();
  /** By permalinks that objects had before. */
  readonly former = new Permalinks();
  /** Category id → objects. */
  readonly members = new OrderedChildIndex();
  /** Warehouse entity id → products bound to it. */
  readonly bound = new OrderedChildIndex();
  /** Product id → its variations, in the order they were made. */
  readonly variations = new OrderedChildIndex();
  /** Class id → objects of it. */
  readonly ofClass = new RefCountIndex();
  /** Tax class by its composed name → objects whose own metadata name it. */
  readonly ofTaxClass = new RefCountIndex<string>();
  readonly counts = { product: 0, content: 0 };
}

const isName = (name: string): boolean => name !== '' && name.length <= 255;

const isChanged = (changes: TextChanges, number: number): boolean =>
  Object.values(changes).some((values) => values[number] !== undefined);

/** Keeps the prices that attributes had until now. */
const keepPrices = (state: ShopObject, changes: TextChanges, priced: readonly number[], atMs: number): void => {
  for (const number of priced)
    for (const [language, values] of Object.entries(changes))
      if (values[number] !== undefined) {
        const before = own(state.attributes, language)?.[number];
        state.pastValues = keepValue(state.pastValues, number, language, before, atMs);
      }
};

const toggled = ({ toggledMs }: ShopObject, atMs: number): readonly number[] => {
  const all = [...toggledMs, atMs];
  const gone = Math.max(
    outdated(all.length, atMs, (index) => all[index]!),
    all.length - KEPT_MAX,
  );
  return gone > 0 ? all.slice(gone) : all;
};

const changesOf = (state: ShopObject, change: ShopObjectChange): Event[] => {
  const events: Event[] = [];
  const { name = state.name, active = state.active, memberships = state.memberships } = change;
  if (name !== state.name) events.push({ type: 'shopobject_renamed', name });
  if (active !== state.active) events.push({ type: 'shopobject_activity_changed', active });
  const attributes = realChanges(state.attributes, change.attributes ?? {});
  if (Object.keys(attributes).length > 0) {
    const priced = (change.priced ?? []).filter((number) => isChanged(attributes, number));
    events.push({ type: 'shopobject_attributes_changed', attributes, priced });
  }
  const seo = mergeSeo(state.seo, change.seo ?? {});
  if (!sameValue(seo, state.seo)) {
    const former = formerAfter(state.formerLinks, state.seo, seo);
    events.push({ type: 'shopobject_seo_set', seo, former });
  }
  const metadata = mergeMetadata(state.metadata, change.metadata ?? {});
  if (!sameValue(metadata, state.metadata)) events.push({ type: 'shopobject_metadata_set', metadata });
  const availability = { ...state.availability, ...change.availability };
  if (!sameValue(availability, state.availability)) events.push({ type: 'shopobject_availability_set', availability });
  if (!sameValue(memberships, state.memberships)) events.push({ type: 'shopobject_memberships_set', memberships });
  return events;
};

export const shopObject: ActorKind<ShopObject, ShopObjectCommand, typeof EVENTS, ShopObjectIndex> = {
  kind: 'shopobject',
  state: schema<ShopObject>({
    type: 'product',
    name: '',
    classId: 0,
    productId: 0,
    active: false,
    createdMs: 0,
    attributes: {},
    seo: {},
    metadata: {},
    availability: UNMANAGED,
    memberships: [],
    bindings: [],
    pastValues: mostlyEmpty<PastValues>(),
    toggledMs: mostlyEmpty<number>(),
    formerLinks: mostlyEmpty<FormerLink>(),
  }),
  // Keyed by entity, so that an audit entry shows the binding that changed and not all of them.
  audit: {
    hidden: [],
    ignored: ['pastValues', 'toggledMs', 'formerLinks'],
    view: (state) => ({
      ...state,
      bindings: Object.fromEntries(state.bindings.map((binding) => [binding.entityId, binding])),
    }),
    // In the order of now; one that is gone has no place there, and comes last.
    restored: (seen, now) => {
      const placeOf = ({ entityId }: Binding): number => {
        const place = now.bindings.findIndex((one) => one.entityId === entityId);
        return place < 0 ? now.bindings.length : place;
      };
      const bindings = Object.values((seen as ShopObject).bindings).sort((a, b) => placeOf(a) - placeOf(b));
      return { ...(seen as ShopObject), bindings };
    },
  },
  events: EVENTS,
  ends: 'shopobject_deleted',
  renames: 'shopobject_renamed',
  decide(state, command) {
    switch (command.type) {
      case 'create_shopobject': {
        const { type: _type, ...created } = command;
        if (!isName(created.name)) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
        return decided({ type: 'shopobject_created', ...created, seo: mergeSeo({}, created.seo) });
      }
      case 'update_shopobject':
        if (!isName(command.name ?? state.name)) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
        return decided(...changesOf(state, command));
      case 'free_link': {
        const { language, permalink } = command;
        return decided({ type: 'shopobject_link_freed', language, permalink });
      }
      case 'delete_shopobject':
        return decided({ type: 'shopobject_deleted' });
      case 'bind':
        return decided({
          type: 'product_bound',
          entityId: command.entityId,
          perPieceMilli: command.perPieceMilli,
        });
      case 'unbind':
        return decided({ type: 'product_unbound', entityId: command.entityId });
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
        const others = state.bindings.filter((binding) => binding.entityId !== entityId);
        state.bindings = [...others, { entityId, perPieceMilli }];
        return;
      }
      case 'shopobject_renamed':
        state.name = event.name;
        return;
      case 'shopobject_activity_changed':
        if (state.type === 'product') state.toggledMs = toggled(state, atMs);
        state.active = event.active;
        return;
      case 'shopobject_attributes_changed':
        keepPrices(state, event.attributes, event.priced, atMs);
        state.attributes = mergeTexts(state.attributes, event.attributes);
        return;
      case 'shopobject_seo_set':
        state.seo = event.seo;
        state.formerLinks = event.former;
        return;
      case 'shopobject_metadata_set':
        state.metadata = event.metadata;
        return;
      case 'shopobject_availability_set':
        state.availability = event.availability;
        return;
      case 'shopobject_memberships_set':
        state.memberships = event.memberships;
        return;
      case 'shopobject_link_freed':
        state.formerLinks = withoutLink(state.formerLinks, event);
        return;
      case 'shopobject_deleted':
        return;
      case 'product_unbound':
        state.bindings = state.bindings.filter((binding) => binding.entityId !== event.entityId);
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => new ShopObjectIndex(),
    add(index, id, state, seq) {
      index.byName.add(state.name, id);
      index.permalinks.add(state.seo, id, seq);
      index.former.addLinks(state.formerLinks, id, seq);
      for (const { categoryId, position } of state.memberships) index.members.add(categoryId, id, position, seq);
      for (const { entityId } of state.bindings) index.bound.add(entityId, id, 0, seq);
      if (state.productId !== 0) index.variations.add(state.productId, id, 0, seq);
      index.ofClass.add(state.classId, 1);
      countTaxClass(index.ofTaxClass, state.metadata, 1);
      index.counts[state.type] += 1;
    },
    remove(index, id, state, seq) {
      index.byName.remove(state.name, id);
      index.permalinks.remove(state.seo, id, seq);
      index.former.removeLinks(state.formerLinks, id, seq);
      for (const { categoryId } of state.memberships) index.members.remove(categoryId, id, seq);
      for (const { entityId } of state.bindings) index.bound.remove(entityId, id, seq);
      if (state.productId !== 0) index.variations.remove(state.productId, id, seq);
      index.ofClass.add(state.classId, -1);
      countTaxClass(index.ofTaxClass, state.metadata, -1);
      index.counts[state.type] -= 1;
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly shopobject: typeof shopObject;
  }
}
