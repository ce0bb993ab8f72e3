// Creates a category after the last child of its parent.
import { refuse, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkPermalinks, takenLinks } from '../attributes/seo.ts';
import type { SeoChanges } from '../attributes/seo.ts';
import { checkFilled } from './filled-index.ts';
import { typedCategory } from './typed-values.ts';
import { freeLinks } from './free-links.ts';
import { fireCategory } from './catalogue-webhooks.ts';
import type { Transaction } from '../transaction.ts';
import type { Category, LocalizedChanges } from './category.ts';

type NewCategory = Pick<Category, 'name' | 'parentId' | 'labels' | 'attributes'> & {
  readonly constraint?: string | undefined;
  readonly seo: SeoChanges;
  readonly localized?: LocalizedChanges;
};

/**
 * Refuses: CATEGORY_NOT_FOUND (parent), CATEGORY_NAME_NOT_VALID, and what permalinks, `checkFilled` and `typedCategory`
 * refuse.
 */
export const createCategory = (tx: Transaction, sent: NewCategory): Result<number> => {
  const typed = typedCategory(tx, sent);
  if (!typed.ok) return typed;
  const given = typed.value;
  const { parentId } = given;
  if (parentId !== 0 && tx.read('category', parentId) === undefined) return refuse('CATEGORY_NOT_FOUND', parentId);
  const { permalinks, former, children, filled: before } = tx.index('category');
  tx.trackAbsence('category');
  const links = checkPermalinks(permalinks, given.seo);
  if (!links.ok) return links;
  const { constraint = '' } = given;
  const taken = takenLinks(former, given.seo);
  const prio = children.of(parentId).nextPosition;
  const id = tx.create('category', { type: 'create_category', ...given, constraint, prio });
  const filled = id.ok && constraint !== '' ? checkFilled(tx, before, id.value) : DONE;
  if (!filled.ok) return filled;
  const freed = freeLinks(tx, 'category', taken);
  if (!freed.ok) return freed;
  const fired = id.ok ? fireCategory(tx, id.value, undefined, tx.read('category', id.value)) : DONE;
  return fired.ok ? id : fired;
};
