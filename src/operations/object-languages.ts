// Products, contents, records, categories and classes with what they have themselves in every language: what an editor
// of the back office changes.
import { ATTRIBUTE_TYPES } from '../domain/attributes/attributes.ts';
import type { Seo as SeoState } from '../domain/attributes/seo.ts';
import { usesOf } from '../domain/catalogue/delete-class.ts';
import { CLASS_TYPES } from '../domain/catalogue/shop-class.ts';
import { Keyed } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { Type, int } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { bit, dateTime as dateTimeMember, group, id, keyed, list, maybe, oneOf } from './replies/members.ts';
import { quantity, reply, text, whole } from './replies/members.ts';
import { dateTime, quantity as pieces } from './views/format.ts';
import { viewOwnValues } from './views/own-values.ts';

const Seo = group('What search engines read, in one language.', {
  permalink: maybe(text('last part of the address of its page')),
  title: maybe(text('title of the page')),
  description: maybe(text('description of the page')),
  keywords: maybe(text('keywords')),
});

const Position = group('A category that it is in.', {
  id_category: id('category id'),
  position: whole('its place there; the lowest comes first'),
});

const VALUES = keyed(
  keyed(Type.Unknown({ description: 'a text, a number, an image or a list of ids' }), 'values by name'),
  'values of its own by language, as a change takes them',
);

const Languages = reply('shopobject_languages', {
  id: id('product or content id'),
  type: oneOf('kind of object', ['product', 'content']),
  name: text('name'),
  class: text('class'),
  id_product: id('product that it is a variation of; 0: none'),
  shop_active: bit('1: it may be seen and bought'),
  creation_date: dateTimeMember('when it was made'),
  values: VALUES,
  seo: keyed(Seo, 'search-engine texts by language'),
  categories: list(Position, 'categories that it is in'),
  seq: whole('record that changed it last, for if_seq; its stock is not part of it'),
});

const RecordLanguages = reply('record_languages', {
  id: id('record id'),
  name: text('name; empty: none'),
  class: text('class'),
  shop_active: bit('1: shoppers see it, where its class is public'),
  creation_date: dateTimeMember('when it was made'),
  values: VALUES,
  seq: whole('record that changed it last, for if_seq'),
});

const CategoryLanguages = reply('category_languages', {
  id: id('category id'),
  name: text('name'),
  id_parent: id('category that it stands below; 0: it is a root'),
  creation_date: dateTimeMember('when it was made'),
  labels: keyed(Type.String({ description: 'label' }), 'names to show, by language'),
  seo: keyed(Seo, 'search-engine texts by language'),
  constraint: maybe(
    Type.Unknown({ description: 'the products that it has besides those put into it, as update_category takes it' }),
  ),
  seq: whole('record that changed it last, for if_seq'),
});

const AttributeLanguages = group('An attribute.', {
  name: text('name of the attribute'),
  type: oneOf('kind of value', ATTRIBUTE_TYPES),
  labels: keyed(Type.String({ description: 'label' }), 'names to show, by language'),
  defaults: keyed(
    Type.Unknown({ description: 'a text, a number, an image or a list of product ids' }),
    'what objects without a value of their own show, by language',
  ),
});

const ClassLanguages = reply('class_languages', {
  id: id('class id'),
  name: text('name'),
  type: oneOf('what has this class', CLASS_TYPES),
  creation_date: dateTimeMember('when it was made'),
  quantity_step: maybe(quantity('its products are sold in multiples of it; absent: as the shop says')),
  public: maybe(bit('1: shoppers see its records; absent: they do not')),
  attributes: list(AttributeLanguages, 'its attributes, in their order'),
  objects: whole('objects, warehouse entities, users and records of it'),
  seq: whole('record that changed it last, for if_seq'),
});

const viewSeo = (seo: SeoState) =>
  new Keyed(Object.entries(seo).map(([language, entry]) => [language, { ...entry }] as const));

export const get_shopobject_languages = read({
  area: 'products',
  isExtension: true,
  summary: 'A product or a content with the values that it has itself, in all languages at once.',
  credential: 'secret',
  session: 'none',
  params: { id_shopobject: int('product or content id') },
  refusals: ['SHOPOBJECT_NOT_FOUND'],
  reply: Languages,
  view: ({ id_shopobject: objectId }, { shop }) => {
    const state = shop.read('shopobject', objectId);
    if (state === undefined) return refuse('SHOPOBJECT_NOT_FOUND', objectId);
    return ok({
      object: 'shopobject_languages',
      id: objectId,
      type: state.type,
      name: state.name,
      class: shop.read('class', state.classId)?.name ?? '',
      id_product: state.productId,
      shop_active: state.active ? 1 : 0,
      creation_date: dateTime(state.createdMs),
      values: viewOwnValues(shop, state),
      seo: viewSeo(state.seo),
      categories: state.memberships.map(({ categoryId, position }) => ({ id_category: categoryId, position })),
      seq: shop.seqOf('shopobject', objectId),
    } as const);
  },
});

export const get_record_languages = read({
  area: 'records',
  isExtension: true,
  summary: 'A record with the values that it has itself, in all languages at once.',
  credential: 'secret',
  session: 'none',
  params: { id_record: int('record id') },
  refusals: ['RECORD_NOT_FOUND'],
  reply: RecordLanguages,
  view: ({ id_record: recordId }, { shop }) => {
    const state = shop.read('typed_record', recordId);
    if (state === undefined) return refuse('RECORD_NOT_FOUND', recordId);
    return ok({
      object: 'record_languages',
      id: recordId,
      name: state.name,
      class: shop.read('class', state.classId)?.name ?? '',
      shop_active: state.active ? 1 : 0,
      creation_date: dateTime(state.createdMs),
      values: viewOwnValues(shop, state),
      seq: shop.seqOf('typed_record', recordId),
    } as const);
  },
});

export const get_category_languages = read({
  area: 'categories',
  isExtension: true,
  summary: 'A category with the labels and search-engine texts that it has itself, in all languages at once.',
  credential: 'secret',
  session: 'none',
  params: { id_category: int('category id') },
  refusals: ['CATEGORY_NOT_FOUND'],
  reply: CategoryLanguages,
  view: ({ id_category: categoryId }, { shop }) => {
    const state = shop.read('category', categoryId);
    if (state === undefined) return refuse('CATEGORY_NOT_FOUND', categoryId);
    return ok({
      object: 'category_languages',
      id: categoryId,
      name: state.name,
      id_parent: state.parentId,
      creation_date: dateTime(state.createdMs),
      labels: new Keyed(Object.entries(state.labels)),
      seo: viewSeo(state.seo),
      ...(state.constraint !== '' && { constraint: JSON.parse(state.constraint) as Json }),
      seq: shop.seqOf('category', categoryId),
    } as const);
  },
});

export const get_class_languages = read({
  area: 'classes',
  isExtension: true,
  summary: 'A class with the labels and defaults that its attributes have themselves, in all languages at once.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id') },
  refusals: ['CLASS_NOT_FOUND'],
  reply: ClassLanguages,
  view: ({ id_class: classId }, { shop }) => {
    const state = shop.read('class', classId);
    if (state === undefined) return refuse('CLASS_NOT_FOUND', classId);
    return ok({
      object: 'class_languages',
      id: classId,
      name: state.name,
      type: state.type,
      creation_date: dateTime(state.createdMs),
      ...(state.quantityStepMilli > 0 && { quantity_step: pieces(state.quantityStepMilli) }),
      ...(state.isPublic && { public: 1 as const }),
      attributes: state.attributes.map(({ name, type, labels, defaults }) => ({
        name,
        type,
        labels: new Keyed(Object.entries(labels)),
        defaults: new Keyed(Object.entries(defaults) as [string, Json][]),
      })),
      objects: usesOf(shop, classId),
      seq: shop.seqOf('class', classId),
    } as const);
  },
});
