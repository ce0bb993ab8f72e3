// Records of classes of the shop's own: stores, companies, reviews.
import { createRecord, deleteRecord, recordClass, recordSeen, updateRecord } from '../domain/catalogue/write-record.ts';
import { findRecords } from '../domain/listing/listing.ts';
import { checkFields } from '../domain/listing/strict-fields.ts';
import { equals } from '../domain/search/conditions.ts';
import { allOf, fieldsOf } from '../domain/search/constraint.ts';
import type { Shown } from '../kernel/json.ts';
import { flag, int, optional, text } from '../kernel/params.ts';
import { DONE, mapOk, ok } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { constraint, listing, neededAttributes, wantedOf } from './params/listing-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import { attributes, country, language } from './params/shop-params.ts';
import { found } from './replies/found.ts';
import { SUCCESS, extra, maybe, reply, whole } from './replies/members.ts';
import { created, done } from './replies/plain.ts';
import { TypedRecord } from './replies/records.ts';
import { envelope } from './views/found.ts';
import { viewRecord } from './views/catalogue.ts';
import { fitted, fittedList, recordsOf, sharedIn, viewContext } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';

const name = text('name, of its own within the class', { max: 255 });

export const get_record_details = read({
  area: 'records',
  isExtension: true,
  summary: 'A record with its attributes; without the secret key an active one of a public class.',
  credential: 'licence',
  session: 'none',
  params: { id_record: int('record id'), language, country, needed_attributes: neededAttributes, ...buyerParams },
  refusals: ['RECORD_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  reply: TypedRecord,
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    const seen = recordSeen(ctx.shop, args.id_record, ctx.backOffice);
    if (!seen.ok) return seen;
    const view = viewContext(ctx, { language: args.language, needed: args.needed_attributes });
    return fitted(view, (sized) => ok(viewRecord(args.id_record, sized)));
  },
});

export const search_records = read({
  area: 'records',
  isExtension: true,
  summary: 'The records of a class that meet a constraint, a page of them; without the secret key of a public one.',
  credential: 'licence',
  session: 'none',
  params: {
    class: text('name of a class of records'),
    constraint: optional(constraint, allOf([]), 'all of the class'),
    strict: optional(flag('1: refuses a field that nothing here can have, or a parameter that there is not'), false),
    language,
    country,
    ...listing,
    needed_attributes: neededAttributes,
    ...buyerParams,
  },
  refusals: [
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'TOO_EXPENSIVE',
    'SEARCH_WARMING_UP',
    'CONSTRAINT_INVALID',
    'COUNTRY_NOT_FOUND',
    'CURRENCY_NOT_FOUND',
  ],
  reply: found('records', TypedRecord),
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    const { shop, backOffice } = ctx;
    const named = recordClass(shop, args.class, backOffice);
    if (!named.ok) return named;
    const [, { name: className, attributes: defined }] = named.value;
    const asked = [...fieldsOf(args.constraint)];
    const fields = args.strict ? checkFields(shop, 'typed_record', defined, asked, args.order_columns) : DONE;
    if (!fields.ok) return fields;
    const ofClass = equals('main.class', className);
    const scope = backOffice ? [ofClass] : [ofClass, equals('main.active', 1)];
    const view = viewContext(ctx, { language: args.language, needed: args.needed_attributes });
    const sought = { ...wantedOf(args, ctx, view.language), constraint: allOf([...scope, args.constraint]), scope };
    const show = (id: number, sized: ViewContext): Shown<TypedRecord> => viewRecord(id, sized);
    return mapOk(findRecords(shop, 'typed_record', sought), (page) =>
      fittedList(view, page.ids.length, (sized) => {
        const shown = sharedIn<TypedRecord>(sized, 'record', show);
        return envelope('records', page, recordsOf(sized, 'typed_record', page.ids, shown));
      }),
    );
  },
});

export const create_record = write({
  area: 'records',
  isExtension: true,
  summary: 'Makes a record of a class of the shop’s own.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    class: text('name of a class of records'),
    name: optional(name, '', 'it has none'),
    shop_active: optional(flag('1 = shoppers see it, where its class is public'), true),
    attributes,
  },
  handle: ({ class: className, shop_active: active, ...given }, { shop }) =>
    createRecord(shop, { className, active, ...given }),
  refusals: [
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'RECORD_LIMIT_REACHED',
    'RECORD_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
  ],
  ...created('create_record', 'record'),
});

export const update_record = write({
  area: 'records',
  isExtension: true,
  summary: 'Changes a record; what is left out stays.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_record: int('record id'),
    name: { ...optional(name, undefined, 'stays; null takes it away'), cleared: { value: '' } },
    shop_active: optional(flag('1 = shoppers see it, where its class is public'), undefined, 'stays'),
    attributes,
    if_seq: ifSeq('record', 'get_record_languages'),
  },
  handle: ({ id_record: id, shop_active: active, if_seq: seen, ...change }, { shop }) =>
    updateRecord(shop, id, { active, ...change, ifSeq: seen }),
  refusals: [
    'RECORD_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'RECORD_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
  ],
  reply: reply('update_record', {
    status: SUCCESS,
    seq: maybe(extra(whole('record that changed it last, for the next if_seq; absent where none was sent'))),
  }),
  view: (_outcome, { shop, recordSeq }, { id_record: id, if_seq: seen }) =>
    ({
      object: 'update_record',
      status: 'success',
      ...(seen !== undefined && recordSeq > 0 && { seq: shop.seqOf('typed_record', id) }),
    }) as const,
});

export const delete_record = writeSeen(
  { kind: 'typed_record', id: (args) => args.id_record, called: 'record', shownBy: 'get_record_languages' },
  {
    area: 'records',
    isExtension: true,
    summary: 'Deletes a record; what names it shows it no longer.',
    credential: 'secret',
    level: 'manager',
    session: 'none',
    params: { id_record: int('record id') },
    handle: ({ id_record: id }, { shop }) => deleteRecord(shop, id),
    refusals: ['RECORD_NOT_FOUND'],
    ...done('delete_record'),
  },
);
