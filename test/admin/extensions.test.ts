// Catches `kontor extension` that shows another extension than it was asked for, or calls a broken module loaded.
import { expect, test } from 'vitest';
import type { Shop } from '../../src/admin/command.ts';
import { listExtensions, reloadExtensions } from '../../src/admin/extensions.ts';
import { Terminal } from '../../src/admin/terminal.ts';
import type { Output } from '../../src/admin/terminal.ts';
import { hostOf, moduleOf } from '../outside/extensions/modules.ts';

class Shown extends Terminal {
  readonly input = (async function* (): AsyncGenerator<Buffer> {})();
  readonly shown: Output[] = [];

  emit(output: Output): Promise<void> {
    this.shown.push(output);
    return Promise.resolve();
  }
}

const shopWith = (extensions: unknown): Shop => ({ server: { extensions: () => extensions } }) as unknown as Shop;

test('lists what is loaded, loads it again, and says what could not be', async () => {
  const tested = hostOf({ 'a.mjs': moduleOf('one', `version: '1', after: () => {}`) });
  await tested.when('running');
  const shop = shopWith(tested.host);
  const [list, reload, broken] = [new Shown(), new Shown(), new Shown()];
  expect(await listExtensions(shop, {}, list)).toBe(true);
  const data = { name: 'one', version: '1', module: 'a.mjs', state: 'running', points: ['after'], last_error: '' };
  expect(list.shown).toMatchObject([{ line: expect.stringMatching(/^one 1\n {2}state {7}running\n/), data }]);
  tested.write('a.mjs', moduleOf('one', `version: '2', after: () => {}`));
  expect(await reloadExtensions(shop, { name: 'one' }, reload)).toBe(true);
  expect(reload.shown).toMatchObject([{ data: { version: '2' } }]);
  tested.write('a.mjs', moduleOf('other', `version: '3', after: () => {}`));
  const renamed = new Shown();
  expect(await reloadExtensions(shop, { name: 'one' }, renamed)).toBe(false);
  expect(renamed.shown).toMatchObject([{ data: { name: 'other' } }, { data: { renamed: 'one', name: 'other' } }]);
  tested.write('a.mjs', moduleOf('one', `version: '2', after: () => {}`));
  expect(await reloadExtensions(shop, {}, new Shown())).toBe(true);
  tested.write('a.mjs', 'export default 7;');
  expect(await reloadExtensions(shop, {}, broken)).toBe(false);
  expect(broken.shown).toMatchObject([{ data: { version: '2', last_error: expect.stringMatching(/no extension/) } }]);
  await expect(reloadExtensions(shop, { name: 'two' }, broken)).rejects.toThrow('there is no extension two');
});

test('a shop without a server, or without extensions, has none to show', async () => {
  const none = { server: undefined } as unknown as Shop;
  await expect(listExtensions(none, {}, new Shown())).rejects.toThrow('no server runs');
  await expect(listExtensions(shopWith(undefined), {}, new Shown())).rejects.toThrow('names none');
});
