// What objects, warehouse entities and records refer to: by names in files, by ids in the shop.
//
// Products are named by their names; records by their class with their name, or their key where they have none. What is
// gone is not in a file, and its id stays in the shop where a file names all the others.
import { isReference } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition, AttributeValue } from '../domain/attributes/attributes.ts';
import { findRecord } from '../domain/catalogue/find-record.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import { fileKey } from '../domain/catalogue/typed-record.ts';
import type { TypedRecord } from '../domain/catalogue/typed-record.ts';
import { sameValue } from '../domain/same-value.ts';
import type { WarehouseEntity } from '../domain/stock/warehouse-entity.ts';
import type { Reader } from '../domain/transaction.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { recordNameOf } from './record.ts';
import { classOf, shownTexts } from './to-record.ts';
import type { Members, PerLanguage } from './to-record.ts';

type ShownName = { readonly class: string; readonly name: string } | { readonly class: string; readonly key: string };

/** How files call a record. */
const calledIn = (shop: Reader, id: number, state: TypedRecord): ShownName => {
  const { name: className } = classOf(shop, state);
  const { name } = state;
  return name === '' ? { class: className, key: fileKey(id, state) } : { class: className, name };
};

/** A record of a class of the shop's own. */
export const shownRecord = (shop: Reader, id: number, state: TypedRecord) => ({
  type: 'record' as const,
  ...calledIn(shop, id, state),
  // The record that the other shop has may have no name yet.
  key: fileKey(id, state),
  active: state.active,
  attributes: shownTexts(classOf(shop, state).attributes, state.attributes, false),
});

/** Those that still exist, as files name them. */
const shownIds = (shop: Reader, type: AttributeDefinition['type'], ids: AttributeValue): (string | ShownName)[] => {
  if (!Array.isArray(ids)) return [];
  if (type === 'PRODUCTS') return ids.flatMap((id: number) => shop.read('shopobject', id)?.name ?? []);
  return ids.flatMap((id: number) => {
    const state = shop.read('typed_record', id);
    return state === undefined ? [] : [calledIn(shop, id, state)];
  });
};

type Owner = ShopObject | WarehouseEntity | TypedRecord;

/** What of its class refers to something. */
const referring = (shop: Reader, state: Owner): readonly AttributeDefinition[] =>
  classOf(shop, state).attributes.filter(({ type }) => isReference(type));

const named = (shop: Reader, definitions: readonly AttributeDefinition[], state: Owner) => {
  const attributes: PerLanguage<(string | ShownName)[]> = {};
  for (const [language, lists] of Object.entries(shownTexts(definitions, state.attributes, true))) {
    const shownLists: Members<(string | ShownName)[]> = {};
    for (const { name, type } of definitions) {
      const ids = lists[name];
      if (ids !== undefined) shownLists[name] = shownIds(shop, type, ids);
    }
    attributes[language] = shownLists;
  }
  return attributes;
};

/**
 * References stand in lines of their own: they may name what is further down. Undefined if the class has no such
 * attribute, or files do not know the entity.
 */
export const shownReferences = (shop: Reader, state: ShopObject | WarehouseEntity) => {
  const definitions = referring(shop, state);
  const whose = 'availability' in state ? { name: state.name } : { element_number: state.metadata.element_number };
  if (definitions.length === 0 || whose.element_number === '') return undefined;
  return {
    type: 'references' as const,
    ...whose,
    // Files of before had lists of products alone: a line says whether lists of records that it lacks are gone.
    ...(definitions.some(({ type }) => type === 'RECORDS') && { records: true }),
    attributes: named(shop, definitions, state),
  };
};

/** Undefined if the class has no such attribute. */
export const shownRecordReferences = (shop: Reader, id: number, state: TypedRecord) => {
  const definitions = referring(shop, state);
  if (definitions.length === 0) return undefined;
  return {
    type: 'references' as const,
    ...calledIn(shop, id, state),
    attributes: named(shop, definitions, state),
  };
};

/**
 * The ids of what a file names; undefined where they are there already.
 *
 * Refuses: SHOPOBJECT_ATTRIBUTE_INVALID, SHOPOBJECT_NOT_FOUND, RECORD_NOT_FOUND.
 */
export const wantedIds = (
  shop: Reader,
  { name: attribute, type }: AttributeDefinition,
  value: unknown,
  present: AttributeValue | undefined,
): Result<number[] | undefined> => {
  const isOfProducts = type === 'PRODUCTS';
  if (!Array.isArray(value)) {
    const what = isOfProducts ? 'names' : 'records';
    return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', attribute, `${shown(value)} is no list of ${what}.`);
  }
  if (present !== undefined && sameValue(shownIds(shop, type, present), value)) return ok(undefined);
  const { byName } = shop.index('shopobject');
  const ids: number[] = [];
  for (const one of value as unknown[]) {
    const called = isOfProducts ? undefined : recordNameOf(one);
    if (!isOfProducts && called === undefined) {
      const why = `${shown(JSON.stringify(one))} is no record, which has its class and its name, or its key.`;
      return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', attribute, why);
    }
    const id = called !== undefined ? findRecord(shop, called) : typeof one === 'string' ? byName.get(one) : undefined;
    if (id !== undefined) ids.push(id);
    else if (isOfProducts)
      return refuse('SHOPOBJECT_NOT_FOUND', attribute, `There is no product ${shown(one)} to refer to.`);
    else return refuse('RECORD_NOT_FOUND', attribute, `There is no record ${shown(JSON.stringify(one))} to refer to.`);
  }
  return ok(ids);
};
