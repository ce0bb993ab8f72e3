// A variation inherits from its product: attributes, tax class, measures, quantity step, and the seo texts without the
// permalink, each as a whole. A member with a value in any language, also an empty text or 0, is the variation's own in
// every language. Name, permalink, availability, categories, element number, EAN, notes and activity are never
// inherited.
import { own as ownOf } from '../by-language.ts';
import type { AttributeValue, Texts } from '../attributes/attributes.ts';
import type { Seo, SeoEntry } from '../attributes/seo.ts';
import type { ShopObject } from './shop-object.ts';
import type { Metadata } from '../attributes/metadata.ts';
import type { Reader } from '../transaction.ts';

const INHERITED_SEO = ['title', 'description', 'keywords'] as const satisfies readonly (keyof SeoEntry)[];

/** Per language, per number or name of a member. */
type PerLanguage<V> = { readonly [language: string]: { readonly [member: string]: V } };

const isHeld = <V>(values: PerLanguage<V>, member: string): boolean => {
  for (const language in values) if (values[language]![member] !== undefined) return true;
  return false;
};

/**
 * Returns `own` with the members of `parent` that `own` has in no language; `own` itself where there are none. `may`:
 * which members are inherited.
 */
const merged = <V>(own: PerLanguage<V>, parent: PerLanguage<V>, may?: readonly string[]): PerLanguage<V> => {
  let made: { [language: string]: { readonly [member: string]: V } } | undefined;
  for (const language in parent) {
    const values = parent[language]!;
    let entry: { [member: string]: V } | undefined;
    for (const member in values) {
      if (isHeld(own, member) || may?.includes(member) === false) continue;
      entry ??= { ...(Object.hasOwn(own, language) ? own[language] : undefined) };
      entry[member] = values[member]!;
    }
    if (entry !== undefined) (made ??= { ...own })[language] = entry;
  }
  return made ?? own;
};

/** Member by member and not in a loop: in a profile, stores under computed names were the largest cost. */
const mergedMetadata = (own: Metadata, parent: Metadata): Metadata => {
  let made: { -readonly [K in keyof Metadata]: Metadata[K] } | undefined;
  if (own.taxclass === undefined && parent.taxclass !== undefined) (made ??= { ...own }).taxclass = parent.taxclass;
  if (own.length === undefined && parent.length !== undefined) (made ??= { ...own }).length = parent.length;
  if (own.width === undefined && parent.width !== undefined) (made ??= { ...own }).width = parent.width;
  if (own.height === undefined && parent.height !== undefined) (made ??= { ...own }).height = parent.height;
  if (own.weight === undefined && parent.weight !== undefined) (made ??= { ...own }).weight = parent.weight;
  if (own.quantity_step === undefined && parent.quantity_step !== undefined)
    (made ??= { ...own }).quantity_step = parent.quantity_step;
  return made ?? own;
};

/**
 * The object with what it has from its parent, which is resolved with its own parents; the same object where there is
 * no parent, or nothing to inherit.
 */
export const withInherited = (own: ShopObject, parent: ShopObject | undefined): ShopObject => {
  if (parent === undefined) return own;
  const attributes = merged<AttributeValue>(own.attributes, parent.attributes) as Texts;
  const seo: Seo = merged<string>(own.seo as PerLanguage<string>, parent.seo as PerLanguage<string>, INHERITED_SEO);
  const metadata = mergedMetadata(own.metadata, parent.metadata);
  return attributes === own.attributes && seo === own.seo && metadata === own.metadata
    ? own
    : { ...own, attributes, seo, metadata };
};

/** Whatever else a product has, its variations may inherit. */
const NEVER_INHERITED: ReadonlySet<string> = new Set<keyof ShopObject>([
  'name',
  'availability',
  'memberships',
  'bindings',
  'pastValues',
  'toggledMs',
]);

const differing = (before: Texts, after: Texts): ReadonlySet<string> => {
  const numbers = new Set<string>();
  if (before === after) return numbers;
  for (const [left, right] of [
    [before, after],
    [after, before],
  ] as const) {
    for (const [language, values] of Object.entries(left)) {
      const others = ownOf(right, language);
      for (const [number, value] of Object.entries(values)) if (value !== others?.[Number(number)]) numbers.add(number);
    }
  }
  return numbers;
};

const withAttributes = (object: ShopObject, numbers: ReadonlySet<string>): ShopObject => {
  const kept = ([language, values]: [string, Texts[string]]): [string, Texts[string]] => [
    language,
    Object.fromEntries(Object.entries(values).filter(([number]) => numbers.has(number))),
  ];
  return { ...object, attributes: Object.fromEntries(Object.entries(object.attributes).map(kept)) };
};

/**
 * What variations may inherit of a change, before and after. It has only the attributes that differ, so that a change
 * of one does not set all of them again in a thousand variations. Undefined where there is nothing.
 */
export const handedDown = (before: ShopObject, after: ShopObject): readonly [ShopObject, ShopObject] | undefined => {
  const parts = Object.keys(after) as (keyof ShopObject)[];
  if (!parts.some((part) => before[part] !== after[part] && !NEVER_INHERITED.has(part))) return undefined;
  const numbers = differing(before.attributes, after.attributes);
  return [withAttributes(before, numbers), withAttributes(after, numbers)];
};

/** The product of a variation; undefined for any other object. */
export const parentOf = (shop: Reader, { productId }: ShopObject): ShopObject | undefined =>
  productId === 0 ? undefined : shop.read('shopobject', productId);

/** The object with what it has from the products above it, all of which the reply then depends on. */
export const resolved = (shop: Reader, state: ShopObject): ShopObject => {
  const parent = parentOf(shop, state);
  return parent === undefined ? state : withInherited(state, resolved(shop, parent));
};
