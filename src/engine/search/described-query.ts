// What a search asks for, in the words of its caller, for refusals that say what was too much.
import { withoutLanguage } from '../../domain/search/constraint.ts';
import type { Leaf } from '../../domain/search/constraint.ts';
import { shown } from '../../kernel/result.ts';

const NAMED_MAX = 3;

const operandsLength = ({ operands }: Leaf): number =>
  operands.reduce<number>((sum, operand) => sum + String(operand).length + 1, 0);

/** Names three conditions at most, the longest first, each shortened; '' for none. */
export const describedConditions = (leaves: readonly Leaf[]): string => {
  const longest = leaves.toSorted((a, b) => operandsLength(b) - operandsLength(a)).slice(0, NAMED_MAX);
  const named = longest.map(({ field, operator, operands }) =>
    shown(`${withoutLanguage(field)[0]} ${operator} ${operands.join(', ')}`),
  );
  const more = leaves.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
};
