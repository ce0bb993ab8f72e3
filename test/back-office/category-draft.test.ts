// Would catch a category whose editor loses what one of two persons has typed, or asks where nothing is in question.
import { expect, test } from 'vitest';
import { merged, withText } from '../../back-office/screens/category-draft.ts';
import type { CategoryDraft } from '../../back-office/screens/category-draft.ts';

const draft = (name: string, english: string, german: string): CategoryDraft => ({
  name,
  labels: { en_GB: english, de_DE: german },
  permalinks: {},
  filling: '',
});

test('two persons who change other fields both have theirs', () => {
  const before = draft('desk', 'Desk', 'Tisch');
  const { draft: after, conflicts } = merged(before, draft('desk', 'Desks', 'Tisch'), draft('desk', 'Desk', 'Tische'));
  expect([after, conflicts]).toEqual([draft('desk', 'Desks', 'Tische'), []]);
});

test('a field that both change is asked about, unless both say the same; what is typed stays till then', () => {
  const before = draft('desk', 'Desk', 'Tisch');
  const mine = draft('desk', 'Desks', 'Tische');
  const { draft: after, conflicts } = merged(before, mine, draft('desk', 'Tables', 'Tische'));
  expect([after, conflicts]).toEqual([mine, [{ group: 'labels', language: 'en_GB', theirs: 'Tables' }]]);
  expect(withText(after, conflicts[0]!, 'Tables')).toEqual(draft('desk', 'Tables', 'Tische'));
});

test('a text that somebody else has taken away is a change, too', () => {
  const before = draft('desk', 'Desk', 'Tisch');
  const theirs = { ...before, labels: { en_GB: 'Desk' } };
  expect(merged(before, before, theirs).draft.labels['de_DE']).toBe('');
  expect(merged(before, draft('desk', 'Desk', 'Tische'), theirs).conflicts).toHaveLength(1);
});
