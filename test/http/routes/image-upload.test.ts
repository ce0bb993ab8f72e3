// Would catch a picture that is cut short because it was sent twice at once or ends in its head, a file that is left
// behind, and one that is written while the disk is kept for orders.
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

const bytesOf = (...parts: readonly (string | readonly number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const PNG_HEAD = bytesOf('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
const GIF_HEAD = bytesOf('GIF89a', [1, 0, 1, 0, 0x3b, 0, 0]);
/** With a thumbnail that has an end of its own. */
const JPEG_HEAD = bytesOf('\u00ff\u00d8\u00ff\u00e1', [0, 16], 'Exif\u00ff\u00d8\u00ff\u00da\u00ff\u00d9\u00ff\u00da');
const FTYP = bytesOf([0, 0, 0, 16], 'ftypavif', [0, 0, 0, 0]);

test.each([
  ['image/png', PNG_HEAD, bytesOf('IEND\u00aeB`\u0082')],
  ['image/jpeg', JPEG_HEAD, bytesOf('\u00ff\u00da', [0, 8, 1, 2, 3], '\u00ff\u00d9', 'a camera')],
  ['image/jpeg', bytesOf(JPEG_HEAD, '\u00ff\u00da', [0, 8, 1, 2, 3]), bytesOf([4], '\u00ff\u00d9')],
  ['image/gif', GIF_HEAD, bytesOf([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x4c, 0, 0x3b])],
  ['image/webp', bytesOf('RIFF', [16, 0, 0, 0], 'WEBPVP8 '), bytesOf([4, 0, 0, 0, 1, 2, 3, 4])],
  ['image/avif', bytesOf(FTYP, [0, 0, 0, 12], 'meta', [0, 0, 0, 0]), bytesOf([0, 0, 0, 12], 'mdat', [1, 2, 3, 4])],
  ['image/svg+xml', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><path d=""/>'), bytesOf('</svg >\n')],
  ['image/svg+xml', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"'), bytesOf('/>\n')],
])('the head alone of an %s is no picture', async (contentType, head, rest) => {
  const quota = new ImageQuota(join(newDirectory(), 'images'), 1);
  expect(await saveImage(quota, { contentType, body: head })).toMatchObject({
    code: 'BODY_UNDECODABLE',
    detail: expect.stringMatching(/ is cut short: it has no end\.$/) as string,
  });
  expect(await saveImage(quota, { contentType, body: Buffer.concat([head, rest]) })).toMatchObject({ ok: true });
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
