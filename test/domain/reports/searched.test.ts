// Lists of searches of many days with many texts. Catches texts that are all sorted before others have their turn, and
// a list in the wrong order.
import { expect, test } from 'vitest';
import { SearchDays, planSearches } from '../../../src/domain/reports/searched.ts';
import type { SearchDay, SearchedText } from '../../../src/domain/reports/searched.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { must } from '../../../src/kernel/result.ts';
import { RULES } from '../memory-shop.ts';
import { good } from '../seeded-shop.ts';

const DAY = 20_000;
const [DAYS, TEXTS] = [20, 1000];

test('no step reads more than a day or a slice of the texts, and the most often come first', () => {
  const index = new SearchDays();
  for (let day = 1; day <= DAYS; day += 1) index.add(DAY - day, day);
  const textOn = (day: number, at: number): SearchedText => [`${day} ${at}`, day * TEXTS + at, at % 2, 1, 0, 0];
  const read = (_kind: string, id: number): SearchDay => ({
    day: DAY - id,
    texts: Array.from({ length: TEXTS }, (_, at) => textOn(id, at)),
  });
  const reader = { rules: RULES, atMs: DAY * 86_400_000, index: () => index, read } as unknown as Reader;
  const range = { fromDay: 0, toDay: 10 * DAY, channel: '', currency: '' };
  const planned = planSearches(reader, 'searches', range);
  must(planned.ok, 'the report can be made');
  const steps = planned.value.steps();
  let turns = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) turns += 1;
  const { records } = good(step.value);
  expect([records.count, records.at(0).name, records.at(999).name]).toEqual([1000, '20 999', '20 0']);
  expect(turns, 'each day, and slices of all texts').toBeGreaterThanOrEqual(DAYS + 4);
});
