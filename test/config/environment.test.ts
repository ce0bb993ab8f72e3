// Which variables are unknown, which name they are told, and which names belong to Kubernetes and Docker.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { unknownVariables } from '../../src/config/environment.ts';

const unknown = (env: { readonly [name: string]: string }): readonly string[] =>
  unknownVariables(env, loadConfig({}, env, undefined));

describe('unknown variables', () => {
  test.each([
    ['KONTOR_PROT', ' Did you mean KONTOR_PORT?'],
    ['KONTOR_CART_LINE_MAX', ' Did you mean KONTOR_CART_LINES_MAX?'],
    ['KONTOR_LICENSE_USERNAME', ' Did you mean KONTOR_LICENCE_USERNAME?'],
    // The prefix makes no two names near.
    ['KONTOR_FOO', ''],
    ['KONTOR_', ''],
    ['KONTOR_TESTS', ''],
    ['KONTOR_PAYMENT_8_SECRETS', ''],
  ])('%s', (name, advice) => {
    expect(unknown({ [name]: '1' })).toEqual([`the variable ${name} is no setting and is not read.${advice}`]);
  });

  test.each([
    'KONTOR_PORT',
    'KONTOR_LICENCE_SECRET_KEY',
    'KONTOR_PAYMENT_8_SECRET',
    'KONTOR_PAYMENT_8_WEBHOOK_SECRET',
    'KONTOR_TEST',
    'KONTOR_TEST_SEED',
    'OTHER_PROT',
  ])('%s is none', (name) => {
    expect(unknown({ [name]: '1' })).toEqual([]);
  });

  test('a variable that a payment method names is none', () => {
    const method = {
      id: 8,
      name: 'Card',
      provider: 'hosted-page',
      url: 'https://pay.example',
      secretEnv: 'KONTOR_CARD',
    };
    const env = { KONTOR_CARD: 's', KONTOR_CART: 's', KONTOR_PAYMENT_METHODS: JSON.stringify([method]) };
    expect(unknown(env)).toEqual(['the variable KONTOR_CART is no setting and is not read. Did you mean KONTOR_CARD?']);
  });

  test('each is one line, in order', () => {
    expect(unknown({ KONTOR_B_B: '', KONTOR_A_A: '' }).map((line) => line.split(' ')[2])).toEqual([
      'KONTOR_A_A',
      'KONTOR_B_B',
    ]);
  });
});

describe('links of services', () => {
  const LINKS = {
    KONTOR_SERVICE_HOST: '10.0.0.1',
    KONTOR_SERVICE_PORT: '8080',
    KONTOR_SERVICE_PORT_HTTP: '8080',
    KONTOR_PORT: 'tcp://10.0.0.1:8080',
    KONTOR_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
    KONTOR_PORT_8080_TCP_PROTO: 'tcp',
    KONTOR_LEGACY_PORT: 'tcp://10.0.0.2:80',
    KONTOR_LEGACY_SERVICE_HOST: '10.0.0.2',
    KONTOR_WEB_SHOP_PORT_80_TCP_ADDR: '10.0.0.3',
    KONTOR_NAME: '/web/kontor',
    KONTOR_ENV_LANG: 'C',
  };

  test('are neither settings nor unknown', () => {
    const { port, legacyPort } = loadConfig({}, LINKS, undefined);
    expect({ port, legacyPort }).toEqual({ port: 8080, legacyPort: 0 });
    expect(unknown(LINKS)).toEqual([]);
  });

  test('a port is a setting, and what looks like a link elsewhere is refused as before', () => {
    expect(loadConfig({}, { KONTOR_PORT: '9090' }, undefined).port).toBe(9090);
    expect(() => loadConfig({}, { KONTOR_CURRENCY: 'tcp://10.0.0.1:8080' }, undefined)).toThrow(/KONTOR_CURRENCY/);
    expect(unknown({ KONTOR_NAME: 'shop' })).toHaveLength(1);
  });
});
