// Making, changing and deleting categories.
import { createCategory } from '../domain/catalogue/create-category.ts';
import { deleteCategory, objectsBelow } from '../domain/catalogue/delete-category.ts';
import { updateCategory } from '../domain/catalogue/update-category.ts';
import { readFilling } from '../domain/listing/read-filling.ts';
import { int, optional } from '../kernel/params.ts';
import { filling, fillingChange } from './params/category-params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import {
  categoryAttributeChanges,
  categoryAttributes,
  labelChanges,
  labels,
} from './params/category-attribute-params.ts';
import { name, nameChange, seo } from './params/shop-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import { SUCCESS, extra, maybe, reply, whole } from './replies/members.ts';
import { created, done } from './replies/plain.ts';

export const create_category = write({
  area: 'categories',
  summary: 'Makes a category after its siblings.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_parent: int('parent category id; 0 = root'),
    name,
    labels,
    attributes: categoryAttributes,
    seo,
    constraint: filling,
  },
  handle: ({ id_parent: parentId, attributes: sent, constraint: filled, ...given }, { shop }) => {
    const constraint = readFilling(shop, filled);
    return constraint.ok
      ? createCategory(shop, { parentId, ...given, ...sent, constraint: constraint.value })
      : constraint;
  },
  refusals: [
    'CATEGORY_NOT_FOUND',
    'CATEGORY_NAME_NOT_VALID',
    'CONSTRAINT_INVALID',
    'CONSTRAINT_CIRCULAR',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
  ],
  ...created('create_category', 'category'),
});

export const update_category = write({
  area: 'categories',
  summary: 'Changes a category; what is left out stays, a parent moves it there.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_category: int('category id'),
    id_parent: optional(int('new parent category id; 0 = root'), undefined),
    name: nameChange,
    labels: labelChanges,
    attributes: categoryAttributeChanges,
    seo,
    constraint: fillingChange,
    if_seq: ifSeq('category', 'get_category_languages'),
  },
  handle: (
    { id_category: id, id_parent: parentId, attributes: sent, if_seq: ifSeq, constraint: filled, ...change },
    { shop },
  ) => {
    const constraint = readFilling(shop, filled);
    return constraint.ok
      ? updateCategory(shop, id, { parentId, ...change, ...sent, constraint: constraint.value, ifSeq })
      : constraint;
  },
  refusals: [
    'CATEGORY_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'CATEGORY_NAME_NOT_VALID',
    'CATEGORY_PARENT_NOT_VALID',
    'CONSTRAINT_INVALID',
    'CONSTRAINT_CIRCULAR',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
  ],
  ...done('update_category'),
});

export const delete_category = writeSeen(
  { kind: 'category', id: (args) => args.id_category, called: 'category', shownBy: 'get_category_languages' },
  {
    area: 'categories',
    summary: 'Deletes a category and those below it; the objects in them stay.',
    credential: 'secret',
    session: 'none',
    params: { id_category: int('category id'), dry_run: dryRunParam },
    handle: ({ id_category: id, dry_run: isDryRun }, { shop }) => {
      const objects = isDryRun ? objectsBelow(shop, id) : ok(0);
      return objects.ok ? mapOk(deleteCategory(shop, id), ({ below }) => ({ below, objects: objects.value })) : objects;
    },
    refusals: ['CATEGORY_NOT_FOUND', 'TOO_EXPENSIVE'],
    reply: reply('delete_category', {
      status: SUCCESS,
      below: maybe(extra(whole('with dry_run: categories below it, which go as well'))),
      objects: maybe(extra(whole('with dry_run: products and contents that stay and are in these no longer'))),
    }),
    dryRun: (_ctx, { below, objects }) => ({ object: 'delete_category', status: 'success', below, objects }) as const,
    view: () => ({ object: 'delete_category', status: 'success' }) as const,
  },
);
