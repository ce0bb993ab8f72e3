// Adds attributes to a class and removes them. Defaults are checked against the attribute's type when they are written
// (D44).
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AttributeDefinition, AttributeType, AttributeValue } from '../attributes/attributes.ts';
import { fitValue, misfit } from '../attributes/attributes.ts';
import type { Transaction } from '../transaction.ts';

export interface NewAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly labels: { readonly [language: string]: string };
  /** null is none, so that another language's counts. */
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

/**
 * All or none of the attributes.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID, SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_INVALID.
 */
export const addAttributes = (tx: Transaction, classId: number, given: readonly NewAttribute[]): Result<void> => {
  if (tx.read('class', classId) === undefined) return refuse('CLASS_NOT_FOUND', classId);
  const attributes: Omit<AttributeDefinition, 'number'>[] = [];
  for (const attribute of given) {
    const made = definition(attribute);
    if (!made.ok) return made;
    attributes.push(made.value);
  }
  return tx.ask('class', classId, { type: 'add_attributes', attributes });
};

/**
 * All or none of the attributes; the values that objects have of them show nowhere any more, and do not come back with
 * an attribute added later under the same name.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_UNKNOWN.
 */
export const removeAttributes = (tx: Transaction, classId: number, names: readonly string[]): Result<void> =>
  tx.read('class', classId) === undefined
    ? refuse('CLASS_NOT_FOUND', classId)
    : tx.ask('class', classId, { type: 'remove_attributes', names });
