// Pages of other origins (cors-contract.ts), and the setting: would catch a value that no browser sends as an origin.
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../src/config/config.ts';
import { onFirstStage } from './both-transports.ts';
import { crossOriginHeaders } from './cors-contract.ts';

onFirstStage(crossOriginHeaders);

describe('the setting corsOrigins', () => {
  test.each([
    ['*', ['*']],
    [['*'], ['*']],
    ['https://shop.example', ['https://shop.example']],
    ['https://shop.example, http://localhost:3000', ['https://shop.example', 'http://localhost:3000']],
    ['["https://shop.example"]', ['https://shop.example']],
    [[], []],
  ])('takes %j', (raw, value) => {
    expect(SETTINGS.corsOrigins.parse(raw)).toEqual(value);
  });

  test.each([
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://SHOP.example',
    'https://shop.example:443',
    'null',
    '*, https://shop.example',
    '["*","https://a.example"]',
    'ftp://a.example',
    5,
    [5],
    {},
    '{',
    '',
  ])('refuses %j, which no browser sends', (raw) => {
    expect(SETTINGS.corsOrigins.parse(raw)).toBeUndefined();
  });
});
