// Free attributes of cart lines and orders, in the three forms that clients send.
import type { Param } from '../../kernel/params.ts';
import { Type, json, map, optional } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';

/** Characters of all attributes of a line or draft: a cart of 1,000 lines must stay a reply that can be sent. */
const PAIRS_LENGTH_MAX = 20_000;

type Pairs<None> = readonly (readonly [name: string, value: string | None])[];

const NO_PAIRS: Pairs<never> = [];

/** `none`: what null in the place of a value means. */
const readPairs = <None>(given: unknown, param: string, none: None): Result<Pairs<None>> => {
  const entries: unknown[] = Array.isArray(given) ? given : Object.entries(given as object);
  if (entries.length === 0) return ok(NO_PAIRS);
  const values = new Map<string, string | None>();
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    const [key, value] = Array.isArray(entry)
      ? (entry as unknown[])
      : [(entry as { name?: unknown } | null)?.name, (entry as { value?: unknown } | null)?.value];
    const held = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
    if (
      typeof key !== 'string' ||
      key === '' ||
      key === '__proto__' ||
      key.length > 255 ||
      (typeof held === 'object' && held !== null)
    ) {
      const path = Array.isArray(given) ? `${param}[${index}]` : param;
      return refuse('PARAMETER_INVALID', param, `${path}: an attribute is {"name": text, "value": text or number}.`);
    }
    const shownValue = held === null ? none : held === undefined ? '' : String(held as string | number | boolean);
    const valueLength = typeof shownValue === 'string' ? shownValue.length : 0;
    if (valueLength > 10_000)
      return refuse(
        'PARAMETER_INVALID',
        param,
        `${param}: the value of ${shown(key)} is longer than 10,000 characters.`,
      );
    values.set(key, shownValue);
    length += key.length + valueLength;
    if (length > PAIRS_LENGTH_MAX)
      return refuse(
        'PARAMETER_INVALID',
        param,
        `${param}: they are longer than ${PAIRS_LENGTH_MAX} characters together.`,
      );
  }
  return ok([...values]);
};

const sentPairs = (meaning: string) =>
  json(
    Type.Union([Type.Array(Type.Unknown(), { maxItems: 200 }), Type.Record(Type.String(), Type.Unknown())], {
      description: `attributes: [{lang,name,value}], [[name,value]] or {name:value}${meaning}`,
    }),
  );

const givenPairs: Param<Pairs<never>> = map(
  sentPairs(''),
  (given, param): Result<Pairs<never>> => readPairs(given, param, '') as Result<Pairs<never>>,
);

const NONE_SENT = ok(NO_PAIRS);

/** `[{lang,name,value}]`, `[[name,value]]` or `{name: value}` as a list of pairs, the last of a name first come. */
export const pairs: Param<Pairs<never>> = optional(
  // Clients that have none send an empty list with every line.
  { ...givenPairs, read: (raw, name) => (raw === '[]' ? NONE_SENT : givenPairs.read(raw, name)) },
  NO_PAIRS,
);

/** What an extension says, as a call sends it; a text: why it is none. */
export const readSaidPairs = (given: unknown): { readonly pairs: Pairs<never> } | undefined | string => {
  if (given === undefined || given === null) return undefined;
  const read = pairs.read(JSON.stringify(given), 'attributes');
  return read.ok ? { pairs: read.value } : read.detail || read.code;
};

/**
 * The same as changes: null in the place of a value takes the attribute away, null in the place of all of them every
 * one.
 */
export const pairChanges: Param<Pairs<null> | null> = {
  ...optional(
    map(sentPairs('; null takes one away'), (given, param): Result<Pairs<null>> => readPairs(given, param, null)),
    NO_PAIRS,
  ),
  cleared: { value: null },
};
