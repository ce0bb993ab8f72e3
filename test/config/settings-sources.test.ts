// Would catch a setting of which another source wins, a wrong one that is not refused in one line before anything is
// made, and a start that does not say what it is served with. No process is started here: settings.system.test.ts has
// three starts of the program.
import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS, SETTING_NAMES, loadConfig } from '../../src/config/config.ts';
import type { Config, RawSettings } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/setting.ts';
import { configureLog } from '../../src/server/observability/log.ts';
import { openConfiguredStore } from '../../src/server/start/open-store.ts';
import { runServer } from '../../src/server/serve.ts';
import { prepareSnapshotDirectory } from '../../src/server/background/snapshot-directory.ts';
import { printSettings, warnOfSettings, warnOfUnknownVariables } from '../../src/server/start/start-report.ts';
import { CommandPlace, saying } from '../harness/commands.ts';
import type { Env, Ran } from '../harness/commands.ts';

let place: CommandPlace;
beforeEach(() => {
  place = new CommandPlace();
  configureLog({ logLevel: 'info', logFormat: 'pretty' });
});
afterEach(() => place.clean());

const file = (text: string): void => writeFileSync(place.path('kontor.config.json'), text);
const loaded = (flags: RawSettings, env: Env = {}, defaults: RawSettings = {}): Config =>
  loadConfig(flags, env, place.directory, defaults);

/** The start is refused: one line, a failing exit code, nothing that looks like a stack, and no store. */
const refused = ({ code, signal, err }: Ran, wanted: RegExp): void => {
  expect(err.join('\n')).toMatch(wanted);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^kontor: /);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(existsSync(place.path('data'))).toBe(false);
};

const licence = (password: string, secretKey: string): Env => ({
  KONTOR_LICENCE_USERNAME: 'u',
  KONTOR_LICENCE_PASSWORD: password,
  KONTOR_LICENCE_SECRET_KEY: secretKey,
});

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
  ])('%s', async (_what, args, env, wanted) => {
    refused(await place.runHere(args, env), wanted);
  });

  // By `runServer`: `serve` takes the signals of its process first, which is that of the tests.
  test.each<[string, RawSettings, Env, string]>([
    ['a flag', { host: '0.0.0.0' }, {}, '0.0.0.0'],
    ['the environment', {}, { KONTOR_HOST: '127.example.org' }, '127.example.org'],
  ])('a demo for everybody, by %s', async (_what, flags, env, host) => {
    const operator = { stop: new Promise<void>(() => {}), stopping: false, onSnapshot: () => {}, onRenewal: () => {} };
    const options = { config: loaded(flags, env), demo: true, acceptTime: false, credentials: undefined };
    await expect(runServer(options, operator, () => {})).rejects.toThrow(
      new ConfigError(`a demo shop listens on loopback only, not on ${host}`),
    );
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
    file(text);
    refused(await place.runHere(SERVE), wanted);
  });

  test.each([[['serve', '--no-such-flag']], [['no-such-command']], [['channel', 'no-such-command']]])(
    '%j',
    async (args) => {
      const { code, err } = await place.runHere(args);
      expect(code).toBe(1);
      expect(err.join('\n')).toMatch(/^error: unknown/);
    },
  );

  test('a snapshot directory that cannot be made, and one in which no file can be made', () => {
    writeFileSync(place.path('file'), '');
    expect(() => prepareSnapshotDirectory(place.path('file', 'snapshots'))).toThrow(/not a directory/);
    // For everybody, root included.
    expect(() => prepareSnapshotDirectory('/proc')).toThrow(/^no snapshot file can be written to \/proc: E/);
  });

  test('a data directory that is a file, or is below one', async () => {
    writeFileSync(place.path('file'), '');
    for (const data of [place.path('file'), place.path('file', 'data')])
      await expect(openConfiguredStore(loaded({ data, snapshots: place.path('s') }))).rejects.toThrow(
        /file(\/data)? cannot be made: .+file is not a directory$/,
      );
  });
});

describe('flags win over environment over file over defaults', () => {
  test.each<[string, RawSettings, Env, string, keyof Config, unknown]>([
    ['a flag', { durability: 'relaxed' }, { KONTOR_DURABILITY: 'fsync' }, '"commit"', 'durability', 'relaxed'],
    ['a variable', {}, { KONTOR_CART_LINES_MAX: '8' }, '7', 'cartLinesMax', 8],
    ['a variable that is empty is none', {}, { KONTOR_CURRENCY: '' }, '"CHF"', 'currency', 'CHF'],
    ['the file', {}, {}, '33', 'bodyFieldsMax', 33],
    ['a default', {}, {}, '', 'checkpointRowsMax', 200],
  ])('%s', (_what, flags, env, inFile, name, value) => {
    file(inFile === '' ? '{}' : `{"${name}": ${inFile}}`);
    expect(loaded(flags, env)[name]).toEqual(value);
  });

  test.each<[string, RawSettings, Env, string, string]>([
    ['nothing', {}, {}, '{}', 'data/demo'],
    ['the file', {}, {}, '{"data": "./from-file"}', './from-file'],
    ['a variable', {}, { KONTOR_DATA: 'from-env' }, '{"data": "./from-file"}', 'from-env'],
    ['a flag', { data: 'from-flag' }, { KONTOR_DATA: 'from-env' }, '{"data": "./from-file"}', 'from-flag'],
  ])('of the store of a demo as well: %s', (_what, flags, env, text, data) => {
    file(text);
    expect(loaded(flags, env, { data: 'data/demo' }).data).toBe(data);
  });

  test('verify looks for the store where every other command does', async () => {
    const nowhere = async (args: readonly string[], env: Env): Promise<readonly string[]> =>
      (await place.runHere(['verify', ...args], env)).err;
    expect(await nowhere([], {})).toEqual(['kontor: ./data holds no store']);
    file('{"data": "./from-file"}');
    expect(await nowhere([], {})).toEqual(['kontor: ./from-file holds no store']);
    expect(await nowhere([], { KONTOR_DATA: 'from-env' })).toEqual(['kontor: from-env holds no store']);
    expect(await nowhere(['given'], { KONTOR_DATA: 'from-env' })).toEqual(['kontor: given holds no store']);
  });
});

describe('what a start says', () => {
  const listed = (out: readonly string[]): string[] =>
    out.flatMap((line) => /^ {2}(\w+) +\S/.exec(line)?.[1] ?? []).filter((name) => Object.hasOwn(SETTINGS, name));

  test('with --verbose every setting with its value, its unit and what it means', async () => {
    const { out } = await saying(() => printSettings(loaded({}), true));
    expect(listed(out)).toEqual(SETTING_NAMES);
    for (const name of SETTING_NAMES) {
      const line = out.find((one) => one.startsWith(`  ${name} `));
      expect(line, name).toContain(SETTINGS[name].help);
      expect(line, name).toContain(SETTINGS[name].unit);
    }
  });

  test('otherwise the settings that differ from their defaults', async () => {
    file('{"cartLinesMax": 7, "durability": "fsync"}');
    const config = loaded({ port: '0' }, { KONTOR_LOG_FORMAT: 'pretty', KONTOR_CURRENCY: 'CHF' });
    const { out } = await saying(() => printSettings(config, false));
    expect(listed(out)).toEqual(['port', 'logFormat', 'currency', 'cartLinesMax']);
    expect(out).toContainEqual(expect.stringMatching(/^ {2}cartLinesMax +7 lines +lines that one cart may have$/));
  });

  test('a variable that nothing reads, with the nearest name, and no link of a service', async () => {
    const env = {
      KONTOR_PROT: '8123',
      KONTOR_TEST_SEED: '1',
      KONTOR_SERVICE_HOST: '10.0.0.1',
      KONTOR_LEGACY_PORT: 'tcp://10.0.0.1:8080',
    };
    const { err } = await saying(() => warnOfUnknownVariables(env, loaded({}, env)));
    expect(err).toEqual(['kontor: the variable KONTOR_PROT is no setting and is not read. Did you mean KONTOR_PORT?']);
  });

  const OPEN =
    /^kontor: ownership is open: one leaked storefront key reads every order and account \(docs\/operate\/security\.md/;
  const PLAIN = /^kontor: 0\.0\.0\.0 is served without TLS, .*set tlsCert and tlsKey /;
  test.each<[string, RawSettings, Env, readonly RegExp[]]>([
    ['one line says what open ownership means', {}, {}, [OPEN]],
    ['no warning where ownership is strict', {}, { KONTOR_OWNERSHIP: 'strict' }, []],
    ['the flag of the ownership counts', { ownership: 'strict' }, { KONTOR_OWNERSHIP: 'open' }, []],
    ['an address of the network reads what calls carry', { ownership: 'strict', host: '0.0.0.0' }, {}, [PLAIN]],
    ['not behind a proxy', { ownership: 'strict', host: '0.0.0.0', behindProxy: true }, {}, []],
    [
      'nor where the environment names one',
      { ownership: 'strict' },
      { KONTOR_HOST: '0.0.0.0', KONTOR_BEHIND_PROXY: 'on' },
      [],
    ],
    ['nor on loopback', { ownership: 'strict', host: '127.0.0.1' }, {}, []],
    ['both are said', { host: '0.0.0.0' }, {}, [PLAIN, OPEN]],
  ])('warnings: %s', async (_what, flags, env, wanted) => {
    const { err } = await saying(() => warnOfSettings(loaded(flags, env)));
    expect(err).toEqual(wanted.map((line) => expect.stringMatching(line)));
  });
});

describe('help', () => {
  test.each([[['--help']], [['serve', '--help']], [['verify', '--help']], [['channel', 'rotate', '--help']]])(
    '%j',
    async (args) => {
      const { code, out, err } = await place.runHere(args);
      expect(code).toBe(0);
      expect(err).toEqual([]);
      expect(out[0]).toMatch(/^Usage: kontor/);
    },
  );

  test.each([[['--help']], [['serve', '--help']]])('%j names the environment and the file', async (args) => {
    const { out } = await place.runHere(args);
    const help = out.join('\n');
    for (const part of ['KONTOR_CURRENCY', 'kontor.config.json', 'kontor config check', 'docs/reference/settings.md'])
      expect(help).toContain(part);
    expect(help.includes('KONTOR_LICENCE_SECRET_KEY')).toBe(args[0] === 'serve');
    for (const line of out) expect(line.length, line).toBeLessThanOrEqual(120);
  });

  test('kontor alone shows how it is used', async () => {
    const { code, out, err } = await place.runHere([]);
    expect(code).toBe(1);
    expect([...out, ...err].join('\n')).toContain('serve');
  });
});
