// Catches a screen that docs/sell/back-office.md does not have, or calls otherwise than the page does.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../back-office/texts/en.ts';

test('docs/sell/back-office.md has each screen by its name, in the order of the texts', () => {
  const page = readFileSync(new URL('../../docs/sell/back-office.md', import.meta.url), 'utf8');
  const [, table] = page.split(/^\| screen .+\n\| -.+\n/m);
  const listed = [...table!.split('\n\n')[0]!.matchAll(/^\| (.+?) +\|/gm)].map(([, name]) => name);
  // `find` is no screen: it is the box above all of them.
  const { find: _find, ...screens } = en.screens;
  expect(listed).toEqual(Object.values(screens));
});
