// Attribute definitions of classes.
import { ATTRIBUTE_TYPES } from '../../domain/attributes/attributes.ts';
import type { NewAttribute } from '../../domain/catalogue/define-attributes.ts';
import { ATTRIBUTE_NAME_RULE } from '../../domain/catalogue/shop-class.ts';
import { Type, json, map, readOneOf } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import { LANGUAGE_LENGTH_MAX } from './shop-params.ts';

const Localized = Type.Object({
  label: Type.Optional(Type.String({ maxLength: 255 })),
  value: Type.Optional(Type.Unknown()),
});
const isLocalized = (value: unknown): value is { readonly label?: string; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `[{name, type, <language>: {label, value}}]`. */
export const attributeDefinitions = map(
  json(
    Type.Array(
      Type.Object(
        { name: Type.String(), type: Type.String() },
        { additionalProperties: Type.Union([Localized, Type.String(), Type.Number(), Type.Boolean(), Type.Null()]) },
      ),
      {
        description:
          `attribute definitions: name, type (${ATTRIBUTE_TYPES.join(', ')}) and per language label and value; ` +
          `a name is ${ATTRIBUTE_NAME_RULE}`,
        maxItems: 500,
      },
    ),
  ),
  (given, param) => {
    const attributes: NewAttribute[] = [];
    for (const [index, { name: attribute, type: named, ...rest }] of given.entries()) {
      const type = readOneOf(ATTRIBUTE_TYPES, named, param, `${param}[${index}].type`);
      if (!type.ok) return type;
      const labels: { [language: string]: string } = {};
      const defaults: { [language: string]: unknown } = {};
      for (const [code, entry] of Object.entries(rest)) {
        if (!isLocalized(entry)) continue;
        if (code === '' || code.length > LANGUAGE_LENGTH_MAX)
          return refuse('PARAMETER_INVALID', param, `${param}[${index}]: ${shown(code)} is no language code.`);
        if (entry.label !== undefined) labels[code] = entry.label;
        if (entry.value !== undefined && entry.value !== null) defaults[code] = entry.value;
      }
      attributes.push({ name: attribute, type: type.value, labels, defaults });
    }
    return ok(attributes);
  },
);

export const attributeNames = map(
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
