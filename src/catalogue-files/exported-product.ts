// A product as the files of an export show it: what it has of its own, else what it inherits, else what its class says,
// in one language, as replies show it.
import { attributeNamed, attributeValue, isReference, plainValue } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition, AttributeValue } from '../domain/attributes/attributes.ts';
import { seoText } from '../domain/attributes/seo.ts';
import type { SeoEntry } from '../domain/attributes/seo.ts';
import { lookUpPlain, own } from '../domain/by-language.ts';
import { resolved } from '../domain/catalogue/inheritance.ts';
import { family } from '../domain/catalogue/product-family.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import { toPrice } from '../domain/money.ts';
import { rateIn, taxClassOf } from '../domain/rules.ts';
import type { TaxClass } from '../domain/rules.ts';
import { availableMilli } from '../domain/stock/availability.ts';
import type { Reader } from '../domain/transaction.ts';
import { plainDecimal } from '../kernel/decimal-text.ts';
import { classOf } from './to-record.ts';

/** What all products of one export share. */
export interface ExportPlace {
  readonly shop: Reader;
  readonly language: string;
  /** The FLOAT attribute that holds the price. */
  readonly priceField: string;
  /** Address of a product's page, with `{permalink}`, `{id}`, `{element_number}` and `{language}` in it; '': none. */
  readonly link: string;
}

/** What a cell shows of a value: a number stays one, an image is its address. */
const cellOf = (value: AttributeValue): string | number => {
  const plain = plainValue(value);
  return typeof plain === 'string' || typeof plain === 'number' ? plain : '';
};

export const textOfCell = (cell: string | number): string => (typeof cell === 'number' ? plainDecimal(cell) : cell);

export class ExportedProduct {
  readonly id: number;
  /** With what it inherits. */
  readonly object: ShopObject;
  readonly shopClass: ShopClass;
  private readonly place: ExportPlace;
  private readonly own: ShopObject;

  constructor(place: ExportPlace, id: number, own: ShopObject) {
    this.place = place;
    this.id = id;
    this.own = own;
    this.object = resolved(place.shop, own);
    this.shopClass = classOf(place.shop, own);
  }

  private definition(name: string): AttributeDefinition | undefined {
    return attributeNamed(this.shopClass.attributes, name);
  }

  /** '' where neither it nor its class has a value: an attribute of numbers shows 0 to shoppers then. */
  value(definition: AttributeDefinition): string | number {
    const { language, shop } = this.place;
    const held = Object.values(this.object.attributes).some((values) => values[definition.number] !== undefined);
    if (!held && Object.keys(definition.defaults).length === 0) return '';
    return cellOf(attributeValue(definition, this.object.attributes, language, shop.rules.language));
  }

  /** The value of the first of these attributes that has one; '' for none. */
  text(...names: string[]): string {
    for (const name of names) {
      const definition = this.definition(name);
      const text = definition === undefined ? '' : textOfCell(this.value(definition)).trim();
      if (text !== '') return text;
    }
    return '';
  }

  /** Whether it has a value of its own, and not only one that it inherits. */
  owns({ number }: AttributeDefinition): boolean {
    return Object.values(this.own.attributes).some((values) => values[number] !== undefined);
  }

  get title(): string {
    return this.text('name') || this.object.name.trim();
  }

  get description(): string {
    return this.text('description');
  }

  /** The amount under an attribute of numbers as it was entered; undefined for none, for 0, and below 0. */
  amount(name: string): number | undefined {
    const definition = this.definition(name);
    const value = definition?.type === 'FLOAT' ? this.value(definition) : '';
    return typeof value === 'number' && value > 0 && toPrice(value, name).ok ? value : undefined;
  }

  get price(): number | undefined {
    return this.amount(this.place.priceField);
  }

  /** The price before a reduction. */
  get comparePrice(): number | undefined {
    return this.amount('compare_at_price');
  }

  /** Addresses in the order of the class, each once; `owned`: without those that it inherits. */
  images(owned = false): string[] {
    const { attributes } = this.shopClass;
    const shown = attributes.filter((one) => one.type === 'IMG' && (!owned || this.owns(one)));
    return [...new Set(shown.map((one) => this.absolute(textOfCell(this.value(one)).trim())))].filter(
      (address) => address !== '',
    );
  }

  /** An address within the shop as one of the host that its pages are at. */
  private absolute(address: string): string {
    const { link } = this.place;
    return address.startsWith('/') && URL.canParse(address, link) ? new URL(address, link).href : address;
  }

  seo(member: keyof SeoEntry): string {
    return seoText(this.object.seo, member, this.place.language, this.place.shop.rules.language);
  }

  get taxClass(): TaxClass {
    return taxClassOf(this.place.shop.rules, this.object.metadata.taxclass ?? '');
  }

  /** In the shop's own country, in 1/1,000,000. */
  get taxRateE6(): number {
    const { rules } = this.place.shop;
    return rateIn(rules, this.taxClass, rules.country);
  }

  get isCounted(): boolean {
    return this.object.availability.managed;
  }

  /** What can be sold, in 1/1,000 of a piece. */
  get availableMilli(): number {
    return availableMilli(this.place.shop, this.id, this.object);
  }

  /** Names of its categories as shoppers read them, each from the root down. */
  get categories(): string[][] {
    const { shop, language } = this.place;
    const pathTo = (categoryId: number): string[] => {
      const category = categoryId === 0 ? undefined : shop.read('category', categoryId);
      if (category === undefined) return [];
      const label = lookUpPlain(category.labels, language, shop.rules.language) || category.name;
      return [...pathTo(category.parentId), label.replaceAll('>', '/').trim()];
    };
    return this.object.memberships.map(({ categoryId }) => pathTo(categoryId)).filter((path) => path.length > 0);
  }

  /** The address of its page; '' where a part of it is missing. `product`: what it is a variation of, or itself. */
  address(product: ExportedProduct): string {
    const { link, language } = this.place;
    const parts: { readonly [name: string]: string } = {
      permalink: this.seo('permalink') || product.seo('permalink'),
      id: String(this.id),
      element_number: this.object.metadata.element_number ?? '',
      language,
    };
    let isWhole = link !== '';
    const address = link.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const part = own(parts, name) ?? '';
      if (part === '') isWhole = false;
      return encodeURIComponent(part);
    });
    return isWhole ? address : '';
  }
}

/**
 * What is bought of a product: its variations, or itself where it has none. Those that are switched off are left out,
 * unless the product is off as well: then none of them says more than that.
 */
export const variantsOf = (place: ExportPlace, product: ExportedProduct): readonly ExportedProduct[] => {
  const hidden = new Set<number>();
  const variations = family(place.shop, product.id)
    .slice(1)
    .flatMap((id) => {
      const state = place.shop.read('shopobject', id);
      if (state === undefined) return [];
      if (!product.object.active || (state.active && !hidden.has(state.productId)))
        return [new ExportedProduct(place, id, state)];
      hidden.add(id);
      return [];
    });
  return variations.length === 0 ? [product] : variations;
};

const isText = ({ type }: AttributeDefinition): boolean => type !== 'IMG' && !isReference(type);

/** The attributes in which variations differ from their product, in the order of the class. */
export const varying = ([first, ...others]: readonly ExportedProduct[]): AttributeDefinition[] => {
  if (first === undefined || first.object.productId === 0) return [];
  const variations = [first, ...others];
  return first.shopClass.attributes.filter((one) => isText(one) && variations.some((variation) => variation.owns(one)));
};
