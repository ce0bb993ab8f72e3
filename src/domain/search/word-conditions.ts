// The conditions of a constraint that search for words.
import type { Constraint, Leaf } from './constraint.ts';
import { leavesOf } from './constraint.ts';

export const matchLeavesOf = (constraint: Constraint): readonly Leaf[] =>
  leavesOf(constraint).filter(({ operator }) => operator === 'MATCH');
