// docs/build/clients.md names things of the program: each must be there under that name.
import { Command } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCommands } from '../src/cli/command-line.ts';
import { SETTING_NAMES } from '../src/config/config.ts';
import { WEBHOOK_EVENT_NAMES } from '../src/domain/webhooks/webhook.ts';
import { REFUSALS } from '../src/kernel/refusals.ts';
import { OPERATIONS } from '../src/operations/dispatch/registry.ts';

const page = readFileSync(new URL('../docs/build/clients.md', import.meta.url), 'utf8');
const program = withCommands(new Command());
const commandNames = [program, ...program.commands].flatMap(({ commands }) =>
  commands.map((command) => command.name()),
);
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!);

/** Of a client or of the protocol, and not of this program. */
const FOREIGN = [
  'SERVER',
  'LICENCE_USERNAME',
  'LICENCE_PASSWORD',
  'CAP_NET_BIND_SERVICE',
  'proxy_http_version 1.1',
  'licence_secret_key',
  'shop_active',
];

test('operations, settings, refusals and webhooks that it names', () => {
  const names = quoted.filter((text) => /^[a-z]+(_[a-z]+)+$/.test(text) && !FOREIGN.includes(text));
  expect(names.filter((name) => !OPERATIONS.has(name))).toEqual([]);
  const settings = quoted.filter((text) => /^[a-z]+([A-Z][a-z]+)+$/.test(text));
  expect(settings.filter((name) => !SETTING_NAMES.some((one) => one === name))).toEqual([]);
  const capitals = quoted.filter((text) => /^[A-Z]+(_[A-Z]+)*$/.test(text) && !FOREIGN.includes(text));
  expect(
    capitals.filter((name) => !Object.hasOwn(REFUSALS, name) && !WEBHOOK_EVENT_NAMES.some((one) => one === name)),
  ).toEqual([]);
  expect([names.length, settings.length, capitals.length].every((count) => count > 3)).toBe(true);
});

test('commands that it names, and pages that it links', () => {
  const commands = [...page.matchAll(/^kontor (\w+) (\w+)|`kontor (\w+)`/gm)].flatMap(([, ...words]) =>
    words.filter((word) => word !== undefined),
  );
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.filter((command) => !commandNames.includes(command))).toEqual([]);
  for (const [, target] of page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
    expect(existsSync(new URL(target!, new URL('../docs/build/clients.md', import.meta.url))), target).toBe(true);
});
