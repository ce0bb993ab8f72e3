// Ids of existing actors in tables that no longer change. A walk from 1 to the last id would mostly meet gaps: orders
// begin at a configured number, and most sessions have ended.
import type { ActorTable } from '../actors/actor-table.ts';

const idsOf = ({ name, resident, journal }: ActorTable): readonly number[] => {
  const ids: number[] = [];
  for (const id of resident.ids('tables that no longer change')) ids.push(id);
  for (const [id] of journal.rows(name)) if (!resident.has(id)) ids.push(id);
  return ids.sort((a, b) => a - b);
};

const known = new WeakMap<ActorTable, readonly number[]>();

/** Ids of resident actors and of rows, ascending. */
export const storedIds = (table: ActorTable): readonly number[] => {
  let ids = known.get(table);
  if (ids === undefined) known.set(table, (ids = idsOf(table)));
  return ids;
};

/** Ids in either table, ascending. */
export const idsOfEither = (one: ActorTable, other: ActorTable): readonly number[] => {
  const [ids, others] = [storedIds(one), storedIds(other)];
  const isSame = ids.length === others.length && ids.every((id, index) => id === others[index]);
  return isSame ? ids : [...new Set([...ids, ...others])].sort((a, b) => a - b);
};
