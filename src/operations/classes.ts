// S 4.5: classes, which give products, contents, warehouse entities and users their attributes.
import { ATTRIBUTE_TYPES } from '../domain/attributes/attributes.ts';
import { addAttributes, createClass, deleteClass, removeAttributes } from '../domain/catalogue/classes.ts';
import type { NewAttribute } from '../domain/catalogue/classes.ts';
import { ATTRIBUTE_NAME_RULE, CLASS_TYPES } from '../domain/catalogue/shop-class.ts';
import { Type, int, json, map, oneOf, readOneOf } from '../kernel/params.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { LANGUAGE_LENGTH_MAX, done, language, name } from './params/parameters.ts';
import { viewClass } from './views/catalogue.ts';
import { fitted, viewContext } from './views/view-context.ts';

export const get_class_details = read({
  area: 'classes',
  summary: 'A class with its attributes.',
  credential: 'secret_read',
  session: 'none',
  params: { id_class: int('class id'), language },
  cacheable: true,
  view: (args, { shop, backOffice }) => {
    const found = shop.read('class', args.id_class);
    if (found === undefined) return refuse('CLASS_NOT_FOUND', args.id_class);
    return fitted(viewContext(shop, args.language, '', [], backOffice), (sized) =>
      ok(viewClass(args.id_class, found, sized)),
    );
  },
});

export const create_class = write({
  area: 'classes',
  summary: 'Makes a class without attributes.',
  credential: 'secret',
  session: 'none',
  params: { name, type: oneOf('what the class is for', CLASS_TYPES) },
  handle: (args, { shop }) => createClass(shop, args.name, args.type),
  view: (id) => ({ object: 'create_class', id: String(id) }),
});

export const delete_class = write({
  area: 'classes',
  summary: 'Deletes a class of which there are no objects.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id') },
  handle: (args, { shop }) => deleteClass(shop, args.id_class),
  view: done('delete_class'),
});

const Localized = Type.Object({
  label: Type.Optional(Type.String({ maxLength: 255 })),
  value: Type.Optional(Type.Unknown()),
});
const isLocalized = (value: unknown): value is { readonly label?: string; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `[{name, type, <language>: {label, value}}]`. */
const definitions = map(
  json(
    Type.Array(
      Type.Object(
        { name: Type.String(), type: Type.String() },
        { additionalProperties: Type.Union([Localized, Type.String(), Type.Number(), Type.Boolean(), Type.Null()]) },
      ),
      {
        description: `attribute definitions: name, type (${ATTRIBUTE_TYPES.join(', ')}) and per language label and value; a name is ${ATTRIBUTE_NAME_RULE}`,
        maxItems: 500,
      },
    ),
  ),
  (given, param) => {
    const attributes: NewAttribute[] = [];
    for (const [at, { name: attribute, type: named, ...rest }] of given.entries()) {
      const type = readOneOf(ATTRIBUTE_TYPES, named, param, `${param}[${at}].type`);
      if (!type.ok) return type;
      const labels: { [language: string]: string } = {};
      const defaults: { [language: string]: unknown } = {};
      for (const [code, entry] of Object.entries(rest)) {
        if (!isLocalized(entry)) continue;
        if (code === '' || code.length > LANGUAGE_LENGTH_MAX)
          return refuse('PARAMETER_INVALID', param, `${param}[${at}]: ${shown(code)} is no language code.`);
        if (entry.label !== undefined) labels[code] = entry.label;
        if (entry.value !== undefined && entry.value !== null) defaults[code] = entry.value;
      }
      attributes.push({ name: attribute, type: type.value, labels, defaults });
    }
    return ok(attributes);
  },
);

export const create_class_attributes = write({
  area: 'classes',
  summary: 'Adds attributes to a class, all or none.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id'), attributes: definitions },
  handle: (args, { shop }) => addAttributes(shop, args.id_class, args.attributes),
  view: done('create_class_attributes'),
});

const attributeNames = map(
  json(
    Type.Union([Type.Array(Type.String(), { maxItems: 1000 }), Type.String()], {
      description: 'attribute names; one may stand alone',
    }),
    {
      bare: true,
    },
  ),
  (given) => ok(typeof given === 'string' ? [given] : given),
);

export const delete_class_attributes = write({
  area: 'classes',
  summary: 'Takes attributes out of a class, all or none, and with them their values in every object.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id'), attributes: attributeNames },
  handle: (args, { shop }) => removeAttributes(shop, args.id_class, args.attributes),
  view: done('delete_class_attributes'),
});
