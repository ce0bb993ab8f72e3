// Applies records of products and contents, each as one decision.
//
// A field that already has the wanted value causes no event, so an import that is repeated changes nothing.
import { attributesByName, fitValue, givenFor, isReference } from '../domain/attributes/attributes.ts';
import { own } from '../domain/by-language.ts';
import type { AttributeDefinition, AttributeValue, Given, Texts } from '../domain/attributes/attributes.ts';
import { addBinding, deleteBinding } from '../domain/catalogue/bind-product.ts';
import { createContent } from '../domain/catalogue/create-content.ts';
import { createProduct } from '../domain/catalogue/create-product.ts';
import { createVariation } from '../domain/catalogue/create-variation.ts';
import { setStock, updateObject } from '../domain/catalogue/update-object.ts';
import { sameValue } from '../domain/same-value.ts';
import type { Seo, SeoChanges } from '../domain/attributes/seo.ts';
import { UNMANAGED } from '../domain/stock/sellable.ts';
import { NO_METADATA, mergeMetadata } from '../domain/attributes/metadata.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Metadata, MetadataChange } from '../domain/attributes/metadata.ts';
import type { Transaction } from '../domain/transaction.ts';
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { composed } from '../kernel/text.ts';
import type { CategoryPaths } from './paths.ts';
import { pathsText } from './paths.ts';
import type { ObjectRecord, Place } from './record.ts';
import { wantedIds } from './references.ts';
import { cellText, classOf, ownMilli, shownBindings, shownPaths, shownTexts, valueIn } from './to-record.ts';

export interface Importing {
  readonly paths: CategoryPaths;
  /** The quantities of existing stock are set as well. */
  readonly stock: boolean;
  /** Attributes of existing classes are replaced, and objects lose the values of those that are removed. */
  readonly replaceAttributes: boolean;
}

type Values = { [language: string]: { [name: string]: unknown } };

/** The value of a table's cell. An image with its size is JSON there; every other value is its text. */
const ofCell = (definition: AttributeDefinition | undefined, cell: unknown): unknown => {
  if (definition?.type !== 'IMG' || typeof cell !== 'string' || !cell.startsWith('{')) return cell;
  try {
    const image = JSON.parse(cell) as { readonly value?: unknown };
    return typeof image.value === 'string' ? image : cell;
  } catch {
    return cell;
  }
};

/**
 * The values that a record sets, with references as ids. `texts` are the present values. Left out: null, an empty cell,
 * and a cell or reference that already has the wanted value.
 *
 * Refuses: SHOPOBJECT_ATTRIBUTE_INVALID, SHOPOBJECT_NOT_FOUND, RECORD_NOT_FOUND.
 */
export const wantedValues = (
  tx: Transaction,
  definitions: readonly AttributeDefinition[],
  { attributes = {}, cells }: Pick<ObjectRecord, 'attributes' | 'cells'>,
  texts: Texts,
): Result<Values> => {
  const wanted: Values = {};
  const named = attributesByName(definitions);
  for (const [language, values] of Object.entries(attributes)) {
    const kept: { [name: string]: unknown } = {};
    for (const [name, value] of Object.entries(values)) {
      const definition = named(name);
      const stored = definition?.name ?? name;
      const present = definition === undefined ? undefined : valueIn(texts, language, definition.number);
      if (value === null || (cells && (value === '' || value === cellText(present)))) continue;
      if (definition === undefined || !isReference(definition.type)) {
        kept[stored] = cells ? ofCell(definition, value) : value;
        continue;
      }
      const ids = wantedIds(tx, definition, value, present);
      if (!ids.ok) return ids;
      if (ids.value !== undefined) kept[stored] = ids.value;
    }
    if (Object.keys(kept).length > 0) wanted[language] = kept;
  }
  return ok(wanted);
};

/**
 * The wanted values, and null for every present value that the record removes: from JSON each value that it does not
 * have, here or elsewhere, from a table only those whose cell is empty.
 */
export const valueChanges = (
  definitions: readonly AttributeDefinition[],
  { attributes, cells, elsewhere }: Pick<ObjectRecord, 'attributes' | 'cells' | 'elsewhere'>,
  texts: Texts,
  wanted: Values,
  references = false,
): Given => {
  if (attributes === undefined) return {};
  const changes: Values = {};
  for (const [language, values] of Object.entries(shownTexts(definitions, texts, references))) {
    const given = own(attributes, language) ?? {};
    const kept = new Set(own(elsewhere, language));
    const gone = Object.entries(values).filter(([name, value]) =>
      cells
        ? givenFor(given, name) === '' && cellText(value) !== ''
        : (givenFor(given, name) ?? null) === null && !kept.has(name) && !kept.has(composed(name)),
    );
    if (gone.length > 0) changes[language] = Object.fromEntries(gone.map(([name]) => [name, null]));
  }
  for (const [language, values] of Object.entries(wanted)) changes[language] = { ...own(changes, language), ...values };
  return changes;
};

const NEVER_SENT: MetadataChange = Object.fromEntries(
  [...Object.keys(NO_METADATA), 'quantity_step'].map((member) => [member, null]),
);

const MEMBERS = ['permalink', 'title', 'description', 'keywords'] as const;

/** The members that differ; null removes one. */
export const seoChanges = (present: Seo, wanted: SeoChanges | undefined): SeoChanges => {
  if (wanted === undefined) return {};
  const changes: { [language: string]: { [member: string]: string | null } } = {};
  for (const language of new Set([...Object.keys(present), ...Object.keys(wanted)])) {
    for (const member of MEMBERS) {
      const sent = own(wanted, language)?.[member] ?? null;
      const want = member === 'permalink' && sent === '' ? null : sent;
      if (want !== (own(present, language)?.[member] ?? null))
        changes[language] = { ...changes[language], [member]: want };
    }
  }
  return changes;
};

/** Null removes a member: from JSON each one that the record does not have, from a table those whose cell is empty. */
const metadataChanges = (present: Metadata, { metadata, cells }: ObjectRecord): MetadataChange => {
  if (metadata === undefined) return {};
  if (!cells) return { ...NEVER_SENT, ...metadata };
  const changed = Object.entries(metadata).filter(
    ([member, cell]) => (cell ?? '') !== (present[member as keyof Metadata] ?? ''),
  );
  return Object.fromEntries(changed.map(([member, cell]) => [member, cell === '' ? null : cell]));
};

/** Refuses: CATEGORY_NOT_FOUND. */
const categoryIdsOf = (paths: CategoryPaths, wanted: readonly Place[]): Result<number[]> => {
  const ids: number[] = [];
  for (const { path } of wanted) {
    const id = paths.idOf(path) ?? 0;
    if (id === 0)
      return refuse('CATEGORY_NOT_FOUND', pathsText([path]), `There is no category ${shown(pathsText([path]))}.`);
    ids.push(id);
  }
  return ok(ids);
};

/** Sets the position of the object in each category for which the record gives one. */
const setPositions = (
  tx: Transaction,
  id: number,
  paths: CategoryPaths,
  wanted: readonly Place[] = [],
): Result<void> => {
  const positions = new Map(
    wanted.flatMap(({ path, position }) => (position === undefined ? [] : [[paths.idOf(path)!, position] as const])),
  );
  if (positions.size === 0) return DONE;
  const { memberships } = tx.read('shopobject', id)!;
  const placed = memberships.map(({ categoryId, position }) => ({
    categoryId,
    position: positions.get(categoryId) ?? position,
  }));
  return tx.ask('shopobject', id, { type: 'update_shopobject', memberships: placed });
};

type Bindings = ReturnType<typeof shownBindings>;

/** Makes the bindings of a product those of the record. Refuses: WAREHOUSE_ENTITY_NOT_FOUND, PARAMETER_INVALID. */
const bind = (
  tx: Transaction,
  id: number,
  present: Bindings,
  { bindings = present, availability }: ObjectRecord,
): Result<void> => {
  const numbers = new Set(bindings.map(({ element_number: number }) => number));
  if (numbers.size < bindings.length)
    return refuse('PARAMETER_INVALID', 'bindings', 'An element number is named twice.');
  for (const { element_number: number } of present) {
    const unbound = numbers.has(number) ? DONE : deleteBinding(tx, id, number);
    if (!unbound.ok) return unbound;
  }
  for (const { element_number: number, quantity } of bindings) {
    if (present.some((binding) => binding.element_number === number && binding.quantity === quantity)) continue;
    const bound = addBinding(tx, id, number, Math.round(quantity * 1000), availability === undefined);
    if (!bound.ok) return bound;
  }
  return DONE;
};

const create = (tx: Transaction, { paths }: Importing, record: ObjectRecord): Result<void> => {
  const { byName } = tx.index('shopobject');
  const parentId = record.variation_of === '' ? 0 : byName.get(record.variation_of);
  const parent = parentId === undefined || parentId === 0 ? undefined : tx.read('shopobject', parentId);
  if (parentId === undefined) return refuse('SHOPOBJECT_NOT_FOUND', record.variation_of);
  if (parent === undefined && record.class === '')
    return refuse('PARAMETER_MISSING', 'class', 'A new object needs a class.');
  const className = parent === undefined ? record.class : classOf(tx, parent).name;
  if (record.class !== '' && record.class !== className) {
    return refuse(
      'CLASS_TYPE_NOT_VALID',
      record.class,
      `A variation is of the class of its product, ${shown(className)}.`,
    );
  }
  const classId = tx.index('class').byName.get(className);
  const definitions = classId === undefined ? [] : tx.read('class', classId)!.attributes;
  const attributes = wantedValues(tx, definitions, record, {});
  if (!attributes.ok) return attributes;
  const categories = categoryIdsOf(paths, record.categories ?? []);
  if (!categories.ok) return categories;
  const { name, active = false, bindings = [] } = record;
  const described = {
    className,
    name,
    active,
    attributes: attributes.value,
    seo: seoChanges({}, record.seo),
    categories: categories.value,
  };
  if (record.type === 'content') {
    const made = createContent(tx, described);
    return made.ok ? setPositions(tx, made.value, paths, record.categories) : made;
  }
  const availability = { ...UNMANAGED, ...record.availability?.availability };
  const quantityMilli = record.availability?.quantityMilli;
  // A product that only sells what it is bound to gets no stock item of its own.
  const late = bindings.length > 0 && quantityMilli === undefined && availability.managed;
  const product = {
    ...described,
    metadata: mergeMetadata({}, metadataChanges({}, record)),
    availability: { ...availability, managed: availability.managed && !late },
    quantityMilli,
  };
  const made =
    parent === undefined ? createProduct(tx, { ...product, bind: false }) : createVariation(tx, parentId, product);
  if (!made.ok) return made;
  const bound = bind(tx, made.value, [], record);
  const managed =
    bound.ok && late ? tx.ask('shopobject', made.value, { type: 'update_shopobject', availability }) : bound;
  return managed.ok ? setPositions(tx, made.value, paths, record.categories) : managed;
};

/** Type, class and parent of an object never change. Refuses: SHOPOBJECT_NAME_ALREADY_IN_USE. */
const checkSame = (tx: Transaction, state: ShopObject, record: ObjectRecord): Result<void> => {
  const { name, type } = record;
  const className = classOf(tx, state).name;
  const parent = state.productId === 0 ? '' : tx.read('shopobject', state.productId)!.name;
  const why =
    state.type !== type
      ? `is a ${state.type} already`
      : record.class !== '' && record.class !== className
        ? `is of the class ${shown(className)}, which cannot change`
        : record.variation_of !== '' && record.variation_of !== parent
          ? parent === ''
            ? 'is there and no variation'
            : `is a variation of ${shown(parent)}, which cannot change`
          : '';
  return why === '' ? DONE : refuse('SHOPOBJECT_NAME_ALREADY_IN_USE', name, `${shown(name)} ${why}.`);
};

/**
 * The change of availability and quantity; empty for none. In a table both come from the column `quantity`: an empty
 * cell means that stock is not managed.
 */
const availabilityChange = (
  tx: Transaction,
  stock: boolean,
  id: number,
  state: ShopObject,
  { availability, cells }: ObjectRecord,
) => {
  if (availability === undefined || (cells && !stock)) return {};
  const { quantityMilli, availability: rule } = availability;
  const present = ownMilli(tx, id, state);
  const same =
    cells && (state.availability.managed ? present : undefined) === (rule.managed === true ? quantityMilli : undefined);
  return same
    ? {}
    : { availability: rule, quantityMilli: stock && quantityMilli !== present ? quantityMilli : undefined };
};

const update = (
  tx: Transaction,
  { paths, stock }: Importing,
  id: number,
  state: ShopObject,
  record: ObjectRecord,
): Result<void> => {
  const same = checkSame(tx, state, record);
  if (!same.ok) return same;
  const { attributes: definitions } = classOf(tx, state);
  const wanted = wantedValues(tx, definitions, record, state.attributes);
  if (!wanted.ok) return wanted;
  const given = record.categories;
  const present = shownPaths(paths, state);
  const categories =
    given === undefined ||
    sameValue(
      present,
      given.map(({ path }) => path),
    )
      ? ok(undefined)
      : categoryIdsOf(paths, given);
  if (!categories.ok) return categories;
  const bindings = shownBindings(tx, state);
  const availability = availabilityChange(tx, stock, id, state, record);
  const updated = updateObject(tx, id, record.type, {
    active: record.active,
    attributes: valueChanges(definitions, record, state.attributes, wanted.value),
    seo: seoChanges(state.seo, record.seo),
    metadata: metadataChanges(state.metadata, record),
    ...availability,
    categories: categories.value,
  });
  const bound = updated.ok ? bind(tx, id, bindings, record) : updated;
  // updateObject does not touch the product's own stock while it is bound; that stock counts again without bindings.
  const quantityMilli = state.bindings.length > 0 ? availability.quantityMilli : undefined;
  const stocked = bound.ok && quantityMilli !== undefined ? setStock(tx, id, quantityMilli) : bound;
  return stocked.ok ? setPositions(tx, id, paths, given) : stocked;
};

/** Refuses what createProduct, createVariation, createContent and updateObject refuse. */
export const applyObject = (tx: Transaction, importing: Importing, record: ObjectRecord): Result<void> => {
  const id = tx.index('shopobject').byName.get(record.name);
  const state = id === undefined ? undefined : tx.read('shopobject', id);
  return id === undefined || state === undefined
    ? create(tx, importing, record)
    : update(tx, importing, id, state, record);
};

/** Whether a given value, in the form in which it would be stored, equals the present one. */
export const sameFit = (
  definition: AttributeDefinition,
  value: unknown,
  present: AttributeValue | undefined,
): boolean => {
  const fit = fitValue(definition.type, value);
  return fit !== undefined && sameValue(fit, present);
};
