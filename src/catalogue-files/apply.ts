// Applies a record of a catalogue file as one decision: either all of it is written or it is refused.
//
// A field that already has the wanted value causes no event.
import { atOnce } from '../kernel/many.ts';
import { own } from '../domain/by-language.ts';
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import { addAttributes, removeAttributes, setQuantityStep } from '../domain/catalogue/define-attributes.ts';
import { createClass, setPublic } from '../domain/catalogue/create-class.ts';
import { createCategory } from '../domain/catalogue/create-category.ts';
import { updateCategory } from '../domain/catalogue/update-category.ts';
import { createWarehouseEntity } from '../domain/catalogue/create-warehouse-entity.ts';
import { updateWarehouseEntity } from '../domain/catalogue/update-warehouse-entity.ts';
import type { NewAttribute } from '../domain/catalogue/define-attributes.ts';
import type { LocalizedChanges } from '../domain/catalogue/category.ts';
import { readFilling } from '../domain/listing/read-filling.ts';
import { moveStock } from '../domain/stock/move-stock.ts';
import { sameValue } from '../domain/same-value.ts';
import { NO_METADATA } from '../domain/attributes/metadata.ts';
import type { Transaction } from '../domain/transaction.ts';
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { composed } from '../kernel/text.ts';
import { applyObject, sameFit, seoChanges, valueChanges, wantedValues } from './apply-object.ts';
import type { Importing } from './apply-object.ts';
import { applyCustomer, applyPastOrder } from './apply-person.ts';
import { applyOwnRecord, applyReferences } from './apply-record.ts';
import { withIds } from './filled-paths.ts';
import type { CatalogueRecord, CategoryRecord, ClassRecord, EntityRecord } from './record.ts';
import { classOf, shownStorages } from './to-record.ts';

const sameDefinition = (definition: AttributeDefinition, given: NewAttribute): boolean => {
  const { type, labels, defaults } = definition;
  const languages = Object.keys(given.defaults).filter((language) => given.defaults[language] !== null);
  return (
    type === given.type &&
    sameValue(labels, given.labels) &&
    languages.length === Object.keys(defaults).length &&
    languages.every((language) => sameFit(definition, given.defaults[language], own(defaults, language)))
  );
};

interface Named {
  readonly name: string;
}
const sameName = (one: Named, other: Named): boolean => composed(one.name) === composed(other.name);

/** New attributes are added; others stay as they are, unless they may be replaced. */
const applyClass = (
  tx: Transaction,
  { replaceAttributes }: Importing,
  { name, class_type: type, attributes, elsewhere = [], quantity_step: step, public: seen }: ClassRecord,
): Result<void> => {
  const given = (attributes ?? []).map(({ labels = {}, defaults = {}, ...definition }): NewAttribute => ({
    ...definition,
    labels,
    defaults,
  }));
  const id = tx.index('class').byName.get(name);
  const state = id === undefined ? undefined : tx.read('class', id);
  if (id === undefined || state === undefined) {
    const made = createClass(tx, name, type, step ?? 0, seen);
    return !made.ok ? made : given.length === 0 ? DONE : addAttributes(tx, made.value, given);
  }
  if (state.type !== type)
    return refuse('CLASS_NAME_ALREADY_IN_USE', name, `${shown(name)} is a class of type ${state.type}.`);
  const kept = given.filter((attribute) =>
    state.attributes.some((other) => sameName(other, attribute) && sameDefinition(other, attribute)),
  );
  const other = given.find(
    (attribute) => !kept.includes(attribute) && state.attributes.some((present) => sameName(present, attribute)),
  );
  if (other !== undefined && !replaceAttributes) {
    const why =
      `The class has ${shown(other.name)} with another type, label or default; ` +
      '--replace-attributes makes it anew, without the values that objects have of it.';
    return refuse('SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE', other.name, why);
  }
  const isElsewhere = new Set(elsewhere.map(composed));
  const gone = state.attributes.flatMap((attribute) =>
    kept.some((same) => sameName(same, attribute)) || isElsewhere.has(composed(attribute.name)) ? [] : [attribute.name],
  );
  const removed =
    replaceAttributes && attributes !== undefined && gone.length > 0 ? removeAttributes(tx, id, gone) : DONE;
  const added = given.filter((attribute) => !kept.includes(attribute));
  const done = removed.ok && added.length > 0 ? addAttributes(tx, id, added) : removed;
  const stepped = done.ok && step !== undefined ? setQuantityStep(tx, id, step) : done;
  return stepped.ok && seen !== undefined ? setPublic(tx, id, seen) : stepped;
};

type Plain = { readonly [name: string]: string | number };

/** The wanted members, and null for each present one that is removed; undefined if nothing is wanted. */
const plainChanges = <V extends Plain[string]>(
  present: { readonly [name: string]: V },
  wanted: { readonly [name: string]: V } | undefined,
) =>
  wanted &&
  ({ ...Object.fromEntries(Object.keys(present).map((name) => [name, null])), ...wanted } as {
    readonly [name: string]: V | null;
  });

type Localized = { readonly [language: string]: Plain };

/**
 * All wanted values, changed or not, because a value for every language removes those of single languages; null for
 * each present value or language that is removed.
 */
const localizedChanges = (present: Localized, wanted: Localized): LocalizedChanges => {
  const gone = Object.keys(present).filter((language) => !Object.hasOwn(wanted, language));
  const changed = Object.entries(wanted).map(
    ([language, values]) => [language, plainChanges(own(present, language) ?? {}, values)!] as const,
  );
  return { ...Object.fromEntries(gone.map((language) => [language, null])), ...Object.fromEntries(changed) };
};

/** The id of the category and of its parent when it is a new one. Refuses: CATEGORY_NOT_FOUND, CONSTRAINT_INVALID. */
const applyCategory = (tx: Transaction, { paths }: Importing, record: CategoryRecord): Result<NewPlace | undefined> => {
  const { name, nth, parent, labels, attributes, attributes_by_language: localized, seo } = record;
  const given = withIds(record.constraint, paths);
  const filled = given.ok ? readFilling(tx, given.value) : given;
  if (!filled.ok) return filled;
  const constraint = filled.value;
  const parentId = paths.idOf(parent);
  if (parentId === undefined)
    return refuse('CATEGORY_NOT_FOUND', 'parent', 'There is no category with the path of the parent.');
  const siblings = paths.siblings(parentId, name);
  const id = siblings[nth - 1];
  const state = id === undefined ? undefined : tx.read('category', id);
  if (id === undefined || state === undefined) {
    if (nth !== siblings.length + 1)
      return refuse(
        'CATEGORY_NOT_FOUND',
        name,
        `There are ${siblings.length} of this name before it and not ${nth - 1}.`,
      );
    const made = createCategory(tx, {
      parentId,
      name,
      labels: labels ?? {},
      attributes: attributes ?? {},
      localized: localized ?? {},
      seo: seoChanges({}, seo),
      constraint,
    });
    return made.ok ? ok({ id: made.value, parentId, name }) : made;
  }
  const changedLabels = plainChanges(state.labels, labels);
  const changedAttributes = plainChanges(state.attributes, attributes);
  const updated = updateCategory(tx, id, {
    ...(changedLabels && { labels: changedLabels }),
    ...(changedAttributes && { attributes: changedAttributes }),
    localized: localizedChanges(state.localized, localized ?? state.localized),
    seo: seoChanges(state.seo, seo),
    constraint,
  });
  return updated.ok ? ok(undefined) : updated;
};

interface NewPlace {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
}

/**
 * Sets the quantity of an entity in each named storage; storages that are not named stay. `storageIds`: of the named
 * storages, 0 for a new one. `present`: ids of the entity's stock items.
 */
const setStorages = (
  tx: Transaction,
  entityId: number,
  wanted: NonNullable<EntityRecord['storages']>,
  storageIds: readonly number[],
  present: readonly number[],
): Result<void> => {
  const items = present.map((id) => ({ id, item: tx.read('stock', id)! }));
  for (const [index, { storage, quantity }] of wanted.entries()) {
    const quantityMilli = Math.round(quantity * 1000);
    const held = items.find(({ item }) => item.storageId === storageIds[index]);
    const more = quantityMilli - (held?.item.quantityMilli ?? 0);
    if (held !== undefined && more === 0) continue;
    const storageId =
      storageIds[index] === 0 ? tx.create('storage', { type: 'open_storage', name: storage }) : ok(storageIds[index]!);
    if (!storageId.ok) return storageId;
    const opened =
      held === undefined
        ? tx.create('stock', { type: 'open_stock', storageId: storageId.value, holderId: entityId, quantityMilli: 0 })
        : ok(held.id);
    if (!opened.ok) return opened;
    const note = 'import';
    const moved =
      more === 0
        ? DONE
        : moveStock(tx, opened.value, { type: more > 0 ? 'place' : 'take', quantityMilli: Math.abs(more), note });
    if (!moved.ok) return moved;
  }
  return DONE;
};

const applyEntity = (tx: Transaction, { stock }: Importing, record: EntityRecord): Result<void> => {
  const { storages = [], metadata = NO_METADATA, id_manufacturer: manufacturerId, attributes, elsewhere } = record;
  const number = metadata.element_number;
  if (number === '')
    return refuse(
      'PARAMETER_MISSING',
      'element_number',
      'A warehouse entity is known by the element_number of its metadata.',
    );
  if (new Set(storages.map(({ storage }) => storage)).size < storages.length)
    return refuse('PARAMETER_INVALID', 'storages', 'A storage is named twice.');
  const storageIds = storages.map(({ storage }) => tx.index('storage').get(storage) ?? 0);
  const id = tx.index('warehouse_entity').byElementNumber.get(number);
  const state = id === undefined ? undefined : tx.read('warehouse_entity', id);
  const className = state === undefined ? record.class : classOf(tx, state).name;
  const classId = tx.index('class').byName.get(className);
  const definitions = classId === undefined ? [] : tx.read('class', classId)!.attributes;
  const given = { attributes, elsewhere, cells: false };
  const wanted = wantedValues(tx, definitions, given, state?.attributes ?? {});
  if (!wanted.ok) return wanted;
  if (id === undefined || state === undefined) {
    const { name = '' } = record;
    if (className === '') return refuse('PARAMETER_MISSING', 'class', 'A new warehouse entity needs a class.');
    const made = createWarehouseEntity(tx, {
      className,
      name,
      manufacturerId: manufacturerId ?? 0,
      attributes: wanted.value,
      metadata,
    });
    return made.ok ? setStorages(tx, made.value, storages, storageIds, []) : made;
  }
  if (record.class !== '' && record.class !== className) {
    return refuse(
      'ELEMENT_NUMBER_ALREADY_IN_USE',
      number,
      `${shown(number)} is of the class ${shown(className)}, which cannot change.`,
    );
  }
  const change = {
    name: record.name,
    manufacturerId,
    metadata: record.metadata ?? {},
    attributes: valueChanges(definitions, given, state.attributes, wanted.value),
  };
  const updated = updateWarehouseEntity(tx, id, change);
  const same = !updated.ok || !stock || sameValue(shownStorages(tx, id), storages);
  const stockIds = atOnce(tx.index('stock').ofEntity.of(id).ids, 'storages that hold one entity');
  return same ? updated : setStorages(tx, id, storages, storageIds, stockIds);
};

/** Makes the shop equal to the record. The result is the place of a new category, and undefined for all else. */
export const applyRecord = (
  tx: Transaction,
  importing: Importing,
  record: CatalogueRecord,
): Result<NewPlace | undefined> => {
  const applied = (result: Result<void>): Result<undefined> => (result.ok ? ok(undefined) : result);
  switch (record.type) {
    case 'class':
      return applied(applyClass(tx, importing, record));
    case 'category':
      return applyCategory(tx, importing, record);
    case 'warehouse_entity':
      return applied(applyEntity(tx, importing, record));
    case 'product':
    case 'content':
      return applied(applyObject(tx, importing, record));
    case 'record':
      return applied(applyOwnRecord(tx, record));
    case 'references':
      return applied(applyReferences(tx, record));
    case 'past_order':
      return applied(applyPastOrder(tx, record));
    case 'customer':
      return applied(applyCustomer(tx, record));
    default:
      return record satisfies never;
  }
};
