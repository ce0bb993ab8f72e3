// Builds the pages of the repository as a site, into site/dist/site: `npm run docs -- site`.
//
// Guaranteed: every link of a page leads to a page, an anchor or a file that the site has, or it fails. Each page is
// there as Markdown, too, beside its HTML and with the same name, and llms.txt is the index of both.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brokenLinks } from './site/broken-links.ts';
import { npm } from './npm.ts';

const ROOT = join(import.meta.dirname, '..');
const SITE = join(ROOT, 'site');
/** What VitePress reads, and what it writes. */
const PAGES = join(SITE, 'dist', 'pages');
const DIST = join(SITE, 'dist', 'site');

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const copy = (file: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, file), to);
};

/** The pages that llms.txt names. */
const listedPages = (): string[] => [...textOf('llms.txt').matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page]) => page!);

/** Files of the repository that a page links to, without anchors. */
const linkedFiles = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(page), target)));

interface Reachable {
  readonly pages: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** Without a page of their own. */
  readonly folders: ReadonlySet<string>;
}

/** The listed pages, the pages that they lead to, and what else these link to. */
const reachable = (): Reachable => {
  const pages = new Set(listedPages());
  const files = new Set<string>(['llms.txt', 'docs/reference/openapi.json']);
  const folders = new Set<string>();
  for (const page of pages) {
    for (const linked of linkedFiles(page)) {
      const isFolder = statSync(join(ROOT, linked)).isDirectory();
      const readme = posix.join(linked, 'README.md');
      if (isFolder && existsSync(join(ROOT, readme))) pages.add(readme);
      else if (isFolder) folders.add(linked.replace(/\/$/, ''));
      else (linked.endsWith('.md') ? pages : files).add(linked);
    }
  }
  return { pages, files, folders };
};

/** A page with the files of a folder. */
const listFolder = (folder: string): void => {
  const names = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of names) copy(join(folder, name), join(PAGES, 'public', folder, name));
  mkdirSync(join(PAGES, folder), { recursive: true });
  const lines = names.map(({ name }) => `- [${name}](./${name})`);
  writeFileSync(join(PAGES, folder, 'index.md'), `# ${folder}\n\n${lines.join('\n')}\n`);
};

const build = async (): Promise<void> => {
  rmSync(PAGES, { recursive: true, force: true });
  rmSync(DIST, { recursive: true, force: true });
  const { pages, files, folders } = reachable();
  for (const page of pages) {
    const to = join(PAGES, page.replace(/README\.md$/, 'index.md'));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, textOf(page).replaceAll(/(\]\([^)\s]*?)README\.md/g, '$1index.md'));
  }
  for (const folder of folders) listFolder(folder);
  for (const file of files) {
    copy(file, join(PAGES, 'public', file));
    // A picture of a page is bundled with it.
    if (/\.(?:svg|png|jpe?g|webp)$/.test(file)) copy(file, join(PAGES, file));
  }
  if (!existsSync(join(SITE, 'node_modules')) && (await npm(['ci', '--no-audit', '--no-fund'], SITE)) === undefined)
    throw new Error('the site’s packages cannot be installed');
  execFileSync(process.execPath, [join(SITE, 'node_modules/vitepress/bin/vitepress.js'), 'build', SITE], {
    stdio: 'inherit',
    // Files with these endings are files, and no pages whose names lack theirs.
    env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'liquid' },
  });
  for (const page of pages) copy(page, join(DIST, page));
  writeFileSync(join(DIST, '.nojekyll'), '');
};

const startedMs = performance.now();
await build();
const { checked, broken } = brokenLinks(DIST);
for (const line of broken) console.log(line);
console.log(`site: ${checked} links, ${broken.length} broken, ${Math.round((performance.now() - startedMs) / 1000)} s`);
if (broken.length > 0) process.exitCode = 1;
