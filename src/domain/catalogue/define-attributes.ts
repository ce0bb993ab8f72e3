// Adds attributes to a class, changes and removes them. Defaults are checked against the attribute's type when they are
// written (D44).
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AttributeDefinition, AttributeType, AttributeValue } from '../attributes/attributes.ts';
import { attributesByName, fitValue, mergePlain, misfit } from '../attributes/attributes.ts';
import type { Transaction } from '../transaction.ts';
import { checkPrices } from './object-checks.ts';
import { checkPlain } from './typed-values.ts';
import type { AttributeTexts, ClassType } from './shop-class.ts';

export interface NewAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly labels: { readonly [language: string]: string };
  /** null is none, so that another language's counts. */
  readonly defaults: { readonly [language: string]: unknown };
}

/** By language; null takes a label or default away, and an absent language stays. */
export interface AttributeChange {
  readonly name: string;
  /** Where it is sent, it must be the one that the attribute has; undefined: it is not sent. */
  readonly type: AttributeType | undefined;
  readonly labels: { readonly [language: string]: string | null };
  readonly defaults: { readonly [language: string]: unknown };
}

const definition = ({ name, type, labels, defaults }: NewAttribute): Result<Omit<AttributeDefinition, 'number'>> => {
  const fitted: { [language: string]: AttributeValue } = {};
  for (const [language, value] of Object.entries(defaults)) {
    if (value === null) continue;
    const fit = fitValue(type, value);
    if (fit === undefined) {
      return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, misfit(`${shown(language)}.${name}`, type, value));
    }
    fitted[language] = fit;
  }
  return ok({ name, type, labels, defaults: fitted });
};

/** Refuses: SHOPOBJECT_ATTRIBUTE_INVALID for a default price below zero. */
const checkDefaults = (
  tx: Transaction,
  type: ClassType,
  attributes: readonly Pick<AttributeDefinition, 'name' | 'defaults'>[],
): Result<void> => {
  for (const { name, defaults } of attributes) {
    const byLanguage = Object.entries(defaults).map(([language, value]) => [language, { 0: value }] as const);
    const fit = checkPrices(tx.rules, type, [{ number: 0, name }], Object.fromEntries(byLanguage));
    if (!fit.ok) return fit;
  }
  return DONE;
};

/**
 * Adds all of the attributes or none.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID, SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for a type that orders, lines and categories do not have.
 */
export const addAttributes = (tx: Transaction, classId: number, given: readonly NewAttribute[]): Result<void> => {
  const state = tx.read('class', classId);
  if (state === undefined) return refuse('CLASS_NOT_FOUND', classId);
  const plain = checkPlain(state.type, given);
  if (!plain.ok) return plain;
  const attributes: Omit<AttributeDefinition, 'number'>[] = [];
  for (const attribute of given) {
    const made = definition(attribute);
    if (!made.ok) return made;
    attributes.push(made.value);
  }
  const prices = checkDefaults(tx, state.type, attributes);
  return prices.ok ? tx.ask('class', classId, { type: 'add_attributes', attributes }) : prices;
};

/** What an attribute has after a change. Refuses: PARAMETER_INVALID for another type, SHOPOBJECT_ATTRIBUTE_INVALID. */
const changed = <A extends AttributeTexts & { readonly type: AttributeType }>(
  attribute: A,
  { name, type, labels, defaults }: AttributeChange,
): Result<A> => {
  if (type !== undefined && type !== attribute.type) {
    const detail = `The type of ${shown(name)} is ${attribute.type} and never changes.`;
    return refuse('PARAMETER_INVALID', 'attributes', detail);
  }
  const fitted: { [language: string]: AttributeValue | null } = {};
  for (const [language, value] of Object.entries(defaults)) {
    const fit = value === null ? null : fitValue(attribute.type, value);
    if (fit === undefined) {
      const detail = misfit(`${shown(language)}.${name}`, attribute.type, value);
      return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, detail);
    }
    fitted[language] = fit;
  }
  return ok({
    ...attribute,
    labels: mergePlain(attribute.labels, labels),
    defaults: mergePlain(attribute.defaults, fitted),
  });
};

/**
 * Changes labels and defaults of attributes, all or none. What is named twice is changed twice, in order.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for a type
 * that is another than the attribute's.
 */
export const updateAttributes = (tx: Transaction, classId: number, given: readonly AttributeChange[]): Result<void> => {
  const state = tx.read('class', classId);
  if (state === undefined) return refuse('CLASS_NOT_FOUND', classId);
  const named = attributesByName(state.attributes);
  const byNumber = new Map(state.attributes.map((attribute) => [attribute.number, attribute]));
  for (const change of given) {
    const { name } = change;
    const number = named(name)?.number;
    if (number === undefined)
      return refuse('SHOPOBJECT_ATTRIBUTE_UNKNOWN', name, `The class has no attribute ${shown(name)}.`);
    const after = changed(byNumber.get(number)!, change);
    if (!after.ok) return after;
    // A default from before the setting stays until it is changed.
    const sent = Object.entries(after.value.defaults).filter(([language]) => language in change.defaults);
    const price = checkDefaults(tx, state.type, [{ name, defaults: Object.fromEntries(sent) }]);
    if (!price.ok) return price;
    byNumber.set(number, after.value);
  }
  const attributes = [...byNumber.values()].map(({ number, labels, defaults }) => ({ number, labels, defaults }));
  return tx.ask('class', classId, { type: 'change_attributes', attributes });
};

/** 0: the shop's own step counts. */
export const setQuantityStep = (tx: Transaction, classId: number, quantityStepMilli: number): Result<void> =>
  tx.ask('class', classId, { type: 'set_quantity_step', quantityStepMilli });

/**
 * Removes all of the attributes or none. Their values in objects show nowhere any more, and do not come back with an
 * attribute added later under the same name.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_UNKNOWN.
 */
export const removeAttributes = (tx: Transaction, classId: number, names: readonly string[]): Result<void> =>
  tx.read('class', classId) === undefined
    ? refuse('CLASS_NOT_FOUND', classId)
    : tx.ask('class', classId, { type: 'remove_attributes', names });
