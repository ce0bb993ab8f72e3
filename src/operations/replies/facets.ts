// What a list tells of the values of fields.
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { bit, extra, group, id, list, maybe, record, text, whole } from './members.ts';

const number = (description: string) => Type.Number({ description });

const FacetValue = group('A value, or a range of numbers.', {
  value: maybe(Type.Union([Type.String(), Type.Number()], { description: 'the value, as a constraint names it' })),
  from: maybe(number('of a range: the least number in it; absent: it has no least one')),
  to: maybe(number('of a range: the first number above it; absent: it has no end')),
  label: text('what people read, in the language of the call'),
  id_parent: maybe(id('of a category: the one above it; 0: none')),
  count: whole('products that the same search finds with this in place of the conditions on the field'),
  selected: bit('1: it meets the conditions on the field'),
});

const Facet = record('Facet', 'A field, and in how many products each of its values is.', {
  field: text('the field, as a constraint names it'),
  label: text('the label of the attribute in the language of the call; else the field'),
  values: list(FacetValue, 'by count, the highest first; ranges from the lowest'),
  more: whole('values that are not shown'),
});
export type Facet = Static<typeof Facet>;

/** With `facets` alone, so that every other reply stays as it was. */
export const FACETS = { facets: maybe(extra(list(Facet, 'with the parameter facets: its fields, in their order'))) };
