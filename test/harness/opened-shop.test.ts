// Would catch a test that fails between the opening and the stop of a shop, and leaves its store open to the tests that
// come after it in the same process.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandPlace } from './commands.ts';
import { OpenedShop } from './opened-shop.ts';

let place: CommandPlace;
/** Has the data directory, which outlives `place`. */
let other: CommandPlace;
let data: string;
beforeEach(() => {
  place = new CommandPlace();
  other = new CommandPlace();
  data = join('..', basename(other.directory), 'data');
});
afterEach(() => other.clean());

test('a shop that was not stopped is closed with its place', async () => {
  await OpenedShop.open(place, data);
  await expect(OpenedShop.open(other, 'data')).rejects.toThrow('has the data directory');
  await place.clean();
  await (await OpenedShop.open(other, 'data')).stop();
});

test('a shop that could not be opened to the end is closed with its place', async () => {
  const paymentMethods = [{ id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example/' }] as const;
  const settings = { paymentMethods } as never;
  // A new store would refuse the settings before it is opened.
  await (await OpenedShop.open(other, 'data')).stop();
  await expect(OpenedShop.open(place, data, { settings })).rejects.toThrow('KONTOR_PAYMENT_8_SECRET is not set');
  await place.clean();
  await (await OpenedShop.open(other, 'data')).stop();
});

test('what is open in a place is closed once, and its directory goes although something cannot be closed', async () => {
  let closed = 0;
  const close = place.closing(async () => void (closed += 1));
  await close();
  await place.clean();
  expect(closed).toBe(1);

  const failing = new CommandPlace();
  failing.closing(() => Promise.reject(new Error('the disk is gone')));
  failing.closing(async () => void (closed += 1));
  await expect(failing.clean()).rejects.toThrow('the disk is gone');
  expect([closed, existsSync(failing.directory)]).toEqual([2, false]);
});
