// The class that gives an account its additional attributes: the one named when it registered, else the class `user`.
import { classNamed } from '../catalogue/find-class.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ShopClass } from '../catalogue/shop-class.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { User } from './user.ts';

export const DEFAULT_CLASS = 'user';

/** The class that gives an account its additional attributes; none is needed. */
export const classOfUser = (shop: Reader, { classId }: User): readonly [id: number, state: ShopClass] | undefined => {
  const id = classId || (shop.index('class').byName.get(DEFAULT_CLASS) ?? 0);
  const state = shop.read('class', id);
  return state?.type === 'user' ? [id, state] : undefined;
};

/** A class is needed only where one other than `user` is named. Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID. */
export const classFor = (tx: Transaction, name: string): Result<number> => {
  const userClass = classNamed(tx, name, 'user');
  if (userClass.ok) return ok(userClass.value[0]);
  return userClass.code === 'CLASS_NOT_FOUND' && name === DEFAULT_CLASS ? ok(0) : userClass;
};
