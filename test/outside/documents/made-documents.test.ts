// Documents that are kept. Catches memory without a bound, and a person who was erased and is shown again.
import { expect, test } from 'vitest';
import { MadeDocuments, documentDigest } from '../../../src/outside/documents/made-documents.ts';

const document = (length: number): Uint8Array => new Uint8Array(length);

test('keeps what was asked for last, within its bytes', () => {
  const made = new MadeDocuments(10_000);
  const keep = made.keeper();
  for (const digest of ['a', 'b', 'c', 'd']) keep(digest, document(2000));
  expect(made.find('a')).toHaveLength(2000);
  keep('e', document(2000));
  expect(['a', 'b', 'c', 'd', 'e'].map((digest) => made.find(digest) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(made.bytes).toBeLessThanOrEqual(10_000);
  keep('large', document(2500));
  expect(made.find('large'), 'it would drive out all others').toBeUndefined();
  for (let at = 0; at < 1000; at += 1) keep(`many ${at}`, document(0));
  expect(made.bytes).toBeLessThanOrEqual(10_000);
});

test('keeps nothing without memory', () => {
  const made = new MadeDocuments(0);
  made.keeper()('a', document(0));
  expect([made.find('a'), made.bytes]).toEqual([undefined, 0]);
});

test('forgets all, and what was begun before it was told to', () => {
  const made = new MadeDocuments(10_000);
  const keep = made.keeper();
  keep('a', document(10));
  made.clear();
  keep('b', document(10));
  expect([made.find('a'), made.find('b'), made.bytes]).toEqual([undefined, undefined, 0]);
  made.keeper()('b', document(10));
  expect(made.find('b')).toHaveLength(10);
});

test('tells documents apart by what they are made of, and what is made of it', () => {
  const digests = [
    ['pdf', '{}'],
    ['invoice', '{}'],
    ['pdf', '{"a":1}'],
  ].map(([kind, json]) => documentDigest(kind!, json!));
  expect(new Set(digests).size).toBe(3);
});
