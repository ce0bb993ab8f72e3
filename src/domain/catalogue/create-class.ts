// Creates a class. Names of classes are unique.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import type { ClassType } from './shop-class.ts';

/** Refuses: CLASS_NAME_NOT_VALID, CLASS_NAME_ALREADY_IN_USE. */
export const createClass = (
  tx: Transaction,
  name: string,
  classType: ClassType,
  quantityStepMilli = 0,
): Result<number> => {
  if (tx.index('class').byName.get(name) !== undefined) {
    tx.trackAbsence('class');
    return refuse('CLASS_NAME_ALREADY_IN_USE', name);
  }
  return tx.create('class', { type: 'create_class', name, classType, quantityStepMilli });
};
