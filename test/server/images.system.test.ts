// `imageHosts` on a whole server: the size of an image is in the shop after the write, and after a restart where the
// host was down.
import { afterEach, expect, test } from 'vitest';
import { Client, must } from '../kill/client.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const LICENCE = { username: 'shop_1', password: 'images-password', secretKey: 'secret-key-1' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
};
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000028000000 1e00802000000'.replaceAll(' ', ''), 'hex');

test('an image of a listed host gets the size it has, one of another host none', async () => {
  const place = new Place();
  closing.push(() => place.clean());
  let found = true;
  const receiver = await Receiver.open(
    (_received, reply) =>
      void (found
        ? reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.concat([PNG, Buffer.alloc(400_000)]))
        : reply.writeHead(404).end()),
  );
  closing.push(() => receiver.close());
  let client = new Client(0, LICENCE);
  closing.push(async () => client.hangUp());
  const start = async (): Promise<Program> => {
    const server = await place.serveHere(['serve', '--port', '0'], { ...ENV, KONTOR_IMAGE_HOSTS: '["127.0.0.1"]' });
    client = new Client(server.port, LICENCE);
    return server;
  };
  const stop = async (server: Program): Promise<void> => {
    client.hangUp();
    expect(await server.stop()).toBe(0);
  };
  const office = async (operation: string, fields: Readonly<Record<string, string | number>>): Promise<number> =>
    Number((await must(client.office(operation, fields))).body['id']);
  const image = async (id: number): Promise<unknown> => {
    const { body } = await must(client.call('get_content_details', { id_content: id, language: 'de_DE' }));
    return (body['attributes'] as { [name: string]: unknown })['image'];
  };
  const sized = (id: number): Promise<unknown> =>
    until('its size is known', async () => {
      const shown = await image(id);
      return Number((shown as { width?: string }).width) > 0 && shown;
    });

  const first = await start();
  const classId = await office('create_class', { name: 'page', type: 'content' });
  await office('create_class_attributes', {
    id_class: classId,
    attributes: JSON.stringify([{ name: 'image', type: 'IMG', de_DE: { label: 'Bild', value: '' } }]),
  });
  const page = (name: string, value: string): Promise<number> =>
    office('create_content', {
      class: 'page',
      name,
      shop_active: 1,
      attributes: JSON.stringify({ de_DE: { image: value } }),
    });
  const here = await page('a', `${receiver.url}/a.png`);
  const elsewhere = await page('b', 'http://localhost:1/b.png');
  expect(await sized(here)).toMatchObject({ value: `${receiver.url}/a.png`, width: '640', height: '480' });
  expect(await image(elsewhere)).not.toMatchObject({ width: '640' });
  found = false;
  const gone = await page('c', `${receiver.url}/c.png`);
  await receiver.calls(2);
  await stop(first);
  found = true;
  const second = await start();
  expect(await sized(gone)).toMatchObject({ width: '640', height: '480' });
  expect(receiver.received.map(({ target }) => target)).toEqual(['/a.png', '/c.png', '/c.png']);
  await stop(second);
});
