// llms.txt: every page with one line on what it says, for programs that read documents (https://llmstxt.org).
//
// The indexes of docs/ say it: docs/README.md and the README.md of each room. test/tidy/pages.test.ts holds that each
// page stands in one.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { SETTING_GROUPS } from '../../src/config/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Items `[Title](page.md): what it says` of an index; an item may have several lines. */
const items = (index: string): string[] =>
  [...textOf(index).matchAll(/^- \[([^\]]+)\]\(([^)]+\.md)\): (.*(?:\n {2}.*)*)/gm)].map(([, title, page, text]) => {
    const address = posix.join(dirname(index), page!);
    return `- [${title}](${address}): ${text!.replaceAll(/\s+/g, ' ')}`;
  });

const section = (title: string, lines: readonly string[]): string => `## ${title}\n\n${lines.join('\n')}\n`;

/** A room by its index; items without a text of their own lead to the other rooms. */
const room = (index: string): string => section(/^# (.+)$/m.exec(textOf(index))![1]!, items(index));

const ROOMS = ['start', 'sell', 'build', 'operate', 'reference'];

/** The pages of settings by subject, which the page of all settings leads to. */
const settings = (): string =>
  section(
    'Settings',
    SETTING_GROUPS.map(({ title, about }) => {
      const page = `docs/reference/settings/${title.toLowerCase().replaceAll(' ', '-')}.md`;
      return `- [${title}](${page}): ${about.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')}`;
    }),
  );

/** The first sentence below a heading says what a page of decisions is about. */
const decisions = (): string => {
  const pages = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort();
  const lines = pages.map((file) => {
    const [, title, sentence] = /^# (.+)\n\n([\s\S]*?[.:])(?=\s)/.exec(textOf(`docs/decisions/${file}`))!;
    return `- [${title}](docs/decisions/${file}): ${sentence!.replaceAll(/\s+/g, ' ')}`;
  });
  return section('Decisions', [`- [Decisions](docs/decisions/README.md): All of them by number.`, ...lines]);
};

export const llmsText = (): string => {
  const head =
    '# Kontor\n\n' +
    '> A commerce engine: the whole back end of an online shop in one process, behind one HTTP endpoint.\n\n' +
    'Addresses are relative to this file; each is the page as Markdown. The API for machines is ' +
    'docs/reference/openapi.json.\n';
  const rooms = ROOMS.map((name) => room(`docs/${name}/README.md`));
  const work = section('Work on Kontor', items('docs/README.md'));
  return [head, ...rooms, settings(), work, room('docs/internals/README.md'), decisions()].join('\n');
};
