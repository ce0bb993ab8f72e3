// Would catch what a test leaves open behind it, and a failure at an end that hides those of others, or that nobody
// sees.
import { beforeAll, expect, test } from 'vitest';
import { endsWithTest, testBegins, testEnds } from './endings.ts';

const ended: string[] = [];
const ending =
  (name: string, fails = false) =>
  (): Promise<void> => {
    ended.push(name);
    return fails ? Promise.reject(new Error(name)) : Promise.resolve();
  };

beforeAll(() => endsWithTest(ending('of the file')));

test('what was opened last ends first, each of them, and what the first one throws is thrown', async () => {
  endsWithTest(ending('first', true));
  endsWithTest(ending('second', true));
  await expect(testEnds()).rejects.toThrow('second');
  expect(ended.splice(0)).toEqual(['second', 'first']);
  testBegins();
  endsWithTest(ending('of the test'));
});

test('it has ended when the next test begins, but for what belongs to the file', () => {
  expect(ended).toEqual(['of the test']);
});
