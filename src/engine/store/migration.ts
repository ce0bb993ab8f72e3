// Migrates a store of an older format to this program's before the first commit to it; until then the older program can
// still open it.
//
// A step changes what store.json says. Journal, rows and snapshot files stay as they were written: readers know every
// format from OLDEST_FORMAT on. Guaranteed: store.json names the new format, synced, before any byte of the journal has
// it. After a kill between the two the migration runs again, so a step gives the same result when repeated.
import { FORMAT, STORE_FORMAT } from '../disk/format.ts';
import type { StoreIdentity } from './identity.ts';

type Step = (identity: StoreIdentity) => StoreIdentity;

/** By the version that a step begins with; a version without one has the same members as the next. */
const STEPS: ReadonlyMap<number, Step> = new Map();

/** The identity in this program's format. One of a later version was written by a program that allows this. */
export const migrated = (identity: StoreIdentity, steps = STEPS): StoreIdentity => {
  let next = identity;
  for (let from = identity.format.version; from < FORMAT; from += 1) next = steps.get(from)?.(next) ?? next;
  return { ...next, format: STORE_FORMAT };
};
