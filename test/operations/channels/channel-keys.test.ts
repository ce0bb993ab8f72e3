// The secret key of calls. Catches one that is hashed again with each call although it was right, one that is taken
// because it was right for another set or another channel, and a right one that is refused behind a wrong one.
import { expect, test } from 'vitest';
import { authorise, credentialDigests } from '../../../src/operations/access/channel-keys.ts';
import type { OpenedChannel } from '../../../src/operations/access/channel-keys.ts';
import type { Actor } from '../../../src/engine/actors/actor-table.ts';
import { CREDENTIALS, SECRET, openShop } from '../shop.ts';

const actor = { id: 1, state: { active: true, output: 'json' } } as unknown as Actor;

/** A set of credentials that counts how often its digest of the secret key is asked for. */
const opened = (secretKey: string) => {
  const digests = credentialDigests({ username: 'name', password: 'password', secretKey });
  let asked = 0;
  const set: OpenedChannel = {
    actor,
    isPrevious: false,
    username: 'name',
    secretKey: undefined,
    callers: [undefined, undefined],
    digests: {
      ...digests,
      get secretKey() {
        asked += 1;
        return digests.secretKey;
      },
    },
  };
  const isRight = (given: string): boolean => authorise(set, { licence_secret_key: given }, undefined, false).ok;
  return { isRight, asked: () => asked };
};

test('a right secret key is hashed once, a wrong one each time', () => {
  const { isRight, asked } = opened('right');
  expect(['wrong', 'right', 'right', 'right'].map(isRight)).toEqual([false, true, true, true]);
  expect(asked()).toBe(2);
  expect(['wrong', 'righ', 'rightx', 'Right', 'right'].map(isRight)).toEqual([false, false, false, false, true]);
  expect(asked()).toBe(6);
  expect(opened('other').isRight('right')).toBe(false);
});

test('one that was right opens nothing once the credentials are rotated without an overlap', async () => {
  const shop = openShop();
  const asks = async (more: object): Promise<string> =>
    (await shop.send({ ...CREDENTIALS, request: 'get_channels', ...more })).text;
  expect(await asks({ licence_secret_key: SECRET })).toContain('"channels"');
  expect(await asks({ licence_secret_key: SECRET })).toContain('"channels"');
  const rotated = await shop.admin('rotate_channel', { id_channel: 1, overlap_hours: 0 });
  expect(await asks({ licence_secret_key: SECRET })).toContain('PERMISSION_DENIED');
  const { licence_username, licence_password, licence_secret_key } = rotated;
  expect(await asks({ licence_username, licence_password, licence_secret_key: SECRET })).toContain('PERMISSION_DENIED');
  expect(await asks({ licence_username, licence_password, licence_secret_key })).toContain('"channels"');
});
