// Catches a command that docs/operate/administration.md does not have, and one of the page that is none.
import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCommands } from '../../src/cli/command-line.ts';

/** Commands that do something, by their words; one that only holds others is none. */
const commandsOf = (parent: Command, words = ''): readonly string[] =>
  parent.commands.flatMap((command) => {
    const name = `${words} ${command.name()}`.trim();
    const groups = [
      'user',
      'app',
      'channel',
      'coupon',
      'prices',
      'promotions',
      'delivery',
      'cluster',
      'config',
      'extension',
    ];
    const isGroup = groups.includes(name);
    return [...(isGroup ? [] : [name]), ...commandsOf(command, name)];
  });

/** The names before the colon of a line; a name after another one has its first word, where there is such a command. */
const namesIn = (line: string, commands: readonly string[]): readonly string[] => {
  const [first, ...more] = [...line.split(/:(?: |$)/)[0]!.matchAll(/`([a-z -]+)`/g)].map(([, name]) => name!);
  const group = first!.split(' ')[0]!;
  return [first!, ...more.map((name) => (commands.includes(`${group} ${name}`) ? `${group} ${name}` : name))];
};

test('docs/operate/administration.md has every command, and no other', () => {
  const page = readFileSync(new URL('../../docs/operate/administration.md', import.meta.url), 'utf8');
  const [list] = page.split('\nCommands:\n\n')[1]!.split('\n\n');
  const commands = commandsOf(withCommands(new Command('kontor')));
  const listed = list!
    .split(/^- /m)
    .slice(1)
    .flatMap((line) => namesIn(line, commands));
  expect([...listed].sort()).toEqual([...commands].sort());
});
