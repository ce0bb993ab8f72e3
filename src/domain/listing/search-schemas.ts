// The searchable kinds: shop objects, warehouse entities, classes, orders, users and records, with all their fields.
//
// docs/sell/search-fields.md lists the same fields for callers. Not here: class attributes, which every shop defines
// itself.
import { NONE, atOnce } from '../../kernel/many.ts';
import { caseless } from '../../kernel/text.ts';
import { availableMilli, entityMilli, isLow } from '../stock/availability.ts';
import {
  PATH_NODES_PREFIX,
  allCategories,
  categoryField,
  categoryMember,
  isCategoryField,
  isSameCategoryField,
} from './category-fields.ts';
import { dateTime } from '../date-time.ts';
import { handedDown, withInherited } from '../catalogue/inheritance.ts';
import { decimal } from '../money.ts';
import { filledCategories } from './filled-categories.ts';
import { LISTED_PRICE } from './listed-price.ts';
import { orderSchema } from './order-schema.ts';
import type { SeoEntry } from '../attributes/seo.ts';
import type { ShopClass } from '../catalogue/shop-class.ts';
import type { ShopObject, ShopObjectIndex } from '../catalogue/shop-object.ts';
import type { TypedRecord } from '../catalogue/typed-record.ts';
import type { User } from '../accounts/user.ts';
import { ERASED } from '../accounts/user-events.ts';
import { PROFILE_FIELDS } from '../accounts/user-fields.ts';
import { userNamed, userWithEmail } from '../accounts/find-user.ts';
import type { StockItem } from '../stock/stock-item.ts';
import type { WarehouseEntity } from '../stock/warehouse-entity.ts';
import type { Reader } from '../transaction.ts';
import type { ComputedField, Family, SearchSchema, StoredField } from './search-schema.ts';

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

const NUMBERS_AND_NAMES = {
  'main.name': 'name',
  'metadata.element_number': 'number',
  'metadata.ean': 'number',
} as const;

const variations: Family<ShopObject> = {
  parentOf: ({ productId }) => productId,
  childrenOf: (index, id) =>
    atOnce((index as ShopObjectIndex).variations.find(id)?.ids ?? NONE, 'variations of one product'),
  inherited: (own, parent) => ({ ...withInherited(own, parent), active: own.active && parent.active }),
  inheritedChange: handedDown,
};

/** Products that sell from a stock item. */
const productsOf = (shop: Reader, state: object): readonly number[] => {
  const { storageId, holderId } = state as StockItem;
  return storageId === 0
    ? [holderId]
    : atOnce(shop.index('shopobject').bound.of(holderId).ids, 'products that sell one entity');
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
      changedBy: productsOf,
      read: (shop, id) => {
        const product = shop.read('shopobject', id);
        return product?.type !== 'product' ? undefined : decimal(availableMilli(shop, id, product), 3);
      },
    },
    'availability.low': {
      kinds: ['stock'],
      changedBy: productsOf,
      read: (shop, id) => {
        const product = shop.read('shopobject', id);
        return product?.type !== 'product' ? undefined : isLow(shop, id, product) ? 1 : 0;
      },
    },
    'main.price': LISTED_PRICE,
  },
  linked: {
    'category.': {
      through: 'main.categories',
      has: isCategoryField,
      kind: 'category',
      isSame: isSameCategoryField,
      all: allCategories,
      read: categoryField,
      path: {
        prefix: PATH_NODES_PREFIX,
        read: categoryMember,
        above: (shop, id) => shop.read('category', id)?.parentId ?? 0,
      },
      members: (shop, id) => shop.index('shopobject').members.find(id)?.ids ?? NONE,
      filled: filledCategories,
    },
  },
  bareNames: false,
  idFields: ['main.id'],
  nameFields: ['main.name', 'metadata.element_number', 'metadata.ean'],
  wholeFields: NUMBERS_AND_NAMES,
  family: variations,
  madeMs: ({ createdMs }) => createdMs,
};

const stocked: ComputedField = {
  kinds: ['stock'],
  changedBy: (_shop, state) => [(state as StockItem).holderId],
  read: (shop, id) => decimal(entityMilli(shop, id), 3),
};

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
  wholeFields: { ...NUMBERS_AND_NAMES, 'main.element_number': 'number' },
};

const recordSchema: SearchSchema<TypedRecord> = {
  classOf: ({ classId }) => classId,
  texts: ({ attributes }) => attributes,
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.id_record': { read: (_state, id) => id },
    'main.name': { read: ({ name }) => name, words: true },
    'main.active': { read: ({ active }) => (active ? 1 : 0) },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
  },
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['main.id', 'main.id_record'],
  nameFields: ['main.name'],
  wholeFields: { 'main.name': 'name' },
  madeMs: ({ createdMs }) => createdMs,
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
  wholeFields: { 'main.name': 'name' },
};

/** The one id that a unique index knows for a value; erased users are in none, so theirs are not known. */
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
    'main.username': { read: ({ username }) => caseless(username), words: true },
    'main.email': { read: ({ email }) => caseless(email), words: true },
    'main.status': { read: ({ status }) => status },
    'main.groups': { read: ({ groups }) => groups },
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
  folds: { username: caseless, email: caseless },
  nameFields: ['main.username', 'main.email', ...PROFILE_FIELDS.map((field) => `main.${field}`)],
  madeMs: ({ createdMs }) => createdMs,
};

export const SEARCH_SCHEMAS = Object.freeze({
  shopobject: shopObjectSchema,
  warehouse_entity: warehouseEntitySchema,
  class: classSchema,
  order: orderSchema,
  user: userSchema,
  typed_record: recordSchema,
});
