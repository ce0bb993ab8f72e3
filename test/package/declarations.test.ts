// Would catch a declaration file that the package lacks although an exported type names it, by whichever syntax.
import { expect, test } from 'vitest';
import { exportedDeclarations, reachedDeclarations } from '../../scripts/declarations.ts';

const FILES: { readonly [path: string]: string } = {
  'dist/server/start.d.ts': `import type { A } from '../a.ts';\nexport { B } from "../b.js";\nexport const a: A;`,
  'dist/a.d.ts': `export type A = import('./kernel/c.ts').C | import("liquidjs").Liquid;`,
  'dist/b.d.ts': `import './server/start.ts';\nexport * from './d.ts';\nimport type {\n  E,\n} from './e.ts';`,
  'dist/kernel/c.d.ts': `/** As import('./nowhere.ts') says, and 'image/*'. */\nexport type C = '*/*'; // import './gone.ts'`,
  'dist/d.d.ts': '',
  'dist/e.d.ts': '',
  'dist/inside.d.ts': `import type { A } from './a.ts';`,
};

test('what an exported declaration names is reached, through any number of others', () => {
  const reached = reachedDeclarations(['./dist/server/start.d.ts'], (file) => FILES[file]);
  expect([...reached].toSorted()).toEqual(
    Object.keys(FILES)
      .filter((file) => file !== 'dist/inside.d.ts')
      .toSorted(),
  );
});

test.each([
  ["export type A = '/*' | import('./nowhere.ts').N;", 'dist/a.d.ts names dist/nowhere.d.ts'],
  ["import data from './data.json';", 'dist/a.d.ts names dist/data.json.d.ts'],
])('a file that there is not is no part of a package: %s', (text, message) => {
  expect(() => reachedDeclarations(['./dist/a.d.ts'], (file) => (file === 'dist/a.d.ts' ? text : undefined))).toThrow(
    message,
  );
  expect(() => reachedDeclarations(['./dist/b.d.ts'], () => undefined)).toThrow('package.json names dist/b.d.ts');
});

test('entries are the types of the exports of a package', () => {
  const types = './dist/client.d.ts';
  expect(exportedDeclarations({ '.': { types }, './package.json': './package.json' })).toEqual(['dist/client.d.ts']);
});
