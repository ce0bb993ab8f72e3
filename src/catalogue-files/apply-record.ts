// Applies lines of records of the shop's own classes, and lines of what these, objects and warehouse entities refer to.
//
// A value that is already the wanted one causes no event, so a file that is repeated changes nothing.
import { attributesByName, isReference } from '../domain/attributes/attributes.ts';
import type { Given } from '../domain/attributes/attributes.ts';
import { classNamed } from '../domain/catalogue/find-class.ts';
import { findRecord } from '../domain/catalogue/find-record.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { TypedRecord } from '../domain/catalogue/typed-record.ts';
import { updateObject } from '../domain/catalogue/update-object.ts';
import { updateWarehouseEntity } from '../domain/catalogue/update-warehouse-entity.ts';
import { createRecord, updateRecord } from '../domain/catalogue/write-record.ts';
import type { WarehouseEntity } from '../domain/stock/warehouse-entity.ts';
import type { Transaction } from '../domain/transaction.ts';
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { valueChanges, wantedValues } from './apply-object.ts';
import type { OwnRecord, ReferencesRecord } from './record.ts';
import { classOf } from './to-record.ts';

/** Refuses: PARAMETER_MISSING, PARAMETER_INVALID for both, and what createRecord and updateRecord refuse. */
export const applyOwnRecord = (tx: Transaction, record: OwnRecord): Result<void> => {
  const { class: className, name, key, active } = record;
  if (name === '' && key === '')
    return refuse('PARAMETER_MISSING', 'name', 'A record is known by its name, or by its key where it has none.');
  const named = classNamed(tx, className, 'record');
  if (!named.ok) return named;
  const [, { attributes: definitions }] = named.value;
  const id = findRecord(tx, record);
  const present = id === undefined ? {} : tx.read('typed_record', id)!.attributes;
  const given = { attributes: record.attributes, elsewhere: record.elsewhere, cells: false };
  const wanted = wantedValues(tx, definitions, given, present);
  if (!wanted.ok) return wanted;
  if (id !== undefined) {
    const attributes = valueChanges(definitions, given, present, wanted.value);
    return updateRecord(tx, id, { ...(name !== '' && { name }), active, attributes });
  }
  // A record that has another name by now keeps the key.
  const isKept = name !== '' && findRecord(tx, { class: className, name: '', key }) !== undefined;
  const described = { className, name, active: active ?? false, attributes: wanted.value };
  const made = createRecord(tx, { ...described, key: isKept ? '' : key });
  return made.ok ? DONE : made;
};

interface Owner {
  readonly state: ShopObject | WarehouseEntity | TypedRecord;
  change(attributes: Given): Result<void>;
}

/** Refuses: PARAMETER_INVALID, SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND, RECORD_NOT_FOUND. */
const ownerOf = (tx: Transaction, record: ReferencesRecord): Result<Owner> => {
  const { name, element_number: number, class: className, key } = record;
  const said = [name, number, key].filter((text) => text !== '').length;
  if (said !== 1 || (className === '' ? key !== '' : number !== '')) {
    const whose =
      'References are of an object by its name, of a warehouse entity by its element_number, or of a record by its ' +
      'class with its name or key.';
    return refuse('PARAMETER_INVALID', 'name', whose);
  }
  if (className !== '') {
    const id = findRecord(tx, record);
    const state = id === undefined ? undefined : tx.read('typed_record', id);
    return id === undefined || state === undefined
      ? refuse('RECORD_NOT_FOUND', name || key)
      : ok({ state, change: (attributes) => updateRecord(tx, id, { attributes }) });
  }
  if (number !== '') {
    const id = tx.index('warehouse_entity').byElementNumber.get(number) ?? 0;
    const state = tx.read('warehouse_entity', id);
    return state === undefined
      ? refuse('WAREHOUSE_ENTITY_NOT_FOUND', number)
      : ok({ state, change: (attributes) => updateWarehouseEntity(tx, id, { attributes }) });
  }
  const id = tx.index('shopobject').byName.get(name) ?? 0;
  const state = tx.read('shopobject', id);
  return state === undefined
    ? refuse('SHOPOBJECT_NOT_FOUND', name)
    : ok({ state, change: (attributes) => updateObject(tx, id, state.type, { attributes }) });
};

/**
 * Sets the values of PRODUCTS and RECORDS attributes of an object, a warehouse entity or a record; those that the line
 * does not name are removed, those of RECORDS where it may have had them: files of before knew none.
 *
 * Refuses: PARAMETER_INVALID, SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND, RECORD_NOT_FOUND,
 * SHOPOBJECT_ATTRIBUTE_INVALID for an attribute of another type.
 */
export const applyReferences = (tx: Transaction, record: ReferencesRecord): Result<void> => {
  const { attributes, elsewhere } = record;
  const owner = ownerOf(tx, record);
  if (!owner.ok) return owner;
  const { state, change } = owner.value;
  const { attributes: definitions } = classOf(tx, state);
  const named = attributesByName(definitions);
  for (const attribute of Object.values(attributes).flatMap(Object.keys)) {
    const type = named(attribute)?.type ?? 'PRODUCTS';
    if (!isReference(type))
      return refuse(
        'SHOPOBJECT_ATTRIBUTE_INVALID',
        attribute,
        `${shown(attribute)} is of the type ${type} and refers to nothing.`,
      );
  }
  const given = { attributes, elsewhere, cells: false };
  const wanted = wantedValues(tx, definitions, given, state.attributes);
  if (!wanted.ok) return wanted;
  const isWhole = record.records || record.class !== '';
  const complete = isWhole ? definitions : definitions.filter(({ type }) => type !== 'RECORDS');
  return change(valueChanges(complete, given, state.attributes, wanted.value, true));
};
