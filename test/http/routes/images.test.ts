// GET /images/<name> over both listeners: catches a path that leads out of the folder, a file that is no image, an SVG
// that a browser would run, and a standby that does not ask its leader.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { IMAGE_TYPES, imageTypeOf, imagesRoute } from '../../../src/http/routes/images.ts';
import { IMAGE_BYTES_MAX } from '../../../src/kernel/picture-bytes.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Following } from '../../../src/http/request-handler.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { LISTENERS } from '../../operations/clients/served.ts';
import { Goods } from '../../operations/shop.ts';
import { newDirectory } from '../../harness/directories.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const open: Listener[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close(0);
});

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: string;
}

/** The path goes out as it is written. */
const ask = (port: number, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    asked.once('error', reject).end();
  });

const folder = (): string => {
  const directory = join(newDirectory(), 'images');
  mkdirSync(join(directory, 'folder.svg'), { recursive: true });
  writeFileSync(join(directory, 'lamp.svg'), SVG);
  writeFileSync(join(directory, 'photo.webp'), 'RIFF');
  writeFileSync(join(directory, 'page.html'), '<script>');
  writeFileSync(join(directory, '..', 'store.svg'), 'secret');
  writeFileSync(join(directory, 'huge.png'), Buffer.alloc(IMAGE_BYTES_MAX + 1));
  symlinkSync(join(directory, '..', 'store.svg'), join(directory, 'link.svg'));
  return directory;
};

describe.each(LISTENERS)('$name', ({ listen }) => {
  const serve = async (directory: string, following?: Following): Promise<number> => {
    const { shop } = await Goods.open();
    const limits = { bodyFieldsMax: 100, fieldNameBytesMax: 100, following };
    const handle = requestHandler(shop.dispatch, limits, [imagesRoute(directory)]);
    const server = await listen({ host: '127.0.0.1', port: 0, bodyBytesMax: 10_000, bodyTimeoutMs: 1000 }, handle);
    open.push(server);
    return server.port;
  };

  test('an image comes with its type, a tag, and headers that let a browser run nothing of it', async () => {
    const port = await serve(folder());
    const { status, headers, body } = await ask(port, '/images/lamp.svg');
    expect([status, body]).toEqual([200, SVG]);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
    expect((await ask(port, '/images/photo.webp?v=2')).headers['content-type']).toBe('image/webp');
    const etag = String(headers['etag']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(port, '/images/lamp.svg', 'GET', { 'if-none-match': known });
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', etag]);
    }
    expect((await ask(port, '/images/lamp.svg', 'GET', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    '/images/../store.svg',
    '/images/..%2fstore.svg',
    '/images/%2e%2e/store.svg',
    '/images/%2e%2e%2fstore.svg',
    '/images/..\\store.svg',
    '/images/lamp.svg%00.png',
    '/images/lamp.svg%00',
    '/images/%6camp.svg',
    '/images/./lamp.svg',
    '/images/.lamp.svg',
    '/images//lamp.svg',
    '/images/lamp.svg/',
    '/images/',
    '/images',
    '/images/page.html',
    '/images/lamp',
    '/images/LAMP.SVG',
    '/images/folder.svg',
    '/images/link.svg',
    '/images/huge.png',
    '/images/missing.svg',
    '/images/constructor',
    '/images/x.constructor',
    `/images/${'a'.repeat(101)}.svg`,
    `/images/${'a'.repeat(2000)}.svg`,
  ])('%s is refused by name', async (path) => {
    const port = await serve(folder());
    const { status, body } = await ask(port, path);
    expect([status, JSON.parse(body)]).toMatchObject([404, { object: 'error', message: 'PATH_NOT_FOUND' }]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s is another method', async (method) => {
    const { status, headers } = await ask(await serve(folder()), '/images/lamp.svg', method);
    expect([status, headers['allow']]).toEqual([405, 'GET']);
  });

  test('a folder that is not there has no image', async () => {
    expect((await ask(await serve(join(newDirectory(), 'none')), '/images/lamp.svg')).status).toBe(404);
  });

  test('a standby sends what it has, and asks its leader for the rest', async () => {
    const passed: string[] = [];
    const port = await serve(folder(), {
      isFollowing: true,
      isLeaving: false,
      whenFresh: (_mayBeStale, run) => run(),
      pass: ({ path }, reply) => {
        passed.push(path);
        reply.send(200, 'of the leader');
      },
    });
    expect((await ask(port, '/images/lamp.svg')).body).toBe(SVG);
    expect((await ask(port, '/images/new.svg')).body).toBe('of the leader');
    expect((await ask(port, '/images/..%2fstore.svg')).status).toBe(404);
    expect(passed).toEqual(['/images/new.svg']);
  });
});

test('every type has a name that it is given by', () => {
  for (const [ending, type] of Object.entries(IMAGE_TYPES)) expect(imageTypeOf(`a-1_b.${ending}`)).toBe(type);
});
