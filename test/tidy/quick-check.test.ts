// Catches a quick check that skips what a commit needs: a step left out, or the tests that are named after a change.
import { expect, test } from 'vitest';
import { planOf, testsNear } from '../../scripts/quick/plan.ts';

const TESTS = [
  { file: 'test/domain/cart.test.ts', text: "import { price } from '../../src/domain/money.ts';\n" },
  { file: 'test/domain/money.test.ts', text: '' },
  { file: 'test/domain/money-laws.test.ts', text: '' },
  { file: 'test/domain/moneys.test.ts', text: '' },
  { file: 'test/domain/money.long.test.ts', text: "import { price } from '../../src/domain/money.ts';\n" },
  { file: 'test/tidy/style.test.ts', text: '' },
];
const namesOf = (...changed: string[]): readonly string[] => planOf(changed, TESTS).steps.map(({ name }) => name);

test('tests of a change are those named after it, then those that import it; only core tests', () => {
  const near = ['test/domain/money.test.ts', 'test/domain/money-laws.test.ts', 'test/domain/cart.test.ts'];
  expect(testsNear(['src/domain/money.ts'], TESTS)).toEqual(near);
  expect(testsNear(['test/domain/moneys.test.ts'], TESTS)).toEqual(['test/domain/moneys.test.ts']);
});

test('a change of code is formatted, linted, typed and tested; a page is no code', () => {
  expect(namesOf('src/domain/money.ts')).toEqual(['format', 'lint', 'types', 'tests']);
  expect(namesOf('docs/sell/stock.md')).toEqual(['format', 'pages', 'tests']);
  expect(namesOf('src/config/http-settings.ts')).toContain('docs');
  expect(namesOf('docs/reference/errors.md')).toContain('docs');
});

test('the back office has types of its own', () => {
  const projects = (file: string): unknown[] =>
    planOf([file], TESTS)
      .steps.filter(({ name }) => name === 'types')
      .flatMap(({ commands }) => commands.map((command) => command[2]));
  expect(projects('back-office/main.tsx')).toEqual(['back-office/tsconfig.json']);
  expect(projects('src/client/client.ts')).toEqual(['tsconfig.json', 'back-office/tsconfig.json']);
});

test('a change that everything imports runs the nearest tests, and says how many it left out', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    file: `test/domain/t${index}.test.ts`,
    text: "import { ok } from '../../src/kernel/result.ts';\n",
  }));
  const { tests, leftOut } = planOf(['src/kernel/result.ts'], many);
  expect([tests.length, leftOut]).toEqual([12, 18]);
});
