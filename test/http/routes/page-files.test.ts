// Would catch a page that is sent ten times as large as it could be, compressed for a browser that cannot read it, or
// taken for the same as one in other bytes; a file that is compressed anew for each request; a page over TLS that loads
// pictures in clear; and a path that leads out of the folder.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageFilesRoute } from '../../../src/http/routes/page-files.ts';
import { gzipped } from '../../../src/outside/gzip.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { newDirectory } from '../../harness/directories.ts';

const SCRIPT = Buffer.from('let a = 1;\n'.repeat(1000));
const PICTURE = randomBytes(100);

interface Sent {
  readonly status: number;
  readonly body: Uint8Array;
  readonly headers: ReadonlyMap<string, string>;
}

const opened = (isSecure = false) => {
  const directory = newDirectory();
  writeFileSync(join(directory, 'index.html'), '<p>shop</p>');
  writeFileSync(join(directory, 'app.js'), SCRIPT);
  writeFileSync(join(directory, 'icon.png'), PICTURE);
  const route = pageFilesRoute(pathToFileURL(`${directory}/`), gzipped, isSecure);
  return (path: string, headers: { readonly [name: string]: string } = {}): Promise<Sent> =>
    new Promise((resolve) => {
      const send = (status: number, body: Uint8Array, _type: string, more: readonly (readonly [string, string])[]) =>
        resolve({ status, body, headers: new Map(more) });
      route.handle(
        { path, headers: new Map(Object.entries(headers)) } as unknown as IncomingRequest,
        { send } as unknown as Reply,
      );
    });
};

test('a browser that takes gzip gets texts compressed, and pictures as they are', async () => {
  const get = opened();
  const { status, body, headers } = await get('/back-office/app.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect([status, headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([200, 'gzip', 'Accept-Encoding']);
  expect(gunzipSync(body).equals(SCRIPT)).toBe(true);
  expect(body.length).toBeLessThan(SCRIPT.length / 10);
  const picture = await get('/back-office/icon.png', { 'accept-encoding': 'gzip' });
  expect([...picture.headers.keys()]).not.toContain('Content-Encoding');
  expect(picture.headers.get('Vary')).toBeUndefined();
  expect(PICTURE.equals(picture.body)).toBe(true);
  expect(gunzipSync((await get('/', { 'accept-encoding': '*' })).body).toString()).toBe('<p>shop</p>');
});

test.each(['', 'br', 'gzip;q=0', 'identity, gzip; q=0.000, *;q=1', '*;q=0'])('%j takes no gzip', async (accepted) => {
  const { body, headers } = await opened()('/back-office/app.js', { 'accept-encoding': accepted });
  expect([...headers.keys()]).not.toContain('Content-Encoding');
  expect(headers.get('Vary')).toBe('Accept-Encoding');
  expect(SCRIPT.equals(body)).toBe(true);
});

test('other bytes have another tag, and each is known again by its own', async () => {
  const get = opened();
  const zip = { 'accept-encoding': 'gzip' };
  const [plainTag, zipTag] = [await get('/back-office/app.js'), await get('/back-office/app.js', zip)].map(
    ({ headers }) => headers.get('ETag')!,
  );
  expect(plainTag).not.toBe(zipTag);
  const status = async (tag: string, more = {}) =>
    (await get('/back-office/app.js', { 'if-none-match': tag, ...more })).status;
  expect([
    await status(plainTag!),
    await status(zipTag!, zip),
    await status(plainTag!, zip),
    await status(zipTag!),
  ]).toEqual([304, 304, 200, 200]);
  const known = await get('/back-office/app.js', { 'if-none-match': zipTag!, ...zip });
  expect([known.headers.get('Vary'), known.headers.get('ETag'), known.body.length]).toEqual([
    'Accept-Encoding',
    zipTag,
    0,
  ]);
});

test('a file is compressed once', async () => {
  const get = opened();
  const bodies = await Promise.all(
    [1, 2, 3].map(async () => (await get('/back-office/app.js', { 'accept-encoding': 'gzip' })).body),
  );
  expect(new Set(bodies).size).toBe(1);
});

test.each([
  [true, "img-src 'self' data: https:;"],
  [false, "img-src 'self' data: http: https:;"],
])('pictures come in clear only where the page does: over TLS %s', async (isSecure, policy) => {
  const { status, headers } = await opened(isSecure)('/');
  expect(status).toBe(200);
  expect(headers.get('Content-Security-Policy')).toContain(policy);
});

test('a path that names no file of the folder has none', async () => {
  expect((await opened()('/back-office/..')).status).toBe(404);
});
