// Creates a content.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { fireContent } from './catalogue-webhooks.ts';
import { classNamed } from './find-class.ts';
import { createDescribed, described } from './new-object.ts';
import type { NewContent } from './new-object.ts';
import { UNMANAGED } from '../stock/sellable.ts';

/** Refuses what createProduct refuses, but for entities. */
export const createContent = (tx: Transaction, given: NewContent): Result<number> => {
  const command = described(tx, given, classNamed(tx, given.className, 'content'));
  if (!command.ok) return command;
  const nothing = { productId: 0, metadata: {}, availability: UNMANAGED };
  const id = createDescribed(tx, command.value, { objectType: 'content', ...nothing });
  const fired = id.ok ? fireContent(tx, id.value, undefined, tx.read('shopobject', id.value)) : DONE;
  return fired.ok ? id : fired;
};
