// Products as a feed for the Google Merchant Center: RSS 2.0 with elements in its namespace, an item for each
// variation, or for the product where it has none. Only what is on sale, has a price and has a page is in it.
import type { Milli } from '../domain/money.ts';
import { ZERO, decimal, lineSum, tenTo, toPrice } from '../domain/money.ts';
import { guestOf } from '../domain/prices/price-context.ts';
import { sellingPrice } from '../domain/listing/listed-price.ts';
import { stepMilliOf } from '../domain/catalogue/quantity-step.ts';
import { taxed } from '../domain/calculation/tax.ts';
import { plainDecimal } from '../kernel/decimal-text.ts';
import { plainText } from '../outside/documents/plain-text.ts';
import { xmlElement } from '../outside/xml.ts';
import type { ProductExport } from '../operations/context/export-services.ts';
import type { ExportField } from './export-fields.ts';
import { ExportedProduct, variantsOf } from './exported-product.ts';
import type { ExportPlace } from './exported-product.ts';

/** What Google takes of each. */
const [TITLE_MAX, DESCRIPTION_MAX, IMAGES_MAX, CATEGORIES_MAX] = [150, 5000, 10, 5];

interface Prices {
  readonly price: number | undefined;
  readonly beside: number | undefined;
}

interface Item {
  readonly place: ExportPlace;
  readonly product: ExportedProduct;
  readonly variant: ExportedProduct;
  readonly prices: Prices;
  readonly link: string;
  readonly images: readonly string[];
}

interface Element extends ExportField {
  /** Each is an element of its own. */
  texts(item: Item): readonly string[];
}

const ONE = 1000 as Milli;

/** An amount as the shop shows it in its own country, with tax where the class says so: `12.50 EUR`. */
const money = ({ shop: { rules } }: ExportPlace, product: ExportedProduct, amount: number | undefined): string => {
  const price = amount === undefined ? undefined : toPrice(amount, 'price');
  if (price?.ok !== true) return '';
  const { priceE4 } = taxed(rules, product.taxClass, rules.country, price.value);
  const minor = lineSum(priceE4, ONE, rules.currencyDigits);
  return minor <= ZERO ? '' : `${fixed(minor, rules.currencyDigits)} ${rules.currency}`;
};

/** With all decimals of the currency. */
const fixed = (minor: number, digits: number): string => {
  const rest = minor % tenTo(digits);
  return digits === 0 ? String(minor) : `${(minor - rest) / tenTo(digits)}.${String(rest).padStart(digits, '0')}`;
};

/** Characters of Unicode and no halves of them. */
const cut = (text: string, max: number): string => (text.length <= max ? text : [...text].slice(0, max).join(''));

const isBought = ({ shop }: ExportPlace, variant: ExportedProduct): boolean => {
  const { managed, override } = variant.object.availability;
  return !managed || override || variant.availableMilli >= stepMilliOf(shop, variant.object);
};

/** The id is the article number where it has one; of 50 characters at most. */
const idOf = ({ id, object }: ExportedProduct): string => {
  const number = (object.metadata.element_number ?? '').trim();
  return number === '' || number.length > 50 ? String(id) : number;
};

/** What a guest of no channel pays for a piece, and the price that it is shown beside: of a list, or of attributes. */
const pricesOf = ({ shop, priceField }: ExportPlace, { id, object, price, comparePrice }: ExportedProduct): Prices => {
  const found = sellingPrice(shop, id, object, { field: priceField, context: guestOf(shop.rules) });
  if (found === undefined) return { price, beside: comparePrice };
  return { price: decimal(found.priceE4, 4), beside: found.compareE4 === 0 ? undefined : decimal(found.compareE4, 4) };
};

const isReduced = ({ price = 0, beside = 0 }: Prices): boolean => beside > price;

const text =
  (...names: string[]) =>
  ({ variant }: Item): readonly string[] => [variant.text(...names)];

const hasGtin = ({ object }: ExportedProduct): boolean => (object.metadata.ean ?? '').trim() !== '';

export const GOOGLE_MERCHANT_FIELDS: readonly Element[] = [
  { column: 'g:id', from: '`element_number`, else the id', texts: ({ variant }) => [idOf(variant)] },
  {
    column: 'g:item_group_id',
    from: 'of a variation: the `g:id` that its product would have',
    texts: ({ product, variant }) => (variant === product ? [] : [idOf(product)]),
  },
  {
    column: 'g:title',
    from: `attribute \`name\`, else the name; up to ${TITLE_MAX} characters`,
    texts: ({ variant }) => [cut(variant.title, TITLE_MAX)],
  },
  {
    column: 'g:description',
    from: `attribute \`description\` without its HTML, else the title; up to ${DESCRIPTION_MAX} characters`,
    texts: ({ variant }) => [cut(plainText(variant.description, DESCRIPTION_MAX) || variant.title, DESCRIPTION_MAX)],
  },
  { column: 'g:link', from: '`--link` with what it names of the product', texts: ({ link }) => [link] },
  {
    column: 'g:image_link',
    from: 'the first attribute of the type IMG; addresses within the shop get the host of `--link`',
    texts: ({ images }) => images.slice(0, 1),
  },
  {
    column: 'g:additional_image_link',
    from: `the ${IMAGES_MAX} after it`,
    texts: ({ images }) => images.slice(1, 1 + IMAGES_MAX),
  },
  {
    column: 'g:availability',
    from: '`in_stock` where it can be bought now, else `out_of_stock`',
    texts: ({ place, variant }) => [isBought(place, variant) ? 'in_stock' : 'out_of_stock'],
  },
  {
    column: 'g:price',
    from: 'what a guest pays, as the shop shows it in its own country; where the price beside it is higher, that',
    texts: ({ place, variant, prices }) => [money(place, variant, isReduced(prices) ? prices.beside : prices.price)],
  },
  {
    column: 'g:sale_price',
    from: 'what a guest pays, where `compare_at` of its list, or `compare_at_price`, is higher',
    texts: ({ place, variant, prices }) => (isReduced(prices) ? [money(place, variant, prices.price)] : []),
  },
  {
    column: 'g:product_type',
    from: `the first ${CATEGORIES_MAX} categories of the product, by their labels: \`Home > Lamps\``,
    texts: ({ product }) => product.categories.slice(0, CATEGORIES_MAX).map((path) => path.join(' > ')),
  },
  {
    column: 'g:google_product_category',
    from: 'attribute `google_product_category`',
    texts: text('google_product_category'),
  },
  {
    column: 'g:brand',
    from: 'attribute `brand`, else `vendor`, else `manufacturer`',
    texts: text('brand', 'vendor', 'manufacturer'),
  },
  { column: 'g:gtin', from: '`ean`', texts: ({ variant }) => [variant.object.metadata.ean ?? ''] },
  { column: 'g:mpn', from: 'attribute `mpn`', texts: text('mpn') },
  {
    column: 'g:identifier_exists',
    from: '`no` for a product with neither `g:gtin` nor both `g:brand` and `g:mpn`',
    texts: ({ variant }) => {
      const isNamed = variant.text('brand', 'vendor', 'manufacturer') !== '' && variant.text('mpn') !== '';
      return hasGtin(variant) || isNamed ? [] : ['no'];
    },
  },
  {
    column: 'g:condition',
    from: 'attribute `condition`, else `new`',
    texts: ({ variant }) => [variant.text('condition') || 'new'],
  },
  { column: 'g:color', from: 'attribute `color`, else `colour`', texts: text('color', 'colour') },
  { column: 'g:size', from: 'attribute `size`', texts: text('size') },
  { column: 'g:material', from: 'attribute `material`', texts: text('material') },
  { column: 'g:pattern', from: 'attribute `pattern`', texts: text('pattern') },
  { column: 'g:gender', from: 'attribute `gender`', texts: text('gender') },
  { column: 'g:age_group', from: 'attribute `age_group`', texts: text('age_group') },
  ...[0, 1, 2, 3, 4].map((number) => ({
    column: `g:custom_label_${number}`,
    from: `attribute \`custom_label_${number}\``,
    texts: text(`custom_label_${number}`),
  })),
  {
    column: 'g:shipping_weight',
    from: '`weight`, in kilograms',
    texts: ({ variant: { object } }) =>
      (object.metadata.weight ?? 0) > 0 ? [`${plainDecimal(object.metadata.weight!)} kg`] : [],
  },
];

const itemText = (item: Item): string => {
  const members = GOOGLE_MERCHANT_FIELDS.flatMap(({ column, texts }) =>
    texts(item)
      .filter((one) => one !== '')
      .map((one) => [column, one] as const),
  );
  return `${xmlElement('item', members)}\n`;
};

/** `title` and `description`: of the feed. */
export const googleMerchantExport = (
  place: ExportPlace,
  { title, description }: { readonly title: string; readonly description: string },
): ProductExport => {
  const { origin } = new URL(place.link);
  const about = [['title', title] as const, ['link', origin] as const, ['description', description] as const];
  return {
    head:
      '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
      about.map(([name, said]) => `${xmlElement(name, said)}\n`).join(''),
    foot: '</channel>\n</rss>\n',
    of: (id, state) => {
      if (!state.active) return '';
      const product = new ExportedProduct(place, id, state);
      return variantsOf(place, product)
        .map((variant): Item => ({
          place,
          product,
          variant,
          prices: pricesOf(place, variant),
          link: variant.address(product),
          images: variant.images(),
        }))
        .filter(({ variant, prices, link }) => link !== '' && money(place, variant, prices.price) !== '')
        .map(itemText)
        .join('');
    },
  };
};
