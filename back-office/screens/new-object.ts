// A product or a content that is not there yet: an empty one to be filled in, or one with the values of another.
import type { Class, Operations } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { slugOf } from '../slug.ts';
import { idIn } from '../wire-number.ts';
import { NO_STOCK } from './object-calls.ts';
import type { ObjectType } from './object-calls.ts';
import { titleAttribute } from './object-title.ts';
import { changeOf, keepSize, priceFieldOf, savedText } from './product-draft.ts';
import type { Details, Draft, FieldId, Product } from './product-draft.ts';
import { STANDARD_NAME, labelIn, standardOf } from './standard-class.ts';

type Shop = Operations['get_shop']['reply'];

/** Makes the first class of a type, or takes the one that is there; throws Refused. */
const standardMade = async (type: ObjectType): Promise<Pick<Class, 'id' | 'attributes'>> => {
  const name = STANDARD_NAME[type];
  try {
    const { id } = await call('create_class', { name, type });
    return { id: idIn(id) ?? 0, attributes: {} };
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'CLASS_NAME_ALREADY_IN_USE') throw error;
    // It was made before the object was refused.
    const found = await call('search_classes', { constraint: { 'main.name': name, 'main.type': type } });
    if (found.result[0] === undefined) throw error;
    return found.result[0];
  }
};

/** Makes that class with its attributes, as far as they are missing; throws Refused. */
const makeStandardClass = async (product: Product): Promise<void> => {
  const { type: classType } = product.own;
  const { id, attributes } = await standardMade(classType);
  const missing = standardOf(classType, priceFieldOf(product)).filter(({ name }) => attributes[name] === undefined);
  if (missing.length === 0) return;
  await call('create_class_attributes', {
    id_class: id,
    attributes: missing.map(({ standard, type, name }) => ({
      name,
      type,
      labels: Object.fromEntries(product.languages.map((language) => [language, labelIn(language, standard)])),
    })),
  });
};

/** `id`: names its draft; no object has it. */
export const blankObject = (type: ObjectType, id: number, definition: Class, shop: Shop): Product => ({
  details: {
    id,
    name: '',
    attributes: {},
    variations: [],
    categories: [],
    availability: { ...NO_STOCK, active: type === 'product' ? 1 : 0 },
  } as unknown as Details,
  shown: {},
  own: {
    object: 'shopobject_languages',
    id,
    type,
    name: '',
    class: definition.name,
    id_product: 0,
    shop_active: 1,
    creation_date: '',
    values: {},
    seo: {},
    categories: [],
    seq: 0,
  },
  definition,
  languages: shop.languages,
  taxClasses: shop.tax_classes.map(({ name }) => name),
  priceFields: shop.price_fields,
});

const COPIED = ['taxclass', 'weight', 'length', 'width', 'height', 'quantity_step', 'notes'] as const;

/** What a duplicate begins with: all but what is one product's alone, such as its article number and its permalinks. */
export const draftLike = (product: Product): Draft => {
  const { own } = product;
  const draft: { [id in FieldId]?: string } = {};
  const copy = (id: FieldId): void => {
    const text = savedText(product, id);
    if (text !== '') draft[id] = text;
  };
  for (const [language, values] of Object.entries(own.values)) {
    for (const [name, value] of Object.entries(values)) {
      if (Array.isArray(value)) continue;
      const id: FieldId = `attributes/${language}/${name}`;
      copy(id);
      copy(`alt/${language}/${name}`);
      copy(`focus/${language}/${name}`);
      const image = value as { readonly value?: string; readonly width?: number; readonly height?: number } | null;
      if (typeof image === 'object' && image?.value !== undefined)
        keepSize(image.value, image.width ?? 0, image.height ?? 0);
    }
  }
  for (const name of COPIED) copy(`metadata/${name}`);
  return draft;
};

export interface NewObject {
  readonly product: Product;
  readonly draft: Draft;
  readonly isVisible: boolean;
  readonly categories: readonly number[];
}

/** What it is called in a language, as far as that is typed. */
const titleTyped = ({ definition }: Product, draft: Draft, code: string): string => {
  const title = titleAttribute(definition?.attributes ?? {}) ?? '';
  return (draft[`attributes/${code}/${title}`] ?? '').trim();
};

/** Its name in the shop's own language first. */
export const nameTyped = (product: Product, draft: Draft): string => {
  const names = product.languages.map((code) => titleTyped(product, draft, code));
  return names.find((name) => name !== '') ?? '';
};

/** How often another name is tried where one is taken. */
const TRIES = 20;
const TAKEN: ReadonlySet<string> = new Set(['SHOPOBJECT_NAME_ALREADY_IN_USE', 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE']);

type NewParams = Params<'create_product'> & Params<'create_content'>;

const paramsOf = ({ product, draft, isVisible, categories }: NewObject, turn: number): NewParams => {
  const { id_product: _id, name: typed, seo: typedSeo, availability, ...change } = changeOf(product, draft);
  const end = turn === 1 ? '' : ` ${turn}`;
  const seo: { [language: string]: object } = { ...(typedSeo as object) };
  for (const code of product.languages) {
    const permalink = slugOf(titleTyped(product, draft, code) + end);
    if (permalink !== '' && (draft[`seo/${code}/permalink`] ?? '') === '') seo[code] = { ...seo[code], permalink };
  }
  return {
    class: product.own.class,
    ...change,
    name: typed ?? nameTyped(product, draft) + end,
    shop_active: isVisible ? 1 : 0,
    seo,
    ...(product.own.type === 'product' && { availability: { active: 1, ...(availability as object) } }),
    categories: [...categories],
  };
};

/**
 * Makes the product or the content, and its class in a shop without one. Names and addresses that were not typed are
 * made from its name, with a number where that is taken. Answers with its id; throws Refused.
 */
export const makeObject = async (given: NewObject): Promise<number> => {
  const { product } = given;
  if (product.definition?.id === 0) await makeStandardClass(product);
  for (let turn = 1; ; turn += 1) {
    try {
      const made = paramsOf(given, turn);
      const { id } = await (product.own.type === 'product'
        ? call('create_product', made)
        : call('create_content', made));
      return idIn(id) ?? 0;
    } catch (error) {
      const isTaken = error instanceof Refused && TAKEN.has(error.code);
      if (!isTaken || turn === TRIES) throw error;
      const first = paramsOf(given, turn);
      const next = paramsOf(given, turn + 1);
      // What a person typed stays, and its refusal is shown.
      if (JSON.stringify(first) === JSON.stringify(next)) throw error;
    }
  }
};
