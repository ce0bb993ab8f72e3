// Attributes of products, contents, records and warehouse entities as replies show them.
import type { AttributeType, ImageValue } from '../../domain/attributes/attributes.ts';
import type { Shown } from '../../kernel/json.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { extra, group, id, keyed, list, maybe, nested, oneOf, text, whole } from './members.ts';
import { Writing } from './written.ts';

/** As it stands within attributes and lists of products; type and shape are those of Product. */
export type AnyProduct = { readonly object: 'product'; readonly id: number };
export const AnyProduct = nested<AnyProduct>('Product');

/** As it stands within attributes; type and shape are those of Record. */
type AnyRecord = { readonly object: 'record'; readonly id: number };
const AnyRecord = nested<AnyRecord>('Record');

/** What an attribute shows besides its value. */
export interface AttributeHead {
  readonly type: AttributeType;
  readonly id: number;
  readonly name: string;
  readonly label: string;
}

const headMembers = <C>(of: Writing<AttributeHead, C>) => ({
  id: of.fixed(id('attribute id'), (head) => head.id),
  name: of.fixed(text('name of the attribute'), ({ name }) => name),
  label: of.fixed(text('name to show, in the language of the reply'), ({ label }) => label),
});

const typeOf = <T extends AttributeType, C>(of: Writing<AttributeHead, C>, types: readonly T[]) =>
  of.fixed(oneOf('kind of value', types), ({ type }) => type as Shown<T>);

const ofText = new Writing<AttributeHead, string>();

const TextAttribute = ofText.group('A text.', {
  type: typeOf(ofText, ['CHAR', 'TXT', 'HTML', 'DATE']),
  ...headMembers(ofText),
  value: ofText.value(
    text('the value; HTML is not escaped, a date is YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'),
    (_head, value) => value,
  ),
});

const ofNumber = new Writing<AttributeHead, number>();

const NumberAttribute = ofNumber.group('A number.', {
  type: typeOf(ofNumber, ['FLOAT', 'INT', 'BOOL']),
  ...headMembers(ofNumber),
  value: ofNumber.value(Type.Number({ description: 'the value; 1 or 0 for BOOL' }), (_head, value) => value),
});

const ofImage = new Writing<AttributeHead, ImageValue>();
const pixels = (size: number): string => (size === 0 ? '' : String(size));

const Focus = group('The point of an image that stays in sight where a frame cuts it.', {
  x: whole('per cent from the left, 0 to 100'),
  y: whole('per cent from the top, 0 to 100'),
});

const ImageAttribute = ofImage.group('An image.', {
  type: typeOf(ofImage, ['IMG']),
  ...headMembers(ofImage),
  value: ofImage.value(text('address of the image; empty: none'), (_head, { value }) => value),
  width: ofImage.value(text('pixels as digits; empty: not known'), (_head, { width }) => pixels(width)),
  height: ofImage.value(text('pixels as digits; empty: not known'), (_head, { height }) => pixels(height)),
  alt: ofImage.value(
    maybe(extra(text('what it shows, for those who do not see it; absent: nobody has said'))),
    (_head, { alt = '' }) => (alt === '' ? undefined : alt),
  ),
  focus: ofImage.value(maybe(extra(Focus)), (_head, { focus }) => focus ?? undefined),
});

/** The value of a PRODUCTS attribute as it is shown. */
export interface ShownProducts {
  readonly products: Shown<AnyProduct[]>;
  readonly leftOut: number;
}

/** The value of a RECORDS attribute as it is shown. */
export interface ShownRecords {
  readonly records: Shown<AnyRecord[]>;
  readonly leftOut: number;
}

const ofProducts = new Writing<AttributeHead, ShownProducts>();

const ProductsAttribute = ofProducts.group('A list of products.', {
  type: typeOf(ofProducts, ['PRODUCTS']),
  ...headMembers(ofProducts),
  value: ofProducts.value(
    list(AnyProduct, 'the products, active ones only unless the back office calls'),
    (_head, { products }) => products,
  ),
  left_out: ofProducts.value(
    maybe(extra(whole('products that are not shown, because the reply would be too large'))),
    (_head, { leftOut }) => (leftOut === 0 ? undefined : leftOut),
  ),
});

const ofRecords = new Writing<AttributeHead, ShownRecords>();

const RecordsAttribute = ofRecords.group('A list of records.', {
  type: typeOf(ofRecords, ['RECORDS']),
  ...headMembers(ofRecords),
  value: ofRecords.value(
    list(AnyRecord, 'the records, active ones of public classes only unless the back office calls'),
    (_head, { records }) => records,
  ),
  left_out: ofRecords.value(
    maybe(extra(whole('records that are not shown, because the reply would be too large'))),
    (_head, { leftOut }) => (leftOut === 0 ? undefined : leftOut),
  ),
});

export const Attribute = Type.Union(
  [
    TextAttribute.schema,
    NumberAttribute.schema,
    ImageAttribute.schema,
    ProductsAttribute.schema,
    RecordsAttribute.schema,
  ],
  { title: 'Attribute', description: 'An attribute with its value in the language of the reply; `type` says which.' },
);

/** How an attribute of a type is written. */
export const WRITTEN_ATTRIBUTES = {
  CHAR: TextAttribute,
  TXT: TextAttribute,
  HTML: TextAttribute,
  DATE: TextAttribute,
  FLOAT: NumberAttribute,
  INT: NumberAttribute,
  BOOL: NumberAttribute,
  IMG: ImageAttribute,
  PRODUCTS: ProductsAttribute,
  RECORDS: RecordsAttribute,
} satisfies { readonly [type in AttributeType]: unknown };

export const Attributes = keyed(Attribute, 'attributes by name, in the order of the class');
export type Attributes = Static<typeof Attributes>;
