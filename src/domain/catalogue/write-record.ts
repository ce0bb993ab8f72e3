// Makes, changes and deletes records of classes of the shop's own, and finds those that a caller may see.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { mergeTexts } from '../attributes/attributes.ts';
import type { Given, Texts } from '../attributes/attributes.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import type { WebhookEvent } from '../webhooks/webhook.ts';
import { fitNew, fitUpdate } from './fit-references.ts';
import { classNamed } from './find-class.ts';
import type { ShopClass } from './shop-class.ts';
import type { TypedRecord } from './typed-record.ts';

/** Records of a shop. They stay in memory with the index of their words. */
const RECORDS_MAX = 1_000_000;
/** Characters of the values of a record, as JSON. */
const RECORD_LENGTH_MAX = 1_000_000;

export interface NewRecord {
  readonly className: string;
  /** '': none. */
  readonly name: string;
  readonly active: boolean;
  readonly attributes: Given;
  /** What a catalogue file calls it, of its own within the class; absent: none does. */
  readonly key?: string;
}

export interface RecordUpdate {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  /** Merge per language and name; null takes a value away. */
  readonly attributes?: Given;
  /** Record of the journal that the caller has seen; undefined: whatever it is. */
  readonly ifSeq?: number | undefined;
}

/** Refuses: RECORD_NAME_ALREADY_IN_USE by another than `ownId`. */
const checkName = (tx: Transaction, classId: number, name: string, ownId = 0): Result<void> => {
  const holder = name === '' ? undefined : tx.index('typed_record').byName.get(classId, name);
  if (holder === undefined || holder === ownId) return DONE;
  tx.trackAbsence('typed_record');
  return refuse('RECORD_NAME_ALREADY_IN_USE', name);
};

/** Refuses: PARAMETER_INVALID. */
const checkLength = (attributes: Texts): Result<void> => {
  const { length } = JSON.stringify(attributes);
  const most = `of at most ${RECORD_LENGTH_MAX}`;
  return length <= RECORD_LENGTH_MAX
    ? DONE
    : refuse('PARAMETER_INVALID', 'attributes', `The values of the record have ${length} characters, ${most}.`);
};

const tell = (tx: Transaction, event: WebhookEvent, id: number, { classId }: TypedRecord): Result<void> =>
  fire(tx, event, { id_record: id, class: tx.read('class', classId)?.name ?? '' });

/**
 * Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, RECORD_LIMIT_REACHED, RECORD_NAME_ALREADY_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for too many characters.
 */
export const createRecord = (
  tx: Transaction,
  { className, name, active, attributes: given, key = '' }: NewRecord,
): Result<number> => {
  const named = classNamed(tx, className, 'record');
  if (!named.ok) return named;
  const [classId, { attributes: definitions }] = named.value;
  const { count } = tx.index('typed_record');
  if (count >= RECORDS_MAX) {
    tx.trackAbsence('typed_record');
    return refuse('RECORD_LIMIT_REACHED', className, `There are ${count} records, of at most ${RECORDS_MAX}.`);
  }
  const free = checkName(tx, classId, name);
  if (!free.ok) return free;
  const attributes = fitNew(tx, definitions, given);
  if (!attributes.ok) return attributes;
  const fits = checkLength(attributes.value);
  if (!fits.ok) return fits;
  const id = tx.create('typed_record', {
    type: 'create_record',
    classId,
    name,
    active,
    attributes: attributes.value,
    key,
  });
  const told = id.ok ? tell(tx, 'RECORD_CREATED', id.value, tx.read('typed_record', id.value)!) : DONE;
  return told.ok ? id : told;
};

/**
 * The same values again are no event, and nobody is told of them.
 *
 * Refuses: RECORD_NOT_FOUND, CHANGED_MEANWHILE, RECORD_NAME_ALREADY_IN_USE, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for too many characters.
 */
export const updateRecord = (tx: Transaction, id: number, { ifSeq, ...update }: RecordUpdate): Result<void> => {
  const state = tx.read('typed_record', id);
  if (state === undefined) return refuse('RECORD_NOT_FOUND', id);
  const seen = checkSeen(tx, 'typed_record', id, ifSeq);
  if (!seen.ok) return seen;
  const free = checkName(tx, state.classId, update.name ?? '', id);
  if (!free.ok) return free;
  const changes = fitUpdate(tx, tx.read('class', state.classId)!.attributes, update.attributes ?? {}, state.attributes);
  if (!changes.ok) return changes;
  const fits = checkLength(mergeTexts(state.attributes, changes.value));
  if (!fits.ok) return fits;
  const { name, active, attributes } = state;
  const updated = tx.ask('typed_record', id, { type: 'update_record', ...update, attributes: changes.value });
  if (!updated.ok) return updated;
  const after = tx.read('typed_record', id)!;
  const isSame = after.name === name && after.active === active && after.attributes === attributes;
  return isSame ? DONE : tell(tx, 'RECORD_CHANGED', id, after);
};

/** What names it keeps its id, which is not given again, and shows nothing. Refuses: RECORD_NOT_FOUND. */
export const deleteRecord = (tx: Transaction, id: number): Result<void> => {
  const state = tx.read('typed_record', id);
  if (state === undefined) return refuse('RECORD_NOT_FOUND', id);
  const told = tell(tx, 'RECORD_DELETED', id, state);
  return told.ok ? tx.ask('typed_record', id, { type: 'delete_record' }) : told;
};

/** Whether a caller may see it; `inactive`: with the secret key all of them. */
export const isRecordSeen = (shop: Reader, { classId, active }: TypedRecord, inactive: boolean): boolean =>
  inactive || (active && shop.read('class', classId)?.isPublic === true);

/** Refuses: RECORD_NOT_FOUND, also for one that the caller may not see. */
export const recordSeen = (shop: Reader, id: number, inactive: boolean): Result<TypedRecord> => {
  const state = shop.read('typed_record', id);
  return state !== undefined && isRecordSeen(shop, state, inactive) ? ok(state) : refuse('RECORD_NOT_FOUND', id);
};

/**
 * The class whose records a caller asks for. Without the secret key a class that is not public is none.
 *
 * Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID.
 */
export const recordClass = (shop: Reader, name: string, inactive: boolean): Result<[id: number, state: ShopClass]> => {
  const named = classNamed(shop, name, 'record');
  if (inactive || (named.ok && named.value[1].isPublic)) return named;
  shop.trackAbsence('class');
  return refuse('CLASS_NOT_FOUND', name);
};
