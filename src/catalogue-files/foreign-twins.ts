// Variants of another system's table that have one article number.
//
// Where the system gives a number once, none of them is brought, since it is not certain which is meant. Where it lets
// variants share a number, all of them come, and each is doubtful. A product that is refused anyway does not count.
import type { Fields } from './foreign-fields.ts';
import type { Group } from './foreign-groups.ts';
import type { ForeignVariant } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';

export interface ArticleNumbers<F extends Fields> {
  /** The field of the number. */
  readonly field: keyof F & string;
  /** Whether the system lets several variants have one. */
  readonly areShared: boolean;
}

interface WithVariants {
  readonly variants: readonly Pick<ForeignVariant, 'line' | 'sku'>[];
}

/** Refuses rows with a number that another one has, or makes them doubtful, each with the line of another one. */
export const checkArticles = <F extends Fields>(
  read: readonly (readonly [rows: Group<F>, product: WithVariants])[],
  { field, areShared }: ArticleNumbers<F>,
): void => {
  const byNumber = new Map<string, ForeignRow<F>[]>();
  for (const [rows, { variants }] of read) {
    if (rows.some(({ fault }) => fault !== undefined)) continue;
    const byLine = new Map(rows.map((row) => [row.line, row]));
    for (const { line, sku } of variants) {
      const row = byLine.get(line);
      if (sku === '' || row === undefined) continue;
      const before = byNumber.get(sku);
      if (before === undefined) byNumber.set(sku, [row]);
      else before.push(row);
    }
  }
  for (const [first, ...others] of byNumber.values()) {
    for (const row of others.length === 0 ? [] : [first!, ...others]) {
      const why = `line ${(row === first ? others[0]! : first!).line} has the same article number`;
      if (areShared) row.suspect(field, why);
      else row.reject(field, why);
    }
  }
};
