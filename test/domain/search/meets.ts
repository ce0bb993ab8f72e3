// Whether an object with given fields meets a constraint, from its JSON to the verdict.
import { holds } from '../../../src/domain/search/constraint.ts';
import type { Constraint, FieldValue } from '../../../src/domain/search/constraint.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { matchRank } from '../../../src/domain/search/word-match.ts';

export interface Fields {
  readonly [field: string]: FieldValue;
}

export const parsed = (raw: unknown): Constraint => {
  const result = parseConstraint(raw);
  if (!result.ok) throw new Error(result.detail);
  return result.value;
};

export const meets = (raw: unknown, fields: Fields): boolean =>
  holds(
    parsed(raw),
    (field) => fields[field],
    ({ field, query }) =>
      matchRank(
        query!,
        [fields[field] ?? []].flat().map((text) => ({ text: String(text), weight: 1 })),
      ) !== undefined,
  );
