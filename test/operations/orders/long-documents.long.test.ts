// The document of an order as large as a session may hold. Catches one without a bound, and one that holds others up.
import { test } from 'vitest';
import { expectBounded } from './long-orders.ts';

test('long orders are bounded, whatever is escaped in them, and are not made in the turn that asks', () =>
  // A megabyte.
  expectBounded(50));
