// Would catch a picture that is cut short because it was sent twice at once, a file that is left behind, and one that
// is written while the disk is kept for orders.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BackOfficeOptions } from '../../../src/http/routes/back-office.ts';
import { backOfficeRoutes } from '../../../src/http/routes/back-office.ts';
import { saveImage } from '../../../src/http/routes/image-upload.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { DONE, refuse } from '../../../src/kernel/result.ts';
import { newDirectory } from '../../harness/directories.ts';

const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(200_000)}</svg>`);
const UPLOAD = { contentType: 'image/svg+xml', body: SVG };

test('the same picture sent by many at once is there once, and whole', async () => {
  const directory = join(newDirectory(), 'images');
  const names = await Promise.all(Array.from({ length: 8 }, () => saveImage(directory, UPLOAD)));
  const [first] = names;
  expect(first).toMatchObject({ ok: true, value: expect.stringMatching(/^[0-9a-f]{32}\.svg$/) });
  expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(1);
  const [name = '', ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(readFileSync(join(directory, name)).equals(SVG)).toBe(true);
});

test('a picture that cannot be written leaves nothing', async () => {
  const file = join(newDirectory(), 'a-file');
  await saveImage(file, UPLOAD);
  const [name = ''] = readdirSync(file);
  await expect(saveImage(join(file, name), UPLOAD)).rejects.toThrow();
  expect(readdirSync(file)).toEqual([name]);
});

test('a picture is refused while changes are', async () => {
  const images = join(newDirectory(), 'images');
  const options = {
    backOffice: { permits: () => DONE },
    writeRefusal: () => refuse('DISK_FULL'),
    images,
  } as unknown as BackOfficeOptions;
  const route = backOfficeRoutes(options).find(({ matches }) => matches('/admin/images'))!;
  const headers = new Map([['x-kontor-back-office', '1']]);
  const request = { ...UPLOAD, path: '/admin/images', headers } as unknown as IncomingRequest;
  const sent = await new Promise<readonly unknown[]>((resolve) => {
    route.handle(request, { send: (...reply: unknown[]) => resolve(reply) } as unknown as Reply);
  });
  expect([sent[0], String(sent[1])]).toEqual([503, expect.stringContaining('DISK_FULL')]);
  expect(existsSync(images)).toBe(false);
});
