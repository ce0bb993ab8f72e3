// Would catch credentials of a first channel that nobody is told, that others can read, or that still open the shop
// when they were replaced. The store is opened here as a start opens it; credentials.system.test.ts starts the program.
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_CREDENTIALS as DEMO, credentialsFrom } from '../../../src/admin/credentials.ts';
import type { Credentials } from '../../../src/admin/credentials.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { ChannelKeys, authorise } from '../../../src/operations/access/channel-keys.ts';
import { firstStartLine, prepareFirstChannel } from '../../../src/server/start/first-channel.ts';
import { configureLog } from '../../../src/server/observability/log.ts';
import { openConfiguredStore } from '../../../src/server/start/open-store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { CommandPlace, saying } from '../../harness/commands.ts';
import type { Env } from '../../harness/commands.ts';

let place: CommandPlace;
let open: Store | undefined;
beforeEach(() => {
  place = new CommandPlace();
  configureLog({ logLevel: 'info', logFormat: 'pretty' });
});
afterEach(async () => {
  await stopped();
  await place.clean();
});

const stopped = async (): Promise<void> => {
  await open?.close();
  open = undefined;
};

const file = (data = 'data'): string => place.path(data, 'credentials.json');
const saved = (data?: string): Credentials => JSON.parse(readFileSync(file(data), 'utf8')) as Credentials;

/** The store as a start has it when it answers its first call; what the start says of credentials. */
const started = async (env: Env = {}, { demo = false, data = 'data' } = {}): Promise<string> => {
  await stopped();
  const snapshots = place.path('snapshots');
  const config = loadConfig({ data: place.path(data), snapshots, durability: 'commit' }, {}, undefined);
  open = await openConfiguredStore(config);
  const { engine } = open;
  const options = { config, demo, credentials: credentialsFrom(env, demo) };
  const { out, err } = await saying(() => prepareFirstChannel(engine, options));
  expect(err).toEqual([]);
  return out.join('\n');
};

/** Whether they open the shop, and with the secret key what needs it. */
const opens = ({ username, password, secretKey }: Credentials): readonly [boolean, boolean] => {
  const fields = { licence_username: username, licence_password: password };
  const opened = new ChannelKeys().authenticate(username, password, open!.engine.readContext());
  const asks = (more: object): boolean => authorise(opened, { ...fields, ...more }, undefined, false).ok;
  return [asks({}), asks({ licence_secret_key: secretKey })];
};
const BOTH = [true, true];
const NEITHER = [false, false];

const run = async (...words: readonly string[]): Promise<string> => {
  await stopped();
  const { code, out, err } = await place.runHere(['channel', ...words]);
  expect([code, err]).toEqual([0, []]);
  return out.join('\n');
};

const refused = async (words: readonly string[], said: string): Promise<void> => {
  await stopped();
  expect(await place.runHere(['channel', ...words])).toMatchObject({ code: 1, err: [`kontor: ${said}`] });
};

const credentialsIn = (out: string): Credentials => {
  const [, username, password, secretKey] = /username (\w+), password (\w+), secret key (\w+)$/m.exec(out)!;
  return { username: username!, password: password!, secretKey: secretKey! };
};

describe('without credentials', () => {
  test('the first start makes some and keeps them for the owner alone, out of its logs', async () => {
    const said = await started();
    const credentials = saved();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(opens(credentials)).toEqual(BOTH);
    expect(opens({ ...credentials, password: 'x' })).toEqual(NEITHER);
    expect(opens({ ...credentials, secretKey: 'x' })).toEqual([true, false]);
    expect(said).toBe(`kontor: first start: the credentials of the first channel stand in ${file()}`);
    expect(await started(), 'nothing is said at the second').toBe('');
    expect(saved()).toEqual(credentials);
    expect(opens(credentials)).toEqual(BOTH);
    await stopped();
    // Only digests are in the store.
    for (const name of readdirSync(place.path('data', 'journal'))) {
      const bytes = readFileSync(place.path('data', 'journal', name));
      for (const secret of Object.values(credentials)) expect(bytes.includes(secret), name).toBe(false);
    }
  });

  test('a terminal shows them, once', () => {
    const made: Credentials = { username: 'kontor_1', password: 'abc-def-ghi', secretKey: 'jkl-mno-pqr' };
    const line = firstStartLine(made, 'FILE', true);
    for (const text of [...Object.values(made), 'FILE']) expect(line.split(text)).toHaveLength(2);
    for (const text of Object.values(made)) expect(firstStartLine(made, 'FILE', false)).not.toContain(text);
  });

  test('an old readable file does not make the new secrets readable', async () => {
    await started();
    chmodSync(file(), 0o644);
    await run('rotate');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
});

const env = ({ username, password, secretKey }: Credentials): Env => ({
  KONTOR_LICENCE_USERNAME: username,
  KONTOR_LICENCE_PASSWORD: password,
  KONTOR_LICENCE_SECRET_KEY: secretKey,
});

describe('credentials of the environment', () => {
  const ours: Credentials = { username: 'shop', password: 'a long password', secretKey: 'a long secret' };

  test('are the first channel’s, and no file is made', async () => {
    expect(await started(env(ours))).toBe('kontor: the first channel has the credentials of the environment');
    expect(opens(ours)).toEqual(BOTH);
    expect(existsSync(file())).toBe(false);
  });

  test('replace those that were made, and the start says so, once', async () => {
    await started();
    const made = saved();
    expect(await started(env(ours))).toBe(
      'kontor: the credentials of the environment replace those of the first channel',
    );
    expect([opens(ours), opens(made)]).toEqual([BOTH, NEITHER]);
    expect(await started(env(ours))).toBe('');
    expect(await started(), 'they stay without the environment').toBe('');
    expect(opens(ours)).toEqual(BOTH);
  });
});

describe('a demo shop', () => {
  test('takes short credentials from the environment', async () => {
    const short: Credentials = { username: 'u', password: 'p', secretKey: 's' };
    await started(env(short), { demo: true });
    expect(opens(short)).toEqual(BOTH);
  });

  test('says its printed credentials at every start', async () => {
    for (let start = 0; start < 2; start += 1) {
      const said = await started({}, { demo: true });
      for (const word of Object.values(DEMO)) expect(said).toContain(word);
      expect(opens(DEMO)).toEqual(BOTH);
    }
    expect(existsSync(file())).toBe(false);
  });

  test('does not start without --demo until its credentials are replaced', async () => {
    const data = join('data', 'demo');
    await started({}, { demo: true, data });
    const path = place.path(data);
    await expect(started({}, { data })).rejects.toThrow(
      `${path} is a demo shop with printed credentials: run "kontor channel rotate --data ${path}" first`,
    );
    const out = await run('rotate', '--data', data);
    const fresh = saved(data);
    expect(out).toContain(fresh.secretKey);
    await started({}, { data });
    expect([opens(fresh), opens(DEMO)]).toEqual([BOTH, NEITHER]);
  });
});

describe('kontor channel', () => {
  test('of nothing says so, and makes nothing', async () => {
    await refused(['rotate'], './data holds no store');
    expect(existsSync(place.path('data'))).toBe(false);
  });

  test('rotate, of any channel, by number or name, ends its credentials alone', async () => {
    await started();
    const first = saved();
    const app = credentialsIn(await run('add', 'app', '--description', 'for\napp', '--output', 'json'));
    await run('add', '1', '--description', 'for\n1', '--output', 'xml');
    await run('set', '3', '--off');
    const office = credentialsIn(await run('add', 'back office', '--description', 'for\nback office'));
    expect((await run('list')).split('\n')).toEqual([
      '1  default  (replies as JSON)  made at first start',
      '2  app  (replies as JSON)  for app',
      '3  1  (replies as XML; not active: its calls are refused)  for 1',
      '4  back office  (replies as JSON)  for back office',
    ]);
    const rotate = async (given: string): Promise<Credentials> => {
      const out = await run('rotate', given);
      expect(out).not.toContain('credentials.json');
      return credentialsIn(out);
    };
    const [byNumber, byName] = [await rotate('2'), await rotate('back office')];
    await refused(['rotate', '5'], 'there is no channel 5');
    await refused(['rotate', '1'], '1 is the name of channel 3 and the number of another');
    expect(saved(), 'the file is the first channel’s').toEqual(first);
    expect(await started()).toBe('');
    expect([first, app, byNumber, office, byName].map(opens)).toEqual([BOTH, NEITHER, BOTH, NEITHER, BOTH]);
  });

  test('rotate with an overlap lets both sets work, until it is ended', async () => {
    await started();
    const made = credentialsIn(await run('add', 'erp', '--description', 'the connector', '--output', 'json'));
    const out = await run('rotate', 'erp', '--overlap', '48');
    expect(out).toMatch(/those from before work until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, too$/);
    const fresh = credentialsIn(out);
    await started();
    expect([opens(made), opens(fresh)]).toEqual([BOTH, BOTH]);
    expect(await run('list')).toMatch(/^2 {2}erp {2}\(.*; with its credentials from before until .* UTC\)/m);
    expect(await run('end-overlap', 'erp')).toBe('kontor: channel 2, erp, has its present credentials alone');
    await started();
    expect([opens(made), opens(fresh)]).toEqual([NEITHER, BOTH]);
  });

  test('a channel is added, changed and closed', async () => {
    await started();
    const made = credentialsIn(await run('add', 'erp'));
    await run('set', 'erp', '--off', '--name', 'ERP');
    await started();
    expect(opens(made)).toEqual(NEITHER);
    await run('set', 'ERP', '--on');
    await started();
    expect(opens(made)).toEqual(BOTH);
    await run('close', '2');
    expect(await run('list')).not.toContain('ERP');
    for (const [words, said] of [
      [['rotate', 'default', '--overlap', '721'], '--overlap: whole hours from 0 to 720 are wanted'],
      [['set', 'default'], 'nothing is to be changed: --name, --description, --output, --on or --off is wanted'],
      [['set', 'default', '--on', '--off'], '--on and --off exclude each other'],
      [['add', 'b', '--output', 'yaml'], '--output: yaml is neither json nor xml'],
      [
        ['close', 'default'],
        'CHANNEL_IS_FIRST (1): The first channel is not ended; it can be switched off, and its credentials rotated.',
      ],
      [['close', 'ERP'], 'there is no channel ERP'],
    ] as const)
      await refused(words, said);
  });

  test('rotate of a store whose identity is unreadable is one line', async () => {
    await started();
    await stopped();
    writeFileSync(place.path('data', 'store.json'), '{');
    const { code, err } = await place.runHere(['channel', 'rotate']);
    expect(code).toBe(1);
    expect(err).toHaveLength(1);
  });
});
