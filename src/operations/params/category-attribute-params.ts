// Labels and attributes of categories, for every language or for one.
import type { Param } from '../../kernel/params.ts';
import { Type, json, map, named, optional } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse } from '../../kernel/result.ts';
import { memberPath } from '../../kernel/schema-error.ts';
import { LANGUAGE_LENGTH_MAX, perLanguage } from './shop-params.ts';

const Label = Type.String({ maxLength: 255 });
export const labels = optional(json(perLanguage(Label, { description: 'label per language' })), {});
export const labelChanges = optional(
  json(perLanguage(Type.Union([Label, Type.Null()]), { description: 'label per language; null takes one away' })),
  {},
);

type Values<V> = { readonly [name: string]: V };

const sentAttributes = json(
  named(255, Type.Unknown(), {
    description: 'attributes: {name: value} for every language, {language: {name: value}} for one; null takes one away',
    maxProperties: 200,
  }),
);

interface Given<None> {
  readonly attributes: Values<string | number | None>;
  readonly localized: Values<Values<string | number | None> | None>;
}

/**
 * An attribute may be sent as it is shown, `{"name": …, "value": …}`, or with its value alone; any other object is what
 * a language has.
 */
const isOfLanguage = (key: string, entry: unknown): entry is object => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  if (!('value' in entry) || (typeof entry.value === 'object' && entry.value !== null)) return true;
  return Object.entries(entry).some(([name, value]) => name !== 'value' && (name !== 'name' || value !== key));
};

const readValue = <None>(
  sent: unknown,
  param: string,
  path: string,
  isNone: (value: unknown) => value is None,
): Result<string | number | None> => {
  const value: unknown = typeof sent === 'object' && sent !== null && 'value' in sent ? sent.value : sent;
  if (typeof value === 'string' || typeof value === 'number' || isNone(value)) return ok(value);
  return refuse('PARAMETER_INVALID', param, `${path}: an attribute of a category is a text or a number.`);
};

const readAttributes = <None>(
  given: Values<unknown>,
  param: string,
  isNone: (value: unknown) => value is None,
): Result<Given<None>> => {
  const attributes: { [name: string]: string | number | None } = {};
  const localized: { [language: string]: { [name: string]: string | number | None } | None } = {};
  for (const [key, entry] of Object.entries(given)) {
    const path = memberPath(param, key);
    if (!isOfLanguage(key, entry)) {
      const value = readValue(entry, param, path, isNone);
      if (!value.ok) return value;
      attributes[key] = value.value;
      // It may be the code of a language as well.
      if (isNone(value.value)) localized[key] = value.value;
      continue;
    }
    if (key.length > LANGUAGE_LENGTH_MAX)
      return refuse('PARAMETER_INVALID', param, `${path}: a language has at most ${LANGUAGE_LENGTH_MAX} characters.`);
    const values: { [name: string]: string | number | None } = {};
    for (const [name, raw] of Object.entries(entry)) {
      const value =
        name.length <= 255 && name !== ''
          ? readValue(raw, param, memberPath(path, name), isNone)
          : refuse('PARAMETER_INVALID', param, `${path}: a name has 1 to 255 characters.`);
      if (!value.ok) return value;
      values[name] = value.value;
    }
    localized[key] = values;
  }
  return ok({ attributes, localized });
};

export const categoryAttributes: Param<Given<never>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (_value): _value is never => false)),
  { attributes: {}, localized: {} },
);
export const categoryAttributeChanges: Param<Given<null>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (value) => value === null)),
  { attributes: {}, localized: {} },
);
