// Accounts of revenue as they are typed. It would catch one that is sent otherwise than it is shown, and one that
// cannot be read and is sent all the same.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NEW_REVENUE, revenueDraft, revenueRules } from '../../back-office/screens/revenue-rules.ts';
import type { Rule } from '../../back-office/screens/revenue-rules.ts';
import { runs } from '../harness/effort.ts';

const rule = fc
  .record(
    {
      rate: fc.integer({ min: 0, max: 1_000_000 }).map((rateE6) => rateE6 / 1e6),
      category: fc.constantFrom('S' as const, 'Z' as const, 'E' as const, 'AE' as const, 'K' as const, 'G' as const),
      country: fc.constantFrom('DE', 'AT'),
      tax_class: fc.constantFrom('default', 'books'),
      account: fc.constantFrom('8400', '4400'),
      tax_code: fc.constantFrom('', '9'),
    },
    { requiredKeys: ['account', 'tax_code'] },
  )
  .map((one): Rule => one);

test('are sent as they were read', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), (rules) => {
      expect(revenueRules(rules.map(revenueDraft))).toEqual(rules);
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  ['no account', {}],
  ['no number', { account: '8400', rate: 'much' }],
  ['a rate above 100 %', { account: '8400', rate: '101' }],
  ['no country', { account: '8400', country: 'AUT' }],
])('are not sent with %s', (_what, typed) => {
  expect(revenueRules([{ ...NEW_REVENUE, account: '1' }])).toHaveLength(1);
  expect(revenueRules([{ ...NEW_REVENUE, ...typed }])).toBeUndefined();
});
