// A permalink that an object takes leads to it alone: who had it before is not asked for by it any more.
import type { TakenLink } from '../attributes/seo.ts';
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

/** `taken`: found before the transaction changed anything of the kind. */
export const freeLinks = (
  tx: Transaction,
  kind: 'shopobject' | 'category',
  taken: readonly TakenLink[],
): Result<void> => {
  for (const { id, language, permalink } of taken) {
    const freed =
      kind === 'category'
        ? tx.ask('category', id, { type: 'free_link', language, permalink })
        : tx.ask('shopobject', id, { type: 'free_link', language, permalink });
    if (!freed.ok) return freed;
  }
  return DONE;
};
