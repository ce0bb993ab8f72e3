// Products as the table that Shopify imports: a row for each variation, and further rows for pictures. What our reader
// of the same format (shopify.ts) makes of it is the same product, as far as the table carries it;
// docs/start/taking-elsewhere.md says what it does not.
import { attributeNamed, isReference } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import { wholeQuotient } from '../domain/money.ts';
import type { ProductExport } from '../operations/context/export-services.ts';
import { foreignLine } from './csv-line.ts';
import type { ExportField } from './export-fields.ts';
import { ExportedProduct, textOfCell, variantsOf, varying } from './exported-product.ts';
import type { ExportPlace } from './exported-product.ts';

/** Shopify takes no more. */
const OPTIONS_MAX = 3;
const OPTION_NUMBERS = ['1', '2', '3'];
/** The option of variations that nothing else tells apart. */
const VARIATION = 'variation';

interface Option {
  readonly name: string;
  of(variant: ExportedProduct): string;
}

interface Row {
  readonly handle: string;
  readonly product: ExportedProduct;
  /** Active, and everything bought of it has a price: without one Shopify would sell it for nothing. */
  readonly isOffered: boolean;
  /** Undefined in a row that has a picture alone. */
  readonly variant: ExportedProduct | undefined;
  readonly isFirst: boolean;
  readonly options: readonly Option[];
  /** Attributes of the variations that are no options. */
  readonly details: ReadonlySet<string>;
  /** '' for none. */
  readonly image: string;
  readonly imagePosition: number;
  /** Image of one variation among several. */
  readonly variantImage: string;
}

interface Column extends ExportField {
  /** '' for none; a number is written with all of its digits. `part`: what stands for `{n}` or `{}`. */
  cell(row: Row, part: string): string | number;
}

/** What stands in the first row of a product alone. */
const first =
  (cell: (product: ExportedProduct) => string | number) =>
  ({ isFirst, product }: Row): string | number =>
    isFirst ? cell(product) : '';

/** What stands in the row of each variation. */
const each =
  (cell: (variant: ExportedProduct) => string | number) =>
  ({ variant }: Row): string | number =>
    variant === undefined ? '' : cell(variant);

const definitionOf = ({ shopClass }: ExportedProduct, name: string): AttributeDefinition | undefined =>
  attributeNamed(shopClass.attributes, name);

/** In whole pieces, as Shopify counts: never more than there are. */
const piecesOf = (variant: ExportedProduct): number => wholeQuotient(Math.max(0, variant.availableMilli), 1000);

const gramsOf = ({ object: { metadata } }: ExportedProduct): number | string =>
  metadata.weight === undefined || metadata.weight <= 0 ? '' : Math.round(metadata.weight * 1e6) / 1000;

export const SHOPIFY_FIELDS: readonly Column[] = [
  {
    column: 'Handle',
    from: 'the name, where it is small letters, digits and hyphens; else the permalink, else the name made so, and the id',
    cell: ({ handle }) => handle,
  },
  { column: 'Title', from: 'attribute `name`, else the name', cell: first((product) => product.title) },
  { column: 'Body (HTML)', from: 'attribute `description`', cell: first((product) => product.description) },
  {
    column: 'Vendor',
    from: 'attribute `vendor`, else `brand`',
    cell: first((product) => product.text('vendor', 'brand')),
  },
  {
    column: 'Product Category',
    from: 'the first category with those above it, by their labels: `Home > Lamps`',
    cell: first((product) => product.categories[0]?.join(' > ') ?? ''),
  },
  { column: 'Type', from: 'attribute `product_type`', cell: first((product) => product.text('product_type')) },
  { column: 'Tags', from: 'attribute `tags`', cell: first((product) => product.text('tags')) },
  {
    column: 'Published',
    from: '`TRUE` for an active product, where all that is bought of it has a price',
    cell: ({ isFirst, isOffered }) => (isFirst ? (isOffered ? 'TRUE' : 'FALSE') : ''),
  },
  {
    column: 'Option{n} Name',
    from:
      'the names of up to three attributes in which variations differ and of which each has a value; `variation` where ' +
      'these do not tell all of them apart, `Title` where there are none',
    cell: ({ isFirst, options }, part) => (isFirst ? (options[Number(part) - 1]?.name ?? '') : ''),
  },
  {
    column: 'Option{n} Value',
    from: 'their values',
    cell: ({ variant, options }, part) => (variant === undefined ? '' : (options[Number(part) - 1]?.of(variant) ?? '')),
  },
  {
    column: 'Variant SKU',
    from: '`element_number`',
    cell: each(({ object }) => object.metadata.element_number ?? ''),
  },
  { column: 'Variant Grams', from: '`weight`, from kilograms to grams', cell: each(gramsOf) },
  {
    column: 'Variant Inventory Tracker',
    from: '`shopify` where the stock is counted',
    cell: each(({ isCounted }) => (isCounted ? 'shopify' : '')),
  },
  {
    column: 'Variant Inventory Qty',
    from: 'what can be sold, in whole pieces; of bound products what their warehouse entities make',
    cell: each((variant) => (variant.isCounted ? piecesOf(variant) : '')),
  },
  {
    column: 'Variant Inventory Policy',
    from: '`continue` where more is sold than there is, else `deny`',
    cell: each(({ object, isCounted }) => (isCounted && !object.availability.override ? 'deny' : 'continue')),
  },
  { column: 'Variant Fulfillment Service', from: '`manual`', cell: each(() => 'manual') },
  {
    column: 'Variant Price',
    from: 'the attribute of the price, as it was entered: with tax or without, as the tax class says',
    cell: each((variant) => variant.price ?? ''),
  },
  {
    column: 'Variant Compare At Price',
    from: 'attribute `compare_at_price`',
    cell: each((variant) => variant.comparePrice ?? ''),
  },
  { column: 'Variant Requires Shipping', from: '`TRUE`', cell: each(() => 'TRUE') },
  {
    column: 'Variant Taxable',
    from: '`FALSE` where the tax class has 0 % in the shop’s own country',
    cell: ({ variant, product }) => (variant === undefined ? '' : product.taxRateE6 === 0 ? 'FALSE' : 'TRUE'),
  },
  { column: 'Variant Barcode', from: '`ean`', cell: each(({ object }) => object.metadata.ean ?? '') },
  {
    column: 'Image Src',
    from: 'attributes of the type IMG, in the order of the class; `--link` makes whole addresses of those within the shop',
    cell: ({ image }) => image,
  },
  {
    column: 'Image Position',
    from: 'their order',
    cell: ({ image, imagePosition }) => (image === '' ? '' : imagePosition),
  },
  { column: 'Gift Card', from: '`FALSE`', cell: first(() => 'FALSE') },
  { column: 'SEO Title', from: 'title for search engines', cell: first((product) => product.seo('title')) },
  {
    column: 'SEO Description',
    from: 'description for search engines',
    cell: first((product) => product.seo('description')),
  },
  {
    column: 'Variant Image',
    from: 'the first picture that a variation has of its own, where there are several variations',
    cell: ({ variantImage }) => variantImage,
  },
  {
    column: 'Variant Weight Unit',
    from: '`kg`, in which Shopify shows the weight',
    cell: each((variant) => (gramsOf(variant) === '' ? '' : 'kg')),
  },
  {
    column: 'Status',
    from: '`active` where it is published, else `draft`',
    cell: ({ isFirst, isOffered }) => (isFirst ? (isOffered ? 'active' : 'draft') : ''),
  },
  {
    column: '{} (product.metafields.custom.{})',
    from: 'any other attribute, under its name',
    cell: ({ isFirst, product }, part) => (isFirst ? valueOf(product, part) : ''),
  },
  {
    column: '{} (variant.metafields.custom.{})',
    from: 'any other attribute in which a variation differs, likewise',
    cell: ({ variant, details }, part) => (variant === undefined || !details.has(part) ? '' : valueOf(variant, part)),
  },
];

const valueOf = (product: ExportedProduct, name: string): string | number => {
  const definition = definitionOf(product, name);
  return definition === undefined ? '' : product.value(definition);
};

/** Attributes that have a column of their own. */
const PLACED = ['name', 'description', 'vendor', 'product_type', 'tags', 'compare_at_price'];

/** Names of the attributes that a product may have as a metafield, in the order of the classes. */
const metafieldsOf = (classes: readonly ShopClass[], { priceField }: ExportPlace): string[] => {
  const placed = new Set([...PLACED, priceField]);
  const names = classes
    .filter(({ type }) => type === 'product')
    .flatMap(({ attributes }) => attributes.filter(({ type }) => type !== 'IMG' && !isReference(type)))
    .map(({ name }) => name);
  return [...new Set(names)].filter((name) => !placed.has(name));
};

const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const slugOf = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'product';

/** A handle that no other product has, whatever else is in the file. */
const handleOf = ({ shop }: ExportPlace, product: ExportedProduct): string => {
  const { byName, permalinks } = shop.index('shopobject');
  const { name } = product.object;
  if (HANDLE.test(name)) return name;
  const permalink = product.seo('permalink');
  const isOther = (id: number | undefined): boolean => id !== undefined && id !== product.id;
  const isTaken = (handle: string): boolean =>
    isOther(byName.get(handle)) || (permalinks.holders(handle)?.list ?? []).some(({ id }) => isOther(id));
  if (HANDLE.test(permalink) && !isTaken(permalink)) return permalink;
  let mark = String(product.id);
  for (const slug = slugOf(name); ; mark = `x${mark}`) if (!isTaken(`${slug}-${mark}`)) return `${slug}-${mark}`;
};

const option = (definition: AttributeDefinition): Option => ({
  name: definition.name,
  of: (variant) => textOfCell(variant.value(definition)).trim(),
});

/** Names the variation: shoppers choose by it where no attributes tell variations apart. */
const byName = (variants: readonly ExportedProduct[]): Option => {
  const titles = new Set(variants.map(({ title }) => title));
  return {
    name: VARIATION,
    of: ({ title, object }) => (titles.size === variants.length ? title : object.name.trim() || `${object.productId}`),
  };
};

const tellApart = (variants: readonly ExportedProduct[], options: readonly Option[]): boolean =>
  new Set(variants.map((variant) => JSON.stringify(options.map((one) => one.of(variant))))).size === variants.length;

/** As Shopify has it of a product without options. */
const NO_OPTION: Option = { name: 'Title', of: () => 'Default Title' };

const optionsOf = (variants: readonly ExportedProduct[], candidates: readonly AttributeDefinition[]): Option[] => {
  const whole = candidates.map(option).filter((one) => variants.every((variant) => one.of(variant) !== ''));
  const options = whole.slice(0, OPTIONS_MAX);
  if (tellApart(variants, options)) return options.length === 0 ? [NO_OPTION] : options;
  return [byName(variants), ...whole.filter(({ name }) => name !== VARIATION)].slice(0, OPTIONS_MAX);
};

const rowsOf = (place: ExportPlace, product: ExportedProduct, placed: ReadonlySet<string>): Row[] => {
  const variants = variantsOf(place, product);
  const differing = varying(variants).filter(({ name }) => !placed.has(name));
  const options = optionsOf(variants, differing);
  const taken = new Set(options.map(({ name }) => name));
  const details = new Set(differing.map(({ name }) => name).filter((name) => !taken.has(name)));
  const handle = handleOf(place, product);
  // A single variation is the product.
  const own = variants.length === 1 ? variants[0]!.images(true) : [];
  const images = [...new Set([...own, ...product.images()])];
  const isOffered = product.object.active && variants.every(({ price }) => price !== undefined);
  return Array.from({ length: Math.max(variants.length, images.length) }, (_, index) => ({
    handle,
    product,
    isOffered,
    variant: variants[index],
    isFirst: index === 0,
    options,
    details,
    image: images[index] ?? '',
    imagePosition: index + 1,
    variantImage: variants.length === 1 ? '' : (variants[index]?.images(true)[0] ?? ''),
  }));
};

/** Shopify's keys have no other signs. */
const keyOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** The names of all columns, each with its field and what stands for `{n}` or `{}` in it. */
const columnsOf = (metafields: readonly string[]): (readonly [column: string, field: Column, part: string])[] =>
  SHOPIFY_FIELDS.flatMap((field) => {
    const { column } = field;
    if (column.includes('{n}'))
      return OPTION_NUMBERS.map((part) => [column.replace('{n}', part), field, part] as const);
    if (column.includes('{}'))
      return metafields.map((part) => [column.replace('{}', part).replace('{}', keyOf(part)), field, part] as const);
    return [[column, field, ''] as const];
  });

export const shopifyExport = (place: ExportPlace, classes: readonly ShopClass[]): ProductExport => {
  const columns = columnsOf(metafieldsOf(classes, place));
  const placed = new Set([...PLACED, place.priceField]);
  const line = foreignLine(',');
  return {
    head: line(columns.map(([column]) => column)),
    foot: '',
    of: (id, state) =>
      rowsOf(place, new ExportedProduct(place, id, state), placed)
        .map((row) => line(columns.map(([, field, part]) => field.cell(row, part))))
        .join(''),
  };
};
