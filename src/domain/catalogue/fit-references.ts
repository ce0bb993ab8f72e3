// Values that are written, checked against their class, and what they refer to against the shop: an id that nothing has
// would come to mean whatever gets it later (D697).
import { mapOk, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { fitChanges, isReference, mergeTexts } from '../attributes/attributes.ts';
import type { AttributeDefinition, AttributeValue, Given, TextChanges, Texts } from '../attributes/attributes.ts';
import type { Reader } from '../transaction.ts';

const idsIn = (value: AttributeValue | null | undefined): readonly number[] => (Array.isArray(value) ? value : []);

/** Refuses: SHOPOBJECT_ATTRIBUTE_INVALID. */
const missing = (shop: Reader, definition: AttributeDefinition, changes: TextChanges, present: Texts) => {
  const { number, name, type } = definition;
  const [kind, called] =
    type === 'PRODUCTS' ? (['shopobject', 'product'] as const) : (['typed_record', 'record'] as const);
  // What is gone stays named, and its id is not given again.
  const known = new Set(Object.values(present).flatMap((values) => idsIn(values[number])));
  for (const [language, values] of Object.entries(changes))
    for (const id of idsIn(values[number])) {
      if (!known.has(id) && shop.read(kind, id) === undefined) {
        const why = `${shown(language)}.${name}: there is no ${called} ${id} to refer to.`;
        return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, why);
      }
      known.add(id);
    }
  return undefined;
};

/** Changes of the present values. Refuses: SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID. */
export const fitUpdate = (
  shop: Reader,
  definitions: readonly AttributeDefinition[],
  given: Given,
  present: Texts,
): Result<TextChanges> => {
  const fitted = fitChanges(definitions, given);
  if (!fitted.ok) return fitted;
  for (const definition of definitions) {
    const refused = isReference(definition.type) ? missing(shop, definition, fitted.value, present) : undefined;
    if (refused !== undefined) return refused;
  }
  return fitted;
};

/** The values of a new object; null is none. Refuses: SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID. */
export const fitNew = (shop: Reader, definitions: readonly AttributeDefinition[], given: Given): Result<Texts> =>
  mapOk(fitUpdate(shop, definitions, given, {}), (changes) => mergeTexts({}, changes));
