// What every setting must have: a group, help that reads in one line, a unit where it is a quantity, and advice.
import { describe, expect, test } from 'vitest';
import { SETTINGS, SETTING_GROUPS, SETTING_NAMES, loadConfig } from '../../src/config/config.ts';

const UNIT_BY_NAME: readonly (readonly [name: RegExp, unit: string])[] = [
  [/Ms(Max)?$/, 'ms'],
  [/Bytes(Max)?$/, 'bytes'],
  [/Percent$/, '%'],
  [/Kib$/, 'KiB'],
  [/ReserveMb$/, 'MiB'],
  [/MbPerSecond$/, 'MB/s'],
  [/Days(Max)?$/, 'days'],
];

/** Numbers that count nothing. */
const NO_QUANTITY = ['port', 'legacyPort', 'adminPort', 'orderIdFirst', 'invoiceNumberFirst', 'smtpPort'];

describe('settings', () => {
  test('each is in one group', () => {
    const grouped = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
    expect(grouped.toSorted()).toEqual(SETTING_NAMES.toSorted());
  });

  test.each(SETTING_NAMES)('%s says what it decides, and when to change it', (name) => {
    const { help, when } = SETTINGS[name];
    expect(help).toMatch(/^\S[^\n]{4,159}[^\s.]$/);
    expect(help.split(' ').length, 'a name alone says nothing').toBeGreaterThan(2);
    expect(when).toMatch(/^\S[^\n]{8,159}\.$/);
  });

  test('a quantity has a unit, that which its name says', () => {
    const numbers = SETTING_NAMES.filter((name) => typeof SETTINGS[name].defaultValue === 'number');
    expect(numbers.filter((name) => SETTINGS[name].unit === '')).toEqual(NO_QUANTITY);
    for (const name of numbers) {
      const unit = UNIT_BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
      if (unit !== undefined) expect(SETTINGS[name].unit, name).toBe(unit);
    }
  });

  test('its default is a value that it takes', () => {
    const defaults = loadConfig({}, {}, undefined);
    for (const name of SETTING_NAMES) {
      const { defaultValue, parse } = SETTINGS[name];
      if (defaultValue !== '' || parse('') !== undefined) expect(parse(defaultValue), name).toEqual(defaultValue);
      expect(defaults[name], name).toEqual(defaultValue);
    }
  });
});
