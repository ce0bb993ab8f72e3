// Categories of a product or content, in the forms that clients send.
import type { CategoryRef } from '../../domain/catalogue/find-categories.ts';
import type { Param, Static } from '../../kernel/params.ts';
import { Type, json, map, optional } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';

const CategoryName = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]));
const CategoryEntry = Type.Union([
  Type.Number(),
  Type.String(),
  Type.Object({ id: CategoryName, id_category: CategoryName, name: CategoryName }),
]);

const CategoryList = Type.Array(CategoryEntry, { maxItems: 1000 });
const categoryList = json(CategoryList);
const categoryEntry = json(CategoryEntry, { bare: true });

/** An object is left in no category that is not named: what names none is refused. */
const categoryRef = (entry: Static<typeof CategoryEntry>, param: string, path: string): Result<CategoryRef> => {
  const named = typeof entry === 'object' ? [entry.id, entry.id_category, entry.name] : [entry];
  const ref = named.find((given) => given !== undefined && given !== null && given !== '');
  return ref === undefined || ref === null
    ? refuse(
        'PARAMETER_INVALID',
        param,
        `${path}: a category is named by id, id_category or name, not by ${shown(entry)}.`,
      )
    : ok(ref);
};

const categoriesGiven = json(
  Type.Union([CategoryList, Type.Object({ categories: Type.Union([CategoryList, CategoryEntry]) }), CategoryEntry], {
    description: 'categories: ids, names or objects with id, id_category or name; one may stand alone',
  }),
  { bare: true },
);

/**
 * `emptyText`: what '' in the place of a name means. An importer's empty cell puts a new object nowhere, and takes none
 * out of where it is.
 */
const sentCategories = (emptyText: 'none' | 'refused') =>
  map(categoriesGiven, (given, param) => {
    const inner = typeof given === 'object' && 'categories' in given ? given.categories : given;
    // An object with `categories` has the shape of a category without id and name, too, whatever that member holds.
    const path = inner === given ? param : `${param}.categories`;
    const list = Array.isArray(inner)
      ? categoryList.read(inner, path)
      : mapOk(categoryEntry.read(inner, path), (entry) => [entry]);
    if (!list.ok) return { ...list, param };
    const refs: CategoryRef[] = [];
    for (const [index, entry] of list.value.entries()) {
      if (entry === '' && emptyText === 'none') continue;
      const ref = categoryRef(entry, param, Array.isArray(inner) ? `${path}[${index}]` : path);
      if (!ref.ok) return ref;
      refs.push(ref.value);
    }
    return ok(refs);
  });

/** Ids, names, objects with id, id_category or name, one bare id or name, or `{"categories": …}`. */
export const categories: Param<readonly CategoryRef[]> = optional(sentCategories('none'), []);

/** All of them; `[]` takes the object out of every category, nothing sent leaves it where it is. */
export const categoriesChange: Param<readonly CategoryRef[] | undefined> = optional(
  sentCategories('refused'),
  undefined,
);

const constraintOf = (description: string) =>
  optional(
    json(Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], { description })),
    undefined,
  );
const FINDS = 'a constraint: its products are in the category besides those put into it, and come after them';

/** What a category finds by itself. */
export const filling: Param<unknown> = constraintOf(FINDS);
/** Null takes it away. */
export const fillingChange: Param<unknown> = {
  ...constraintOf(`${FINDS}; null takes it away`),
  cleared: { value: null },
};
