// Finds a class by its name and requires its type.
import { refuse, ok, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader } from '../transaction.ts';
import type { ClassType, ShopClass } from './shop-class.ts';

/** Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID. */
export const classNamed = (shop: Reader, name: string, type: ClassType): Result<[id: number, state: ShopClass]> => {
  const id = shop.index('class').byName.get(name);
  const state = id === undefined ? undefined : shop.read('class', id);
  if (id === undefined || state === undefined) {
    shop.trackAbsence('class');
    return refuse('CLASS_NOT_FOUND', name);
  }
  return state.type === type
    ? ok([id, state])
    : refuse('CLASS_TYPE_NOT_VALID', name, `${shown(name)} is a class of type ${state.type}.`);
};
