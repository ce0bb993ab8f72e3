// Random catalogues and what happens to them. Every step carries small numbers, so that a failing one shrinks.
import * as fc from 'fast-check';
import { ATTRIBUTE_TYPES, isReference, mergePlain } from '../../../src/domain/attributes/attributes.ts';
import type { AttributeType, Given } from '../../../src/domain/attributes/attributes.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { Metadata, MetadataChange } from '../../../src/domain/attributes/metadata.ts';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../../src/domain/catalogue/update-category.ts';
import type { NewAttribute } from '../../../src/domain/catalogue/define-attributes.ts';
import { addAttributes, removeAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { addBinding } from '../../../src/domain/catalogue/bind-product.ts';
import { createWarehouseEntity } from '../../../src/domain/catalogue/create-warehouse-entity.ts';
import { placeInventory } from '../../../src/domain/catalogue/move-inventory.ts';
import type { ObjectUpdate } from '../../../src/domain/catalogue/update-object.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { createProduct } from '../../../src/domain/catalogue/create-product.ts';
import { createVariation } from '../../../src/domain/catalogue/create-variation.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { Seo } from '../../../src/domain/attributes/seo.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { LANGUAGES, ATTRIBUTES, NUMBERS, pick, textOf, valueOf } from './catalogue-values.ts';

const KINDS_OF_STEP = [
  'object',
  'object',
  'entity',
  'variation',
  'variation',
  'parent',
  'parent',
  'parent',
  'update',
  'update',
  'update',
  'update',
  'rename',
  'delete',
  'delete',
  'move into',
  'category',
  'change category',
  'move category',
  'delete category',
  'attribute',
  'attribute',
  'retype',
  'retype',
  'remove attribute',
  'bind',
  'place',
  'place',
] as const;

export interface Step {
  readonly kind: (typeof KINDS_OF_STEP)[number];
  readonly at: number;
  readonly to: number;
  readonly n: number;
  /** Language, attribute, value. */
  readonly values: readonly (readonly [number, number, number])[];
}

const small = fc.nat({ max: 60 });
const word = fc.nat({ max: 900 });
const stepOf = (...kinds: readonly Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: small,
    to: small,
    n: word,
    values: fc.array(fc.tuple(fc.nat({ max: 4 }), small, word), { maxLength: 5, size: 'max' }),
  });

export const step = stepOf(...KINDS_OF_STEP);

/** What fills a shop. */
export const creation = stepOf(
  'object',
  'object',
  'object',
  'object',
  'object',
  'variation',
  'category',
  'entity',
  'attribute',
);

/** Class 1 and 2 are of products, 3 of contents, 4 of warehouse entities. */
const CLASSES = [
  ['shirt', 'product'],
  ['phone', 'product'],
  ['page', 'content'],
  ['part', 'warehouse_entity'],
] as const;

const attribute = (name: string, type: AttributeType, defaults: NewAttribute['defaults'] = {}): NewAttribute => ({
  name,
  type,
  labels: {},
  defaults,
});

/** What every catalogue begins with, each a transaction of its own. */
export const OPENING: readonly ((tx: Transaction) => Result<unknown>)[] = [
  ...CLASSES.map(
    ([name, type]) =>
      (tx: Transaction) =>
        createClass(tx, name, type),
  ),
  (tx) => addAttributes(tx, 1, [attribute('name', 'CHAR', { en_GB: 'Hemd' }), attribute('text', 'TXT')]),
  (tx) => addAttributes(tx, 2, [attribute('name', 'TXT'), attribute('text', 'HTML'), attribute('size', 'FLOAT')]),
  (tx) => addAttributes(tx, 3, [attribute('name', 'CHAR'), attribute('day', 'DATE')]),
  (tx) => createCategory(tx, { name: 'Shirt Blau', parentId: 0, labels: {}, attributes: {}, seo: {} }),
];

export class Catalogue {
  private readonly tx: Transaction;

  constructor(tx: Transaction) {
    this.tx = tx;
  }

  take(step: Step): Result<unknown> {
    const { tx } = this;
    const id = this.living('shopobject', step.at);
    const categoryId = this.living('category', step.to);
    switch (step.kind) {
      case 'object':
        return this.create(step);
      case 'variation':
        return createVariation(tx, id, {
          ...this.described(step, 1),
          metadata: this.someMetadata(step),
          ...this.stock(step),
        });
      case 'entity':
        return this.entity(step);
      case 'update':
        return this.update(id, step);
      case 'parent':
        return this.changeParent(step);
      case 'rename':
        return this.change(id, { name: `${textOf(step.n)} ${step.to}`, active: step.n % 4 > 0 });
      case 'delete':
        return deleteObject(tx, id, this.typeOf(id));
      case 'move into':
        return this.change(id, { categories: this.categories(step) });
      case 'bind':
        return addBinding(tx, id, this.entityNumber(step), 1000, false);
      case 'place':
        return placeInventory(tx, {
          storage: 'north',
          elementNumber: this.entityNumber(step),
          quantityMilli: step.n * 100 + 1,
          note: '',
        });
      case 'category':
        return createCategory(tx, {
          name: textOf(step.n) || 'c',
          parentId: step.at % 3 === 0 ? 0 : categoryId,
          labels: this.labels(step),
          attributes: {},
          seo: this.seo(step),
        });
      case 'change category':
        return updateCategory(tx, categoryId, {
          name: textOf(step.n) || 'c',
          labels: this.labels(step),
          seo: this.seo(step),
        });
      case 'move category':
        return updateCategory(tx, categoryId, { parentId: step.at % (tx.nextId('category') || 1) });
      case 'delete category':
        return deleteCategory(tx, categoryId);
      default:
        return this.attribute(step, step.kind);
    }
  }

  /** One that is there, unless none is. */
  private living(kind: 'shopobject' | 'category', n: number): number {
    const made = this.tx.nextId(kind) - 1;
    for (let tried = 0; tried < made; tried += 1) {
      const id = 1 + ((n + tried) % made);
      if (this.tx.read(kind, id) !== undefined) return id;
    }
    return 1;
  }

  private attribute(step: Step, kind: 'attribute' | 'retype' | 'remove attribute'): Result<unknown> {
    const { tx } = this;
    const classId = 1 + (step.at % CLASSES.length);
    const present = tx.read('class', classId)!.attributes.map(({ name }) => name);
    const name = pick(kind === 'attribute' || present.length === 0 ? ATTRIBUTES : present, step.to);
    if (kind !== 'attribute') {
      const removed = removeAttributes(tx, classId, [name]);
      if (kind === 'remove attribute' || !removed.ok) return removed;
    }
    const type = pick(ATTRIBUTE_TYPES, step.n);
    const defaults = Object.fromEntries(
      step.values.slice(0, 2).map(([language, , n]) => [pick(LANGUAGES, language), valueOf(type, n)]),
    );
    return addAttributes(tx, classId, [{ name, type, labels: {}, defaults }]);
  }

  private create(step: Step): Result<unknown> {
    const [className, type] = pick(CLASSES.slice(0, 3), step.at);
    const described = { className, ...this.described(step, 1 + (step.at % 3)) };
    if (type === 'content') return createContent(this.tx, described);
    return createProduct(this.tx, {
      ...described,
      metadata: this.metadata(step),
      ...this.stock(step),
      bind: false,
    });
  }

  private described(step: Step, classId: number) {
    const name = `${textOf(step.n)} ${this.tx.nextId('shopobject')}`;
    return {
      name,
      active: step.n % 4 > 0,
      attributes: this.given(classId, step, false),
      seo: this.seo(step),
      categories: this.categories(step),
    };
  }

  private stock({ n, to }: Step) {
    const availability = { managed: n % 2 === 0, override: to % 2 === 0, warningMilli: (n % 5) * 500 };
    return { availability, quantityMilli: n % 3 === 0 ? undefined : (n % 4) * 1500 };
  }

  private entity(step: Step): Result<unknown> {
    const metadata = { ...this.metadata(step), element_number: textOf(step.to) };
    return createWarehouseEntity(this.tx, {
      className: 'part',
      name: textOf(step.n) || 'e',
      manufacturerId: step.at,
      attributes: this.given(4, step, false),
      metadata,
    });
  }

  private entityNumber({ to }: Step): string {
    const made = this.tx.nextId('warehouse_entity') - 1;
    return made === 0 ? '' : this.tx.read('warehouse_entity', 1 + (to % made))!.metadata.element_number;
  }

  private update(id: number, step: Step): Result<unknown> {
    const object = this.tx.read('shopobject', id);
    if (object === undefined) return deleteObject(this.tx, id, 'product');
    const { quantityMilli } = this.stock(step);
    const metadata =
      object.type !== 'product' ? {} : object.productId === 0 ? this.metadata(step) : this.changedMetadata(step);
    return this.change(id, {
      attributes: this.given(object.classId, step, true),
      seo: this.seo(step),
      metadata,
      quantityMilli: object.type === 'product' ? quantityMilli : undefined,
    });
  }

  /** One thing of something that has variations. */
  private changeParent(step: Step): Result<unknown> {
    const { variations } = this.tx.index('shopobject');
    const parents = Array.from({ length: this.tx.nextId('shopobject') }, (_, id) => id).filter(
      (id) => (variations.find(id)?.ids.length ?? 0) > 0,
    );
    const id = parents[step.at % parents.length] ?? this.living('shopobject', step.at);
    const { active = false, classId = 1, type } = this.tx.read('shopobject', id) ?? {};
    const changes: readonly ObjectUpdate[] = [
      { active: !active },
      { attributes: this.given(classId, step, true) },
      { seo: this.seo(step) },
      { metadata: type === 'product' ? this.changedMetadata(step) : {} },
    ];
    return this.change(id, pick(changes, step.to));
  }

  private change(id: number, change: ObjectUpdate): Result<unknown> {
    return updateObject(this.tx, id, this.typeOf(id), change);
  }

  private typeOf(id: number): 'product' | 'content' {
    return this.tx.read('shopobject', id)?.type ?? 'product';
  }

  /** Others are refused where a value names them. */
  private there(type: AttributeType, value: unknown): unknown {
    const kind = type === 'PRODUCTS' ? 'shopobject' : 'typed_record';
    return isReference(type) ? (value as number[]).filter((id) => this.tx.read(kind, id) !== undefined) : value;
  }

  /** Some of the values are taken away again. */
  private given(classId: number, step: Step, clears: boolean): Given {
    const definitions = this.tx.read('class', classId)?.attributes ?? [];
    const given: { [language: string]: { [name: string]: unknown } } = {};
    if (definitions.length === 0) return given;
    for (const [language, attribute, n] of step.values) {
      const { name, type } = pick(definitions, attribute);
      given[pick(LANGUAGES, language)] = {
        ...given[pick(LANGUAGES, language)],
        [name]: clears && n % 5 === 0 ? null : this.there(type, valueOf(type, n)),
      };
    }
    return given;
  }

  private labels({ values }: Step): { readonly [language: string]: string } {
    return mergePlain(
      {},
      Object.fromEntries(values.slice(0, 2).map(([language, , n]) => [pick(LANGUAGES, language), textOf(n)])),
    );
  }

  private seo({ values, n }: Step): Seo {
    return Object.fromEntries(
      values
        .slice(0, 2)
        .map(([language, to, text]) => [
          pick(LANGUAGES, language),
          { ...(n % 3 === 0 && { permalink: `p${to}-${text}` }), title: textOf(text) },
        ]),
    );
  }

  /** What is left out was never sent. */
  private someMetadata(step: Step): Metadata {
    return Object.fromEntries(Object.entries(this.metadata(step)).filter((_, at) => (step.n + step.at + at) % 3 > 0));
  }

  /** What is null is taken away. */
  private changedMetadata(step: Step): MetadataChange {
    return Object.fromEntries(
      Object.entries(this.metadata(step)).map(([member, value], at) => [
        member,
        (step.n + step.at + at) % 3 > 0 ? value : null,
      ]),
    );
  }

  private metadata({ at, n, to }: Step) {
    return {
      ...NO_METADATA,
      element_number: textOf(to),
      ean: n % 3 === 0 ? textOf(at) : '',
      taxclass: pick(['', 'default'], n),
      weight: pick(NUMBERS, to),
      notes: textOf(at),
    };
  }

  private categories({ to, n, values }: Step): number[] {
    const made = this.tx.nextId('category') - 1;
    const wanted =
      made === 0 ? [] : [to, n, ...values.map(([, , each]) => each)].slice(0, n % 4).map((each) => 1 + (each % made));
    return [...new Set(wanted)].filter((id) => this.tx.read('category', id) !== undefined);
  }
}
