// What a search must answer, the slow way: every state is read, every field looked up, everything sorted. It uses the
// rules of src/domain/search and nothing of engine/search.
import { atOnce, manyIds } from '../../../src/kernel/many.ts';
import type { AttributeDefinition, AttributeValue, Texts } from '../../../src/domain/attributes/attributes.ts';
import { emptyValue } from '../../../src/domain/attributes/attributes.ts';
import { lookUpPlain } from '../../../src/domain/by-language.ts';
import { availableMilli, entityMilli } from '../../../src/domain/stock/availability.ts';
import type { Category } from '../../../src/domain/catalogue/category.ts';
import { compareValues, composedValue } from '../../../src/domain/search/conditions.ts';
import { holds, leafHolds } from '../../../src/domain/search/constraint.ts';
import type { Constraint, FieldValue, Leaf, Scalar } from '../../../src/domain/search/constraint.ts';
import type { SearchResult, SearchQuery, Within } from '../../../src/domain/search/query.ts';
import type { Seo, SeoEntry } from '../../../src/domain/attributes/seo.ts';
import type { ShopClass } from '../../../src/domain/catalogue/shop-class.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import type { FullMetadata, Metadata } from '../../../src/domain/attributes/metadata.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import type { WarehouseEntity } from '../../../src/domain/stock/warehouse-entity.ts';
import { matchRank, rankAsTyped } from '../../../src/domain/search/word-match.ts';
import type { MatchQuery, MatchText } from '../../../src/domain/search/word-match.ts';

export type ModelKind = 'shopobject' | 'warehouse_entity' | 'class';
type Field = (field: string) => FieldValue;

const date = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const TEXT_TYPES: readonly string[] = ['CHAR', 'TXT', 'HTML'];

/** The language asked for, the shop's own, the others in the order of their codes. */
const spoken = <V>(values: { readonly [language: string]: V }, language: string, fallback: string): V[] =>
  [language, fallback, ...Object.keys(values).sort()].flatMap((one) =>
    Object.hasOwn(values, one) ? [values[one]!] : [],
  );

/** `texts`: its own, then those of what it inherits from, the nearest first. */
const attributeValue = (
  texts: readonly Texts[],
  one: AttributeDefinition,
  language: string,
  fallback: string,
): FieldValue => {
  const holder = texts.find((held) => Object.values(held).some((values) => values[one.number] !== undefined));
  const sent =
    holder && spoken(holder, language, fallback).find((values) => values[one.number] !== undefined)?.[one.number];
  const value: AttributeValue = sent ?? lookUpPlain(one.defaults, language, fallback) ?? emptyValue(one.type);
  return typeof value === 'object' && 'value' in value ? value.value : value;
};

/** A variation, then the products above it, the nearest first; a product alone. */
const lineOf = (shop: Reader, object: ShopObject): ShopObject[] => {
  const parent = object.productId === 0 ? undefined : shop.read('shopobject', object.productId);
  return parent === undefined ? [object] : [object, ...lineOf(shop, parent)];
};

const rootOf = (shop: Reader, id: number): number => {
  const above = shop.read('shopobject', id)!.productId;
  return above === 0 ? id : rootOf(shop, above);
};

const OWN_ALONE: readonly string[] = ['element_number', 'ean', 'notes'];

const ofMetadata = (line: readonly { readonly metadata: Metadata }[], field: string): FieldValue => {
  const member = (field === 'kg' ? 'weight' : field) as keyof FullMetadata;
  if (!Object.hasOwn(NO_METADATA, member)) return undefined;
  const from = OWN_ALONE.includes(member) ? line.slice(0, 1) : line;
  return from.find(({ metadata }) => metadata[member] !== undefined)?.metadata[member] ?? NO_METADATA[member];
};

const ofCategory = (shop: Reader, id: number, category: Category, member: string, language: string): FieldValue => {
  const seo = (name: keyof SeoEntry): string =>
    spoken(category.seo, language, shop.rules.language).find((entry) => entry[name] !== undefined)?.[name] ?? '';
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
    return nodes.flatMap(
      ([id, category]) => ofCategory(shop, id, category, member.replace('path.nodes.', ''), language) ?? [],
    ) as Scalar[];
  });
  return values.length === 0 ? undefined : values;
};

const ofSeo = (seos: readonly Seo[], member: string): FieldValue => {
  const valuesOf = (seo: Seo): string[] => Object.values(seo).flatMap((entry) => entry[member as keyof SeoEntry] ?? []);
  return (member === 'permalink' ? seos.slice(0, 1) : seos).map(valuesOf).find(({ length }) => length > 0) ?? [];
};

const objectField =
  (shop: Reader, id: number, object: ShopObject, language: string): Field =>
  (field) => {
    const [prefix = '', member = ''] = field.split(/\.(.*)/s);
    const { availability } = object;
    const line = lineOf(shop, object);
    const groups: { readonly [prefix: string]: () => FieldValue } = {
      metadata: () => ofMetadata(line, member),
      seo: () =>
        ['permalink', 'title', 'description', 'keywords'].includes(member)
          ? ofSeo(
              line.map(({ seo }) => seo),
              member,
            )
          : undefined,
      category: () => ofCategories(shop, object, member, language),
    };
    const fields: { readonly [field: string]: () => FieldValue } = {
      'main.id': () => id,
      'main.id_shopobject': () => object.productId || id,
      'main.id_variation': () => (object.productId === 0 ? 0 : id),
      'main.type': () => object.type,
      'main.class': () => shop.read('class', object.classId)!.name,
      'main.active': () => Number(line.every(({ active }) => active)),
      'main.name': () => object.name,
      'main.creation_date': () => date(object.createdMs),
      'main.categories': () => object.memberships.map(({ categoryId }) => categoryId),
      'availability.quantity': () => (object.type === 'product' ? availableMilli(shop, id, object) / 1000 : undefined),
      'availability.quantity_warning': () => availability.warningMilli / 1000,
      'availability.allow_override': () => Number(availability.override),
      'availability.active': () => Number(availability.managed),
    };
    return Object.hasOwn(fields, field)
      ? fields[field]!()
      : Object.hasOwn(groups, prefix)
        ? groups[prefix]!()
        : undefined;
  };

const entityField =
  (shop: Reader, id: number, entity: WarehouseEntity): Field =>
  (field) => {
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
    return Object.hasOwn(fields, field)
      ? fields[field]
      : field.startsWith('metadata.')
        ? ofMetadata([entity], field.slice(9))
        : undefined;
  };

const classField =
  (id: number, { name, type, createdMs }: ShopClass): Field =>
  (field) => {
    const fields: { readonly [field: string]: FieldValue } = {
      'main.id': id,
      'main.id_class': id,
      'main.name': name,
      'main.type': type,
      'main.creation_date': date(createdMs),
    };
    return Object.hasOwn(fields, field) ? fields[field] : undefined;
  };

/** How one record answers. */
interface Answering {
  value: Field;
  /** What MATCH reads under a field. */
  texts(field: string): readonly MatchText[];
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
  const { classId = 0 } = object ?? entity ?? {};
  const texts = (object ? lineOf(shop, object) : entity ? [entity] : []).map(({ attributes }) => attributes);
  const definitions = shop.read('class', classId)?.attributes ?? [];
  const system = object
    ? objectField(shop, id, object, language)
    : entity
      ? entityField(shop, id, entity)
      : classField(id, shop.read('class', id)!);
  const definitionOf = (field: string): AttributeDefinition | undefined =>
    system(field) !== undefined || field.startsWith('category.')
      ? undefined
      : definitions.find(({ name }) => name === field);
  const attribute = (one: AttributeDefinition): FieldValue => attributeValue(texts, one, language, shop.rules.language);
  const value = (field: string): FieldValue => {
    const one = definitionOf(field);
    if (one !== undefined) return composedValue(attribute(one));
    return composedValue(system(field) ?? (kind === 'shopobject' ? undefined : system(`main.${field}`)));
  };
  const attributeText = (one: AttributeDefinition, weight: number): MatchText[] => {
    if (!TEXT_TYPES.includes(one.type)) return [];
    const text = String(attribute(one));
    return [{ text: one.type === 'HTML' ? text.replace(/<[^<>]*>/g, ' ') : text, weight }];
  };
  const wholeText = (field: string, weight: number): MatchText => ({
    text: String(system(field)),
    weight,
    whole: field === 'main.name' ? 'name' : 'number',
  });
  const textsOf = (field: string): readonly MatchText[] => {
    const one = definitionOf(field);
    if (one !== undefined) return attributeText(one, 1);
    const named = kind === 'shopobject' ? [field] : [field, `main.${field}`];
    const found = named.find((name) => WORDS_OF[kind].includes(name));
    if (found !== undefined) return [wholeText(found, 1)];
    if (field !== 'search') return [];
    return [
      ...WORDS_OF[kind].map((name) => wholeText(name, 2)),
      ...definitions.flatMap((each) => attributeText(each, 1)),
    ];
  };
  return { value, texts: textsOf };
};

const leavesOf = (constraint: Constraint): Leaf[] =>
  constraint.type === 'leaf' ? [constraint] : constraint.parts.flatMap(leavesOf);
const first = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);

interface Matching {
  readonly id: number;
  readonly record: Answering;
  readonly rank: number;
  /** In the list that is searched; 0 where it is in none. */
  readonly position: number;
}

const isWithin = (within: Within | undefined, id: number): boolean | undefined =>
  within && atOnce(within.ids, 'few').includes(id);

/** A word that some record which may be found holds, or that begins one where it is the last, is no typo. */
const withoutTypos = ({ query, field }: Leaf, seen: readonly Answering[]): MatchQuery =>
  query!.map((word) => {
    const literal = { ...word, edits: 0 };
    return seen.some((record) => matchRank([literal], record.texts(field)) !== undefined) ? literal : word;
  });

const matching = (shop: Reader, kind: ModelKind, query: SearchQuery, ids: readonly number[]): Matching[] => {
  const records = new Map(
    ids.filter((id) => shop.read(kind, id) !== undefined).map((id) => [id, answering(shop, kind, id, query.language)]),
  );
  const seen = [...records.values()].filter(({ value }) =>
    (query.scope ?? []).every((leaf) => leafHolds(leaf, value(leaf.field))),
  );
  const asked = new Map(
    leavesOf(query.constraint).flatMap((leaf) =>
      leaf.operator === 'MATCH'
        ? [leaf, ...(leaf.also ?? [])].map((one) => [one, withoutTypos(one, seen)] as const)
        : [],
    ),
  );
  return ids.flatMap((id) => {
    if (isWithin(query.within, id) === false) return [];
    const record = records.get(id);
    if (record === undefined) return [];
    const readAs = (leaf: Leaf): number => matchRank(asked.get(leaf)!, record.texts(leaf.field), leaf.whole) ?? 0;
    const rankOf = (leaf: Leaf): number => {
      const place = leaf.pinned?.indexOf(id) ?? -1;
      const weight = leaf.field === 'search' ? 2 : 1;
      const others = (leaf.also ?? []).flatMap((other) => {
        const rank = readAs(other);
        return rank === 0 ? [] : [rankAsTyped(rank, other.query!.length, leaf.query!.length, weight)];
      });
      return place >= 0 ? 255 - place : Math.max(readAs(leaf), ...others);
    };
    if (!holds(query.constraint, record.value, (leaf) => rankOf(leaf) > 0)) return [];
    const rank = leavesOf(query.constraint).reduce(
      (sum, leaf) => sum + (leaf.operator === 'MATCH' ? rankOf(leaf) : 0),
      0,
    );
    return [{ id, record, rank, position: query.within?.position(id) ?? 0 }];
  });
};

/**
 * What was found as the products that it belongs to: each ranks as the best of its family, and stands where it stands
 * itself or the first of these.
 */
const asRoots = (shop: Reader, found: readonly Matching[], { within, language }: SearchQuery): Matching[] =>
  [...new Set(found.map(({ id }) => rootOf(shop, id)))].map((id) => {
    const family = found.filter((one) => rootOf(shop, one.id) === id);
    return {
      id,
      record: answering(shop, 'shopobject', id, language),
      rank: Math.max(...family.map(({ rank }) => rank)),
      position:
        isWithin(within, id) === true ? within!.position(id) : Math.min(...family.map(({ position }) => position)),
    };
  });

const orderValue = ({ record, position }: Matching, field: string, within: SearchQuery['within']): FieldValue =>
  field === 'prio' && within !== undefined ? position : (record.value(field) ?? record.value(`main.${field}`));

const byColumn = (a: Scalar | undefined, b: Scalar | undefined, descending: boolean): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareValues(a, b) * (descending ? -1 : 1);
};

const boostOf = (one: Matching, field: string): number => {
  const value = first(orderValue(one, field, undefined));
  return typeof value === 'number' ? value : -Infinity;
};

/** `ids`: all that may be found. */
export const naiveFind = (shop: Reader, kind: ModelKind, query: SearchQuery, ids: readonly number[]): SearchResult => {
  const matched = matching(shop, kind, query, ids);
  const found = query.collapseToRoots === true && kind === 'shopobject' ? asRoots(shop, matched, query) : matched;
  const ranked = query.order.length === 0 && leavesOf(query.constraint).some(({ operator }) => operator === 'MATCH');
  const compare = (a: Matching, b: Matching): number => {
    if (ranked && a.rank !== b.rank) return b.rank - a.rank;
    const boosts = [a, b].map((one) => (ranked && query.boost !== undefined ? boostOf(one, query.boost) : 0));
    if (boosts[0] !== boosts[1]) return boosts[1]! - boosts[0]!;
    for (const field of query.order) {
      const by = byColumn(
        first(orderValue(a, field, query.within)),
        first(orderValue(b, field, query.within)),
        query.descending,
      );
      if (by !== 0) return by;
    }
    return query.descending ? b.id - a.id : a.id - b.id;
  };
  const sorted = found.sort(compare).map(({ id }) => id);
  return {
    ids: manyIds(sorted.slice(query.skip, query.limit === 0 ? undefined : query.skip + query.limit)),
    count: sorted.length,
  };
};

export const naiveDistinct = (
  shop: Reader,
  kind: ModelKind,
  query: SearchQuery,
  field: string,
  ids: readonly number[],
): Scalar[] => {
  const values = matching(shop, kind, query, ids).flatMap(({ record }) => record.value(field) ?? []) as Scalar[];
  return [...new Set(values)].filter((value) => value !== '').sort(compareValues);
};

/** What a caller may see of these: `inactive` with the secret key. What hangs below something inactive is inactive. */
export const naiveSeen = (
  shop: Reader,
  type: ShopObject['type'],
  inactive: boolean,
  ids: readonly number[],
): number[] =>
  ids.filter((id) => {
    const object = shop.read('shopobject', id);
    return object?.type === type && (inactive || lineOf(shop, object).every(({ active }) => active));
  });

/** Variations are found themselves. */
export const namesVariations = (constraint: Constraint): boolean =>
  leavesOf(constraint).some(({ field }) => field === 'main.id_variation');
