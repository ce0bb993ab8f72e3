// A test that fails, and one that goes on until it is stopped, each with a program that runs beside it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { CommandPlace } from '../commands.ts';

class Place extends CommandPlace {
  protected override report(): readonly string[] {
    return ['what its server said last'];
  }
}

let place: Place;
afterEach(() => place.clean());

test('fails', () => {
  place = new Place();
  writeFileSync(place.path('data'), 'of a failed test');
  expect(1).toBe(2);
});

test('passes', () => {
  place = new Place();
});

test('goes on', async () => {
  place = new Place();
  const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  console.log(`runs in ${place.directory} beside process ${pid}`);
  await new Promise(() => setInterval(() => {}, 1_000));
});
