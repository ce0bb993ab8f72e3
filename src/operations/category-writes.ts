// S 4.3: making, changing and deleting categories.
import { createCategory, deleteCategory, updateCategory } from '../domain/catalogue/categories.ts';
import { Type, int, json, map, named, optional } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { memberPath } from '../kernel/schema-error.ts';
import type { Result } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { LANGUAGE_LENGTH_MAX, done, name, nameChange, perLanguage, seo } from './params/parameters.ts';

const Label = Type.String({ maxLength: 255 });
const labels = optional(json(perLanguage(Label, { description: 'label per language' })), {});
const labelChanges = optional(
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
    for (const [name, one] of Object.entries(entry)) {
      const value =
        name.length <= 255 && name !== ''
          ? readValue(one, param, memberPath(path, name), isNone)
          : refuse('PARAMETER_INVALID', param, `${path}: a name has 1 to 255 characters.`);
      if (!value.ok) return value;
      values[name] = value.value;
    }
    localized[key] = values;
  }
  return ok({ attributes, localized });
};

const attributes: Param<Given<never>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (_value): _value is never => false)),
  { attributes: {}, localized: {} },
);
const attributeChanges: Param<Given<null>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (value) => value === null)),
  { attributes: {}, localized: {} },
);

export const create_category = write({
  area: 'categories',
  summary: 'Makes a category behind its siblings.',
  credential: 'secret',
  session: 'none',
  params: { id_parent: int('parent category id; 0 = root'), name, labels, attributes, seo },
  handle: ({ id_parent: parentId, attributes: sent, ...given }, { shop }) =>
    createCategory(shop, { parentId, ...given, ...sent }),
  view: (id) => ({ object: 'create_category', id: String(id) }),
});

export const update_category = write({
  area: 'categories',
  summary: 'Changes a category; what is left out stays, a parent moves it there.',
  credential: 'secret',
  session: 'none',
  params: {
    id_category: int('category id'),
    id_parent: optional(int('new parent category id; 0 = root'), undefined),
    name: nameChange,
    labels: labelChanges,
    attributes: attributeChanges,
    seo,
  },
  handle: ({ id_category: id, id_parent: parentId, attributes: sent, ...change }, { shop }) =>
    updateCategory(shop, id, { parentId, ...change, ...sent }),
  view: done('update_category'),
});

export const delete_category = write({
  area: 'categories',
  summary: 'Deletes a category and those below it; the objects in them stay.',
  credential: 'secret',
  session: 'none',
  params: { id_category: int('category id') },
  handle: (args, { shop }) => deleteCategory(shop, args.id_category),
  view: done('delete_category'),
});
