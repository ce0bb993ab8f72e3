// Deletes a class that nothing uses.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

/** Refuses: CLASS_NOT_FOUND, CLASS_IN_USE while there are objects, warehouse entities or users of it. */
export const deleteClass = (tx: Transaction, classId: number): Result<void> => {
  if (tx.read('class', classId) === undefined) return refuse('CLASS_NOT_FOUND', classId);
  tx.trackAbsence('shopobject');
  tx.trackAbsence('warehouse_entity');
  tx.trackAbsence('user');
  const used =
    tx.index('shopobject').ofClass.of(classId) +
    tx.index('warehouse_entity').ofClass.of(classId) +
    tx.index('user').ofClass.of(classId);
  if (used > 0) return refuse('CLASS_IN_USE', classId);
  return tx.ask('class', classId, { type: 'delete_class' });
};
