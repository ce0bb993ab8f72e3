// What a record needs that the shop has not: why a dry run refuses what an import may take, where the file itself
// brings it (foresight.ts).
import { DEFAULT_CLASS } from '../domain/accounts/user-class.ts';
import { attributesByName, fitValue, isReference } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition, Given } from '../domain/attributes/attributes.ts';
import { findRecord } from '../domain/catalogue/find-record.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Refusal } from '../kernel/result.ts';
import { attributeKey, categoryKey, classKey, entityKey, objectKey, recordKey } from './need-keys.ts';
import type { CategoryPaths, Path } from './paths.ts';
import { recordNameOf } from './record.ts';
import type { CatalogueRecord, ObjectRecord, ReferencesRecord } from './record.ts';
import type { Lacks } from './report.ts';
import { classOf } from './to-record.ts';

type Values = Given | undefined;

class Needs {
  private readonly keys = new Set<string>();
  private of = '';
  private readonly attributes = new Set<string>();
  private readonly shop: Reader;
  private readonly paths: CategoryPaths;

  constructor(shop: Reader, paths: CategoryPaths) {
    this.shop = shop;
    this.paths = paths;
  }

  get lacking(): Lacks {
    return { keys: [...this.keys], of: this.of, attributes: [...this.attributes] };
  }

  key(key: string): void {
    this.keys.add(key);
  }

  category(path: Path): void {
    if (this.paths.idOf(path) === undefined) this.key(categoryKey(path));
  }

  entity(number: string): void {
    if (this.shop.index('warehouse_entity').byElementNumber.get(number) === undefined) this.key(entityKey(number));
  }

  /** What a value of a reference names: a product, or a record. */
  private named(one: unknown): void {
    const called = recordNameOf(one);
    if (typeof one === 'string' && this.shop.index('shopobject').byName.get(one) === undefined)
      this.key(objectKey(one));
    if (called !== undefined && findRecord(this.shop, called) === undefined) this.key(recordKey(called));
  }

  /** Values of an object of the class; the shop may not have it. */
  valuesOf(className: string, values: Values): void {
    const classId = this.shop.index('class').byName.get(className);
    const state = classId === undefined ? undefined : this.shop.read('class', classId);
    if (state === undefined) this.key(classKey(className));
    this.values(state?.attributes ?? [], values, (name, type) => this.key(attributeKey(className, name, type)));
  }

  /** Values of an object that the shop does not have, nor its class then. `of`: its key. */
  valuesOfNew(of: string, values: Values): void {
    this.key(of);
    this.of = of;
    this.values([], values, (name) => this.attributes.add(name));
  }

  private values(
    definitions: readonly AttributeDefinition[],
    values: Values,
    lacks: (name: string, type?: string) => void,
  ): void {
    const named = attributesByName(definitions);
    for (const [name, value] of Object.values(values ?? {}).flatMap(Object.entries)) {
      if (value === null) continue;
      const definition = named(name);
      const isList = Array.isArray(value) && (definition === undefined || isReference(definition.type));
      if (definition === undefined) lacks(name);
      else if (!isList && fitValue(definition.type, value) === undefined) lacks(name, definition.type);
      if (isList) for (const one of value as readonly unknown[]) this.named(one);
    }
  }
}

const entityOf = (shop: Reader, number: string) =>
  shop.read('warehouse_entity', shop.index('warehouse_entity').byElementNumber.get(number) ?? 0);

const addObject = (needs: Needs, shop: Reader, record: ObjectRecord): void => {
  const { name, variation_of: parentName, attributes } = record;
  const { byName } = shop.index('shopobject');
  const find = (called: string) => shop.read('shopobject', byName.get(called) ?? 0);
  const own = find(name) ?? (parentName === '' ? undefined : find(parentName));
  const parentKey = own === undefined && parentName !== '' ? objectKey(parentName) : '';
  if (own !== undefined) needs.valuesOf(classOf(shop, own).name, attributes);
  else if (record.class === '') needs.valuesOfNew(parentKey || objectKey(name), attributes);
  else needs.valuesOf(record.class, attributes);
  if (parentKey !== '') needs.key(parentKey);
  for (const { path } of record.categories ?? []) needs.category(path);
  for (const { element_number: number } of record.bindings ?? []) needs.entity(number);
};

const addReferences = (needs: Needs, shop: Reader, record: ReferencesRecord): void => {
  const { name, element_number: number, attributes } = record;
  if (record.class !== '') {
    needs.valuesOf(record.class, attributes);
    if (findRecord(shop, record) === undefined) needs.key(recordKey(record));
    return;
  }
  const state =
    number === '' ? shop.read('shopobject', shop.index('shopobject').byName.get(name) ?? 0) : entityOf(shop, number);
  if (state === undefined) needs.valuesOfNew(number === '' ? objectKey(name) : entityKey(number), attributes);
  else needs.valuesOf(classOf(shop, state).name, attributes);
};

/** Paths that a constraint names. */
const pathsIn = (raw: unknown): Path[] => {
  if (typeof raw !== 'object' || raw === null) return [];
  if ('path' in raw && Array.isArray(raw.path)) return [raw.path as Path];
  return Object.values(raw).flatMap(pathsIn);
};

/** What the shop lacks of what a refused record needs; empty: nothing that another record could bring. */
export const lackingOf = (shop: Reader, paths: CategoryPaths, record: CatalogueRecord, refusal: Refusal): Lacks => {
  const needs = new Needs(shop, paths);
  switch (record.type) {
    case 'category':
      needs.category(record.parent);
      if (record.nth > 1) needs.category([...record.parent, nthOf(record.name, record.nth - 1)]);
      for (const path of pathsIn(record.constraint)) needs.category(path);
      break;
    case 'warehouse_entity': {
      const number = record.metadata?.element_number ?? '';
      const state = entityOf(shop, number);
      if (state !== undefined) needs.valuesOf(classOf(shop, state).name, record.attributes);
      else if (record.class === '') needs.valuesOfNew(entityKey(number), record.attributes);
      else needs.valuesOf(record.class, record.attributes);
      break;
    }
    case 'product':
    case 'content':
      addObject(needs, shop, record);
      break;
    case 'record':
      needs.valuesOf(record.class, record.attributes);
      break;
    case 'references':
      addReferences(needs, shop, record);
      break;
    case 'customer':
      if (refusal.code === 'SHOPOBJECT_ATTRIBUTE_UNKNOWN')
        needs.key(attributeKey(DEFAULT_CLASS, String(refusal.param)));
      break;
    case 'class':
    case 'past_order':
      break;
    default:
      record satisfies never;
  }
  return needs.lacking;
};

const nthOf = (name: string, nth: number): Path[number] => (nth === 1 ? name : [name, nth]);
