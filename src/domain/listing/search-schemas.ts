// What searches know of the kinds that can be searched (S 4.10, W §6.1). The engine keeps the stored fields in
// columns; what is computed is asked of the actors when a search names it.
import type { Texts } from '../attributes/attributes.ts';
import { availableMilli, entityMilli } from '../stock/availability.ts';
import { PATH_NODES_PREFIX, allCategories, categoryField, categoryMember, isCategoryField } from './category-fields.ts';
import type { FieldValue, Scalar } from '../search/constraint.ts';
import { dateTime } from '../date-time.ts';
import { handedDown, withInherited } from '../catalogue/inheritance.ts';
import type { KindName } from '../kinds.ts';
import { decimal } from '../money.ts';
import { orderSchema } from './order-schema.ts';
import type { SeoEntry } from '../attributes/seo.ts';
import type { ShopClass } from '../catalogue/shop-class.ts';
import type { ShopObject, ShopObjectIndex } from '../catalogue/shop-object.ts';
import type { Reader } from '../transaction.ts';
import type { User } from '../accounts/user.ts';
import { ERASED } from '../accounts/user.ts';
import { PROFILE_FIELDS, folded } from '../accounts/user-fields.ts';
import { userNamed, userWithEmail } from '../accounts/find-user.ts';
import type { WarehouseEntity } from '../stock/warehouse.ts';

export interface StoredField<S> {
  readonly read: (state: S, id: number) => FieldValue;
  /** Its words are indexed, for MATCH and for what LIKE and equality can be narrowed by. */
  readonly words?: true;
}

/** A field whose value is asked of the actors. */
export interface ComputedField {
  /** What it depends on beside the actor itself. */
  readonly kinds: readonly KindName[];
  /** `language`: of the query. */
  read(shop: Reader, id: number, language: string): FieldValue;
  /** The stored field that has one of these values wherever this one equals a text. */
  readonly narrowedBy?: { readonly by: string; to(text: string): readonly Scalar[] };
}

/** A field of other actors: of the categories that an object is in, say. */
export interface LinkedField {
  /** The stored field with the ids that it follows. */
  readonly through: string;
  /** Whether there is such a member. */
  has(member: string): boolean;
  /** All ids that may stand there. */
  all(shop: Reader): readonly number[];
  read(shop: Reader, id: number, member: string, language: string): FieldValue;
  /** What begins so holds a member of an id and of all above it, of whom `all` gives the highest first. */
  readonly path?: {
    readonly prefix: string;
    readonly read: LinkedField['read'];
    above(shop: Reader, id: number): number;
  };
  /** The objects that have this id there. */
  members(shop: Reader, id: number): readonly number[];
}

/** Records that hang below another one of their kind and inherit from it. */
export interface Family<S> {
  /** 0 for the one at the top; never another one later. */
  parentOf(state: S): number;
  /** The records right below one, of the kind's index. */
  childrenOf(index: unknown, id: number): readonly number[];
  /** A record's own state with what it inherits; `parent` has inherited already. */
  inherited(own: S, parent: S): S;
  /**
   * What others may inherit of a change, before and after, nothing else of `texts`; undefined where there is nothing.
   */
  inheritedChange(before: S, after: S): readonly [before: S, after: S] | undefined;
}

export interface SearchSchema<S> {
  /** The class that gives an actor its attributes; 0 for kinds without classes. */
  readonly classOf: (state: S) => number;
  readonly texts: ((state: S) => Texts) | undefined;
  readonly stored: { readonly [field: string]: StoredField<S> };
  readonly computed: { readonly [field: string]: ComputedField };
  /** A field of a name that nothing else has; undefined where no actor has one. */
  readonly named?: (shop: Reader, name: string) => ComputedField | undefined;
  /** Prefix with its dot → field. */
  readonly linked: { readonly [prefix: string]: LinkedField };
  /** A bare name that no class attribute has is looked for under `main.`. */
  readonly bareNames: boolean;
  /** Stored fields with a map from their value to the ids that may have it; undefined where the map does not know. */
  readonly idsByKey?: { readonly [field: string]: (shop: Reader, value: string) => readonly number[] | undefined };
  /** Fields that are compared without case, bare or under `main.`, and stored in lower case. */
  readonly caseInsensitive?: readonly string[];
  /** Stored fields that hold the actor's own id. */
  readonly idFields: readonly string[];
  /** Of the pseudo field `search`, beside all text attributes: they count double. */
  readonly nameFields: readonly string[];
  readonly family?: Family<S>;
}

const seoField = (member: keyof SeoEntry): StoredField<ShopObject> => ({
  read: ({ seo }) => {
    const values = Object.values(seo).flatMap((entry) => entry[member] ?? []);
    // The index keeps the list: a slice has no spare capacity (bench/notes/small-caches.md).
    return values.length > 1 ? values.slice() : values[0];
  },
});

const METADATA_FIELDS: { readonly [field: string]: StoredField<{ readonly metadata: ShopObject['metadata'] }> } = {
  'metadata.element_number': { read: ({ metadata }) => metadata.element_number ?? '', words: true },
  'metadata.ean': { read: ({ metadata }) => metadata.ean ?? '', words: true },
  'metadata.taxclass': { read: ({ metadata }) => metadata.taxclass ?? '' },
  'metadata.length': { read: ({ metadata }) => metadata.length ?? 0 },
  'metadata.width': { read: ({ metadata }) => metadata.width ?? 0 },
  'metadata.height': { read: ({ metadata }) => metadata.height ?? 0 },
  'metadata.weight': { read: ({ metadata }) => metadata.weight ?? 0 },
  'metadata.kg': { read: ({ metadata }) => metadata.weight ?? 0 },
  'metadata.notes': { read: ({ metadata }) => metadata.notes ?? '' },
};

const NO_VARIATIONS: readonly number[] = [];

const variations: Family<ShopObject> = {
  parentOf: ({ productId }) => productId,
  childrenOf: (index, id) => (index as ShopObjectIndex).variations.find(id)?.ids ?? NO_VARIATIONS,
  inherited: (own, parent) => ({ ...withInherited(own, parent), active: own.active && parent.active }),
  inheritedChange: handedDown,
};

const shopObjectSchema: SearchSchema<ShopObject> = {
  classOf: ({ classId }) => classId,
  texts: ({ attributes }) => attributes,
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.id_shopobject': { read: ({ productId }, id) => productId || id },
    'main.id_variation': { read: ({ productId }, id) => (productId === 0 ? 0 : id) },
    'main.active': { read: ({ active }) => (active ? 1 : 0) },
    'main.name': { read: ({ name }) => name, words: true },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
    'main.categories': { read: ({ memberships }) => memberships.map(({ categoryId }) => categoryId) },
    ...METADATA_FIELDS,
    'seo.permalink': seoField('permalink'),
    'seo.title': seoField('title'),
    'seo.description': seoField('description'),
    'seo.keywords': seoField('keywords'),
    'availability.quantity_warning': { read: ({ availability }) => decimal(availability.warningMilli, 3) },
    'availability.allow_override': { read: ({ availability }) => (availability.override ? 1 : 0) },
    'availability.active': { read: ({ availability }) => (availability.managed ? 1 : 0) },
  },
  computed: {
    'availability.quantity': {
      kinds: ['stock'],
      read: (shop, id) => {
        const product = shop.read('shopobject', id);
        return product?.type !== 'product' ? undefined : decimal(availableMilli(shop, id, product), 3);
      },
    },
  },
  linked: {
    'category.': {
      through: 'main.categories',
      has: isCategoryField,
      all: allCategories,
      read: categoryField,
      path: {
        prefix: PATH_NODES_PREFIX,
        read: categoryMember,
        above: (shop, id) => shop.read('category', id)?.parentId ?? 0,
      },
      members: (shop, id) => shop.index('shopobject').members.find(id)?.ids ?? [],
    },
  },
  bareNames: false,
  idFields: ['main.id'],
  nameFields: ['main.name', 'metadata.element_number', 'metadata.ean'],
  family: variations,
};

const stocked: ComputedField = { kinds: ['stock'], read: (shop, id) => decimal(entityMilli(shop, id), 3) };

const warehouseEntitySchema: SearchSchema<WarehouseEntity> = {
  classOf: ({ classId }) => classId,
  texts: ({ attributes }) => attributes,
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.id_warehouse_entity': { read: (_state, id) => id },
    'main.name': { read: ({ name }) => name, words: true },
    'main.id_manufacturer': { read: ({ manufacturerId }) => manufacturerId },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
    ...METADATA_FIELDS,
    'main.element_number': METADATA_FIELDS['metadata.element_number']!,
  },
  computed: { 'availability.quantity': stocked, 'main.quantity': stocked },
  linked: {},
  bareNames: true,
  idFields: ['main.id', 'main.id_warehouse_entity'],
  nameFields: ['main.name', 'metadata.element_number', 'metadata.ean'],
};

const classSchema: SearchSchema<ShopClass> = {
  classOf: () => 0,
  texts: undefined,
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.id_class': { read: (_state, id) => id },
    'main.name': { read: ({ name }) => name, words: true },
    'main.type': { read: ({ type }) => type },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
  },
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['main.id', 'main.id_class'],
  nameFields: ['main.name'],
};

/** Erased users are in no map. */
const oneOf = (
  known: readonly [id: number, ...rest: unknown[]] | undefined,
  value: string,
): readonly number[] | undefined => (value === ERASED ? undefined : known === undefined ? [] : [known[0]]);

const USER_KEYS: SearchSchema<User>['idsByKey'] = {
  'main.username': (shop, value) => oneOf(userNamed(shop, value), value),
  'main.email': (shop, value) => oneOf(userWithEmail(shop, value), value),
};

const userSchema: SearchSchema<User> = {
  classOf: ({ classId }) => classId,
  // Attributes of users are the same in every language.
  texts: ({ attributes }) => ({ '': attributes }),
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.id_user': { read: (_state, id) => id },
    'main.username': { read: ({ username }) => folded(username), words: true },
    'main.email': { read: ({ email }) => folded(email), words: true },
    'main.status': { read: ({ status }) => status },
    'main.security_level': { read: ({ level }) => level },
    'main.default_language': { read: ({ language }) => language },
    'main.reg_date': { read: ({ createdMs }) => dateTime(createdMs) },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
    'main.first_login': { read: ({ firstLoginMs }) => dateTime(firstLoginMs) },
    'main.last_login': { read: ({ lastLoginMs }) => dateTime(lastLoginMs) },
    ...Object.fromEntries(
      PROFILE_FIELDS.map((field): [string, StoredField<User>] => [
        `main.${field}`,
        { read: ({ profile }) => profile[field] ?? '', words: true },
      ]),
    ),
  },
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['main.id', 'main.id_user'],
  idsByKey: USER_KEYS,
  caseInsensitive: ['username', 'email'],
  nameFields: ['main.username', 'main.email', ...PROFILE_FIELDS.map((field) => `main.${field}`)],
};

export const SEARCH_SCHEMAS = Object.freeze({
  shopobject: shopObjectSchema,
  warehouse_entity: warehouseEntitySchema,
  class: classSchema,
  order: orderSchema,
  user: userSchema,
});
