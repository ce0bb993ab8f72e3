// Shops to be exported for other systems: random ones, and what Shopify's table is to say of them.
import * as fc from 'fast-check';
import { classesOf, eachActor } from '../../src/catalogue-files/catalogue.ts';
import { openExport } from '../../src/catalogue-files/product-exports.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Result } from '../../src/kernel/result.ts';
import { checkedExport } from '../../src/operations/params/export-params.ts';
import type { ExportRequest } from '../../src/operations/context/export-services.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { RULES } from '../engine/shop.ts';
import { engineOn } from '../engine/store/stores.ts';

const RATES: Partial<ShopRules> = {
  languages: ['de_DE', 'en_GB'],
  taxClasses: [
    { name: 'default', calculation: 'included', rates: { DE: 190_000 as never } },
    { name: 'reduced', calculation: 'added', rates: { DE: 70_000 as never } },
    { name: 'free', calculation: 'included', rates: { DE: 0 as never } },
  ],
};

/** Its tax classes are `default`, `reduced` with prices without tax, and `free`. */
export const newShop = (more: Partial<ShopRules> = {}): Engine =>
  engineOn(new MemoryJournal(), { rules: { ...RULES, ...RATES, ...more } });

export const asked = (format: ExportRequest['format'], more: Partial<ExportRequest> = {}): ExportRequest => ({
  format,
  language: '',
  channel: '',
  priceField: '',
  link: '',
  ...more,
});

/** The whole file, or why there is none. */
export const exported = (engine: Engine, request: ExportRequest): Result<string> => {
  const reader = engine.readContext();
  const checked = checkedExport(reader, request);
  if (!checked.ok) return checked;
  const file = openExport(classesOf(engine, reader), reader, checked.value);
  if (!file.ok) return file;
  const { head, foot } = file.value;
  const roots = [...eachActor(engine, reader, 'shopobject')].filter(
    ([, { type, productId }]) => type === 'product' && productId === 0,
  );
  return { ok: true, value: head + roots.map(([id, state]) => file.value.of(id, state)).join('') + foot };
};

/** Texts that go through cells: what stands around blanks is not carried. */
const word = fc
  .string({ unit: fc.constantFrom(...'aBä=+-@;,"\'|<&> \n/#1😀'), maxLength: 10 })
  .map((given) => given.trim());
const filled = word.map((given) => given || 'x');
const price = fc.option(
  fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100),
  { nil: undefined },
);
const image = fc.constantFrom('https://i.example/1.png', 'https://i.example/2.png', 'https://i.example/3.png');

/** Attributes that a variation may have otherwise, in the order of the class. */
const VARYING = ['colour', 'size', 'care', 'fragile'] as const;
const TEXTS = ['name', 'description', 'vendor', 'product_type', 'tags', ...VARYING] as const;

export const CLASS = {
  type: 'class',
  name: 'goods',
  class_type: 'product',
  attributes: [
    ...TEXTS.map((name) => ({ name, type: name === 'description' ? 'HTML' : name === 'fragile' ? 'INT' : 'CHAR' })),
    { name: 'price', type: 'FLOAT' },
    { name: 'compare_at_price', type: 'FLOAT' },
    { name: 'image', type: 'IMG' },
    { name: 'back', type: 'IMG' },
  ],
};

type Values = { readonly [name: string]: string | number | undefined };
interface Drawn {
  readonly name: string;
  readonly active: boolean;
  readonly own: Values;
  readonly english: Values;
  readonly sku: string;
  readonly ean: string;
  readonly weight: number | undefined;
  readonly stock: { readonly active: boolean; readonly quantity: number; readonly allow_override: boolean };
}
interface DrawnProduct extends Drawn {
  readonly taxclass: string;
  readonly seo: { readonly title: string; readonly description: string };
  readonly categories: readonly (readonly string[])[];
  readonly variations: readonly Drawn[];
}

const valuesOf = (names: readonly string[], texts: fc.Arbitrary<string>): fc.Arbitrary<Values> =>
  fc.record(
    {
      ...Object.fromEntries(names.map((name) => [name, name === 'fragile' ? fc.nat(3) : texts])),
      price,
      compare_at_price: price,
      image,
      back: image,
    },
    { requiredKeys: [] },
  );
const shared = {
  active: fc.boolean(),
  ean: fc.constantFrom('', '4006381333931'),
  weight: fc.option(
    fc.integer({ min: 1, max: 1e6 }).map((grams) => grams / 1000),
    { nil: undefined },
  ),
  stock: fc.record({
    active: fc.boolean(),
    quantity: fc.integer({ min: 0, max: 99_999 }).map((milli) => milli / 1000),
    allow_override: fc.boolean(),
  }),
};
const english = (names: readonly string[]): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(names.map((name) => [name, filled])), { requiredKeys: [] });

const drawn = fc
  .array(
    fc.record({
      ...shared,
      own: valuesOf(TEXTS, word),
      english: english(['name', 'description', 'colour']),
      taxclass: fc.constantFrom('', 'default', 'reduced', 'free'),
      seo: fc.record({ title: word, description: word }),
      categories: fc.subarray([['Home'], ['Home', 'Lamps'], ['Sale']]),
      variations: fc.array(
        fc.record({ ...shared, own: valuesOf(['name', ...VARYING], filled), english: english(['colour']) }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((products) =>
    products.map((one, at): DrawnProduct => ({
      ...one,
      name: `p-${at}`,
      sku: `s-${at}`,
      variations: one.variations.map((variation, nth) => ({
        ...variation,
        // Where some have a price, a reader gives it to those without.
        own: one.own['price'] === undefined ? { ...variation.own, price: undefined } : variation.own,
        name: `variation ${at}.${nth}`,
        sku: `s-${at}-${nth}`,
      })),
    })),
  );
export type DrawnShop = readonly DrawnProduct[];
export const drawnShop: fc.Arbitrary<DrawnShop> = drawn;

const recordOf = ({ name, active, own, english: texts, sku, ean, weight, stock }: Drawn): object => ({
  type: 'product',
  class: 'goods',
  name,
  active,
  attributes: { de_DE: own, en_GB: texts },
  metadata: { element_number: sku, ean, ...(weight !== undefined && { weight }) },
  availability: stock,
});

export const recordsOf = (shop: DrawnShop): object[] => [
  CLASS,
  { type: 'category', name: 'Home' },
  { type: 'category', name: 'Lamps', parent: ['Home'] },
  { type: 'category', name: 'Sale' },
  ...shop.flatMap((product) => {
    const { taxclass, seo, categories, variations } = product;
    const own = recordOf(product) as { metadata: object };
    const metadata = { ...own.metadata, ...(taxclass !== '' && { taxclass }) };
    return [
      { ...own, metadata, categories, seo: { de_DE: seo } },
      ...variations.map((variation) => ({ ...recordOf(variation), variation_of: product.name })),
    ];
  }),
];

/** What somebody sees who asks for a language. */
class Seen {
  readonly drawn: Drawn;
  private readonly above: Drawn | undefined;
  private readonly language: string;

  constructor(language: string, one: Drawn, above?: Drawn) {
    this.language = language;
    this.drawn = one;
    this.above = above;
  }

  owns(name: string): boolean {
    return this.drawn.own[name] !== undefined || this.drawn.english[name] !== undefined;
  }

  value(name: string): string | number | undefined {
    const { own, english: texts } = this.owns(name) ? this.drawn : (this.above ?? this.drawn);
    return this.language === 'en_GB' ? (texts[name] ?? own[name]) : (own[name] ?? texts[name]);
  }

  text(name: string): string {
    return String(this.value(name) ?? '');
  }

  get title(): string {
    return this.text('name') || this.drawn.name;
  }

  get weight(): number | undefined {
    return this.drawn.weight ?? this.above?.weight;
  }

  images(owned = false): string[] {
    const addresses = ['image', 'back'].filter((name) => !owned || this.owns(name)).map((name) => this.text(name));
    return [...new Set(addresses.filter((one) => one !== ''))];
  }
}

/** A product as an import makes it of Shopify's table. */
export interface Expected {
  readonly name: string;
  readonly of: string;
  readonly active: boolean;
  readonly values: { readonly [name: string]: string | number };
  readonly metadata: { readonly [name: string]: string | number };
  readonly stock: number | 'not counted';
  readonly mayOversell: boolean;
  readonly categories: readonly (readonly string[])[];
  readonly seo: { readonly title: string; readonly description: string } | undefined;
}

const withoutEmpty = (values: { readonly [name: string]: string | number | undefined }): Expected['values'] =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => (entry[1] ?? '') !== ''),
  );

const pieces = (images: readonly string[]): Values =>
  Object.fromEntries(images.map((one, at) => [at === 0 ? 'image' : `image_${at + 1}`, one]));

/** Values of what is bought; one that is alone has its pictures with those of its product. */
const boughtOf = (variants: readonly Seen[], variant: Seen): Expected['values'] => {
  const differing = VARYING.filter((name) => variants.some((one) => one.owns(name)));
  const options = differing.filter((name) => variants.every((one) => one.text(name) !== '')).slice(0, 3);
  const told = new Set(variants.map((one) => JSON.stringify(options.map((name) => one.text(name)))));
  const titles = new Set(variants.map(({ title }) => title));
  const called = titles.size === variants.length ? variant.title : variant.drawn.name;
  return withoutEmpty({
    ...Object.fromEntries(differing.map((name) => [name, variant.text(name)])),
    ...(told.size < variants.length && { variation: called }),
    ...(variants.length > 1 && pieces(variant.images(true).slice(0, 1))),
    price: variant.value('price'),
    compare_at_price: variant.value('compare_at_price'),
  });
};

/** What an import is to make of the table, product by product. */
export const expectedOf = (shop: DrawnShop, language: string): Expected[] =>
  shop.flatMap((product) => {
    const seen = new Seen(language, product);
    const shown = product.variations.filter((one) => one.active || !product.active);
    const variations = shown.map((one) => new Seen(language, one, product));
    const bought = variations.length === 0 ? [seen] : variations;
    const isPriced = bought.every((one) => one.value('price') !== undefined);
    const active = product.active && isPriced;
    const taxed = product.taxclass === 'free' ? { taxclass: 'free' } : {};
    const about = {
      ...Object.fromEntries(TEXTS.map((name) => [name, seen.text(name)])),
      name: seen.title,
      ...pieces([...new Set([...(bought.length === 1 ? bought[0]!.images(true) : []), ...seen.images()])]),
    };
    const identity = (one: Seen): Expected['metadata'] =>
      withoutEmpty({ element_number: one.drawn.sku, ean: one.drawn.ean, weight: one.weight });
    const stock = ({ drawn: { stock: given } }: Seen): Pick<Expected, 'stock' | 'mayOversell'> =>
      given.active
        ? { stock: Math.floor(given.quantity), mayOversell: given.allow_override }
        : { stock: 'not counted', mayOversell: false };
    const head = {
      name: product.name,
      of: '',
      active,
      categories: product.categories.slice(0, 1),
      seo: product.seo.title === '' && product.seo.description === '' ? undefined : product.seo,
    };
    const [first] = bought;
    if (bought.length === 1) {
      const values = withoutEmpty({
        ...about,
        ...(variations.length === 1 ? boughtOf(bought, first!) : {}),
        price: first!.value('price'),
        compare_at_price: first!.value('compare_at_price'),
      });
      return [{ ...head, values, metadata: { ...identity(first!), ...taxed }, ...stock(first!) }];
    }
    const price = bought.map((one) => one.value('price')).find((one) => one !== undefined);
    return [
      { ...head, values: withoutEmpty({ ...about, price }), metadata: taxed, stock: 0, mayOversell: false },
      ...bought.map((one) => ({
        name: one.drawn.sku,
        of: product.name,
        active,
        values: boughtOf(bought, one),
        metadata: { ...identity(one), ...taxed },
        ...stock(one),
        categories: [],
        seo: undefined,
      })),
    ];
  });
