// S 4.3: making, changing and deleting categories.
import { createCategory, deleteCategory, updateCategory } from '../domain/categories.ts';
import { Type, int, json, map, named, optional } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { memberPath } from '../kernel/shape-error.ts';
import type { Result } from '../kernel/result.ts';
import { write } from './operation.ts';
import { done, name, nameChange, perLanguage, seo } from './params.ts';

const Label = Type.String({ maxLength: 255 });
const labels = optional(json(perLanguage(Label, { description: 'label per language' })), {});
const labelChanges = optional(
  json(
    perLanguage(Type.Union([Label, Type.Null()]), { description: 'label per language; null takes one away' }),
  ),
  {},
);

type Values<V> = { readonly [name: string]: V };

const sentAttributes = json(named(255, Type.Unknown(), { description: 'attributes: {name: value}', maxProperties: 200 }));
const readAttributes = <None>(given: Values<unknown>, param: string, isNone: (value: unknown) => value is None): Result<Values<string | number | None>> => {
  const kept: { [name: string]: string | number | None } = {};
  for (const [key, entry] of Object.entries(given)) {
    const value: unknown = typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry;
    if (typeof value !== 'string' && typeof value !== 'number' && !isNone(value)) {
      return refuse('PARAMETER_INVALID', param, `${memberPath(param, key)}: an attribute of a category is a text or a number.`);
    }
    kept[key] = value;
  }
  return ok(kept);
};
const attributes: Param<Values<string | number>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (_value): _value is never => false)),
  {},
);
/** null takes one away. */
const attributeChanges: Param<Values<string | number | null>> = optional(
  map(sentAttributes, (given, param) => readAttributes(given, param, (value) => value === null)),
  {},
);

export const create_category = write({
  spec: '4.3',
  summary: 'Makes a category behind its siblings.',
  credential: 'secret',
  session: 'none',
  params: { id_parent: int('parent category id; 0 = root'), name, labels, attributes, seo },
  handle: ({ id_parent: parentId, ...given }, { shop }) => createCategory(shop, { parentId, ...given }),
  view: (id) => ({ object: 'create_category', id: String(id) }),
});

export const update_category = write({
  spec: '4.3',
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
  handle: ({ id_category: id, id_parent: parentId, ...change }, { shop }) => updateCategory(shop, id, { parentId, ...change }),
  view: done('update_category'),
});

export const delete_category = write({
  spec: '4.3',
  summary: 'Deletes a category and those below it; the objects in them stay.',
  credential: 'secret',
  session: 'none',
  params: { id_category: int('category id') },
  handle: (args, { shop }) => deleteCategory(shop, args.id_category),
  view: done('delete_category'),
});
