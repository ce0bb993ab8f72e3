// Catches an event of webhooks that docs/build/webhooks.md does not have, or of which it says another time or method,
// and one that nobody can choose in the back office, because it has no name there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhooks as german } from '../../../back-office/texts/de-shop.ts';
import { webhooks as english } from '../../../back-office/texts/en-shop.ts';
import { WEBHOOK_EVENTS } from '../../../src/domain/webhooks/webhook.ts';

test('docs/build/webhooks.md has each event, when it is called and by which method', () => {
  const page = readFileSync(new URL('../../../docs/build/webhooks.md', import.meta.url), 'utf8');
  const list = page.split('\n## Events\n')[1]!.split('\nHow they are called:\n')[0]!;
  const said = [...list.matchAll(/^- `([A-Z_]+)`: [^;]*;\s+(delayed|at once);\s+(GET|POST)/gm)];
  const events = Object.entries(WEBHOOK_EVENTS).map(([name, { mode, method }]) => [name, mode, method]);
  expect(said.map(([, name, when, method]) => [name, when === 'delayed' ? when : 'instant', method]).sort()).toEqual(
    events.sort(),
  );
});

test('the back office has a name for each event', () => {
  for (const { events } of [english, german])
    expect(Object.keys(events).toSorted()).toEqual(Object.keys(WEBHOOK_EVENTS).toSorted());
});
