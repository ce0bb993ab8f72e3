// What a search must answer, the slow way: every state is read, every field looked up, everything sorted. It uses the
// rules of domain/constraint.ts and domain/words.ts and nothing of engine/search.
import type { AttributeDefinition, AttributeValue, Texts } from '../../src/domain/attributes.ts';
import { emptyValue, lookUpPlain } from '../../src/domain/attributes.ts';
import { availableMilli, entityMilli } from '../../src/domain/availability.ts';
import type { Category } from '../../src/domain/category.ts';
import { compareValues, holds, leafHolds } from '../../src/domain/constraint.ts';
import type { Constraint, FieldValue, Leaf, Scalar } from '../../src/domain/constraint.ts';
import type { Found, Query } from '../../src/domain/searchable.ts';
import type { Seo, SeoEntry } from '../../src/domain/seo.ts';
import type { ShopClass } from '../../src/domain/shop-class.ts';
import { NO_METADATA } from '../../src/domain/shop-object.ts';
import type { Metadata, ShopObject } from '../../src/domain/shop-object.ts';
import type { Reader } from '../../src/domain/transaction.ts';
import type { WarehouseEntity } from '../../src/domain/warehouse.ts';
import { matchRank } from '../../src/domain/words.ts';
import type { MatchQuery } from '../../src/domain/words.ts';

export type ModelKind = 'shopobject' | 'warehouse_entity' | 'class';
type Field = (field: string) => FieldValue;
interface Text {
  readonly text: string;
  readonly weight: number;
}

const date = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const TEXT_TYPES: readonly string[] = ['CHAR', 'TXT', 'HTML'];

/** The language asked for, the shop's own, the others in the order of their codes. */
const spoken = <V>(values: { readonly [language: string]: V }, language: string, fallback: string): V[] =>
  [language, fallback, ...Object.keys(values).sort()].flatMap((one) => (Object.hasOwn(values, one) ? [values[one]!] : []));

const attributeValue = (texts: Texts, one: AttributeDefinition, language: string, fallback: string): FieldValue => {
  const own = spoken(texts, language, fallback).find((values) => values[one.number] !== undefined)?.[one.number];
  const value: AttributeValue = own ?? lookUpPlain(one.defaults, language, fallback) ?? emptyValue(one.type);
  return typeof value === 'object' && 'value' in value ? value.value : value;
};

const ofMetadata = (metadata: Metadata, member: string): FieldValue =>
  member === 'kg' ? (metadata.weight ?? 0) : Object.hasOwn(NO_METADATA, member) ? (metadata[member as keyof Metadata] ?? NO_METADATA[member as keyof Metadata]) : undefined;

const ofCategory = (shop: Reader, id: number, category: Category, member: string, language: string): FieldValue => {
  const seo = (name: keyof SeoEntry): string => spoken(category.seo, language, shop.rules.language).find((entry) => entry[name] !== undefined)?.[name] ?? '';
  const members: { readonly [member: string]: Scalar } = {
    id_shopcategory: id,
    id,
    name: category.name,
    id_shopcategory_parent: category.parentId,
    id_parent: category.parentId,
    prio: category.prio,
    label: lookUpPlain(category.labels, language, shop.rules.language) ?? '',
    permalink: seo('permalink'),
    title: seo('title'),
    description: seo('description'),
    keywords: seo('keywords'),
  };
  return Object.hasOwn(members, member) ? members[member] : undefined;
};

const pathTo = (shop: Reader, id: number): [number, Category][] => {
  const category = shop.read('category', id);
  return category === undefined ? [] : [...pathTo(shop, category.parentId), [id, category]];
};

const ofCategories = (shop: Reader, object: ShopObject, member: string, language: string): FieldValue => {
  const values = object.memberships.flatMap(({ categoryId }): readonly Scalar[] => {
    const path = pathTo(shop, categoryId);
    if (path.length === 0) return [];
    if (member === 'path' || member === 'path.name') return [path.map(([, { name }]) => name).join('/')];
    const nodes = member.startsWith('path.nodes.') ? path : path.slice(-1);
    return nodes.flatMap(([id, category]) => ofCategory(shop, id, category, member.replace('path.nodes.', ''), language) ?? []) as Scalar[];
  });
  return values.length === 0 ? undefined : values;
};

const ofSeo = (seo: Seo, member: string): FieldValue => Object.values(seo).flatMap((entry) => entry[member as keyof SeoEntry] ?? []);

const objectField = (shop: Reader, id: number, object: ShopObject, language: string): Field => (field) => {
  const [prefix = '', member = ''] = field.split(/\.(.*)/s);
  const { availability } = object;
  const groups: { readonly [prefix: string]: () => FieldValue } = {
    metadata: () => ofMetadata(object.metadata, member),
    seo: () => (['permalink', 'title', 'description', 'keywords'].includes(member) ? ofSeo(object.seo, member) : undefined),
    category: () => ofCategories(shop, object, member, language),
  };
  const fields: { readonly [field: string]: () => FieldValue } = {
    'main.id': () => id,
    'main.id_shopobject': () => object.productId || id,
    'main.id_variation': () => (object.productId === 0 ? 0 : id),
    'main.type': () => object.type,
    'main.class': () => shop.read('class', object.classId)!.name,
    'main.active': () => Number(object.active),
    'main.name': () => object.name,
    'main.creation_date': () => date(object.createdMs),
    'main.categories': () => object.memberships.map(({ categoryId }) => categoryId),
    'availability.quantity': () => (object.type === 'product' ? availableMilli(shop, id, object) / 1000 : undefined),
    'availability.quantity_warning': () => availability.warningMilli / 1000,
    'availability.allow_override': () => Number(availability.override),
    'availability.active': () => Number(availability.managed),
  };
  return Object.hasOwn(fields, field) ? fields[field]!() : Object.hasOwn(groups, prefix) ? groups[prefix]!() : undefined;
};

const entityField = (shop: Reader, id: number, entity: WarehouseEntity): Field => (field) => {
  const fields: { readonly [field: string]: FieldValue } = {
    'main.id': id,
    'main.id_warehouse_entity': id,
    'main.name': entity.name,
    'main.class': shop.read('class', entity.classId)!.name,
    'main.type': 'warehouse_entity',
    'main.id_manufacturer': entity.manufacturerId,
    'main.creation_date': date(entity.createdMs),
    'main.quantity': entityMilli(shop, id) / 1000,
    'availability.quantity': entityMilli(shop, id) / 1000,
    'main.element_number': entity.metadata.element_number,
  };
  return Object.hasOwn(fields, field) ? fields[field] : field.startsWith('metadata.') ? ofMetadata(entity.metadata, field.slice(9)) : undefined;
};

const classField = (id: number, { name, type, createdMs }: ShopClass): Field => (field) => {
  const fields: { readonly [field: string]: FieldValue } = { 'main.id': id, 'main.id_class': id, 'main.name': name, 'main.type': type, 'main.creation_date': date(createdMs) };
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
};

/** How one record answers. */
interface Answering {
  value: Field;
  /** What MATCH reads under a field. */
  texts(field: string): readonly Text[];
}

const WORDS_OF: { readonly [kind in ModelKind]: readonly string[] } = {
  shopobject: ['main.name', 'metadata.element_number', 'metadata.ean'],
  warehouse_entity: ['main.name', 'metadata.element_number', 'metadata.ean', 'main.element_number'],
  class: ['main.name'],
};

/** A system field hides an attribute of its name; kinds whose fields may be bare have attributes first. */
const answering = (shop: Reader, kind: ModelKind, id: number, language: string): Answering => {
  const object = kind === 'shopobject' ? shop.read(kind, id) : undefined;
  const entity = kind === 'warehouse_entity' ? shop.read(kind, id) : undefined;
  const { attributes: texts = {}, classId = 0 } = object ?? entity ?? {};
  const definitions = shop.read('class', classId)?.attributes ?? [];
  const system = object ? objectField(shop, id, object, language) : entity ? entityField(shop, id, entity) : classField(id, shop.read('class', id)!);
  const definitionOf = (field: string): AttributeDefinition | undefined =>
    system(field) !== undefined || field.startsWith('category.') ? undefined : definitions.find(({ name }) => name === field);
  const attribute = (one: AttributeDefinition): FieldValue => attributeValue(texts, one, language, shop.rules.language);
  const value = (field: string): FieldValue => {
    const one = definitionOf(field);
    if (one !== undefined) return attribute(one);
    return system(field) ?? (kind === 'shopobject' ? undefined : system(`main.${field}`));
  };
  const attributeText = (one: AttributeDefinition, weight: number): Text[] => {
    if (!TEXT_TYPES.includes(one.type)) return [];
    const text = String(attribute(one));
    return [{ text: one.type === 'HTML' ? text.replace(/<[^<>]*>/g, ' ') : text, weight }];
  };
  const textsOf = (field: string): readonly Text[] => {
    const one = definitionOf(field);
    if (one !== undefined) return attributeText(one, 1);
    const named = kind === 'shopobject' ? [field] : [field, `main.${field}`];
    const found = named.find((name) => WORDS_OF[kind].includes(name));
    if (found !== undefined) return [{ text: String(system(found)), weight: 1 }];
    if (field !== 'search') return [];
    return [...WORDS_OF[kind].map((name) => ({ text: String(system(name)), weight: 2 })), ...definitions.flatMap((each) => attributeText(each, 1))];
  };
  return { value, texts: textsOf };
};

const leavesOf = (constraint: Constraint): Leaf[] => (constraint.type === 'leaf' ? [constraint] : constraint.parts.flatMap(leavesOf));
const first = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);

interface Matching {
  readonly id: number;
  readonly record: Answering;
  readonly rank: number;
}

/** A word that some record which may be found holds, or that begins one where it is the last, is no typo. */
const withoutTypos = ({ query, field }: Leaf, seen: readonly Answering[]): MatchQuery =>
  query!.map((word) => {
    const literal = { ...word, edits: 0 };
    return seen.some((record) => matchRank([literal], record.texts(field)) !== undefined) ? literal : word;
  });

const matching = (shop: Reader, kind: ModelKind, query: Query, ids: readonly number[]): Matching[] => {
  const records = new Map(ids.filter((id) => shop.read(kind, id) !== undefined).map((id) => [id, answering(shop, kind, id, query.language)]));
  const seen = [...records.values()].filter(({ value }) => (query.scope ?? []).every((leaf) => leafHolds(leaf, value(leaf.field))));
  const asked = new Map(leavesOf(query.constraint).flatMap((leaf) => (leaf.operator === 'MATCH' ? [[leaf, withoutTypos(leaf, seen)] as const] : [])));
  return (query.within?.ids ?? ids).flatMap((id) => {
    const record = records.get(id);
    if (record === undefined) return [];
    const rankOf = (leaf: Leaf): number => matchRank(asked.get(leaf)!, record.texts(leaf.field)) ?? 0;
    if (!holds(query.constraint, record.value, (leaf) => rankOf(leaf) > 0)) return [];
    const rank = leavesOf(query.constraint).reduce((sum, leaf) => sum + (leaf.operator === 'MATCH' ? rankOf(leaf) : 0), 0);
    return [{ id, record, rank }];
  });
};

const orderValue = ({ record, id }: Matching, field: string, within: Query['within']): FieldValue =>
  field === 'prio' && within !== undefined ? within.position(id) : (record.value(field) ?? record.value(`main.${field}`));

const byColumn = (a: Scalar | undefined, b: Scalar | undefined, descending: boolean): number => {
  const by = a === undefined || b === undefined ? (a === b ? 0 : a === undefined ? 1 : -1) : compareValues(a, b);
  return descending ? -by : by;
};

export const naiveFind = (shop: Reader, kind: ModelKind, query: Query, all: readonly number[]): Found => {
  const found = matching(shop, kind, query, all);
  const ranked = query.order.length === 0 && leavesOf(query.constraint).some(({ operator }) => operator === 'MATCH');
  const compare = (a: Matching, b: Matching): number => {
    if (ranked && a.rank !== b.rank) return b.rank - a.rank;
    for (const field of query.order) {
      const by = byColumn(first(orderValue(a, field, query.within)), first(orderValue(b, field, query.within)), query.descending);
      if (by !== 0) return by;
    }
    return query.descending ? b.id - a.id : a.id - b.id;
  };
  const ids = found.sort(compare).map(({ id }) => id);
  return { ids: ids.slice(query.skip, query.limit === 0 ? undefined : query.skip + query.limit), count: ids.length };
};

export const naiveDistinct = (shop: Reader, kind: ModelKind, query: Query, field: string, all: readonly number[]): Scalar[] => {
  const values = matching(shop, kind, query, all).flatMap(({ record }) => record.value(field) ?? []) as Scalar[];
  return [...new Set(values)].filter((value) => value !== '').sort(compareValues);
};
