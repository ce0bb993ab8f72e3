// `kontor user role`, `kontor channel role` and what the command line leaves to the shop: somebody who may do
// everything.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

const LICENCE = { username: 'roles_shop', password: 'roles-password', secretKey: 'roles-secret-key' };

let place: CommandPlace;
beforeAll(async () => {
  place = new CommandPlace();
  await (await OpenedShop.open(place, 'data', { credentials: LICENCE })).stop();
});
afterAll(() => place.clean());

/** What a command says, in one line. */
const said = async (...args: string[]): Promise<string> => {
  const { out, err } = await place.runHere([...args, '--data', 'data']);
  return [...out, ...err].join('\n');
};
const add = (name: string) => said('user', 'add', name, '--email', `${name}@example.org`, '--level', 'administrator');

test('the last owner stays, whatever the command', async () => {
  await add('anna');
  for (const args of [
    ['user', 'lock', 'anna'],
    ['user', 'erase', 'anna'],
    ['user', 'role', 'anna', 'reader'],
  ])
    expect(await said(...args), args.join(' ')).toContain('LAST_OWNER');
  await add('boss');
  expect(await said('user', 'role', 'anna', 'Reader')).toBe('kontor: user anna has the role reader');
  expect(await said('user', 'list')).toContain('administrator with the role reader');
  expect(await said('user', 'lock', 'boss')).toContain('LAST_OWNER');
  expect(await said('user', 'role', 'anna', '--none')).toContain('has no role');
  expect(await said('user', 'lock', 'boss')).toBe('kontor: user boss is locked');
  expect(await said('user', 'erase', 'boss'), 'who is locked already').toContain('erased');
});

test('a role is given to a channel, and taken away', async () => {
  expect(await said('channel', 'role', 'default', 'warehouse')).toBe('kontor: channel 1 has the role warehouse');
  expect(await said('channel', 'list')).toContain('with the role warehouse');
  expect(await said('channel', 'role', 'default', '--none')).toContain('has no role');
});

test.each([
  [['user', 'role', 'anna'], 'either the name of a role or --none is wanted'],
  [['user', 'role', 'anna', 'reader', '--none'], 'either the name of a role or --none is wanted'],
  [['user', 'role', 'anna', 'nothing'], 'ROLE_NOT_FOUND'],
  [['user', 'role', 'nobody', 'reader'], 'USER_NOT_FOUND'],
  [['user', 'end-second-factor', 'anna'], 'SECOND_FACTOR_NOT_SET'],
  [['channel', 'role', 'nothing', 'reader'], 'there is no channel nothing'],
])('%j is refused: %s', async (args, why) => {
  expect(await said(...args)).toContain(why);
});
