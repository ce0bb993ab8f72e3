// The site of docs/: its sections are those of llms.txt, its anchors those of GitHub, so that links work in both.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const index = readFileSync(new URL('../../llms.txt', import.meta.url), 'utf8');
const addressOf = (page) => `/${page.replace(/(?:^|\/)README\.md$/, '/').replace(/\.md$/, '')}`.replace(/^\/\//, '/');
const sections = index
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text, page]) => ({
      text,
      link: addressOf(page),
    })),
  }));

/** As GitHub makes an anchor from a heading. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Pages are Markdown for anybody: no text of theirs is an expression. */
const takeBracesAsText = (md) => {
  md.renderer.rules.text = (tokens, at) => md.utils.escapeHtml(tokens[at].content).replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.code_inline = (tokens, at) => `<code v-pre>${md.utils.escapeHtml(tokens[at].content)}</code>`;
};

export default defineConfig({
  title: 'Kontor',
  description: 'A commerce engine: the whole back end of an online shop in one process.',
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  // scripts/site.ts follows every link of the result, also those to files that are no pages.
  ignoreDeadLinks: true,
  markdown: { anchor: { slugify }, config: takeBracesAsText },
  themeConfig: {
    sidebar: sections.map((section, at) => ({ ...section, collapsed: at > 2 })),
    search: { provider: 'local' },
    outline: [2, 3],
  },
});
