// The columns of a table of products (docs/import.md).
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import { isAllowedText } from '../kernel/params.ts';
import { LANGUAGE_LENGTH_MAX } from '../operations/params/shop-params.ts';

/** They are what they are called, whatever attribute has the same name: that one is `name@language`. */
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
] as const;
export type Fixed = (typeof FIXED)[number];

export type Column =
  | { readonly fixed: Fixed }
  | { readonly fixed: undefined; readonly attribute: string; readonly language: string };

const isFixed = (name: string): name is Fixed => (FIXED as readonly string[]).includes(name);

/** Attributes of the type PRODUCTS have no column: what they refer to may stand further down. */
export const withColumn = ({ attributes }: ShopClass): AttributeDefinition[] =>
  attributes.filter(({ type }) => type !== 'PRODUCTS');

/** The names of all attributes that products can have a column for. */
export const columnAttributes = (classes: readonly ShopClass[]): Set<string> =>
  new Set(classes.filter(({ type }) => type === 'product').flatMap((one) => withColumn(one).map(({ name }) => name)));

/** Undefined for a column that no product has. */
export const parseColumn = (name: string, attributes: ReadonlySet<string>, language: string): Column | undefined => {
  if (isFixed(name)) return { fixed: name };
  const at = name.indexOf('@');
  const attribute = at < 0 ? name : name.slice(0, at);
  const spoken = at < 0 ? language : name.slice(at + 1);
  if (
    !attributes.has(attribute) ||
    spoken === '' ||
    spoken.length > LANGUAGE_LENGTH_MAX ||
    spoken === '__proto__' ||
    !isAllowedText(spoken)
  )
    return undefined;
  return { fixed: undefined, attribute, language: spoken };
};

export const columnName = (attribute: string, language: string, shopLanguage: string): string =>
  language === shopLanguage && !isFixed(attribute) ? attribute : `${attribute}@${language}`;
