// Which settings win, and that a wrong one is one clear line and no start.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS, SETTING_NAMES } from '../../src/config/config.ts';
import { Place } from '../harness/program.ts';
import type { Env, Ran } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

/** The start is refused: one line, a failing exit code, nothing that looks like a stack. */
const licence = (password: string, secretKey: string): Env => ({
  KONTOR_LICENCE_USERNAME: 'u',
  KONTOR_LICENCE_PASSWORD: password,
  KONTOR_LICENCE_SECRET_KEY: secretKey,
});

const refused = ({ code, signal, err }: Ran, wanted: RegExp): void => {
  expect(err.join('\n')).toMatch(wanted);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^kontor: /);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
};

const config = (text: string): void => writeFileSync(place.path('kontor.config.json'), text);

const SERVE = ['serve', '--port', '0'];

describe('a wrong setting stops the start with one line', () => {
  test.each<[string, string[], Env, RegExp]>([
    ['port abc', ['serve', '--port', 'abc'], {}, /^kontor: --port: "abc" is not a whole number from 0 to 65535$/],
    ['port 70000', ['serve', '--port', '70000'], {}, /--port: "70000" is not/],
    ['port -1', ['serve', '--port=-1'], {}, /--port: "-1" is not/],
    ['port empty', ['serve', '--port', ''], {}, /--port: "" is not/],
    [
      'durability foo',
      [...SERVE, '--durability', 'foo'],
      {},
      /--durability: "foo" is not one of fsync, commit, relaxed$/,
    ],
    ['a legacy port', [...SERVE, '--legacy-port', 'x'], {}, /--legacy-port: "x" is not/],
    [
      'from the environment',
      SERVE,
      { KONTOR_CART_LINES_MAX: '0' },
      /KONTOR_CART_LINES_MAX: "0" is not a whole number from 1 to 1000$/,
    ],
    [
      'a time zone',
      SERVE,
      { KONTOR_TIME_ZONE: 'Mars/Olympus' },
      /KONTOR_TIME_ZONE: "Mars\/Olympus" is not a time zone such as Europe\/Berlin$/,
    ],
    [
      'of a shape',
      SERVE,
      { KONTOR_TAX_CLASSES: '[]' },
      /KONTOR_TAX_CLASSES: "\[\]" is not JSON of the documented shape$/,
    ],
    [
      'a long one',
      SERVE,
      { KONTOR_CURRENCY: 'X'.repeat(10_000) },
      /^kontor: KONTOR_CURRENCY: "X{1,80}… is not three capital letters$/,
    ],
    [
      'one credential',
      SERVE,
      { KONTOR_LICENCE_USERNAME: 'u' },
      /KONTOR_LICENCE_PASSWORD and KONTOR_LICENCE_SECRET_KEY must be set as well, or none of the three$/,
    ],
    [
      'two credentials',
      SERVE,
      { KONTOR_LICENCE_USERNAME: 'u', KONTOR_LICENCE_SECRET_KEY: 's' },
      /KONTOR_LICENCE_PASSWORD must be set as well/,
    ],
    [
      'a short password',
      SERVE,
      licence('elevenchars', 'twelve-chars'),
      /^kontor: KONTOR_LICENCE_PASSWORD must have at least 12 characters$/,
    ],
    [
      'a short secret key',
      SERVE,
      licence('twelve-chars', 'elevenchars'),
      /^kontor: KONTOR_LICENCE_SECRET_KEY must have at least 12 characters$/,
    ],
    [
      'characters that are two units of UTF-16',
      SERVE,
      licence('🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑🔑'),
      /^kontor: KONTOR_LICENCE_PASSWORD and KONTOR_LICENCE_SECRET_KEY must have at least 12 characters$/,
    ],
    [
      'a demo for everybody',
      [...SERVE, '--demo', '--host', '0.0.0.0'],
      {},
      /a demo shop listens on loopback only, not on 0\.0\.0\.0$/,
    ],
    [
      'a demo for everybody, from the environment',
      [...SERVE, '--demo'],
      { KONTOR_HOST: '127.example.org' },
      /loopback only, not on 127\.example\.org$/,
    ],
  ])('%s', async (_what, args, env, wanted) => {
    refused(await place.runHere(args, env), wanted);
  });

  test('a host that is not ours', async () => {
    refused(await place.run([...SERVE, '--host', '192.0.2.1']), /cannot listen on 192\.0\.2\.1:0/);
  });

  test.each<[string, string, RegExp]>([
    ['broken JSON', '{\n  "port": 1,\n}', /kontor\.config\.json: .*JSON/],
    ['no object', '[1]', /kontor\.config\.json is not a JSON object$/],
    ['an unknown key', '{"prot": 1}', /kontor\.config\.json: there is no setting prot\. Did you mean port\?$/],
    ['an unknown key, near to nothing', '{"wizardry": 1}', /there is no setting wizardry\.$/],
    ['a key that every object has', '{"constructor": 1}', /there is no setting constructor\.$/],
    [
      'a wrong value',
      '{"checkpointRowsMax": "abc"}',
      /kontor\.config\.json: checkpointRowsMax: "abc" is not a whole number, at least 1$/,
    ],
    ['null', '{"company": null}', /kontor\.config\.json: company: null is not a text$/],
  ])('kontor.config.json: %s', async (_what, text, wanted) => {
    config(text);
    refused(await place.runHere(SERVE), wanted);
  });

  test('a data directory that cannot be made', async () => {
    writeFileSync(place.path('file'), '');
    refused(await place.run([...SERVE, '--data', place.path('file', 'data')]), /not a directory/);
  });

  test('a snapshot directory that cannot be made', async () => {
    writeFileSync(place.path('file'), '');
    refused(await place.run([...SERVE, '--snapshots', place.path('file', 'snapshots')]), /not a directory/);
  });

  test('a data directory that is a file', async () => {
    writeFileSync(place.path('file'), '');
    refused(await place.run([...SERVE, '--data', place.path('file')]), /file/);
  });

  test('a snapshot directory in which no file can be made', async () => {
    // For everybody, root included.
    refused(
      await place.run([...SERVE, '--snapshots', '/proc']),
      /^kontor: no snapshot file can be written to \/proc: E/,
    );
  });

  test('a port that somebody has', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', () => resolve()));
    const { port } = holder.address() as AddressInfo;
    try {
      refused(
        await place.run(['serve', '--port', String(port)]),
        new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: `),
      );
      refused(
        await place.run([...SERVE, '--legacy-port', String(port)]),
        new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: `),
      );
    } finally {
      holder.close();
    }
    // The refused start left a store that starts.
    const program = place.start(SERVE);
    await program.ready();
  });

  test.each([[['serve', '--no-such-flag']], [['no-such-command']], [['channel', 'no-such-command']]])(
    '%j',
    async (args) => {
      const { code, err } = await place.run(args);
      expect(code).toBe(1);
      expect(err.join('\n')).toMatch(/^error: unknown/);
    },
  );
});

describe('flags win over environment over file over defaults', () => {
  const effective = async (args: readonly string[], env: Env): Promise<Map<string, string>> => {
    const program = place.start([...SERVE, '--verbose', ...args], env);
    await program.ready();
    const { out } = program;
    await program.kill();
    return new Map(
      out
        .flatMap((line) => (/^ {2}(\w+) +(\S+)/.exec(line) ?? []).slice(1, 3).join(' ') || [])
        .map((pair) => pair.split(' ') as [string, string]),
    );
  };

  test('one after the other', async () => {
    config(JSON.stringify({ durability: 'commit', cartLinesMax: 7, currency: 'CHF', bodyFieldsMax: 33 }));
    const settings = await effective(['--durability', 'relaxed'], {
      KONTOR_DURABILITY: 'fsync',
      KONTOR_CART_LINES_MAX: '8',
      KONTOR_CURRENCY: '',
    });
    expect(settings.get('durability')).toBe('relaxed');
    expect(settings.get('cartLinesMax')).toBe('8');
    expect(settings.get('currency')).toBe('CHF');
    expect(settings.get('bodyFieldsMax')).toBe('33');
    expect(settings.get('checkpointRowsMax')).toBe('200');
  });
});

describe('where the store is', () => {
  const dataOf = async (args: readonly string[], env: Env): Promise<string | undefined> => {
    const program = place.start(['serve', '--port', '0', '--verbose', ...args], env);
    await program.ready();
    await program.kill();
    return program.out.flatMap((line) => /^ {2}data +(\S+)/.exec(line)?.[1] ?? [])[0];
  };

  test('of the demo as well flags win over environment over file over defaults', async () => {
    expect(await dataOf(['--demo'], {})).toBe('data/demo');
    config('{"data": "./from-file"}');
    expect(await dataOf(['--demo'], {})).toBe('./from-file');
    expect(await dataOf(['--demo'], { KONTOR_DATA: 'from-env' })).toBe('from-env');
    expect(await dataOf(['--demo', '--data', 'from-flag'], { KONTOR_DATA: 'from-env' })).toBe('from-flag');
  });

  test('verify looks for it where every other command does', async () => {
    const nowhere = async (args: readonly string[], env: Env): Promise<readonly string[]> =>
      (await place.run(['verify', ...args], env)).err;
    expect(await nowhere([], {})).toEqual(['kontor: ./data holds no store']);
    config('{"data": "./from-file"}');
    expect(await nowhere([], {})).toEqual(['kontor: ./from-file holds no store']);
    expect(await nowhere([], { KONTOR_DATA: 'from-env' })).toEqual(['kontor: from-env holds no store']);
    expect(await nowhere(['given'], { KONTOR_DATA: 'from-env' })).toEqual(['kontor: given holds no store']);
  });
});

describe('what is said', () => {
  const listed = (out: readonly string[]): string[] =>
    out.flatMap((line) => /^ {2}(\w+) +\S/.exec(line)?.[1] ?? []).filter((name) => Object.hasOwn(SETTINGS, name));

  test('with --verbose every setting with its value, its unit and what it means', async () => {
    const program = place.start([...SERVE, '--verbose']);
    await program.ready();
    expect(listed(program.out)).toEqual(SETTING_NAMES);
    for (const name of SETTING_NAMES) {
      const line = program.out.find((one) => one.startsWith(`  ${name} `));
      expect(line, name).toContain(SETTINGS[name].help);
      expect(line, name).toContain(SETTINGS[name].unit);
    }
  });

  test('otherwise the settings that differ from their defaults', async () => {
    config('{"cartLinesMax": 7, "durability": "fsync"}');
    const program = place.start(SERVE, { KONTOR_CHECK_REPLIES: 'off', KONTOR_CURRENCY: 'CHF' });
    await program.ready();
    expect(listed(program.out)).toEqual(['port', 'logFormat', 'currency', 'cartLinesMax']);
    expect(program.out).toContainEqual(expect.stringMatching(/^ {2}cartLinesMax +7 lines +lines of a cart$/));
  });

  test('a variable that nothing reads, with the nearest name, and no link of a service', async () => {
    const program = place.start([...SERVE, '--ownership', 'strict'], {
      KONTOR_PROT: '8123',
      KONTOR_TEST_SEED: '1',
      KONTOR_SERVICE_HOST: '10.0.0.1',
      KONTOR_LEGACY_PORT: 'tcp://10.0.0.1:8080',
    });
    await program.ready();
    expect(program.err).toEqual([
      'kontor: the variable KONTOR_PROT is no setting and is not read. Did you mean KONTOR_PORT?',
    ]);
  });

  test('the ready line once, with the address that answers', async () => {
    const program = place.start(SERVE);
    const url = await program.ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/srv\/service\/$/);
    expect((await fetch(url)).status).toBe(405);
    program.signal('SIGTERM');
    await program.ended;
    expect(program.out.filter((line) => line.includes('ready at'))).toHaveLength(1);
    expect(program.err).toEqual([]);
    expect(program.advice, 'one line says what open ownership means').toEqual([
      expect.stringMatching(
        /^kontor: ownership is open: one leaked storefront key reads every order and account \(README\.md/,
      ),
    ]);
  });

  test('no warning where ownership is strict', async () => {
    const program = place.start(SERVE, { KONTOR_OWNERSHIP: 'strict' });
    await program.ready();
    program.signal('SIGTERM');
    await program.ended;
    expect([...program.err, ...program.advice]).toEqual([]);
  });

  test.each<[string, string[], Env, boolean]>([
    ['an address of the network', ['--host', '0.0.0.0'], {}, true],
    ['an address of the network behind a proxy', ['--host', '0.0.0.0', '--behind-proxy'], {}, false],
    ['the same by the environment', [], { KONTOR_HOST: '0.0.0.0', KONTOR_BEHIND_PROXY: 'on' }, false],
    ['loopback', ['--host', '127.0.0.1'], {}, false],
  ])('a warning where the network reads what calls carry: %s', async (_what, args, env, isWarned) => {
    const program = place.start([...SERVE, '--ownership', 'strict', ...args], env);
    await program.ready();
    program.signal('SIGTERM');
    await program.ended;
    expect(program.err).toEqual(
      isWarned ? [expect.stringMatching(/^kontor: 0\.0\.0\.0 is served without TLS, .*set tlsCert and tlsKey /)] : [],
    );
    expect(program.advice, 'the flag of the ownership counts').toEqual([]);
  });

  test.each([[['--help']], [['serve', '--help']], [['verify', '--help']], [['channel', 'rotate', '--help']]])(
    '%j',
    async (args) => {
      const { code, out, err } = await place.run(args);
      expect(code).toBe(0);
      expect(err).toEqual([]);
      expect(out[0]).toMatch(/^Usage: kontor/);
    },
  );

  test.each([[['--help']], [['serve', '--help']]])('%j names the environment and the file', async (args) => {
    const { out } = await place.runHere(args);
    const help = out.join('\n');
    for (const part of ['KONTOR_CURRENCY', 'kontor.config.json', 'kontor config check', 'docs/settings.md'])
      expect(help).toContain(part);
    expect(help.includes('KONTOR_LICENCE_SECRET_KEY')).toBe(args[0] === 'serve');
    for (const line of out) expect(line.length, line).toBeLessThanOrEqual(120);
  });

  test('kontor alone shows how it is used', async () => {
    const { code, out, err } = await place.run([]);
    expect(code).toBe(1);
    expect([...out, ...err].join('\n')).toContain('serve');
  });
});

test('a directory whose name has a dot and a space is one like any other', async () => {
  mkdirSync(place.path('my shop.v2'));
  const program = place.start([...SERVE, '--data', place.path('my shop.v2', 'data.d')]);
  await program.ready();
});
