// Attribute definitions of classes.
import { ATTRIBUTE_TYPES } from '../../domain/attributes/attributes.ts';
import type { AttributeChange, NewAttribute } from '../../domain/catalogue/define-attributes.ts';
import { ATTRIBUTE_NAME_RULE } from '../../domain/catalogue/shop-class.ts';
import { readQuantityStep } from './metadata-params.ts';
import type { Param } from '../../kernel/params.ts';
import { Type, flag, json, map, optional, readOneOf, text } from '../../kernel/params.ts';
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { IGNORED_MARK } from '../../kernel/unknown-members.ts';
import { LANGUAGE_LENGTH_MAX, perLanguage } from './shop-params.ts';

const Localized = Type.Object({
  label: Type.Optional(Type.String({ maxLength: 255 })),
  value: Type.Optional(Type.Unknown()),
});
const isLocalized = <L = string>(value: unknown): value is { readonly label?: L; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const Ignored = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { [IGNORED_MARK]: true });

/** Language codes of at most this length; a text per language, or any value. */
const labelsOf = perLanguage(Type.String({ maxLength: 255 }), { description: 'labels by language' });
const defaultsOf = perLanguage(Type.Unknown(), { description: 'values by language' });

/**
 * `[{name, type, <language>: {label, value}}]`, or the form of catalogue files: `[{name, type, labels: {<language>:
 * label}, defaults: {<language>: value}}]`.
 */
export const attributeDefinitions = map(
  json(
    Type.Array(
      Type.Object(
        {
          name: Type.String(),
          type: Type.String(),
          labels: Type.Optional(labelsOf),
          defaults: Type.Optional(defaultsOf),
        },
        { additionalProperties: Type.Union([Localized, Ignored]) },
      ),
      {
        description:
          `attribute definitions: name, type (${ATTRIBUTE_TYPES.join(', ')}) and per language label and value, or ` +
          `labels and defaults by language; a name is ${ATTRIBUTE_NAME_RULE}`,
        maxItems: 500,
      },
    ),
  ),
  (given, param) => {
    const attributes: NewAttribute[] = [];
    for (const [index, { name: attribute, type: named, labels: sent, defaults: values, ...rest }] of given.entries()) {
      const type = readOneOf(ATTRIBUTE_TYPES, named, param, `${param}[${index}].type`);
      if (!type.ok) return type;
      const labels: { [language: string]: string } = { ...sent };
      const defaults: { [language: string]: unknown } = {};
      for (const [code, value] of Object.entries(values ?? {})) if (value !== null) defaults[code] = value;
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

const LabelChange = Type.Union([Type.String({ maxLength: 255 }), Type.Null()]);
const LocalizedChange = Type.Object({
  label: Type.Optional(LabelChange),
  value: Type.Optional(Type.Unknown()),
});
const labelChangesOf = perLanguage(LabelChange, { description: 'labels by language' });

type Languages<V> = { [language: string]: V };

/** Reads the members by language of one attribute into its changes. Refuses: PARAMETER_INVALID. */
const readLanguages = (
  rest: { readonly [member: string]: unknown },
  labels: Languages<string | null>,
  defaults: Languages<unknown>,
  param: string,
  path: string,
): Result<void> => {
  for (const [code, entry] of Object.entries(rest)) {
    if (entry !== null && !isLocalized<string | null>(entry)) continue;
    if (code === '' || code.length > LANGUAGE_LENGTH_MAX)
      return refuse('PARAMETER_INVALID', param, `${path}: ${shown(code)} is no language code.`);
    const { label, value } = entry ?? { label: null, value: null };
    if (label !== undefined) labels[code] = label;
    if (value !== undefined) defaults[code] = value;
  }
  return DONE;
};

/** As `attributeDefinitions`, without types; null takes away a label, a default, or both of a language. */
export const attributeChanges = map(
  json(
    Type.Array(
      Type.Object(
        {
          name: Type.String(),
          type: Type.Optional(Type.String()),
          labels: Type.Optional(labelChangesOf),
          defaults: Type.Optional(defaultsOf),
        },
        { additionalProperties: Type.Union([LocalizedChange, Ignored]) },
      ),
      {
        description:
          'changes of attributes: name, and per language label and value, or labels and defaults by language; null ' +
          'takes one away, or both of a language; a language that is left out stays, name and type never change',
        maxItems: 500,
      },
    ),
  ),
  (given, param) => {
    const changes: AttributeChange[] = [];
    for (const [index, { name, type: sent, labels: byLanguage, defaults: values, ...rest }] of given.entries()) {
      const path = `${param}[${index}]`;
      const type = sent === undefined ? ok(undefined) : readOneOf(ATTRIBUTE_TYPES, sent, param, `${path}.type`);
      if (!type.ok) return type;
      const labels: Languages<string | null> = { ...byLanguage };
      const defaults: Languages<unknown> = { ...values };
      const read = readLanguages(rest, labels, defaults, param, path);
      if (!read.ok) return read;
      changes.push({ name, type: type.value, labels, defaults });
    }
    return ok(changes);
  },
);

/**
 * In 1/1,000 of a piece; undefined where nothing is sent, 0 takes it away.
 */
export const quantityStep: Param<number | undefined> = {
  ...optional(
    map(
      text('extra: its products are sold in multiples of it, from 0.001; 0 = the shop’s', { max: 40 }),
      (given, param) => (given === '0' ? ok(0) : readQuantityStep(given, param)),
    ),
    undefined,
    'stays as it is; of a new class the shop’s',
  ),
};

export const isPublic: Param<boolean | undefined> = optional(
  flag('extra: 1 = shoppers see the records of the class'),
  undefined,
  'stays as it is; of a new class 0',
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
