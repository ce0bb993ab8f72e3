// Would catch a save that overwrites what a colleague has saved since the page has read the object: also the second of
// two saves, which comes before the page has read the first.
import { afterEach, expect, test } from 'vitest';
import { Refused } from '../../back-office/api/refused.ts';
import { draftOf, keepBases, keepDraft, keepSaved } from '../../back-office/screens/product-draft.ts';
import type { Draft, FieldId, Product } from '../../back-office/screens/product-draft.ts';
import { sendChange } from '../../back-office/screens/send-change.ts';
import type { ObjectPlace } from '../../back-office/screens/send-change.ts';

const ID = 7;

afterEach(() => keepDraft(ID, {}));

/** A shop with one product, of which a name and a number are changed. */
class Shop implements ObjectPlace {
  seq = 1;
  /** The reply to a change got lost: the one that comes for it says no record. */
  isForgetful = false;
  name = 'rope';
  number = 'R-1';
  /** `if_seq` of each change that was sent. */
  readonly sent: (number | undefined)[] = [];

  now(): Product {
    return {
      details: { availability: {}, metadata: { element_number: this.number } },
      shown: {},
      own: { id: ID, name: this.name, values: {}, seo: {}, seq: this.seq },
      languages: [],
      taxClasses: [],
      priceFields: [],
    } as unknown as Product;
  }

  read(): Promise<Product> {
    return Promise.resolve(this.now());
  }

  update({ name, metadata, if_seq: ifSeq }: Parameters<ObjectPlace['update']>[0]): ReturnType<ObjectPlace['update']> {
    this.sent.push(ifSeq);
    if (ifSeq !== undefined && ifSeq !== this.seq)
      return Promise.reject(new Refused(200, 'CHANGED_MEANWHILE', 'if_seq', ''));
    this.name = String(name ?? this.name);
    this.number = String(metadata?.element_number ?? this.number);
    this.seq += 1;
    return Promise.resolve(this.isForgetful ? {} : { seq: this.seq });
  }
}

/** As the page does it: what was saved when the field was first typed into is noted. */
const type = (product: Product, field: FieldId, text: string): void => {
  const isFirst = draftOf(ID)[field] === undefined;
  keepDraft(ID, { ...draftOf(ID), [field]: text });
  if (isFirst) keepSaved(product, field);
};

/** The record that the next save names; undefined: nothing was saved. */
const save = async (shop: Shop, product: Product, fields: readonly FieldId[], seq: number) => {
  const draft: Draft = draftOf(ID);
  const saved = await sendChange(shop, { product, seq, draft, changed: fields });
  if (saved !== undefined) keepBases(ID, Object.fromEntries(fields.map((field) => [field, draft[field]!])));
  return saved;
};

const NUMBER = 'metadata/element_number';

/** A shop, the read of it, and a first save after that read. */
const saved = async (shop = new Shop()) => {
  const read = shop.now();
  type(read, 'name', 'line');
  return { shop, read, seq: (await save(shop, read, ['name'], read.own.seq))! };
};

test('a save names the record that was read, and the next one, that comes at once, the record that the first made', async () => {
  const { shop, read, seq } = await saved();
  type(read, 'name', 'cord');
  expect(await save(shop, read, ['name'], seq)).toBe(3);
  expect([shop.name, shop.sent]).toEqual(['cord', [1, 2]]);
});

test('what a colleague saves between two saves stands, and the person is asked', async () => {
  for (const isForgetful of [false, true]) {
    const { shop, read, seq } = await saved(Object.assign(new Shop(), { isForgetful }));
    await shop.update({ name: 'hers' });
    type(read, 'name', 'cord');
    expect(await save(shop, read, ['name'], seq)).toBeUndefined();
    expect(shop.name).toBe('hers');
    keepDraft(ID, {});
  }
});

test('another field that a colleague saves between two saves goes together with it', async () => {
  const { shop, read, seq } = await saved();
  await shop.update({ metadata: { element_number: 'hers' } });
  type(read, 'name', 'cord');
  const next = await save(shop, read, ['name'], seq);
  expect([shop.name, shop.number]).toEqual(['cord', 'hers']);
  // The page still shows the number of before.
  type(read, NUMBER, 'mine');
  expect(await save(shop, read, [NUMBER], next!), 'typed over what was there before').toBeUndefined();
  expect(shop.number).toBe('hers');
});
