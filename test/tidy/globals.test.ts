// Catches a part of the server that talks to others by a global of the process: packages put their own into it, and
// what works alone then fails beside them. Everything goes through src/outside/http, whose calls have limits.
import { expect, test } from 'vitest';
import { SRC, textOf, withoutComments } from './source.ts';

/** A name that is called, constructed, passed on or asked of `globalThis`; texts, members and types are none. */
const USES = [
  /(?<![.\w'"`$#-])fetch\s*[(,;)]/,
  /\bglobalThis\s*(\.|\[['"])\s*(fetch|WebSocket|EventSource|XMLHttpRequest)\b/,
  /\bnew\s+(WebSocket|EventSource|XMLHttpRequest)\b/,
  /\bsetGlobalDispatcher\b/,
];

/**
 * The client is for programs of others, browsers among them, and each says there which `fetch` it means. A module of
 * the operator has the platform's own, on a thread where nothing else runs.
 */
const isClient = (file: string): boolean =>
  /^src\/(client|extension)\/|^src\/outside\/extensions\/extension-worker\.ts$/.test(file);

const usesIn = (text: string): readonly RegExp[] => USES.filter((use) => use.test(text));

test('no part of the server calls others by a global of the process', () => {
  const found = SRC.filter((file) => !isClient(file)).flatMap((file) =>
    usesIn(withoutComments(textOf(file))).map((use) => `${file}: ${use}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['await fetch(url)', 1],
  ['createFetchHttpClient(fetch)', 1],
  ['const own = globalThis.fetch;', 1],
  ["const own = globalThis['fetch'];", 1],
  ['new EventSource(url)', 1],
  ['setGlobalDispatcher(agent)', 1],
  ['cache.fetch(key)', 0],
  ['this.fetchSize(url)', 0],
  ["headers.get('sec-fetch-site')", 0],
])('the check judges %j', (text, uses) => expect(usesIn(text)).toHaveLength(uses));
