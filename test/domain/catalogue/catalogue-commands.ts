// Random commands for classes, categories, shop objects, warehouse entities and records, well-formed as the operations
// make them.
import * as fc from 'fast-check';
import { ATTRIBUTE_TYPES } from '../../../src/domain/attributes/attributes.ts';
import { CLASS_TYPES } from '../../../src/domain/catalogue/shop-class.ts';
import { text, keyed, id, milli, as } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

export const measure = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(0.1, 1e-6, 123.456789));
const value = fc.oneof(
  text,
  measure,
  fc.record({ value: text, width: id, height: id }),
  fc.array(id, { maxLength: 3 }),
);
const seo = keyed(fc.record({ permalink: text, title: text }, { requiredKeys: [] }));
const metadataMembers = {
  element_number: text,
  ean: text,
  taxclass: text,
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  notes: text,
};
const metadata = fc.record(metadataMembers);
const metadataChange = fc.record(metadataMembers, { requiredKeys: [] });

const names = fc.array(fc.oneof(fc.stringMatching(/^[a-z]$/), text), { maxLength: 2 });
/** Values of few attributes, so that changes meet them. */
const texts = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<{ [language: string]: { [number: number]: T } }> =>
  keyed(fc.dictionary(fc.constantFrom('1', '2', '3'), one));
const availability = { managed: fc.boolean(), override: fc.boolean(), warningMilli: milli };
const memberships = fc.uniqueArray(fc.record({ categoryId: id, position: id }), {
  selector: ({ categoryId }) => categoryId,
  maxLength: 3,
});
const orNull = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof(one, fc.constant(null));

/** What a category finds by itself. */
const filling = fc.constantFrom('', '{}', '{"main.id":1}', '{"category.id":["IN",[1,2]]}');

export const CATALOGUE_COMMANDS: Pick<
  Commands,
  'class' | 'category' | 'shopobject' | 'warehouse_entity' | 'typed_record'
> = {
  class: {
    first: fc.record({ type: as('create_class'), name: text, classType: fc.constantFrom(...CLASS_TYPES) }),
    rest: fc.oneof(
      fc.record({
        type: as('add_attributes'),
        attributes: fc.array(
          fc.record({
            name: fc.oneof(fc.stringMatching(/^[a-z]{1,3}$/), text),
            type: fc.constantFrom(...ATTRIBUTE_TYPES),
            labels: keyed(text),
            defaults: keyed(value),
          }),
          { maxLength: 3 },
        ),
      }),
      fc.record({
        type: as('add_attributes'),
        attributes: fc.constant([{ name: 'a', type: 'INT' as const, labels: {}, defaults: {} }]),
      }),
      fc.record({ type: as('remove_attributes'), names }),
      fc.record({ type: as('remove_attributes'), names: fc.constant(['a']) }),
      fc.record({ type: as('set_public'), isPublic: fc.boolean() }),
      fc.record({ type: as('set_quantity_step'), quantityStepMilli: fc.constantFrom(0, 1, 6000) }),
      fc.record({
        type: as('change_attributes'),
        attributes: fc.array(
          fc.record({ number: fc.integer({ min: 1, max: 4 }), labels: keyed(text), defaults: keyed(value) }),
          { maxLength: 3 },
        ),
      }),
      fc.record({ type: as('set_defaults'), number: fc.integer({ min: 1, max: 4 }), defaults: keyed(value) }),
      fc.record({ type: as('delete_class') }),
    ),
  },
  category: {
    first: fc.record({
      type: as('create_category'),
      parentId: id,
      name: text,
      prio: id,
      labels: keyed(text),
      attributes: keyed(fc.oneof(text, measure)),
      localized: keyed(keyed(fc.oneof(text, measure))),
      seo,
      constraint: filling,
    }),
    rest: fc.oneof(
      fc.record(
        {
          type: as('update_category'),
          name: text,
          labels: keyed(orNull(text)),
          attributes: keyed(orNull(fc.oneof(text, measure))),
          localized: keyed(orNull(keyed(orNull(fc.oneof(text, measure))))),
          seo,
          constraint: filling,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('move_category'), parentId: id, prio: id }),
      fc.record({ type: as('place_category'), prio: id }),
      fc.record({ type: as('free_link'), language: fc.constant('de_DE'), permalink: text }),
      fc.record({ type: as('delete_category') }),
    ),
  },
  shopobject: {
    first: fc.record({
      type: as('create_shopobject'),
      objectType: fc.constantFrom('product' as const, 'content' as const),
      name: text,
      classId: id,
      productId: id,
      active: fc.boolean(),
      attributes: texts(value),
      seo,
      metadata,
      availability: fc.record(availability),
      memberships,
    }),
    rest: fc.oneof(
      fc.record({ type: as('bind'), entityId: id, perPieceMilli: milli }),
      fc.record({ type: as('unbind'), entityId: id }),
      fc.record(
        {
          type: as('update_shopobject'),
          name: text,
          active: fc.boolean(),
          attributes: texts(orNull(value)),
          priced: fc.subarray([1, 2, 3]),
          seo,
          metadata: metadataChange,
          availability: fc.record(availability, { requiredKeys: [] }),
          memberships,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('free_link'), language: fc.constant('de_DE'), permalink: text }),
      fc.record({ type: as('delete_shopobject') }),
    ),
  },
  warehouse_entity: {
    first: fc.record({
      type: as('create_warehouse_entity'),
      name: text,
      classId: id,
      manufacturerId: id,
      attributes: texts(value),
      metadata,
    }),
    rest: fc.oneof(
      fc.record(
        {
          type: as('update_warehouse_entity'),
          name: text,
          manufacturerId: id,
          attributes: texts(orNull(value)),
          metadata: metadataChange,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('delete_warehouse_entity') }),
    ),
  },
  typed_record: {
    first: fc.record({
      type: as('create_record'),
      classId: id,
      name: text,
      active: fc.boolean(),
      attributes: texts(value),
      key: text,
    }),
    rest: fc.oneof(
      fc.record(
        { type: as('update_record'), name: text, active: fc.boolean(), attributes: texts(orNull(value)) },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('delete_record') }),
    ),
  },
};
