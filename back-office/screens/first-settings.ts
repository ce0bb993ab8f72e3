// What the first steps make of settings that may be there already: what was not touched stays. In a file that needs no
// browser.
import type { Held } from './shop-preview.ts';

type TaxClass = Held['tax_classes'][number];

interface Rates {
  readonly standard: number;
  /** Undefined: the shop has no reduced rate. */
  readonly reduced: number | undefined;
  /** For both; undefined: each class keeps its own. */
  readonly calculation: TaxClass['calculation'] | undefined;
  readonly country: string;
  /** Standard rates of other countries. */
  readonly others: { readonly [country: string]: number };
}

/** Names of classes that are made. */
interface Names {
  readonly standard: string;
  readonly reduced: string;
}

/** The first class gets the standard rate, the second, which is made where it lacks, the reduced one. */
export const classesWith = (classes: readonly TaxClass[], rates: Rates, names: Names): readonly TaxClass[] => {
  const { standard, reduced, calculation, country, others } = rates;
  const [first, second, ...rest] = classes;
  const withOwn = (one: TaxClass | undefined, name: string, own: TaxClass['rates']): TaxClass => ({
    name: one?.name ?? name,
    calculation: calculation ?? one?.calculation ?? first?.calculation ?? 'included',
    rates: { ...one?.rates, ...own },
  });
  const full = withOwn(first, names.standard, { ...others, [country]: standard });
  if (reduced === undefined) return [full, ...(second === undefined ? [] : [second]), ...rest];
  return [full, withOwn(second, names.reduced, { [country]: reduced }), ...rest];
};

/** The first id for a new one: orders may name one that is taken away by the same change. */
export const nextId = (before: readonly { readonly id: number }[]): number =>
  Math.max(0, ...before.map(({ id }) => id)) + 1;
