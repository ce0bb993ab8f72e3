// What is typed about a product and not saved yet: one text per field, compared with what the product has itself.
// Drafts outlive the screen and a reload of the page, so that nobody loses one by looking something up elsewhere; they
// end with the tab.
import type { Attribute, Class, Operations } from '../../src/client/operations.ts';
import { priceFieldIn } from '../price.ts';
import { figure, numberIn, quantity, whole, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { numberOf } from '../wire-number.ts';

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
const AVAILABILITY = ['active', 'quantity', 'quantity_warning', 'allow_override'] as const;

/** Key of a field: its group, its language if it has one, its name. */
export type FieldId =
  | 'name'
  | `metadata/${string}`
  | `availability/${string}`
  | `attributes/${string}/${string}`
  /** What a picture shows, in words. */
  | `alt/${string}/${string}`
  /** The point of a picture that stays in sight: "30 20", per cent from its left and from its top. */
  | `focus/${string}/${string}`
  | `seo/${string}/${string}`;

export type Draft = { readonly [id in FieldId]?: string };

interface Kept {
  readonly draft: Draft;
  /** What was saved when the field was first typed into. */
  readonly bases: Draft;
}
const NONE: Kept = { draft: {}, bases: {} };
const kept = new Map<number, Kept>();

/** The tab keeps them over a reload; '' before the first login, and in tests. */
let place = '';
const keepInTab = (): void => {
  if (place !== '') sessionStorage.setItem(place, JSON.stringify([...kept]));
};

/** Takes up what the tab has kept for a person, and nothing of another one. */
export const takeUpDrafts = (username: string): void => {
  place = `kontor-drafts ${username}`;
  kept.clear();
  const text = sessionStorage.getItem(place);
  if (text !== null) for (const [id, one] of JSON.parse(text) as [number, Kept][]) kept.set(id, one);
};

/** Groups of the parts of a picture: its address, its words and its point. */
export const PICTURE_PARTS = ['attributes', 'alt', 'focus'] as const;
type PicturePart = (typeof PICTURE_PARTS)[number];

const isPart = (group: string): group is PicturePart => (PICTURE_PARTS as readonly string[]).includes(group);

/** The other parts of a picture, which go over the wire as one value with this one. */
const partnersOf = (id: FieldId): readonly FieldId[] => {
  const [group = '', language = '', name = ''] = id.split('/');
  if (!isPart(group)) return [];
  return PICTURE_PARTS.filter((part) => part !== group).map((part): FieldId => `${part}/${language}/${name}`);
};

const isPicture = ({ definition }: Pick<Product, 'definition'>, id: FieldId): boolean => {
  const [group = '', , name = ''] = id.split('/');
  return isPart(group) && (group !== 'attributes' || definition?.attributes[name]?.type === 'IMG');
};

const basesWhere = (bases: Draft, is: (field: FieldId) => boolean): Draft =>
  Object.fromEntries(Object.entries(bases).filter(([field]) => is(field as FieldId)));

export const hasDrafts = (): boolean => kept.size > 0;
export const draftOf = (id: number): Draft => (kept.get(id) ?? NONE).draft;
export const keepDraft = (id: number, draft: Draft): void => {
  const { bases } = kept.get(id) ?? NONE;
  if (Object.keys(draft).length === 0) kept.delete(id);
  else {
    const isOf = (field: FieldId): boolean => [field, ...partnersOf(field)].some((one) => one in draft);
    kept.set(id, { draft, bases: basesWhere(bases, isOf) });
  }
  keepInTab();
};

/**
 * Notes what is saved of fields of a draft, as far as the person knows. What was noted of other parts of a picture is
 * over, unless it is noted again or typed into as well.
 */
export const keepBases = (id: number, bases: Draft): void => {
  const known = kept.get(id);
  if (known === undefined) return;
  const isStill = (field: FieldId): boolean => field in known.draft || !partnersOf(field).some((one) => one in bases);
  kept.set(id, { ...known, bases: { ...basesWhere(known.bases, isStill), ...bases } });
  keepInTab();
};

/** Notes what is saved of a field that is typed into, and of the other parts of its picture. */
export const keepSaved = (product: Product, id: FieldId): void => {
  const { draft } = kept.get(product.own.id) ?? NONE;
  const others = isPicture(product, id) ? partnersOf(id).filter((one) => draft[one] === undefined) : [];
  keepBases(product.own.id, Object.fromEntries([id, ...others].map((field) => [field, savedText(product, field)])));
};

/**
 * The field that somebody else has saved since this person began to type into `id`: that field, or another part of its
 * picture, which would go over the wire with it. Undefined: nobody has.
 */
export const conflictAt = (product: Product, id: FieldId): FieldId | undefined => {
  const { draft, bases } = kept.get(product.own.id) ?? NONE;
  const isChanged = (field: FieldId): boolean => bases[field] !== undefined && !isSaved(product, field, bases[field]);
  if (isChanged(id)) return id;
  return partnersOf(id).find((one) => draft[one] === undefined && isChanged(one));
};

/** Fields that somebody else has saved since this person began to type into them. */
export const conflictsIn = (product: Product, ids: readonly FieldId[]): readonly FieldId[] =>
  ids.filter((id) => conflictAt(product, id) !== undefined);

/** Decimals that carts take of a price, and those that a number of a class may have. */
const [PRICE_DECIMALS, FIGURE_DECIMALS] = [4, 15];
const WHOLE = whole(-999_999_999_999_999);
const MEASURE: NumberRule = { ...quantity(0, 999_999_999_999), decimalsMax: 9 };
const STEP = quantity(0.001, 1_000_000);

/** The attribute that carts take as the price. */
export const priceFieldOf = ({ priceFields, definition }: Pick<Product, 'priceFields' | 'definition'>): string =>
  priceFieldIn(definition?.attributes ?? {}, priceFields);

/** Returns what a number field takes; undefined for other fields. */
export const ruleOf = ({ definition, priceFields }: Product, id: FieldId): NumberRule | undefined => {
  const [group, name = '', attribute = ''] = id.split('/');
  if (id === 'metadata/quantity_step') return STEP;
  if (group === 'metadata') return MEASURES.has(name) ? MEASURE : undefined;
  if (group === 'availability') return name.startsWith('quantity') ? quantity() : undefined;
  const type = group === 'attributes' ? definition?.attributes[attribute]?.type : undefined;
  if (type === 'INT') return WHOLE;
  if (type !== 'FLOAT') return undefined;
  const isPrice = priceFields.length === 0 ? attribute === 'price' : priceFields.includes(attribute);
  return isPrice ? { ...figure(PRICE_DECIMALS), min: 0 } : figure(FIGURE_DECIMALS);
};

/** Returns a value as its field shows it; only texts, numbers and images are edited here. */
const textOf = (value: unknown, rule?: NumberRule): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return 'value' in value ? textOf(value.value, rule) : JSON.stringify(value);
  return typeof value === 'number' && rule !== undefined ? writeNumber(value, rule) : String(value);
};

interface Image {
  readonly value: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string;
  readonly focus?: { readonly x: number; readonly y: number } | null;
}

/** Undefined for a value that is none, or an address alone. */
const imageIn = (value: unknown): Image | undefined =>
  typeof value === 'object' && value !== null && 'value' in value ? (value as Image) : undefined;

/** The point of an image as its field holds it; '': none. */
const pointIn = (image: Image | undefined): string => (image?.focus ? `${image.focus.x} ${image.focus.y}` : '');

/** Returns the product's own value of a field; '' for none. */
export const savedText = (product: Product, id: FieldId): string => {
  const { details, own } = product;
  const rule = ruleOf(product, id);
  const [group, first = '', second = ''] = id.split('/');
  if (group === 'name') return own.name;
  if (group === 'attributes') return textOf(own.values[first]?.[second], rule);
  if (group === 'alt') return imageIn(own.values[first]?.[second])?.alt ?? '';
  if (group === 'focus') return pointIn(imageIn(own.values[first]?.[second]));
  if (group === 'seo') return textOf(own.seo[first]?.[second as (typeof SEO)[number]]);
  if (group === 'availability') return textOf(details.availability[first as (typeof AVAILABILITY)[number]], rule);
  const metadata = details.metadata?.[first as Metadata];
  if (MEASURES.has(first) && metadata === 0) return '';
  return typeof metadata === 'object' ? metadata.name : textOf(metadata, rule);
};

/** Returns what is shown if the product has no own value: another language's, the parent's, the class's. */
export const inheritedText = (product: Product, id: FieldId): string => {
  const { details, shown } = product;
  const rule = ruleOf(product, id);
  const [group, language = '', name = ''] = id.split('/');
  // The page does not know what is inherited once the own value is removed.
  if (id === 'metadata/quantity_step')
    return details.metadata?.quantity_step === undefined ? textOf(details.quantity_step ?? 1, rule) : '';
  if (group === 'attributes') return textOf(shown[language]?.attributes[name]?.value, rule);
  if (group === 'alt') return imageIn(shown[language]?.attributes[name])?.alt ?? '';
  if (group === 'focus') return pointIn(imageIn(shown[language]?.attributes[name]));
  return group === 'seo' ? textOf(shown[language]?.seo[name as (typeof SEO)[number]]) : '';
};

/** Whether the text means what is saved, however it is written. */
export const isSaved = (product: Product, id: FieldId, text: string): boolean => {
  const saved = savedText(product, id);
  const rule = ruleOf(product, id);
  if (text === saved || rule === undefined) return text === saved;
  const number = numberIn(text, rule);
  return number !== undefined && number === numberIn(saved, rule);
};

/** Fields whose typed text differs from what is saved. */
export const changedIn = (product: Product, draft: Draft): readonly FieldId[] =>
  (Object.keys(draft) as FieldId[]).filter((id) => !isSaved(product, id, draft[id]!));

/** The draft without fields that the class lacks: they were typed while another one was chosen. */
export const ofClass = ({ definition }: Pick<Product, 'definition'>, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([id]) => {
      const [group = '', , name = ''] = id.split('/');
      return !isPart(group) || definition?.attributes[name] !== undefined;
    }),
  );

/** Number of fields as a person sees them: one that has the same text in every language is one. */
export const countFields = ({ languages }: Product, draft: Draft, changed: readonly FieldId[]): number => {
  const seen = changed.map((id) => {
    const [group, , name = ''] = id.split('/');
    const texts = languages.map((code) => draft[`${group as 'attributes'}/${code}/${name}`]);
    return name !== '' && new Set(texts).size === 1 ? `${group}/${name}` : id;
  });
  return new Set(seen).size;
};

/** Takes up the draft of an object, without fields that equal what is saved, or were saved before the page was left. */
export const takeUpDraft = (product: Product): Draft => {
  const { draft, bases } = kept.get(product.own.id) ?? NONE;
  const ids = changedIn(product, draft).filter((id) => bases[id] !== draft[id]);
  const left = Object.fromEntries(ids.map((id) => [id, draft[id]]));
  keepDraft(product.own.id, left);
  return left;
};

/** Number fields that are unreadable or doubtful: nothing is sent before they are clear. */
export const unreadIn = (
  product: Product,
  draft: Draft,
  ids: readonly FieldId[] = changedIn(product, draft),
): readonly FieldId[] =>
  ids.filter((id) => {
    const rule = ruleOf(product, id);
    return rule !== undefined && draft[id] !== '' && numberIn(draft[id]!, rule) === undefined;
  });

/** Returns a value for the wire; an emptied field is removed, so that the inherited value shows again. */
const valueOf = (text: string, rule?: NumberRule): unknown => {
  if (text === '') return null;
  return rule === undefined ? text : (numberIn(text, rule) ?? text);
};

const FLAG = whole(0, 1);

/** Sizes of images that were chosen here, by address. */
const sizes = new Map<string, { readonly width: number; readonly height: number }>();
export const keepSize = (url: string, width: number, height: number): void => void sizes.set(url, { width, height });

/** The size of a picture that was chosen here, or that the product has somewhere. */
const sizeOf = ({ own }: Product, url: string): Pick<Image, 'width' | 'height'> => {
  const all = Object.values(own.values).flatMap((values) => Object.values(values).map(imageIn));
  return sizes.get(url) ?? all.find((image) => image?.value === url && (image.width ?? 0) > 0) ?? {};
};

/** The point that a field holds; undefined: none. */
export const pointOf = (text: string): { readonly x: number; readonly y: number } | undefined => {
  const [x, y] = text.split(' ').map(numberOf);
  return x === undefined || y === undefined ? undefined : { x, y };
};

/** The address of a picture that shoppers are shown once the draft is saved; '': none. */
export const addressShown = (product: Product, draft: Draft, language: string, name: string): string => {
  const id: FieldId = `attributes/${language}/${name}`;
  return draft[id] ?? (savedText(product, id) || inheritedText(product, id));
};

/** The point that is typed for this picture in another language, or else is shown with it; undefined: none. */
const pointOfOthers = (product: Product, draft: Draft, name: string, url: string): string | undefined => {
  const typed = product.languages
    .filter((code) => addressShown(product, draft, code, name) === url)
    .flatMap((code) => draft[`focus/${code}/${name}`] ?? []);
  const shown = product.languages
    .filter((code) => inheritedText(product, `attributes/${code}/${name}`) === url)
    .map((code) => inheritedText(product, `focus/${code}/${name}`));
  // A point that was taken away is shown until that is saved.
  return (typed.length > 0 ? typed : shown).find((text) => text !== '');
};

/** A picture as an attribute takes it, with its size where that is known. Null: there is none any more. */
export const imageValue = (product: Product, url: string): unknown => {
  const { width = 0, height = 0 } = sizeOf(product, url);
  if (url === '') return null;
  return width === 0 ? url : { value: url, width, height };
};

/** A picture with its size, where that is known, its words and its point. Null: there is none any more. */
const imageSent = (product: Product, draft: Draft, language: string, name: string): unknown => {
  const ids = { url: `attributes/${language}/${name}`, alt: `alt/${language}/${name}` } as const;
  const typed = draft[ids.url] ?? savedText(product, ids.url);
  // Words are given to a picture that another language, or the product above, has.
  const url = typed === '' && draft[ids.url] === undefined ? inheritedText(product, ids.url) : typed;
  if (url === '') return null;
  const { width = 0, height = 0 } = sizeOf(product, url);
  const alt = draft[ids.alt] ?? savedText(product, ids.alt);
  const isSaid = alt !== '' || draft[ids.alt] !== undefined;
  // The engine keeps the point of the same picture, and another picture has none. A copy has that of the original.
  const point =
    draft[`focus/${language}/${name}`] ?? (typed === '' ? pointOfOthers(product, draft, name, url) : undefined);
  if (width === 0 && !isSaid && point === undefined) return url;
  return {
    value: url,
    ...(width > 0 && { width, height }),
    ...(isSaid && { alt }),
    ...(point !== undefined && { focus: pointOf(point) ?? null }),
  };
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
  const images = new Map<string, readonly [language: string, name: string]>();
  for (const id of ids) {
    const text = draft[id]!;
    const [group = '', first = '', second = ''] = id.split('/');
    if (group === 'name') {
      name = { name: text };
      continue;
    }
    if (isPicture(product, id)) {
      images.set(`${first}/${second}`, [first, second]);
      continue;
    }
    const members = (change[group] ??= {});
    if (second === '') {
      members[first] = valueOf(text, ruleOf(product, id) ?? (group === 'availability' ? FLAG : undefined));
      continue;
    }
    const inLanguage = (members[first] ??= {}) as { [name: string]: unknown };
    inLanguage[second] = valueOf(text, ruleOf(product, id));
  }
  for (const [language, attribute] of images.values()) {
    const inLanguage = ((change['attributes'] ??= {})[language] ??= {}) as { [name: string]: unknown };
    inLanguage[attribute] = imageSent(product, draft, language, attribute);
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
