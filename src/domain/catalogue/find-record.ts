// Finds a record of a class of the shop's own as a catalogue file calls it: by its name, or by its key where it has
// none. A file may have both: then the key finds the record that had no name yet when it went from shop to shop (D679).
//
// Not promised: that a key which a file makes up never is that of another record. One that looks like
// <creation>-<id> is taken for the record of that id and creation, unless a file brought one under it.
import type { Reader } from '../transaction.ts';

/** A record as files name it: `name`, `key` or both, and '' for what is not said. */
export interface RecordName {
  /** Name of the class. */
  readonly class: string;
  readonly name: string;
  readonly key: string;
}

const MADE_KEY = /^(\d{1,15})-(\d{1,15})$/;

/** The id of the record; undefined: the class has none of that name or key, or there is no such class. */
export const findRecord = (shop: Reader, { class: className, name, key }: RecordName): number | undefined => {
  const classId = shop.index('class').byName.get(className);
  if (classId === undefined) return undefined;
  const named = name === '' ? undefined : shop.index('typed_record').byName.get(classId, name);
  if (named !== undefined || key === '') return named;
  const keyed = recordOfKey(shop, classId, key);
  return name === '' || (keyed !== undefined && shop.read('typed_record', keyed)?.name === '') ? keyed : undefined;
};

const recordOfKey = (shop: Reader, classId: number, key: string): number | undefined => {
  const brought = shop.index('typed_record').byKey.get(classId, key);
  if (brought !== undefined) return brought;
  const [createdMs, id = 0] = (MADE_KEY.exec(key) ?? []).slice(1).map(Number);
  const state = shop.read('typed_record', id);
  return state?.classId === classId && state.key === '' && state.createdMs === createdMs ? id : undefined;
};
