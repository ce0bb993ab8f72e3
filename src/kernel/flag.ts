// Flags: how yes and no are read, in parameters, settings and imported files alike (D6).
import { refuse, shown } from './result.ts';
import type { Result } from './result.ts';

const TRUE: readonly unknown[] = ['1', 'true', 'yes', 'on', true, 1];
const FALSE: readonly unknown[] = ['0', 'false', 'no', 'off', false, 0];

/** Parses a flag, in any case of letters; undefined for anything else. */
export const parseFlag = (raw: unknown): boolean | undefined => {
  const value = typeof raw === 'string' ? raw.toLowerCase() : raw;
  return TRUE.includes(value) ? true : FALSE.includes(value) ? false : undefined;
};

/** `path`: the parameter, or the member of it that holds the flag. Refuses: PARAMETER_INVALID. */
export const readFlag = (raw: unknown, param: string, path = param): Result<boolean> => {
  const value = parseFlag(raw);
  if (value !== undefined) return { ok: true, value };
  return refuse(
    'PARAMETER_INVALID',
    param,
    `${path}: ${shown(raw)} is no flag: 1, 0, true, false, yes, no, on or off is wanted.`,
  );
};
