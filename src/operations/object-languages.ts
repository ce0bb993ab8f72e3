// A product or a content with what it has itself in every language: what an editor of the back office changes.
import type { AttributeValue } from '../domain/attributes/attributes.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Reader } from '../domain/transaction.ts';
import { Keyed } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { Type, int } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { bit, dateTime as dateTimeMember, group, id, keyed, list, maybe, oneOf } from './replies/members.ts';
import { reply, text, whole } from './replies/members.ts';
import { dateTime } from './views/format.ts';

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

const Languages = reply('shopobject_languages', {
  id: id('product or content id'),
  type: oneOf('kind of object', ['product', 'content']),
  name: text('name'),
  class: text('class'),
  id_product: id('product that it is a variation of; 0: none'),
  shop_active: bit('1: it may be seen and bought'),
  creation_date: dateTimeMember('when it was made'),
  values: keyed(
    keyed(Type.Unknown({ description: 'a text, a number, an image or a list of product ids' }), 'values by name'),
    'values of its own by language, as update_product takes them',
  ),
  seo: keyed(Seo, 'search-engine texts by language'),
  categories: list(Position, 'categories that it is in'),
});

const valuesOf = (shop: Reader, { classId, attributes }: ShopObject) => {
  const definitions = shop.read('class', classId)?.attributes ?? [];
  return new Keyed(
    Object.entries(attributes).map(([language, values]) => [
      language,
      new Keyed(
        // A value under an attribute that was taken out of the class shows nowhere.
        definitions.flatMap(({ name, number }): [string, Json][] => {
          const value = (values as { readonly [number: string]: AttributeValue })[number];
          return value === undefined ? [] : [[name, value as Json]];
        }),
      ),
    ]),
  );
};

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
      values: valuesOf(shop, state),
      seo: new Keyed(Object.entries(state.seo).map(([language, entry]) => [language, { ...entry }])),
      categories: state.memberships.map(({ categoryId, position }) => ({ id_category: categoryId, position })),
    } as const);
  },
});
