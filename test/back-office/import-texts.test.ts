// Would catch an import that hides what became of a kind of record.
import { expect, test } from 'vitest';
import { imports as de } from '../../back-office/texts/de-import.ts';
import { imports as en } from '../../back-office/texts/en-import.ts';
import { RECORD_TYPES } from '../../src/catalogue-files/record.ts';

test.each([en, de])('every type of record is called something in the back office', ({ types }) => {
  expect(Object.keys(types)).toEqual(RECORD_TYPES);
});
