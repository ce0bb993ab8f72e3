// Names of the columns of a table of products; docs/sell/import-files.md describes them.
import { isReference } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import { isAllowedText } from '../kernel/params.ts';
import { LANGUAGE_LENGTH_MAX } from '../operations/params/shop-params.ts';

/** Columns with a fixed meaning. An attribute of the same name has the column `name@language`. */
export const FIXED = [
  'name',
  'class',
  'variation_of',
  'active',
  'categories',
  'element_number',
  'ean',
  'taxclass',
  'quantity',
  'quantity_step',
  'currency',
] as const;
export type Fixed = (typeof FIXED)[number];

export type Column =
  | { readonly fixed: Fixed }
  | { readonly fixed: undefined; readonly attribute: string; readonly language: string };

const isFixed = (name: string): name is Fixed => (FIXED as readonly string[]).includes(name);

/** Attributes that have a column: all but those that refer to others, which may be in later rows. */
export const withColumn = ({ attributes }: ShopClass): AttributeDefinition[] =>
  attributes.filter(({ type }) => !isReference(type));

/** The names of all attributes that products can have a column for. */
export const columnAttributes = (classes: readonly ShopClass[]): Set<string> =>
  new Set(
    classes
      .filter(({ type }) => type === 'product')
      .flatMap((shopClass) => withColumn(shopClass).map(({ name }) => name)),
  );

/** Whether values can be given in a language of this name. */
export const isLanguageName = (name: string): boolean =>
  name !== '' && name.length <= LANGUAGE_LENGTH_MAX && name !== '__proto__' && isAllowedText(name);

/** Undefined if the name is neither a fixed column nor an attribute of products with a valid language. */
export const parseColumn = (name: string, attributes: ReadonlySet<string>, language: string): Column | undefined => {
  if (isFixed(name)) return { fixed: name };
  const separator = name.indexOf('@');
  const attribute = separator < 0 ? name : name.slice(0, separator);
  const spoken = separator < 0 ? language : name.slice(separator + 1);
  if (!attributes.has(attribute) || !isLanguageName(spoken)) return undefined;
  return { fixed: undefined, attribute, language: spoken };
};

export const columnName = (attribute: string, language: string, shopLanguage: string): string =>
  language === shopLanguage && !isFixed(attribute) ? attribute : `${attribute}@${language}`;
