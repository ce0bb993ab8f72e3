// All codes that an operation may refuse with, in the order of the table.
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { Operation } from './operation.ts';

const CODES = Object.keys(REFUSALS) as Code[];

/** Codes of every call, before and behind its operation. */
const OF_EVERY_CALL: readonly Code[] = [
  'PERMISSION_DENIED',
  'PARAMETER_INVALID',
  'PARAMETER_UNKNOWN',
  'INTERNAL_ERROR',
  'AGGREGATE_TOO_LARGE',
];
const OF_WRITES: readonly Code[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_LIMIT_REACHED', 'IDEMPOTENCY_RESULT_GONE'];

const fromDeclaration = ({ effect, params, session }: Operation): Code[] => {
  const given = Object.values(params);
  return [
    ...OF_EVERY_CALL,
    ...(effect === 'write' ? OF_WRITES : []),
    ...(session === 'required' || given.some(({ absent }) => absent === undefined)
      ? (['PARAMETER_MISSING'] as const)
      : []),
    ...(session === 'none' ? [] : (['SESSION_INVALID'] as const)),
  ];
};

/** Returns the codes without those that have a status of their own, such as OVERLOADED: any call may get them. */
export const refusalsOf = (operation: Operation): readonly Code[] => {
  const codes = new Set<Code>([...fromDeclaration(operation), ...(operation.refusals ?? [])]);
  return CODES.filter((code) => codes.has(code));
};
