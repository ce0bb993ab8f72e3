// Conditions that a group names twice, and groups that it holds twice, are kept once: neither changes what it means.
import type { Constraint } from './constraint.ts';

/** Operands up to which conditions are compared; longer lists are seldom repeated and dear to compare. */
const OPERANDS_MAX = 16;

/** Equal for constraints that mean the same for every record; undefined: not compared. */
const keyOf = (constraint: Constraint): string | undefined => {
  if (constraint.type !== 'leaf') {
    const keys = constraint.parts.map(keyOf);
    return keys.includes(undefined) ? undefined : JSON.stringify([constraint.type, keys]);
  }
  const { field, operator, operands, never } = constraint;
  // The ranks of several MATCH add up, also of two alike.
  if (operator === 'MATCH' || operands.length > OPERANDS_MAX) return undefined;
  return JSON.stringify([field, operator, never, operands]);
};

/** Each part once, where it first stands. */
export const distinctParts = (parts: readonly Constraint[]): readonly Constraint[] => {
  if (parts.length < 2) return parts;
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = keyOf(part);
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};
