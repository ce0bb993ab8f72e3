// `kontor doctor`: what it finds of machine, settings and fonts; it opens and makes no store.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCRIPTS } from '../../src/outside/documents/fonts.ts';
import { Place } from './program.ts';

let place: Place;
beforeAll(() => {
  place = new Place();
});
afterAll(() => place.clean());

test('says what is good, which scripts have a font, and what to install for the others', async () => {
  const { code, out, err } = await place.run(['doctor'], { KONTOR_COMPANY: 'Kontor' });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  for (const line of [
    /^ok {4}Node \d+\.\d+/,
    /^(ok|note) +the data directory .* is on /,
    /^ok {4}document templates/,
    /^ok {4}Arabic in PDF documents: @expo-google-fonts\/noto-sans-arabic$/,
    /^note {2}Hebrew in PDF documents has no font: @expo-google-fonts\/noto-sans-hebrew has one$/,
    /npm install --no-save/,
  ]) {
    expect(out).toContainEqual(expect.stringMatching(line));
  }
  expect(out.filter((line) => line.includes('in PDF documents'))).toHaveLength(SCRIPTS.length);
  expect(existsSync(place.path('data'))).toBe(false);
});

test('an empty company is noted; a broken template is wrong, and the exit code says so', async () => {
  mkdirSync(place.path('templates', 'labels'), { recursive: true });
  writeFileSync(place.path('templates', 'invoice.liquid'), '{% foo %}');
  expect((await place.run(['doctor'])).out).toContainEqual(
    expect.stringMatching(/^note {2}the setting company is empty/),
  );
  const { code, out } = await place.run(['doctor'], { KONTOR_TEMPLATES: place.path('templates') });
  expect(code).toBe(1);
  expect(out).toContainEqual(expect.stringMatching(/^WRONG .*invoice\.liquid: tag "foo" not found/));
});

test('a data directory that cannot be one is wrong', async () => {
  writeFileSync(place.path('file'), '');
  chmodSync(place.path('file'), 0o400);
  const { code, out } = await place.run(['doctor', '--data', place.path('file')]);
  expect(code).toBe(1);
  expect(out).toContainEqual(expect.stringMatching(/^WRONG the data directory .* is no directory/));
});
