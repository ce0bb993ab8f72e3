// What a call sends and no declaration names: with `strict=1` it is refused, with the nearest name that one does, and
// `dry_run=1` is refused always.
import { didYouMean } from '../../domain/search/nearest-name.ts';
import { readFlag } from '../../kernel/flag.ts';
import { isAbsent, parsedJson } from '../../kernel/params.ts';
import type { Param } from '../../kernel/params.ts';
import { DONE, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { memberPath } from '../../kernel/schema-error.ts';
import { unknownMembers } from '../../kernel/unknown-members.ts';
import type { CallFields, Operation } from '../context/operation.ts';

/** Fields that any operation takes. */
const OF_ANY_CALL = [
  'request',
  'licence_username',
  'licence_password',
  'licence_secret_key',
  'idempotency_key',
  'strict',
] as const;

const known = new WeakMap<Operation, ReadonlySet<string>>();

const namesOf = (operation: Operation): ReadonlySet<string> => {
  let names = known.get(operation);
  if (names === undefined) {
    names = new Set([
      ...Object.entries(operation.params).flatMap(([name, { aliases }]) => [name, ...aliases]),
      ...(operation.session === 'none' ? [] : ['session']),
      ...OF_ANY_CALL,
    ]);
    known.set(operation, names);
  }
  return names;
};

const checkMembers = (name: string, { schema }: Param<unknown>, raw: unknown): Result<void> => {
  const [unknown] = unknownMembers(schema, parsedJson(raw));
  if (unknown === undefined) return DONE;
  const path = unknown.path.reduce<string>(memberPath, name);
  const hint = didYouMean(String(unknown.path.at(-1)), unknown.known);
  return refuse('PARAMETER_UNKNOWN', name, `${path}: there is no such member, and strict is on.${hint}`);
};

/** Nothing is checked unless the call is strict. Refuses: PARAMETER_INVALID for `strict` itself, PARAMETER_UNKNOWN. */
export const checkStrictCall = (operation: Operation, fields: CallFields): Result<void> => {
  const { strict } = fields;
  if (isAbsent(strict)) return DONE;
  const isStrict = readFlag(strict, 'strict');
  if (!isStrict.ok) return isStrict;
  if (!isStrict.value) return DONE;
  const names = namesOf(operation);
  for (const name of Object.keys(fields)) {
    if (names.has(name)) continue;
    const hint = didYouMean(name, names);
    return refuse('PARAMETER_UNKNOWN', name, `There is no parameter ${shown(name)} here, and strict is on.${hint}`);
  }
  for (const [name, param] of Object.entries(operation.params)) {
    for (const each of [name, ...param.aliases]) {
      const members = fields[each] === undefined ? DONE : checkMembers(each, param, fields[each]);
      if (!members.ok) return members;
    }
  }
  return DONE;
};

/**
 * A write that has no dry run would do what the caller only wanted to see (D694). Refuses: PARAMETER_INVALID.
 */
export const checkDryRun = ({ effect, params }: Operation, { dry_run: dryRun, request }: CallFields): Result<void> => {
  if (isAbsent(dryRun) || effect !== 'write' || Object.hasOwn(params, 'dry_run')) return DONE;
  const isDryRun = readFlag(dryRun, 'dry_run');
  if (!isDryRun.ok) return isDryRun;
  if (!isDryRun.value) return DONE;
  return refuse(
    'PARAMETER_INVALID',
    'dry_run',
    `${shown(request)} has no dry run; without dry_run it changes the shop.`,
  );
};
