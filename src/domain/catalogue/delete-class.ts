// Deletes a class that nothing uses.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Number of objects, warehouse entities, users and records of a class. */
export const usesOf = (reader: Reader, classId: number): number => {
  for (const kind of ['shopobject', 'warehouse_entity', 'user', 'typed_record'] as const) reader.trackAbsence(kind);
  return (
    reader.index('shopobject').ofClass.of(classId) +
    reader.index('warehouse_entity').ofClass.of(classId) +
    reader.index('user').ofClass.of(classId) +
    reader.index('typed_record').ofClass.of(classId)
  );
};

/** Refuses: CLASS_NOT_FOUND, CLASS_IN_USE while there are objects, warehouse entities, users or records of it. */
export const deleteClass = (tx: Transaction, classId: number): Result<void> => {
  if (tx.read('class', classId) === undefined) return refuse('CLASS_NOT_FOUND', classId);
  if (usesOf(tx, classId) > 0) return refuse('CLASS_IN_USE', classId);
  return tx.ask('class', classId, { type: 'delete_class' });
};
