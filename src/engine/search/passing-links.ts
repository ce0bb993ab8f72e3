// Finds the linked actors that meet a condition.
import { atOnce } from '../../kernel/many.ts';
import { composedValue } from '../../domain/search/conditions.ts';
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { FieldSource } from './field-resolver.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/**
 * Ids of linked actors that meet a condition; a search begins again if one of them changes. Everything below an actor
 * that meets a path meets it too.
 */
export function* passingLinks(
  shop: Reader,
  language: string,
  leaf: Leaf,
  { field, member }: NonNullable<FieldSource['link']>,
): Steps<ReadonlySet<number>> {
  const path = field.path !== undefined && member.startsWith(field.path.prefix) ? field.path : undefined;
  const name = path === undefined ? member : member.slice(path.prefix.length);
  const passing = new Set<number>();
  const all = atOnce(
    shop.untracked(() => field.all(shop)),
    'walked over in blocks, a step each',
  );
  yield* inBlocks(
    all.length,
    (from, to) =>
      shop.untracked(() => {
        for (const id of all.slice(from, to)) {
          const value = composedValue((path ?? field).read(shop, id, name, language));
          if (leafHolds(leaf, value) || (path !== undefined && passing.has(path.above(shop, id)))) passing.add(id);
        }
      }),
    STEPS.testsMax,
  );
  return passing;
}
