// Which of the actors that records link to meet a condition.
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { FieldSource } from './field-resolver.ts';

/** Their ids. A condition on a path is met by all that is below what meets it. */
export const passingLinks = (
  shop: Reader,
  language: string,
  leaf: Leaf,
  { field, member }: NonNullable<FieldSource['link']>,
): ReadonlySet<number> => {
  const path = field.path !== undefined && member.startsWith(field.path.prefix) ? field.path : undefined;
  const name = path === undefined ? member : member.slice(path.prefix.length);
  const passing = new Set<number>();
  shop.untracked(() => {
    for (const id of field.all(shop)) {
      const value = (path ?? field).read(shop, id, name, language);
      if (leafHolds(leaf, value) || (path !== undefined && passing.has(path.above(shop, id)))) passing.add(id);
    }
  });
  return passing;
};
