// A class declares the attributes that its objects have. Numbers of attributes are never given again, so a removed
// attribute's values stay hidden for ever.
import { refuse, shown } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import { composed } from '../../kernel/text.ts';
import { attributeNamed } from '../attributes/attributes.ts';
import type { AttributeDefinition } from '../attributes/attributes.ts';
import { keepValue } from '../attributes/past-values.ts';
import type { PastValues } from '../attributes/past-values.ts';
import { own } from '../by-language.ts';
import { sameValue } from '../same-value.ts';
import { UniqueIndex } from '../unique-index.ts';

export const CLASS_TYPES = [
  'product',
  'content',
  'warehouse_entity',
  'user',
  'record',
  'order',
  'line',
  'category',
] as const;
export type ClassType = (typeof CLASS_TYPES)[number];

/** Types of which a shop has one class at most. */
export const SINGLE_TYPES: readonly ClassType[] = ['order', 'line', 'category'];

/** The rule of ATTRIBUTE_NAME in words. */
export const ATTRIBUTE_NAME_RULE = 'a letter or _ and then at most 63 letters, digits, _ . and -';
const ATTRIBUTE_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;
/** An attribute's id is class id × this + its number: unique over all classes (D43). */
export const ATTRIBUTES_MADE_MAX = 1000;

export interface ShopClass {
  name: string;
  type: ClassType;
  createdMs: number;
  attributesMade: number;
  attributes: AttributeDefinition[];
  /** Its products are sold in multiples of it, in 1/1,000 of a piece; 0: the shop's step counts. */
  quantityStepMilli: number;
  /** Defaults of its FLOAT attributes before: what products without a price of their own cost. */
  pastDefaults: readonly PastValues[];
  /** Whether shoppers see its records; of the type record alone. */
  isPublic: boolean;
}

/** What may change of an attribute, whole: its name and type never do (D303). */
export type AttributeTexts = Pick<AttributeDefinition, 'number' | 'labels' | 'defaults'>;

export type ClassCommand =
  | {
      readonly type: 'create_class';
      readonly name: string;
      readonly classType: ClassType;
      readonly quantityStepMilli?: number;
      readonly isPublic?: boolean;
    }
  | { readonly type: 'add_attributes'; readonly attributes: readonly Omit<AttributeDefinition, 'number'>[] }
  | { readonly type: 'remove_attributes'; readonly names: readonly string[] }
  | { readonly type: 'set_defaults'; readonly number: number; readonly defaults: AttributeDefinition['defaults'] }
  | { readonly type: 'change_attributes'; readonly attributes: readonly AttributeTexts[] }
  | { readonly type: 'set_quantity_step'; readonly quantityStepMilli: number }
  | { readonly type: 'set_public'; readonly isPublic: boolean }
  | { readonly type: 'delete_class' };

const EVENTS = {
  class_created: { name: '', classType: 'product' as ClassType, quantityStepMilli: 0, isPublic: false },
  attributes_added: { attributes: [] as readonly AttributeDefinition[] },
  attributes_removed: { numbers: [] as readonly number[] },
  class_deleted: {},
  /** Replaces all defaults of one attribute. */
  attribute_defaults_set: { number: 0, defaults: {} as AttributeDefinition['defaults'] },
  /** Replaces all labels and defaults of these attributes. */
  attributes_changed: { attributes: [] as readonly AttributeTexts[] },
  class_quantity_step_set: { quantityStepMilli: 0 },
  class_public_set: { isPublic: false },
};

const isChange = (
  attributes: readonly AttributeDefinition[],
  { number, labels, defaults }: AttributeTexts,
): boolean => {
  const before = attributes.find((attribute) => attribute.number === number);
  return before !== undefined && !(sameValue(before.labels, labels) && sameValue(before.defaults, defaults));
};

/** Keeps the defaults that a FLOAT attribute has had until now. */
const keepDefaults = (
  state: ShopClass,
  { number, defaults }: Pick<AttributeTexts, 'number' | 'defaults'>,
  atMs: number,
): void => {
  const before = state.attributes.find((attribute) => attribute.number === number);
  if (before?.type !== 'FLOAT') return;
  for (const language of new Set([...Object.keys(before.defaults), ...Object.keys(defaults)])) {
    const value = own(before.defaults, language);
    if (value !== own(defaults, language))
      state.pastDefaults = keepValue(state.pastDefaults, number, language, value, atMs);
  }
};

export interface ClassIndex {
  readonly byName: UniqueIndex;
  /** The class of each type, by its name; of use for the types of which there is one. */
  readonly single: UniqueIndex;
}

export const shopClass: ActorKind<ShopClass, ClassCommand, typeof EVENTS, ClassIndex> = {
  kind: 'class',
  state: schema<ShopClass>({
    name: '',
    type: 'product',
    createdMs: 0,
    attributesMade: 0,
    attributes: [],
    quantityStepMilli: 0,
    pastDefaults: [],
    isPublic: false,
  }),
  // Keyed by name, so that an audit entry shows the attribute that changed and not all of them.
  audit: {
    hidden: [],
    ignored: ['pastDefaults'],
    view: (state) => ({
      ...state,
      attributes: Object.fromEntries(state.attributes.map((attribute) => [attribute.name, attribute])),
    }),
    restored: (seen) => ({
      ...(seen as ShopClass),
      attributes: Object.values((seen as ShopClass).attributes).sort((a, b) => a.number - b.number),
    }),
  },
  events: EVENTS,
  ends: 'class_deleted',

  decide(state, command) {
    switch (command.type) {
      case 'create_class':
        if (command.name === '' || command.name.length > 255) return refuse('CLASS_NAME_NOT_VALID', 'name');
        return decided({
          type: 'class_created',
          name: command.name,
          classType: command.classType,
          quantityStepMilli: command.quantityStepMilli ?? 0,
          isPublic: command.isPublic ?? false,
        });
      case 'add_attributes': {
        const names = new Set(state.attributes.map((attribute) => composed(attribute.name)));
        for (const { name } of command.attributes) {
          // No object keeps a value under this name.
          if (!ATTRIBUTE_NAME.test(name) || name === '__proto__') {
            return refuse(
              'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID',
              name,
              `${shown(name)} is no attribute name, which is ${ATTRIBUTE_NAME_RULE}.`,
            );
          }
          if (names.has(composed(name))) return refuse('SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE', name);
          names.add(composed(name));
        }
        const made = state.attributesMade;
        if (made + command.attributes.length >= ATTRIBUTES_MADE_MAX) {
          return refuse('PARAMETER_INVALID', 'attributes', 'A class has at most 999 attributes in its life.');
        }
        const attributes = command.attributes.map((attribute, index) => ({ ...attribute, number: made + index + 1 }));
        return decided({ type: 'attributes_added', attributes });
      }
      case 'remove_attributes': {
        const numbers = new Set<number>();
        for (const name of command.names) {
          const attribute = attributeNamed(state.attributes, name);
          if (attribute === undefined) {
            return refuse('SHOPOBJECT_ATTRIBUTE_UNKNOWN', name, `The class has no attribute ${shown(name)}.`);
          }
          numbers.add(attribute.number);
        }
        return numbers.size === 0 ? decided() : decided({ type: 'attributes_removed', numbers: [...numbers] });
      }
      case 'set_defaults': {
        const { number, defaults } = command;
        return state.attributes.some((attribute) => attribute.number === number)
          ? decided({ type: 'attribute_defaults_set', number, defaults })
          : decided();
      }
      case 'change_attributes': {
        const attributes = command.attributes.filter((changed) => isChange(state.attributes, changed));
        return attributes.length === 0 ? decided() : decided({ type: 'attributes_changed', attributes });
      }
      case 'set_quantity_step': {
        const { quantityStepMilli } = command;
        return quantityStepMilli === state.quantityStepMilli
          ? decided()
          : decided({ type: 'class_quantity_step_set', quantityStepMilli });
      }
      case 'set_public': {
        const { isPublic } = command;
        return isPublic === state.isPublic ? decided() : decided({ type: 'class_public_set', isPublic });
      }
      case 'delete_class':
        return decided({ type: 'class_deleted' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'class_created':
        state.name = event.name;
        state.type = event.classType;
        state.createdMs = atMs;
        state.quantityStepMilli = event.quantityStepMilli;
        state.isPublic = event.isPublic;
        return;
      case 'attributes_added':
        state.attributes = [...state.attributes, ...event.attributes];
        state.attributesMade += event.attributes.length;
        return;
      case 'attributes_removed':
        state.attributes = state.attributes.filter(({ number }) => !event.numbers.includes(number));
        return;
      case 'attribute_defaults_set':
        keepDefaults(state, event, atMs);
        state.attributes = state.attributes.map((attribute) =>
          attribute.number === event.number ? { ...attribute, defaults: event.defaults } : attribute,
        );
        return;
      case 'attributes_changed': {
        for (const attribute of event.attributes) keepDefaults(state, attribute, atMs);
        const changed = new Map(event.attributes.map((attribute) => [attribute.number, attribute]));
        state.attributes = state.attributes.map((attribute) => ({ ...attribute, ...changed.get(attribute.number) }));
        return;
      }
      case 'class_quantity_step_set':
        state.quantityStepMilli = event.quantityStepMilli;
        return;
      case 'class_public_set':
        state.isPublic = event.isPublic;
        return;
      case 'class_deleted':
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => ({ byName: new UniqueIndex(), single: new UniqueIndex() }),
    add(index, id, { name, type }) {
      index.byName.add(name, id);
      if (SINGLE_TYPES.includes(type)) index.single.add(type, id);
    },
    remove(index, id, { name, type }) {
      index.byName.remove(name, id);
      if (SINGLE_TYPES.includes(type)) index.single.remove(type, id);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly class: typeof shopClass;
  }
}
