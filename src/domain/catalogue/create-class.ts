// Creates a class. Names of classes are unique.
import { DONE, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import type { ClassType } from './shop-class.ts';

/**
 * Refuses: CLASS_NAME_NOT_VALID, CLASS_NAME_ALREADY_IN_USE, PARAMETER_INVALID for a public class that is not of
 * records, and for a second class of orders, lines or categories.
 */
export const createClass = (
  tx: Transaction,
  name: string,
  classType: ClassType,
  quantityStepMilli = 0,
  isPublic = false,
): Result<number> => {
  const fits = isPublic ? mayBePublic(classType) : DONE;
  if (!fits.ok) return fits;
  const single = tx.index('class').single.get(classType);
  if (single !== undefined) {
    const other = shown(tx.read('class', single)?.name ?? '');
    return refuse('PARAMETER_INVALID', 'type', `A shop has one class of this type, and it is ${other}.`);
  }
  if (tx.index('class').byName.get(name) !== undefined) {
    tx.trackAbsence('class');
    return refuse('CLASS_NAME_ALREADY_IN_USE', name);
  }
  return tx.create('class', { type: 'create_class', name, classType, quantityStepMilli, isPublic });
};

/** Refuses: PARAMETER_INVALID. */
const mayBePublic = (type: ClassType): Result<void> =>
  type === 'record'
    ? DONE
    : refuse('PARAMETER_INVALID', 'public', `Classes of records are public, and not of ${type}.`);

/** Whether shoppers see the records of a class. Refuses: CLASS_NOT_FOUND, PARAMETER_INVALID for another type. */
export const setPublic = (tx: Transaction, classId: number, isPublic: boolean): Result<void> => {
  const state = tx.read('class', classId);
  if (state === undefined) return refuse('CLASS_NOT_FOUND', classId);
  const fits = isPublic ? mayBePublic(state.type) : DONE;
  return fits.ok ? tx.ask('class', classId, { type: 'set_public', isPublic }) : fits;
};
