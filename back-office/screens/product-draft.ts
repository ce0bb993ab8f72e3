// What is typed about a product and not saved yet: one text per field, compared with what the product has itself.
// Drafts outlive the screen, so that nobody loses one by looking something up elsewhere; a reload of the page ends
// them.
import type { Attribute, Class, Operations } from '../../src/client/operations.ts';
import { figure, numberIn, quantity, whole, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';

type OwnValues = Operations['get_shopobject_languages']['reply'];
export type Details = Operations['get_product_details']['reply'];
export type AttributeType = Attribute['type'];

export interface Product {
  /** In the shop's own language. */
  readonly details: Details;
  /** By language: what shoppers are shown, inherited or not. */
  readonly shown: { readonly [language: string]: Details };
  readonly own: OwnValues;
  /** Undefined: the class is gone. */
  readonly definition: Class | undefined;
  readonly languages: readonly string[];
  readonly taxClasses: readonly string[];
  /** Attributes that carts take as a price; none: any of them. */
  readonly priceFields: readonly string[];
}

const SEO = ['permalink', 'title', 'description', 'keywords'] as const;
type Metadata =
  | 'element_number'
  | 'ean'
  | 'taxclass'
  | 'weight'
  | 'length'
  | 'width'
  | 'height'
  | 'notes'
  | 'quantity_step';
const MEASURES: ReadonlySet<string> = new Set(['weight', 'length', 'width', 'height', 'quantity_step']);
const AVAILABILITY = ['active', 'quantity_warning', 'allow_override'] as const;

/** What a field is called here: its group, its language where it has one, its name. */
export type FieldId =
  | 'name'
  | `metadata/${string}`
  | `availability/${string}`
  | `attributes/${string}/${string}`
  | `seo/${string}/${string}`;

export type Draft = { readonly [id in FieldId]?: string };

const drafts = new Map<number, Draft>();
export const draftOf = (id: number): Draft => drafts.get(id) ?? {};
export const keepDraft = (id: number, draft: Draft): void => {
  if (Object.keys(draft).length === 0) drafts.delete(id);
  else drafts.set(id, draft);
};

/** Decimals that carts take of a price, and those that a number of a class may have. */
const [PRICE_DECIMALS, FIGURE_DECIMALS] = [4, 15];
const WHOLE = whole(-999_999_999_999_999);
const MEASURE: NumberRule = { ...quantity(0, 999_999_999_999), decimalsMax: 9 };
const STEP = quantity(0.001, 1_000_000);

/** What a field for a number takes; undefined: it is for something else. */
export const ruleOf = ({ definition, priceFields }: Product, id: FieldId): NumberRule | undefined => {
  const [group, name = '', attribute = ''] = id.split('/');
  if (id === 'metadata/quantity_step') return STEP;
  if (group === 'metadata') return MEASURES.has(name) ? MEASURE : undefined;
  if (group === 'availability') return name === 'quantity_warning' ? quantity() : undefined;
  const type = group === 'attributes' ? definition?.attributes[attribute]?.type : undefined;
  if (type === 'INT') return WHOLE;
  if (type !== 'FLOAT') return undefined;
  const isPrice = priceFields.length === 0 ? attribute === 'price' : priceFields.includes(attribute);
  return figure(isPrice ? PRICE_DECIMALS : FIGURE_DECIMALS);
};

/** A value as it stands in its field; what is no text, number or image is not edited here. */
const textOf = (value: unknown, rule?: NumberRule): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return 'value' in value ? textOf(value.value, rule) : JSON.stringify(value);
  return typeof value === 'number' && rule !== undefined ? writeNumber(value, rule) : String(value);
};

/** What the product has itself in a field; '' for nothing. */
export const savedText = (product: Product, id: FieldId): string => {
  const { details, own } = product;
  const rule = ruleOf(product, id);
  const [group, first = '', second = ''] = id.split('/');
  if (group === 'name') return own.name;
  if (group === 'attributes') return textOf(own.values[first]?.[second], rule);
  if (group === 'seo') return textOf(own.seo[first]?.[second as (typeof SEO)[number]]);
  if (group === 'availability') return textOf(details.availability[first as (typeof AVAILABILITY)[number]], rule);
  const metadata = details.metadata?.[first as Metadata];
  if (MEASURES.has(first) && metadata === 0) return '';
  return typeof metadata === 'object' ? metadata.name : textOf(metadata, rule);
};

/** What is shown in its place where the product has nothing itself: another language's, the parent's, the class's. */
export const inheritedText = (product: Product, id: FieldId): string => {
  const { details, shown } = product;
  const rule = ruleOf(product, id);
  const [group, language = '', name = ''] = id.split('/');
  // Once its own is taken away, nobody knows it here.
  if (id === 'metadata/quantity_step')
    return details.metadata?.quantity_step === undefined ? textOf(details.quantity_step ?? 1, rule) : '';
  if (group === 'attributes') return textOf(shown[language]?.attributes[name]?.value, rule);
  return group === 'seo' ? textOf(shown[language]?.seo[name as (typeof SEO)[number]]) : '';
};

/** Whether it is what is saved, however it is written. */
export const isSaved = (product: Product, id: FieldId, text: string): boolean => {
  const saved = savedText(product, id);
  const rule = ruleOf(product, id);
  if (text === saved || rule === undefined) return text === saved;
  const number = numberIn(text, rule);
  return number !== undefined && number === numberIn(saved, rule);
};

/** Fields that were typed into and are not what is saved. */
export const changedIn = (product: Product, draft: Draft): readonly FieldId[] =>
  (Object.keys(draft) as FieldId[]).filter((id) => !isSaved(product, id, draft[id]!));

/** Without what has become what is saved: nothing is left of it to save. */
export const unsaved = (product: Product, draft: Draft): Draft =>
  Object.fromEntries(changedIn(product, draft).map((id) => [id, draft[id]]));

/** Fields for a number that cannot be read as one, or in two ways: nothing is sent before they are clear. */
export const unreadIn = (
  product: Product,
  draft: Draft,
  ids: readonly FieldId[] = changedIn(product, draft),
): readonly FieldId[] =>
  ids.filter((id) => {
    const rule = ruleOf(product, id);
    return rule !== undefined && draft[id] !== '' && numberIn(draft[id]!, rule) === undefined;
  });

/** A value for the wire. What is emptied is taken away, so that the inherited one shows again. */
const valueOf = (text: string, rule?: NumberRule): unknown => {
  if (text === '') return null;
  return rule === undefined ? text : (numberIn(text, rule) ?? text);
};

const FLAG = whole(0, 1);

/** Sizes of images that were chosen here, by address. */
const sizes = new Map<string, { readonly width: number; readonly height: number }>();
export const keepSize = (url: string, width: number, height: number): void => void sizes.set(url, { width, height });

const imageOf = (url: string): unknown => {
  const size = sizes.get(url);
  return size === undefined || url === '' ? valueOf(url) : { value: url, ...size };
};

interface Change {
  readonly [group: string]: unknown;
}

/** Parameters of update_product that hold what is typed in these fields and nothing else. */
export const changeOf = (
  product: Product,
  draft: Draft,
  ids: readonly FieldId[] = changedIn(product, draft),
): Operations['update_product']['params'] => {
  const change: { [group: string]: { [key: string]: unknown } } = {};
  let name: Change = {};
  for (const id of ids) {
    const text = draft[id]!;
    const [group = '', first = '', second = ''] = id.split('/');
    if (group === 'name') {
      name = { name: text };
      continue;
    }
    const members = (change[group] ??= {});
    if (second === '') {
      members[first] = valueOf(text, ruleOf(product, id) ?? (group === 'availability' ? FLAG : undefined));
      continue;
    }
    const type = product.definition?.attributes[second]?.type;
    const inLanguage = (members[first] ??= {}) as { [name: string]: unknown };
    if (group === 'attributes' && type === 'IMG') inLanguage[second] = imageOf(text);
    else inLanguage[second] = valueOf(text, ruleOf(product, id));
  }
  return { id_product: product.own.id, ...name, ...change };
};

/** Which fields a refusal is about: `param` is a member's name, alone or at the end of its path. */
export const fieldsRefused = (ids: readonly FieldId[], param: string, detail: string): readonly FieldId[] => {
  const last = param.split('.').at(-1);
  const named = ids.filter((id) => detail.startsWith(`${id.replaceAll('/', '.')}:`));
  if (named.length > 0) return named;
  const meant = ids.filter((id) => id.split('/').at(-1) === last);
  // The sentence begins with the path, de_DE.price, where a language is at fault.
  const exact = meant.filter((id) => detail.startsWith(`${id.split('/').slice(1).join('.')}:`));
  return exact.length > 0 ? exact : meant;
};
