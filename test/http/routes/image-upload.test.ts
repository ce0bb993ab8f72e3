// Would catch a picture that is cut short because it was sent twice at once, a file that is left behind, and one that
// is written while the disk is kept for orders.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BackOfficeOptions } from '../../../src/http/routes/back-office.ts';
import { backOfficeRoutes } from '../../../src/http/routes/back-office.ts';
import { ImageQuota } from '../../../src/http/routes/image-quota.ts';
import { saveImage } from '../../../src/http/routes/image-upload.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { DONE, refuse } from '../../../src/kernel/result.ts';
import { newDirectory } from '../../harness/directories.ts';

const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(200_000)}</svg>`);
const UPLOAD = { contentType: 'image/svg+xml', body: SVG };

test('the same picture sent by many at once is there once, and whole', async () => {
  const directory = join(newDirectory(), 'images');
  const names = await Promise.all(Array.from({ length: 8 }, () => saveImage(new ImageQuota(directory, 1), UPLOAD)));
  const [first] = names;
  expect(first).toMatchObject({ ok: true, value: expect.stringMatching(/^[0-9a-f]{32}\.svg$/) });
  expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(1);
  const [name = '', ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(readFileSync(join(directory, name)).equals(SVG)).toBe(true);
});

test('a picture that cannot be written leaves nothing', async () => {
  const file = join(newDirectory(), 'a-file');
  await saveImage(new ImageQuota(file, 1), UPLOAD);
  const [name = ''] = readdirSync(file);
  await expect(saveImage(new ImageQuota(join(file, name), 1), UPLOAD)).rejects.toThrow();
  expect(readdirSync(file)).toEqual([name]);
});

test('a picture is refused while changes are', async () => {
  const images = join(newDirectory(), 'images');
  const options = {
    backOffice: { permits: () => DONE },
    writeRefusal: () => refuse('DISK_FULL'),
    images: new ImageQuota(images, 1),
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

test('pictures have a quota: refused with what there is and what is allowed, also of those sent at once', async () => {
  const directory = join(newDirectory(), 'images');
  let nowMs = 0;
  const quota = new ImageQuota(directory, 1, () => nowMs);
  const pictureOf = (at: number) => ({ ...UPLOAD, body: Buffer.concat([SVG, Buffer.from(`<!--${at}-->`)]) });
  // Each has a fifth of a MiB and a little less: five fit.
  const sent = await Promise.all(Array.from({ length: 8 }, (_, at) => saveImage(quota, pictureOf(at))));
  expect(sent.filter(({ ok }) => ok)).toHaveLength(5);
  expect(sent.filter(({ ok }) => !ok)[0]).toMatchObject({
    code: 'IMAGES_FULL',
    detail: expect.stringMatching(/^Pictures have 1\.0 MiB, this one has 0\.2 MiB, and imagesMb allows 1 MiB\. /),
  });
  expect(readdirSync(directory)).toHaveLength(5);
  const [kept] = sent.filter(({ ok }) => ok);
  const at = sent.indexOf(kept!);
  expect(await saveImage(quota, pictureOf(at)), 'the same one again takes nothing').toEqual(kept);
  const another = new ImageQuota(directory, 1, () => nowMs);
  expect(await saveImage(another, pictureOf(9)), 'what was there before counts').toMatchObject({ code: 'IMAGES_FULL' });
  rmSync(join(directory, readdirSync(directory)[0]!));
  expect(await saveImage(quota, pictureOf(9)), 'the folder is not counted again at once').toMatchObject({ ok: false });
  nowMs = 5_000;
  for (const counted of [quota, another])
    expect((await saveImage(counted, pictureOf(counted === quota ? 9 : 10))).ok, 'room that was made is seen').toBe(
      counted === quota,
    );
});
