// One look-up of a value: what details and lists show, what searches find, what a cart takes and what documents print
// is the same, whatever object, attribute and language, and it is what the rules say of the values that were sent.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Given, Reply, TestShop } from '../shop.ts';
import type { CartLine, Checkout } from '../cart-reply.ts';
import { line, openShop } from '../shop.ts';

const RUNS = runs(5, 10, 1_000);

const SHOPS_OWN = 'de_DE';
const LANGUAGES = [SHOPS_OWN, 'en_GB', 'aa_AA'];
const ASKED = [...LANGUAGES, 'xx_XX'];
const TYPES = { title: 'CHAR', text: 'TXT', price: 'FLOAT', count: 'INT', image: 'IMG' } as const;
const NAMES = Object.keys(TYPES) as Name[];
type Name = keyof typeof TYPES;
type Value = string | number | null;
/** Per language, per attribute; null is sent as such. */
type Sent = { readonly [language: string]: { readonly [name in Name]?: Value } };

const word = fc.constantFrom('', 'red', 'blue', 'green');
const VALUES: { readonly [name in Name]: fc.Arbitrary<Value> } = {
  title: fc.option(word),
  text: fc.option(word),
  price: fc.option(fc.constantFrom(0, 1, 2.5, 9.9999)),
  count: fc.option(fc.constantFrom(0, 7)),
  image: fc.option(fc.constantFrom('', '/a.png')),
};
const language = fc.constantFrom(...LANGUAGES);
const sent: fc.Arbitrary<Sent> = fc.dictionary(language, fc.record(VALUES, { requiredKeys: [] }), { maxKeys: 2 });
/** Per attribute, per language what the class says; an entry without a value is one with a label alone. */
type Defaults = { readonly [name in Name]: { readonly [language: string]: { readonly value?: Value } } };
const entries = (name: Name): fc.Arbitrary<Defaults[Name]> =>
  fc.dictionary(language, fc.record({ value: VALUES[name] }, { requiredKeys: [] }), { maxKeys: 2 });
const defaults: fc.Arbitrary<Defaults> = fc.record({
  title: entries('title'),
  text: entries('text'),
  price: entries('price'),
  count: entries('count'),
  image: entries('image'),
});

interface One {
  readonly id: number;
  readonly name: string;
  readonly parent: One | undefined;
  own: Sent;
}

const merged = (own: Sent, changes: Sent): Sent => {
  const made: { [language: string]: { [name: string]: Value } } = {};
  for (const one of LANGUAGES) made[one] = { ...own[one], ...changes[one] };
  return made;
};

/** The first that is there, in the order of languages. */
const first = (spoken: string, valueIn: (language: string) => Value | undefined): Value | undefined =>
  [spoken, SHOPS_OWN, ...LANGUAGES.toSorted()].map(valueIn).find((value) => value !== undefined && value !== null);

const sentValue = (one: One | undefined, name: Name, spoken: string): Value | undefined =>
  one && (first(spoken, (each) => one.own[each]?.[name]) ?? sentValue(one.parent, name, spoken));
const classValue = (of: Defaults, name: Name, spoken: string): Value | undefined =>
  first(spoken, (each) => of[name][each]?.value);
const valueOf = (of: Defaults, one: One, name: Name, spoken: string): Value =>
  sentValue(one, name, spoken) ?? classValue(of, name, spoken) ?? (name === 'price' || name === 'count' ? 0 : '');

interface Shown {
  readonly id: number;
  readonly attributes: { readonly [name: string]: { readonly value: Value } };
  readonly variations: readonly Shown[];
}
const all = (shown: readonly Shown[]): Shown[] => shown.flatMap((one) => [one, ...all(one.variations)]);
const shownValues = ({ attributes }: Shown): Given =>
  Object.fromEntries(NAMES.map((name) => [name, attributes[name]!.value]));

/** Text as a reader sees it. */
const seen = (html: string): string =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/[\s\u00a0]+/g, ' ');

const printedPrice = (price: number): string =>
  `${price.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 4 })} €`;

class World {
  readonly shop: TestShop = openShop();
  readonly objects: One[] = [];
  readonly defaults: Defaults;

  constructor(given: Defaults) {
    this.defaults = given;
  }

  async open(): Promise<void> {
    await this.shop.make('create_class', { name: 'thing', type: 'product' });
    const attributes = NAMES.map((name) => ({
      name,
      type: TYPES[name],
      ...Object.fromEntries(
        Object.entries(this.defaults[name]).map(([code, entry]) => [code, { label: name, ...entry }]),
      ),
    }));
    expect(await this.shop.admin('create_class_attributes', { id_class: 1, attributes })).toMatchObject({
      status: 'success',
    });
    await this.shop.make('create_category', { id_parent: 0, name: 'all' });
  }

  /** `below`: which of the objects it is a variation of; the last for one that is too deep. */
  async make(own: Sent, below: number): Promise<void> {
    const parents = this.objects.filter((one) => one.parent?.parent?.parent === undefined);
    const parent = below === 0 ? undefined : parents[below % parents.length];
    const name = `object ${this.objects.length}`;
    const given = { name, shop_active: 1, attributes: own, ...(parent === undefined && { categories: ['all'] }) };
    const id =
      parent === undefined
        ? await this.shop.make('create_product', { class: 'thing', ...given })
        : await this.shop.make('create_variation', { id_product: parent.id, ...given });
    this.objects.push({ id, name, parent, own });
  }

  async change(which: number, changes: Sent): Promise<void> {
    const one = this.objects[which % this.objects.length]!;
    expect(await this.shop.admin('update_product', { id_product: one.id, attributes: changes })).toMatchObject({
      status: 'success',
    });
    one.own = merged(one.own, changes);
  }

  expected(one: One, spoken: string): Given {
    return Object.fromEntries(NAMES.map((name) => [name, valueOf(this.defaults, one, name, spoken)]));
  }

  async checkReplies(spoken: string): Promise<void> {
    const listed = await this.shop.call<{ products: { [name: string]: Shown } }>('get_products_in_category', {
      id_category: 1,
      language: spoken,
    });
    const inList = new Map(all(Object.values(listed.products)).map((one) => [one.id, one]));
    for (const one of this.objects) {
      const expected = this.expected(one, spoken);
      const details = await this.shop.call<Shown>('get_product_details', { id_product: one.id, language: spoken });
      expect([one.id, spoken, 'details', shownValues(details)]).toEqual([one.id, spoken, 'details', expected]);
      expect([one.id, spoken, 'list', shownValues(inList.get(one.id)!)]).toEqual([one.id, spoken, 'list', expected]);
    }
  }

  async checkSearches(spoken: string): Promise<void> {
    for (const one of this.objects) {
      for (const [name, value] of Object.entries(this.expected(one, spoken))) {
        const found = async (operator: string): Promise<unknown> =>
          (
            await this.shop.call('search_products', {
              constraint: { 'main.id_variation': ['>=', 0], 'main.id': one.id, [name]: [operator, value] },
              language: spoken,
            })
          )['count'];
        expect([one.id, spoken, name, value, await found('='), await found('!=')]).toEqual([
          one.id,
          spoken,
          name,
          value,
          1,
          0,
        ]);
      }
    }
  }

  /**
   * A line of each object that has a price, its description from one attribute after another, and what is printed of
   * them.
   */
  async checkCart(spoken: string): Promise<void> {
    const session = await this.shop.session();
    const printed: string[] = [];
    for (const [at, one] of this.objects.entries()) {
      const expected = this.expected(one, spoken);
      const field = NAMES[(at + spoken.length) % NAMES.length]!;
      const given = line(session, one.id, {
        element_type: 'PRODUCT',
        price_field: 'price',
        name_field: 'title',
        description_field: field,
        language: spoken,
      });
      const isPrice = sentValue(one, 'price', spoken) !== undefined || (expected['price'] as number) > 0;
      if (!isPrice) await this.shop.refused('add_to_cart', given, 'SHOPOBJECT_PRICE_MISSING', 'price_field');
      else {
        const { contents } = await this.shop.call<{ contents: CartLine[] }>('add_to_cart', given);
        const { name, description, price } = contents.at(-1)!;
        const [title, text] = [(expected['title'] as string) || one.name, String(expected[field])];
        expect([one.id, spoken, field, name, description, price]).toEqual([
          one.id,
          spoken,
          field,
          title,
          text,
          expected['price'],
        ]);
        printed.push(`${printed.length + 1} ${[title, text].join(' ').trim()} 1 ${printedPrice(price)}`);
      }
    }
    if (printed.length === 0) return;
    await this.shop.call('set_order_details', { session, id_payment_method: 2 });
    const { id_order } = await this.shop.call<Checkout>('checkout', { session });
    const reply = await this.shop.call<Reply>('get_order_confirmation', { id_order, language: 'de_DE' });
    const text = seen(Buffer.from(reply['order_confirmation'] as string, 'base64').toString());
    for (const part of printed) expect(text).toContain(part);
  }
}

// Catches a look-up of its own in a reply, an index, the cart or a document: another order of languages, a default that
// is left out, an entry without a value that counts, and a variation that inherits in one place only.
test('details, lists, searches, carts and documents agree on every value', async () => {
  await fc.assert(
    fc.asyncProperty(
      defaults,
      fc.array(fc.tuple(sent, fc.nat(5)), { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(4), sent), { maxLength: 3 }),
      fc.subarray(ASKED, { minLength: 2 }),
      async (given, objects, changes, asked) => {
        const world = new World(given);
        await world.open();
        for (const [at, [own, below]] of objects.entries()) await world.make(own, at === 0 ? 0 : below);
        for (const [which, change] of changes) await world.change(which, change);
        for (const spoken of asked) {
          await world.checkReplies(spoken);
          await world.checkSearches(spoken);
          await world.checkCart(spoken);
        }
      },
    ),
    { numRuns: RUNS },
  );
});
