// `kontor user erase` and `kontor log`, as an operator runs them. Before the erasure the shop is served by the program,
// whose log is read; behind it the store is opened in this process.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenedShop } from '../harness/opened-shop.ts';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const CREDENTIALS = {
  licence_username: 'demo_kontor',
  licence_password: 'demo-password',
  licence_secret_key: 'demo-secret-key',
};
type Reply = { readonly [member: string]: unknown };

const serve = async (): Promise<{
  program: Program;
  call(request: string, params?: { [name: string]: string }): Promise<Reply>;
}> => {
  const program = place.start(['serve', '--demo', '--port', '0', '--data', place.path('data')]);
  const url = await program.ready();
  const call = async (request: string, params = {}): Promise<Reply> => {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...CREDENTIALS, request, ...params }),
    });
    return (await response.json()) as Reply;
  };
  return { program, call };
};

const stop = async (program: Program): Promise<void> => {
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
};

const holding = (word: string): string[] =>
  readdirSync(place.path('.'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(place.path('.'), name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(word));

test('a guest is erased, the order stays, and the log tells all but her', async () => {
  const first = await serve();
  const { code: session } = (await first.call('get_new_session')) as { code: string };
  expect(
    await first.call('add_to_cart', {
      session,
      id_shopobject: '0',
      element_type: 'FREE_ELEMENT',
      quantity: '1',
      price_field: '5',
      name_field: 'thing',
      description_field: '',
      language: 'de_DE',
      country: 'DE',
      attributes: '[]',
      id_parent_element: '0',
    }),
  ).toMatchObject({ object: 'cart' });
  await first.call('set_order_details', {
    session,
    email: 'anna@example.org',
    delivery_lastname: 'Musterfrau',
    invoice_lastname: 'Rechnungshof',
  });
  const { id_order } = (await first.call('checkout', { session })) as { id_order: number };
  expect(id_order).toBeGreaterThan(0);
  await first.call('update_order_details', {
    id_order: String(id_order),
    delivery_lastname: 'Musterfrau-Neu',
    order_state: 'CLOSED',
  });
  await stop(first.program);
  for (const word of ['anna@example.org', 'Musterfrau', 'Rechnungshof']) {
    expect(holding(word)).toEqual([]);
    expect([...first.program.out, ...first.program.err].join('\n')).not.toContain(word);
  }

  const data = ['--data', place.path('data')];
  expect(await place.run(['user', 'erase', '--order', '77', ...data])).toMatchObject({
    code: 1,
    err: ['kontor: there is no order 77'],
  });
  expect(await place.run(['user', 'erase', ...data])).toMatchObject({
    code: 1,
    err: ['kontor: either the name of a user or --order is wanted'],
  });
  const keyFile = place.path('data', 'subject-keys.json');
  const keys = readFileSync(keyFile);
  const salvaged = async (name: string): Promise<string> => {
    const file = place.path(name);
    expect((await place.run(['salvage', place.path('data'), '--after', '0', '--orders', file])).code).toBe(0);
    return readFileSync(file, 'utf8');
  };
  expect(await salvaged('before.jsonl')).toContain('Musterfrau');
  const erased = await place.run(['user', 'erase', '--order', String(id_order), ...data]);
  expect([erased.code, erased.err]).toEqual([0, []]);
  expect(erased.out[0]).toBe('kontor: erased, with 1 orders, 1 sessions and 0 waiting messages');
  expect(erased.out[1]).toContain('is kept until');

  const log = await place.run(['log', '--object', `order/${id_order}`, ...data]);
  const lines = log.out.map((line) => JSON.parse(line) as Reply);
  expect(
    lines
      .map(({ change, field, after, operation }) => [change, field, after, operation])
      .filter(([, field]) => field !== 'modifiedMs' && field !== 'modifierChannelId'),
  ).toEqual([
    ['created', '', null, 'checkout'],
    ['changed', 'states.order', 'CLOSED', 'update_order_details'],
    ['changed', 'erased', null, 'update_order_details'],
    ['changed', 'erased', true, 'erase'],
  ]);
  expect(await place.run(['log', '--object', 'order', ...data])).toMatchObject({ code: 1 });
  expect(await place.run(['verify', place.path('data')])).toMatchObject({ code: 0 });

  // Beside a copy of the keys from before, too, and that stays as it is.
  const destroyed = readFileSync(keyFile);
  writeFileSync(keyFile, keys);
  const afterwards = await salvaged('after.jsonl');
  expect(afterwards).toContain('Rechnungshof');
  expect(afterwards).not.toContain('Musterfrau');
  expect(readFileSync(keyFile)).toEqual(keys);
  writeFileSync(keyFile, destroyed);

  const again = await OpenedShop.open(place, 'data');
  expect(await again.office('get_order_by_id', { id_order: String(id_order) })).toMatchObject({
    order_email: 'erased',
    order_delivery_lastname: 'erased',
    order_invoice_lastname: 'Rechnungshof',
    order_state: 'CLOSED',
  });
  expect(
    await again.office('update_order_details', { id_order: String(id_order), email: 'new@example.org' }),
  ).toMatchObject({ message: 'ORDER_ERASED' });
  expect(await again.call('get_cart', { session })).toMatchObject({ message: 'SESSION_INVALID' });
  await again.stop();
});

test('beside an old copy of the keys `as-of` tells nothing of whom a record has erased', async () => {
  await (await OpenedShop.open(place, 'data')).stop();
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await place.run([...args, '--data', 'data']);
    expect(code, err.join('\n')).toBe(0);
    return out.join('\n');
  };
  await run('user', 'add', 'anna', '--email', 'anna@example.org', '--level', 'manager');
  const { record } = JSON.parse(await run('status', '--json')) as { readonly record: number };
  const file = place.path('data', 'subject-keys.json');
  const keys = readFileSync(file);
  const asOf = (): Promise<string> => run('as-of', String(record), 'user/1');
  expect(await asOf()).toContain('anna@example.org');
  await run('user', 'erase', 'anna');
  writeFileSync(file, keys);
  expect(await asOf()).not.toContain('anna');
  // It only reads: the next start destroys the keys in the file.
  expect(readFileSync(file)).toEqual(keys);
});
