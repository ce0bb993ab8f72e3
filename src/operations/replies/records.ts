// A record of a class of the shop's own.
import type { Static } from '../../kernel/params.ts';
import { Type } from '../../kernel/params.ts';
import { Attributes } from './attributes.ts';
import { bit, dateTime, extra, id, maybe, record, text, whole } from './members.ts';

export const TypedRecord = record('Record', 'A record of a class of the shop’s own: a store, a company, a review.', {
  object: Type.Literal('record'),
  id: id('record id'),
  name: text('name, of its own within the class; empty: none'),
  creation_date: dateTime('when it was made'),
  class: text('name of its class'),
  attributes: Attributes,
  shop_active: maybe(bit('1: shoppers see it, where its class is public; shown to the back office')),
  seq: maybe(extra(whole('record that changed it last, for if_seq; shown to the back office'))),
});
export type TypedRecord = Static<typeof TypedRecord>;
