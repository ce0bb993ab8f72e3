// Catches a file or a test that was moved or renamed, and that mutation testing (test/mutation) still looks for at its
// old place.
import { expect, test } from 'vitest';
import { FILES, filesNamed, missing, testsOf } from '../mutation/files.ts';

test('what mutation testing mutates, and the tests that it runs, are there', () => {
  expect(missing()).toEqual([]);
  for (const file of Object.keys(FILES)) expect(testsOf(file).length, file).toBeGreaterThanOrEqual(FILES[file]!.length);
});

test('a file is named by its path or by its name alone', () => {
  expect(filesNamed(['cart/cart.ts', 'money.ts'])).toEqual(['money.ts', 'cart/cart.ts']);
  expect(filesNamed(['cart.ts'])).toEqual(['cart/cart.ts']);
  expect(filesNamed([])).toEqual(Object.keys(FILES));
  expect(() => filesNamed(['art.ts'])).toThrow('not mutated: art.ts; known: money.ts, ');
});
