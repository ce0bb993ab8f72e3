// Random tables and carts, a hundred thousand at night, against the slow model of delivery-model.ts.
import * as fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { expectModel } from './delivery-laws.ts';
import { deliveredCart, deliveryTerms } from './delivery-values.ts';

// In parts, each of which takes a moment.
test.each(Array.from({ length: 125 }, (_, part) => part))('part %i of many tables and carts', () => {
  fc.assert(fc.property(fc.array(deliveryTerms, { maxLength: 12 }), deliveredCart, expectModel), {
    numRuns: runs(800, 200, 800),
  });
});
