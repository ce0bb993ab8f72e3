// The filter of a webhook: the constraint that the object of a message must meet, or its receiver is not called.
//
// Guaranteed: what a filter leaves out is what a search with the same constraint does not find at that moment. An order
// stands for its returns, its refunds and the money that came for it, which are not searched themselves.
// Not promised: that an object that is gone would have met it. A message about it is never left out.
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { allOf, leavesOf, partsOf } from '../search/constraint.ts';
import { equals } from '../search/conditions.ts';
import { parseConstraint } from '../search/parse-constraint.ts';
import type { SearchKind } from '../search/query.ts';
import type { Reader } from '../transaction.ts';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.ts';
import type { WebhookEvent, WebhookObject } from '../webhooks/webhook.ts';
import { findObjects, findRecords } from './listing.ts';
import { unknownField } from './strict-fields.ts';

/** Characters of a filter in JSON. */
const FILTER_MAX = 10_000;

/** What is searched of an object; undefined: nothing finds it. */
const SEARCHED: { readonly [kind in WebhookObject]: SearchKind | undefined } = {
  order: 'order',
  order_return: 'order',
  refund: 'order',
  payment_notice: 'order',
  shopobject: 'shopobject',
  category: undefined,
  user: 'user',
  typed_record: 'typed_record',
};

/**
 * Reads the filter of a webhook as a call sends it. Shape: its JSON; '' where every object meets it.
 *
 * Refuses: CONSTRAINT_INVALID with the field that the objects of the event do not have, and for MATCH.
 */
export const readFilter = (shop: Reader, event: WebhookEvent, given: unknown): Result<string> => {
  const constraint = parseConstraint(given);
  if (!constraint.ok) return constraint;
  if (partsOf(constraint.value).length === 0) return ok('');
  const kind = SEARCHED[WEBHOOK_EVENTS[event].object];
  if (kind === undefined) return refuse('CONSTRAINT_INVALID', 'filter', `No search finds what ${event} tells of.`);
  const leaves = leavesOf(constraint.value);
  // Whether words match depends on the words of all other records.
  const words = leaves.find(({ operator }) => operator === 'MATCH');
  if (words !== undefined) return refuse('CONSTRAINT_INVALID', words.field, 'A filter has no MATCH: use LIKE.');
  const fields = leaves.map(({ field }) => field);
  const unknown = unknownField(shop, kind, kind === 'shopobject' ? 'content' : '', fields);
  if (unknown !== undefined) {
    const { field, hint } = unknown;
    return refuse('CONSTRAINT_INVALID', field, `There is no field ${shown(field)} here.${hint}`);
  }
  const json = JSON.stringify(given);
  return json.length <= FILTER_MAX
    ? ok(json)
    : refuse('CONSTRAINT_INVALID', 'filter', `It has ${json.length} characters as JSON, of at most ${FILTER_MAX}.`);
};

/** The record that is searched in the place of an object; 0: there is none. */
const searchedId = (shop: Reader, kind: WebhookObject, id: number): number => {
  switch (kind) {
    case 'order_return':
      return shop.read('order_return', id)?.orderId ?? 0;
    case 'refund':
      return shop.read('refund', id)?.orderId ?? 0;
    case 'payment_notice':
      return shop.read('payment_notice', id)?.orderId ?? 0;
    case 'order':
    case 'shopobject':
    case 'category':
    case 'user':
    case 'typed_record':
      return id;
    default:
      return kind satisfies never;
  }
};

/**
 * Whether a message about an object is to be sent. `filter`: as `readFilter` gave it; an object that is gone meets all.
 *
 * Refuses: CONSTRAINT_INVALID where categories that fill themselves have made it too long.
 */
export const passesFilter = (shop: Reader, event: WebhookEvent, objectId: number, filter: string): Result<boolean> => {
  const { object } = WEBHOOK_EVENTS[event];
  const kind = SEARCHED[object];
  const id = kind === undefined ? 0 : searchedId(shop, object, objectId);
  if (filter === '' || kind === undefined || id === 0 || shop.read(kind, id) === undefined) return ok(true);
  const constraint = parseConstraint(JSON.parse(filter));
  if (!constraint.ok) return constraint;
  const { language } = shop.rules;
  const asked = { language, order: [], descending: false, skip: 0, limit: 1 };
  // One record is looked at, whatever else the constraint would find.
  const own = allOf([equals('main.id', id), constraint.value]);
  const found =
    kind === 'shopobject'
      ? findObjects(shop, 'content', own, { ...asked, inactive: true })
      : findRecords(shop, kind, { ...asked, constraint: own });
  return found.ok ? ok(found.value.count > 0) : found;
};
