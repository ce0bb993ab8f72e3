// The documentation that comes with the package: its pages as resources, and a tool that reads them for agents whose
// client has no use for resources.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cutTo, failed, said } from './tool.ts';
import type { Tool } from './tool.ts';

const ROOT = new URL('../../', import.meta.url);

export interface Page {
  /** Name of the page, such as `search` for docs/sell/search.md. */
  readonly name: string;
  readonly title: string;
  readonly uri: string;
  readonly text: string;
}

const page = (name: string, file: string): Page => {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  return { name, title, uri: `kontor://${file}`, text };
};

/** The pages of a folder; its index has the name of the folder. */
const pagesIn = (folder: string): readonly Page[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) =>
      page(file === 'README.md' ? folder.split('/').at(-2)! : file.replace(/\.md$/, ''), `${folder}${file}`),
    );

/**
 * Pages by name: README.md, and those of the rooms of docs/. Why Kontor is built as it is stands in decisions/, which
 * no package has. An installation may have left README.md out.
 */
export const documentation = (): ReadonlyMap<string, Page> => {
  const rooms = readdirSync(new URL('docs/', ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'decisions')
    .map(({ name }) => name)
    .sort();
  const pages = ['docs/', ...rooms.map((room) => `docs/${room}/`)].flatMap(pagesIn);
  const hasReadme = existsSync(new URL('README.md', ROOT));
  const all = hasReadme ? [page('readme', 'README.md'), ...pages] : pages;
  return new Map(all.map((one) => [one.name, one]));
};

const FENCE = /^(```|~~~)/;

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
}

/** Returns the headings; a line of code that begins with # is none. */
const headingsOf = (lines: readonly string[]): readonly Heading[] => {
  let isCode = false;
  return lines.flatMap((text, line) => {
    if (FENCE.test(text)) isCode = !isCode;
    const [, marks, title] = (!isCode && /^(#{1,6}) (.+)$/.exec(text)) || [];
    return marks === undefined ? [] : [{ level: marks.length, title: title!, line }];
  });
};

/** Returns the section from its heading up to the next of its level or above; undefined without such a heading. */
const sectionOf = (text: string, wanted: string): string | undefined => {
  const lines = text.split('\n');
  const headings = headingsOf(lines);
  const bare = (title: string): string => title.replaceAll('`', '').toLowerCase();
  const index = headings.findIndex(({ title }) => bare(title) === bare(wanted));
  if (index < 0) return undefined;
  const { level, line } = headings[index]!;
  const next = headings.slice(index + 1).find((one) => one.level <= level);
  return lines.slice(line, next?.line).join('\n');
};

const contentsOf = (text: string): string =>
  headingsOf(text.split('\n'))
    .map(({ level, title }) => `${'  '.repeat(level - 1)}${title}`)
    .join('\n');

export const documentationTool = (pages: ReadonlyMap<string, Page>, resultMax: number): Tool => ({
  name: 'read_documentation',
  title: 'Read the documentation of Kontor',
  description:
    'A page of the documentation in Markdown, or one section of it; without a page, the list of pages. A page that is ' +
    'too long is answered with its headings.',
  inputSchema: {
    type: 'object',
    properties: {
      page: { type: 'string', description: 'name of a page, such as search' },
      heading: { type: 'string', description: 'title of a section of it' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: ({ page: name, heading }) => {
    if (name === undefined) return said([...pages.values()].map((one) => `${one.name}: ${one.title}`).join('\n'));
    const found = pages.get(String(name));
    if (found === undefined)
      return failed(`There is no page ${JSON.stringify(name)}; there are ${[...pages.keys()].join(', ')}.`);
    if (heading !== undefined) {
      const section = sectionOf(found.text, String(heading));
      if (section === undefined)
        return failed(`${found.name} has no heading ${JSON.stringify(heading)}. It has:`, contentsOf(found.text));
      return said(cutTo(section, resultMax, 'Its sections have headings of their own.'));
    }
    if (found.text.length <= resultMax) return said(found.text);
    return said(
      `${found.name} is longer than a result may be. Name one of its headings:`,
      cutTo(contentsOf(found.text), resultMax, ''),
    );
  },
});
