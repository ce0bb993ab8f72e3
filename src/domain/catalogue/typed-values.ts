// Attributes of orders, lines of carts and categories, which anybody may name, and which the class of their type
// checks where the shop has one (D562). Values stay what they are without one: texts, and numbers in categories.
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { attributesByName, fitValue, misfit } from '../attributes/attributes.ts';
import type { AttributeDefinition, AttributeType } from '../attributes/attributes.ts';
import { own } from '../by-language.ts';
import type { Reader } from '../transaction.ts';
import type { Category, LocalizedChanges } from './category.ts';
import { SINGLE_TYPES } from './shop-class.ts';
import type { ClassType } from './shop-class.ts';

/** Kinds of values that fit into a text. */
const PLAIN_TYPES: readonly AttributeType[] = ['CHAR', 'TXT', 'FLOAT', 'INT', 'BOOL', 'DATE'];

/** Whether a class of the type may have such attributes. Refuses: PARAMETER_INVALID. */
export const checkPlain = (type: ClassType, attributes: readonly { readonly type: AttributeType }[]): Result<void> => {
  const other = SINGLE_TYPES.includes(type)
    ? attributes.find((attribute) => !PLAIN_TYPES.includes(attribute.type))
    : undefined;
  return other === undefined
    ? DONE
    : refuse('PARAMETER_INVALID', 'attributes', `A class of the type ${type} has ${PLAIN_TYPES.join(', ')} alone.`);
};

/** The attributes of the class of a type; undefined: the shop has none, and any name is free. */
const singleClass = (shop: Reader, type: 'order' | 'line' | 'category'): readonly AttributeDefinition[] | undefined => {
  const id = shop.index('class').single.get(type);
  if (id === undefined) shop.trackAbsence('class');
  return id === undefined ? undefined : shop.read('class', id)?.attributes;
};

type Values<V> = { readonly [name: string]: V };

/** The value as its type writes it; null takes one away, whatever its name. */
const fitOne = <V extends string | number | null>(
  definition: AttributeDefinition | undefined,
  name: string,
  value: V,
): Result<V | string | number> => {
  if (value === null) return ok(value);
  if (definition === undefined)
    return refuse('SHOPOBJECT_ATTRIBUTE_UNKNOWN', name, `The class has no attribute ${shown(name)}.`);
  const fit = fitValue(definition.type, value);
  return typeof fit === 'string' || typeof fit === 'number'
    ? ok(fit)
    : refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, misfit(name, definition.type, value));
};

/** Pairs of an order or a line as the class has them. Refuses: SHOPOBJECT_ATTRIBUTE_UNKNOWN, _INVALID. */
export const typedPairs = <V extends string | null>(
  shop: Reader,
  type: 'order' | 'line',
  pairs: readonly (readonly [name: string, value: V])[],
): Result<readonly (readonly [name: string, value: V])[]> => {
  const definitions = pairs.length === 0 ? undefined : singleClass(shop, type);
  if (definitions === undefined) return ok(pairs);
  const named = attributesByName(definitions);
  const fitted: (readonly [string, V])[] = [];
  for (const [name, value] of pairs) {
    const fit = fitOne(named(name), name, value);
    if (!fit.ok) return fit;
    fitted.push([name, (value === null ? value : String(fit.value)) as V]);
  }
  return ok(fitted);
};

interface CategoryValues {
  readonly attributes?: Values<string | number | null>;
  readonly localized?: LocalizedChanges;
}

const typedMembers = <V extends string | number | null>(
  named: (name: string) => AttributeDefinition | undefined,
  values: Values<V>,
  present: Values<string | number> | undefined,
): Result<Values<V>> => {
  const fitted: { [name: string]: V } = {};
  for (const [name, value] of Object.entries(values)) {
    const fit = own(present, name) === value ? ok(value) : fitOne(named(name), name, value);
    if (!fit.ok) return fit;
    fitted[name] = fit.value as V;
  }
  return ok(fitted);
};

/**
 * Values of a category, for every language and for one. Refuses as `typedPairs` does. `present`: what the category has,
 * which stays as it is where it is sent again, whatever the class says.
 */
export const typedCategory = <C extends CategoryValues>(
  shop: Reader,
  given: C,
  present?: Pick<Category, 'attributes' | 'localized'>,
): Result<C> => {
  const { attributes = {}, localized = {} } = given;
  if (Object.keys(attributes).length + Object.keys(localized).length === 0) return ok(given);
  const definitions = singleClass(shop, 'category');
  if (definitions === undefined) return ok(given);
  const named = attributesByName(definitions);
  const everywhere = typedMembers(named, attributes, present?.attributes);
  if (!everywhere.ok) return everywhere;
  const byLanguage: { [language: string]: Values<string | number | null> | null } = {};
  for (const [language, values] of Object.entries(localized)) {
    const fitted = values === null ? ok(null) : typedMembers(named, values, own(present?.localized, language));
    if (!fitted.ok) return fitted;
    byLanguage[language] = fitted.value;
  }
  return ok({ ...given, attributes: everywhere.value, localized: byLanguage });
};

/**
 * How a search reads the texts of orders under a name: as numbers where the class says so. A text from before the class
 * that is no such number is no value.
 */
export const textReader = (shop: Reader, name: string): ((text: string | undefined) => string | number | undefined) => {
  const type = attributesByName(singleClass(shop, 'order') ?? [])(name)?.type;
  if (type !== 'FLOAT' && type !== 'INT' && type !== 'BOOL') return (text) => text;
  return (text) => (text === undefined || text === '' ? undefined : (fitValue(type, text) as number | undefined));
};
