// The table of products that WooCommerce's own exporter writes: a row for each product and each variation, which names
// its product in `Parent`, by its SKU or as `id:12`.
import { foreignFormat } from './foreign-format.ts';
import { groupsByParent } from './foreign-groups.ts';
import { onSale, unitsOfWeight } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignProduct, ForeignVariant, Measures } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  id: { columns: ['ID'], fate: 'otherwise', becomes: 'which product a variation belongs to; a name without a SKU' },
  type: {
    columns: ['Type', 'Typ', 'Tipo'],
    fate: 'otherwise',
    becomes: 'a `variation` is one of its product; grouped and external products come switched off',
    needed: true,
  },
  sku: {
    columns: ['SKU', 'Artikelnummer', 'UGS'],
    fate: 'brought',
    becomes: "the product's name and `element_number`",
    needed: true,
  },
  ean: {
    columns: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN', 'GTIN, UPC, EAN ou ISBN', 'GTIN, UPC, EAN o ISBN'],
    fate: 'brought',
    becomes: '`ean`',
  },
  name: { columns: ['Name', 'Nom', 'Nombre'], fate: 'brought', becomes: '`name`', needed: true },
  published: {
    columns: ['Published', 'Veröffentlicht', 'Publié', 'Publicado'],
    fate: 'brought',
    becomes: 'active; drafts (`-1`) and private ones are not',
  },
  visibility: {
    columns: [
      'Visibility in catalog',
      'Sichtbarkeit im Katalog',
      'Visibilité dans le catalogue',
      'Visibilidad en el catálogo',
    ],
    fate: 'otherwise',
    becomes: '`hidden`: inactive; what is in the catalogue is found, too',
  },
  shortDescription: {
    columns: ['Short description', 'Kurzbeschreibung', 'Description courte', 'Descripción corta'],
    fate: 'brought',
    becomes: 'attribute `short_description`, HTML as it is',
  },
  description: {
    columns: ['Description', 'Beschreibung', 'Descripción'],
    fate: 'brought',
    becomes: '`description`, HTML as it is',
  },
  saleBegin: {
    columns: [
      'Date sale price starts',
      'Datum, an dem Angebotspreis beginnt',
      'Date de début de promo',
      'Día en que empieza el precio rebajado',
    ],
    fate: 'otherwise',
    becomes: 'a sale for a time does not come: the regular price does, and the import says so',
  },
  saleEnd: {
    columns: [
      'Date sale price ends',
      'Datum, an dem Angebotspreis endet',
      'Date de fin de promo',
      'Día en que termina el precio rebajado',
    ],
    fate: 'otherwise',
    becomes: 'likewise',
  },
  taxStatus: {
    columns: ['Tax status', 'Steuerstatus', 'État de la TVA', 'Estado del impuesto'],
    fate: 'otherwise',
    becomes: '`none` and `shipping` are a tax of 0 % (`--tax "0%=…"`)',
  },
  taxClass: {
    columns: ['Tax class', 'Steuerklasse', 'Classe de TVA', 'Clase de impuesto'],
    fate: 'brought',
    becomes: "the tax class of that name; without one the shop's first. `--tax reduced-rate=…` says what it is",
  },
  inStock: {
    columns: ['In stock?', 'Vorrätig?', 'En stock ?', '¿Existencias?'],
    fate: 'brought',
    becomes: '`0` without a number: none is there',
  },
  stock: {
    columns: ['Stock', 'Bestand', 'Lager', 'Inventario'],
    fate: 'brought',
    becomes: 'stock; below 0 is 0, empty is not counted. `parent`: each variation has the number of its product',
  },
  backorders: {
    columns: [
      'Backorders allowed?',
      'Lieferrückstande erlaubt?',
      'Rückstände erlaubt?',
      'Autoriser les commandes de produits en rupture ?',
      '¿Permitir reservas de productos agotados?',
    ],
    fate: 'brought',
    becomes: 'whether more is sold than there is',
  },
  weight: {
    columns: ['Weight ({})', 'Gewicht ({})', 'Poids ({})', 'Peso ({})'],
    fate: 'otherwise',
    becomes: '`weight`, from kg, g, lbs or oz to kilograms',
  },
  length: {
    columns: ['Length ({})', 'Länge ({})', 'Longueur ({})', 'Longitud ({})'],
    fate: 'brought',
    becomes: '`length`, in the unit of the table',
  },
  width: {
    columns: ['Width ({})', 'Breite ({})', 'Largeur ({})', 'Anchura ({})'],
    fate: 'brought',
    becomes: '`width`, likewise',
  },
  height: {
    columns: ['Height ({})', 'H\u00f6he ({})', 'Hauteur ({})', 'Altura ({})'],
    fate: 'brought',
    becomes: '`height`, likewise',
  },
  sale: {
    columns: ['Sale price', 'Angebotspreis', 'Tarif promo', 'Precio rebajado'],
    fate: 'otherwise',
    becomes: '`price`, and the regular one is `compare_at_price`',
  },
  price: {
    columns: ['Regular price', 'Regulärer Preis', 'Tarif régulier', 'Precio normal'],
    fate: 'brought',
    becomes: '`price`',
    needed: true,
  },
  categories: {
    columns: ['Categories', 'Kategorien', 'Catégories', 'Categorías'],
    fate: 'brought',
    becomes: 'categories as a tree: `Clothing > Hoodies, Sale`',
  },
  tags: { columns: ['Tags', 'Schlagwörter', 'Étiquettes', 'Etiquetas'], fate: 'brought', becomes: 'attribute `tags`' },
  brands: { columns: ['Brands', 'Marken', 'Marques', 'Marcas'], fate: 'brought', becomes: 'attribute `brand`' },
  images: {
    columns: ['Images', 'Bilder', 'Imágenes'],
    fate: 'brought',
    becomes: 'images, as addresses: they stay where they are until you copy them',
  },
  parent: {
    columns: ['Parent', 'Übergeordnetes Produkt', 'Superior'],
    fate: 'otherwise',
    becomes: 'which product a variation belongs to',
  },
  attributeName: {
    columns: ['Attribute {n} name', 'Attribut {n} Name', 'Nom de l’attribut {n}', 'Nombre del atributo {n}'],
    fate: 'brought',
    becomes: 'an attribute of that name; of a product with variations, where these do not differ in it',
  },
  attributeValues: {
    columns: [
      'Attribute {n} value(s)',
      'Attribut {n} Wert(e)',
      'Valeur(s) de l’attribut {n}',
      'Valor(es) del atributo {n}',
    ],
    fate: 'brought',
    becomes: 'its value; several are joined',
  },
  attributeVisible: {
    columns: ['Attribute {n} visible', 'Attribut {n} Sichtbar', 'Attribut {n} visible', 'Atributo visible {n}'],
    fate: 'otherwise',
    becomes: '`0`: left out, since shoppers see all attributes',
  },
  attributeRules: {
    columns: ['Attribute {n} global', 'Attribute {n} default'],
    fate: 'left',
    becomes: 'what a form shows first; no place',
  },
  meta: { columns: ['Meta: {}'], fate: 'left', becomes: 'data of plugins; no place' },
  downloads: {
    columns: ['Download {n} ID', 'Download {n} name', 'Download {n} URL', 'Download limit', 'Download expiry days'],
    fate: 'left',
    becomes: 'files for buyers; no place',
  },
  links: {
    columns: ['Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text'],
    fate: 'left',
    becomes: 'links between products; no place',
  },
  rules: {
    columns: [
      'Is featured?',
      'Low stock amount',
      'Sold individually?',
      'Allow customer reviews?',
      'Purchase note',
      'Shipping class',
      'Position',
    ],
    fate: 'left',
    becomes: 'rules of WooCommerce; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;
type Texts = { readonly [name: string]: string };

/** Values stand between commas, where `\,` is one of theirs; names of terms have HTML's `&amp;`. */
const valuesOf = (cell: string): string[] =>
  listed(cell, /(?<!\\),/).map((value) => value.replaceAll(String.raw`\,`, ',').replaceAll('&amp;', '&'));

const measuresOf = (row: Row): Measures => {
  const [weight = ''] = row.each('weight').map(([unit]) => {
    const divisor = unitsOfWeight(unit);
    if (divisor === undefined) row.suspect('weight', 'no unit in kg, g, lbs or oz: it is left out', unit);
    return divisor === undefined ? '' : row.measure('weight', divisor, unit);
  });
  const one = (field: 'length' | 'width' | 'height'): string =>
    row.each(field).map(([unit]) => row.measure(field, 1, unit))[0] ?? '';
  return { weight, length: one('length'), width: one('width'), height: one('height') };
};

const priceOf = (row: Row): Pick<ForeignVariant, 'price' | 'prices'> => {
  const [regular, sale] = [row.price('price'), row.price('sale')];
  const isTimed = row.text('saleBegin') !== '' || row.text('saleEnd') !== '';
  if (sale !== '' && isTimed) row.suspect('sale', 'a price for a time is left out: the regular one is brought');
  return onSale(regular, isTimed ? '' : sale);
};

const stockOf = (row: Row, product: Row): string => {
  const isOut = row.text('inStock') === '0';
  if (row.text('stock').toLowerCase() === 'parent') {
    row.suspect('stock', 'variations share the stock of their product: each has all of it here');
    return product.pieces('stock');
  }
  const pieces = row.pieces('stock');
  return pieces === '' && isOut ? '0' : pieces;
};

/** `parent` of a variation is what its product says. */
const taxClassOf = (row: Row): string => {
  const name = row.text('taxClass');
  return ['standard', 'parent'].includes(name.toLowerCase()) ? '' : name;
};

const taxOf = (row: Row): Pick<ForeignProduct, 'tax'> => {
  if (['none', 'shipping'].includes(row.text('taxStatus').toLowerCase())) return { tax: { name: '', percent: '0' } };
  const name = taxClassOf(row);
  return name === '' ? {} : { tax: { name } };
};

/** Those that shoppers see, by the names of their attributes. */
const attributes = (row: Row, isVariation: boolean): Texts =>
  attributesOf(
    row.each('attributeName').flatMap(([number, name]) => {
      const isVisible = row.text('attributeVisible', number) !== '0';
      const values = valuesOf(row.text('attributeValues', number)).join(', ');
      if (isVariation && values === '')
        row.suspect('attributeName', 'the variation is for any value: it has none here', number);
      return isVisible || isVariation ? [[name, values] as const] : [];
    }),
  );

const variantOf = (row: Row, product: Row): ForeignVariant => {
  const isVariation = row !== product;
  return {
    line: row.line,
    sku: row.code('sku'),
    ean: row.ean('ean'),
    ...priceOf(row),
    stock: stockOf(row, product),
    mayOversell: ['1', 'yes', 'notify'].includes(row.text('backorders').toLowerCase()),
    ...(isVariation && { active: isActive(row) && isActive(product) }),
    images: isVariation ? valuesOf(row.text('images')) : [],
    measures: measuresOf(row),
    values: isVariation ? attributes(row, true) : {},
  };
};

const kindsOf = (row: Row): string[] => row.list('type', ',').map((kind) => kind.toLowerCase());

const isActive = (row: Row): boolean => {
  const isHidden = row.text('visibility').toLowerCase() === 'hidden';
  return ['', '1', 'true', 'yes'].includes(row.text('published').toLowerCase()) && !isHidden;
};

/** What the rows of a product contradict each other in. */
const check = (product: Row, variations: readonly Row[]): void => {
  if (kindsOf(product).includes('variation')) product.reject('parent', 'a variation does not name its product');
  for (const row of variations) {
    if (!kindsOf(row).includes('variation')) row.reject('type', 'only a variation has a parent');
    const own = taxClassOf(row);
    if (own !== '' && own !== taxClassOf(product))
      row.reject('taxClass', 'a variation is taxed otherwise than its product');
  }
};

/** Grouped and external products are not sold here. */
const isSold = (row: Row): boolean => {
  const isOther = kindsOf(row).some((kind) => kind === 'grouped' || kind === 'external');
  if (isOther) row.suspect('type', 'it is not sold by itself: it comes switched off');
  return !isOther;
};

export const WOOCOMMERCE = foreignFormat({
  name: 'woocommerce',
  system: 'WooCommerce',
  about:
    'The export of products of WooCommerce itself (Products, Export). The names of its columns are in the language of ' +
    'the user who exports: English, German, French and Spanish ones are read. Categories are those of the product; ' +
    'variations have none of their own.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: false },

  groups: ({ rows }) =>
    groupsByParent(
      rows,
      (row) => [row.has('id') ? `id:${row.text('id')}` : '', row.text('sku')],
      (row) => row.text('parent'),
      { id: 'sku', parent: 'parent' },
    ),

  product: (rows) => {
    const [row, ...variations] = rows as [Row, ...Row[]];
    check(row, variations);
    const sold = variations.length === 0 ? [row] : variations;
    const own = attributes(row, false);
    // A product whose variations have one value each has no value itself, only the list of theirs.
    const chosen = new Set(variations.flatMap((one) => Object.keys(attributes(one, true))));
    const id = row.text('id');
    return {
      line: row.line,
      name: row.text('sku') || (id === '' ? row.text('name') : `id:${id}`),
      title: row.text('name'),
      description: row.text('description'),
      ...(row.has('shortDescription') && { html: { short_description: row.text('shortDescription') } }),
      active: isActive(row) && isSold(row),
      images: valuesOf(row.text('images')),
      categories: valuesOf(row.text('categories')).map((path) => listed(path, '>')),
      ...taxOf(row),
      values: {
        ...attributesOf([
          ['tags', valuesOf(row.text('tags')).join(', ')],
          ['brand', valuesOf(row.text('brands')).join(', ')],
        ]),
        ...Object.fromEntries(Object.entries(own).filter(([name]) => !chosen.has(name))),
      },
      ...(variations.length > 0 && { measures: measuresOf(row) }),
      variants: sold.map((one) => variantOf(one, row)),
    };
  },
});
