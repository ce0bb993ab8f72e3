// The documents that are derived from the table of operations: catches one that differs from run to run.
import { expect, test } from 'vitest';
import { documents } from '../../../scripts/docs.ts';

test('they come out the same every time', async () => {
  expect([...(await documents())]).toEqual([...(await documents())]);
});
