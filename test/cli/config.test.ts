// `kontor config`: what it finds wrong, all at once, and where it says that settings come from.
import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETTINGS, SETTING_GROUPS, SETTING_NAMES } from '../../src/config/config.ts';
import { CommandPlace } from '../harness/commands.ts';

let place: CommandPlace;
beforeEach(() => {
  place = new CommandPlace();
});
afterEach(() => place.clean());

const file = (settings: object): void => writeFileSync(place.path('kontor.config.json'), JSON.stringify(settings));

test('check accepts what a start accepts, and makes no store', async () => {
  file({ currency: 'CHF' });
  const { code, out, err } = await place.runHere(['config', 'check'], { KONTOR_PORT: '9090', KONTOR_TEST: 'short' });
  expect({ code, out, err }).toEqual({
    code: 0,
    out: [`ok    ${SETTING_NAMES.length} settings, 2 of them given; no unknown variable`],
    err: [],
  });
  expect(existsSync(place.path('data'))).toBe(false);
});

test('check lists all that is wrong: keys, values, variables, credentials, payment methods, templates', async () => {
  file({ prot: 1, cartLinesMax: 0, paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page' }] });
  writeFileSync(place.path('invoice.liquid'), '{% foo %}');
  const env = {
    KONTOR_LICENCE_USERNAME: 'u',
    KONTOR_OWNERSHIP: 'strictly',
    KONTOR_CURENCY: 'EUR',
    KONTOR_TEMPLATES: place.path(),
  };
  const { code, out } = await place.runHere(['config', 'check'], env);
  expect(code).toBe(1);
  expect(out).toEqual([
    expect.stringMatching(/^WRONG .+kontor\.config\.json: there is no setting prot\. Did you mean port\?$/),
    'WRONG kontor.config.json: cartLinesMax: 0 is not a whole number from 1 to 1000',
    'WRONG KONTOR_OWNERSHIP: "strictly" is not one of open, strict',
    'WRONG the variable KONTOR_CURENCY is no setting and is not read. Did you mean KONTOR_CURRENCY?',
    expect.stringMatching(/^WRONG KONTOR_LICENCE_PASSWORD and KONTOR_LICENCE_SECRET_KEY must be set as well/),
    'WRONG payment method Card: a hosted page needs its url',
    expect.stringMatching(/^WRONG .*invoice\.liquid: tag "foo" not found/),
  ]);
  const json = await place.runHere(['config', 'check', '--json'], env);
  expect(json.out.map((line) => `WRONG ${JSON.parse(line).problem}`)).toEqual(out);
});

test('check loads the extensions of payment methods, and names those that there are not', async () => {
  writeFileSync(place.path('bank.mjs'), `export default { name: 'bank', after: () => {} };`);
  const method = (id: number, extension: string) => ({ id, name: `M${id}`, provider: 'extension', extension });
  file({ extensions: [{ module: 'bank.mjs' }], paymentMethods: [method(8, 'bank'), method(9, 'gone')] });
  const { code, out } = await place.runHere(['config', 'check'], {});
  expect(code).toBe(1);
  expect(out).toEqual([
    'WRONG payment method M8: the extension bank has no payment_provider.start, so that nobody can pay by it',
    'WRONG payment method M9: there is no extension gone, so that nobody can pay by it',
  ]);
});

test('check of a file that is no JSON still says what is wrong with the variables', async () => {
  writeFileSync(place.path('kontor.config.json'), '{');
  const { code, out } = await place.runHere(['config', 'check'], { KONTOR_PORT: 'x' });
  expect(code).toBe(1);
  expect(out).toEqual([
    expect.stringMatching(/^WRONG .+kontor\.config\.json: .*JSON/),
    'WRONG KONTOR_PORT: "x" is not a whole number from 0 to 65535',
  ]);
});

test('print shows every setting by groups, with its value and where it comes from', async () => {
  file({ currency: 'CHF', cartLinesMax: 1000 });
  const { code, out } = await place.runHere(['config', 'print'], { KONTOR_PORT: '9090' });
  expect(code).toBe(0);
  expect(out).toHaveLength(SETTING_NAMES.length + SETTING_GROUPS.length);
  expect(out).toContainEqual(expect.stringMatching(/^ {2}port +9090 +KONTOR_PORT$/));
  expect(out).toContainEqual(expect.stringMatching(/^ {2}currency +CHF +kontor\.config\.json$/));
  expect(out).toContainEqual(expect.stringMatching(/^ {2}cartLinesMax +1000 lines +kontor\.config\.json$/));
  expect(out).toContainEqual(expect.stringMatching(/^ {2}bodyBytesMax +1048576 bytes$/));
});

test('print --changed leaves out defaults, also those that the file repeats', async () => {
  file({ currency: 'CHF', cartLinesMax: 1000 });
  const { out } = await place.runHere(['config', 'print', '--changed', '--json'], { KONTOR_PORT: '9090' });
  expect(out.map((line) => JSON.parse(line))).toEqual([
    { setting: 'port', value: 9090, unit: '', default: SETTINGS.port.defaultValue, from: 'KONTOR_PORT' },
    { setting: 'currency', value: 'CHF', unit: '', default: 'EUR', from: 'kontor.config.json' },
  ]);
  expect((await place.runHere(['config', 'print', '--changed'], { KONTOR_PORT: '9090' })).out).toHaveLength(4);
});

test('print refuses wrong settings with the first of them', async () => {
  const { code, err } = await place.runHere(['config', 'print'], { KONTOR_PORT: 'x' });
  expect(code).toBe(1);
  expect(err).toEqual([
    'kontor: KONTOR_PORT: "x" is not a whole number from 0 to 65535 (kontor config check lists all that is wrong)',
  ]);
});
