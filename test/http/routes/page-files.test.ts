// Would catch a page over TLS that loads pictures in clear, and a path that leads out of the folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pageFilesRoute } from '../../../src/http/routes/page-files.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { newDirectory } from '../../harness/directories.ts';

const folder = (): URL => {
  const path = join(newDirectory(), 'page');
  mkdirSync(path);
  writeFileSync(join(path, 'index.html'), '<!DOCTYPE html>');
  return pathToFileURL(`${path}/`);
};

/** Status, and headers by name. */
const answerTo = (path: string, isSecure: boolean): readonly [number, { readonly [name: string]: string }] => {
  let answer: [number, { [name: string]: string }] | undefined;
  const route = pageFilesRoute(folder(), {}, isSecure);
  route.handle(
    { path, headers: new Map() } as unknown as IncomingRequest,
    {
      send: (status: number, _body: unknown, _type: string, headers: readonly (readonly [string, string])[] = []) =>
        (answer = [status, Object.fromEntries(headers)]),
    } as unknown as Reply,
  );
  return answer!;
};

test.each([
  [true, "img-src 'self' data: https:;"],
  [false, "img-src 'self' data: http: https:;"],
])('pictures come in clear only where the page does: over TLS %s', (isSecure, policy) => {
  const [status, headers] = answerTo('/', isSecure);
  expect(status).toBe(200);
  expect(headers['Content-Security-Policy']).toContain(policy);
});

test('a path that names no file of the folder has none', () => {
  expect(answerTo('/back-office/..', false)[0]).toBe(404);
});
