// The first channel's credentials: made once, shown once, readable by the owner alone.
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { firstStartLine } from '../../src/server/first-channel.ts';
import type { Env, Program } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

const SERVE = ['serve', '--port', '0'];
const DEMO: Credentials = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };

const file = (): string => place.path('data', 'credentials.json');
const saved = (): Credentials => JSON.parse(readFileSync(file(), 'utf8')) as Credentials;

const stopped = async (program: Program): Promise<string> => {
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  return program.out.join('\n');
};

const served = async (args: readonly string[], env: Env = {}): Promise<Program> => {
  const program = place.start(args, env);
  await program.ready();
  return program;
};

/** What get_status and an operation that needs the secret key say. */
const opens = async (
  program: Program,
  { username, password, secretKey }: Credentials,
): Promise<readonly [boolean, boolean]> => {
  const url = await program.ready();
  const ask = async (fields: Env): Promise<boolean> => {
    const body = new URLSearchParams({ licence_username: username, licence_password: password, ...fields });
    const reply = (await (await fetch(url, { method: 'POST', body })).json()) as { readonly message?: string };
    return reply.message !== 'PERMISSION_DENIED';
  };
  return [await ask({ request: 'get_status' }), await ask({ request: 'create_class', licence_secret_key: secretKey })];
};

describe('without credentials', () => {
  test('the first start makes some and keeps them for the owner alone, out of its logs', async () => {
    const first = await served(SERVE);
    const credentials = saved();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(place.path('data')).mode & 0o777).toBe(0o700);
    expect(await opens(first, credentials)).toEqual([true, true]);
    expect(await opens(first, { ...credentials, password: 'x' })).toEqual([false, false]);
    expect(await opens(first, { ...credentials, secretKey: 'x' })).toEqual([true, false]);
    const text = await stopped(first);
    for (const secret of Object.values(credentials)) expect(text).not.toContain(secret);
    expect(text).toContain(
      `first start: the credentials of the first channel stand in ${join('data', 'credentials.json')}`,
    );
    // Only digests are in the store.
    for (const name of readdirSync(place.path('data', 'journal'))) {
      const bytes = readFileSync(place.path('data', 'journal', name));
      for (const secret of Object.values(credentials)) expect(bytes.includes(secret), name).toBe(false);
    }

    const second = await served(SERVE);
    expect(saved()).toEqual(credentials);
    expect(await opens(second, credentials)).toEqual([true, true]);
    const again = await stopped(second);
    for (const secret of Object.values(credentials)) expect(again).not.toContain(secret);
  });

  test('a terminal shows them, once', () => {
    const made: Credentials = { username: 'kontor_1', password: 'abc-def-ghi', secretKey: 'jkl-mno-pqr' };
    const line = firstStartLine(made, 'FILE', true);
    for (const text of [...Object.values(made), 'FILE']) expect(line.split(text)).toHaveLength(2);
    for (const text of Object.values(made)) expect(firstStartLine(made, 'FILE', false)).not.toContain(text);
  });

  test('a start that dies before its store is written leaves nothing that the next one trips over', async () => {
    for (let waitMs = 0; waitMs <= 300; waitMs += 60) {
      const dying = place.start(SERVE);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      await dying.kill();
    }
    const program = await served(SERVE);
    expect(await opens(program, saved())).toEqual([true, true]);
  });

  test('an old readable file does not make the new secrets readable', async () => {
    await stopped(await served(SERVE));
    chmodSync(file(), 0o644);
    expect((await place.run(['channel', 'rotate'])).code).toBe(0);
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
    const program = await served(SERVE, env(ours));
    expect(await opens(program, ours)).toEqual([true, true]);
    const text = await stopped(program);
    expect(text).toContain('the first channel has the credentials of the environment');
    for (const secret of [ours.password, `secret key ${ours.secretKey}`]) expect(text).not.toContain(secret);
    expect(existsSync(file())).toBe(false);
  });

  test('replace those that were made, and the start says so, once', async () => {
    await stopped(await served(SERVE));
    const made = saved();
    const replaced = await served(SERVE, env(ours));
    expect(await opens(replaced, ours)).toEqual([true, true]);
    expect(await opens(replaced, made)).toEqual([false, false]);
    expect(await stopped(replaced)).toContain('the credentials of the environment replace those of the first channel');
    expect(await stopped(await served(SERVE, env(ours)))).not.toContain('replace');
    // They stay without the environment.
    expect(await opens(await served(SERVE), ours)).toEqual([true, true]);
  });
});

describe('a demo shop', () => {
  const DATA = ['--data', join('data', 'demo')];

  test('takes short credentials from the environment, on loopback', async () => {
    const short: Credentials = { username: 'u', password: 'p', secretKey: 's' };
    expect(await opens(await served([...SERVE, '--demo'], env(short)), short)).toEqual([true, true]);
  });

  test('has its own directory, printed credentials and something to buy', async () => {
    const program = await served([...SERVE, '--demo']);
    expect(await opens(program, DEMO)).toEqual([true, true]);
    expect(existsSync(place.path('data', 'demo', 'store.json'))).toBe(true);
    expect(existsSync(place.path('data', 'store.json'))).toBe(false);
    const text = await stopped(program);
    for (const word of Object.values(DEMO)) expect(text).toContain(word);
    // They are said at every start: they are no secret.
    expect(await stopped(await served([...SERVE, '--demo']))).toContain(DEMO.password);
  });

  test('does not start without --demo until its credentials are replaced', async () => {
    await stopped(await served([...SERVE, '--demo']));
    const refused = await place.run([...SERVE, ...DATA]);
    expect(refused).toMatchObject({
      code: 1,
      err: [
        expect.stringMatching(
          /^kontor: data\/demo is a demo shop with printed credentials: run "kontor channel rotate --data data\/demo" first$/,
        ),
      ],
    });
    const rotated = await place.run(['channel', 'rotate', ...DATA]);
    expect(rotated).toMatchObject({ code: 0, err: [] });
    const fresh = JSON.parse(readFileSync(place.path('data', 'demo', 'credentials.json'), 'utf8')) as Credentials;
    expect(rotated.out.join('\n')).toContain(fresh.secretKey);
    const program = await served([...SERVE, ...DATA]);
    expect(await opens(program, fresh)).toEqual([true, true]);
    expect(await opens(program, DEMO)).toEqual([false, false]);
  });
});

describe('channel rotate', () => {
  test('of nothing says so; of a running server its old credentials end at once', async () => {
    expect(await place.run(['channel', 'rotate'])).toMatchObject({ code: 1, err: ['kontor: ./data holds no store'] });
    expect(existsSync(place.path('data'))).toBe(false);
    const program = await served(SERVE);
    const before = saved();
    expect(await place.run(['channel', 'rotate'])).toMatchObject({ code: 0, err: [] });
    const after = saved();
    expect(after).not.toEqual(before);
    expect([await opens(program, before), await opens(program, after)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('of any channel, by number or name, ends its credentials alone', async () => {
    const program = await served(SERVE);
    const first = saved();
    const create = async (name: string, more: Env = {}): Promise<Credentials> => {
      const { username, password, secretKey } = first;
      const body = new URLSearchParams({
        licence_username: username,
        licence_password: password,
        licence_secret_key: secretKey,
        request: 'create_channel',
        name,
        description: `for\n${name}`,
        shop_active: '1',
        server_output: 'json',
        ...more,
      });
      const made = (await (await fetch(await program.ready(), { method: 'POST', body })).json()) as {
        [member: string]: string;
      };
      return {
        username: made['licence_username']!,
        password: made['licence_password']!,
        secretKey: made['licence_secret_key']!,
      };
    };
    const app = await create('app');
    await create('1', { server_output: 'xml', shop_active: '0' });
    const office = await create('back office');
    await stopped(program);

    expect(await place.run(['channel', 'list'])).toMatchObject({
      code: 0,
      err: [],
      out: [
        '1  default  (replies as JSON)  made at first start',
        '2  app  (replies as JSON)  for app',
        '3  1  (replies as XML; not active: its calls are refused)  for 1',
        '4  back office  (replies as JSON)  for back office',
      ],
    });
    const rotate = async (given: string): Promise<Credentials> => {
      const { code, out, err } = await place.run(['channel', 'rotate', given]);
      expect([code, err]).toEqual([0, []]);
      const [, username, password, secretKey] = /username (\w+), password (\w+), secret key (\w+)$/m.exec(
        out.join('\n'),
      )!;
      expect(out.join('\n')).not.toContain('credentials.json');
      return { username: username!, password: password!, secretKey: secretKey! };
    };
    const [byNumber, byName] = [await rotate('2'), await rotate('back office')];
    for (const [given, said] of [
      ['5', 'there is no channel 5'],
      ['1', '1 is the name of channel 3 and the number of another'],
    ] as const) {
      expect(await place.run(['channel', 'rotate', given])).toMatchObject({ code: 1, err: [`kontor: ${said}`] });
    }
    expect(saved(), 'the file is the first channel’s').toEqual(first);
    const again = await served(SERVE);
    for (const [credentials, works] of [
      [first, true],
      [app, false],
      [byNumber, true],
      [office, false],
      [byName, true],
    ] as const) {
      expect(await opens(again, credentials)).toEqual([works, works]);
    }
    const text = await stopped(again);
    for (const secret of Object.values(byName)) expect(text).not.toContain(secret);
  });

  test('with an overlap lets both sets work, until it is ended; channels are added, changed and closed', async () => {
    const program = await served(SERVE);
    const run = async (...words: readonly string[]): Promise<string> => {
      const { code, out, err } = await place.run(['channel', ...words]);
      expect([code, err]).toEqual([0, []]);
      return out.join('\n');
    };
    const credentialsIn = (out: string): Credentials => {
      const [, username, password, secretKey] = /username (\w+), password (\w+), secret key (\w+)$/m.exec(out)!;
      return { username: username!, password: password!, secretKey: secretKey! };
    };
    const made = credentialsIn(await run('add', 'erp', '--description', 'the connector', '--output', 'json'));
    expect(await opens(program, made)).toEqual([true, true]);
    const out = await run('rotate', 'erp', '--overlap', '48');
    expect(out).toMatch(/those from before work until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, too$/);
    const fresh = credentialsIn(out);
    expect([await opens(program, made), await opens(program, fresh)]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await run('list')).toMatch(/^2 {2}erp {2}\(.*; with its credentials from before until .* UTC\)/m);
    expect(await run('end-overlap', 'erp')).toBe('kontor: channel 2, erp, has its present credentials alone');
    expect([await opens(program, made), await opens(program, fresh)]).toEqual([
      [false, false],
      [true, true],
    ]);
    await run('set', 'erp', '--off', '--name', 'ERP');
    expect(await opens(program, fresh)).toEqual([false, false]);
    await stopped(program);
    await run('set', 'ERP', '--on');
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
      expect(await place.run(['channel', ...words])).toMatchObject({ code: 1, err: [`kontor: ${said}`] });
  });

  test('of a store whose identity is unreadable is one line', async () => {
    await stopped(await served(SERVE));
    writeFileSync(place.path('data', 'store.json'), '{');
    const { code, err } = await place.run(['channel', 'rotate']);
    expect(code).toBe(1);
    expect(err).toHaveLength(1);
  });
});
