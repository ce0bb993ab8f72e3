// Follows every link of a built site within it: to files, and to anchors of pages.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** Links of other sites are not followed. Each broken one is `page: link`. */
export const brokenLinks = (site: string): { readonly checked: number; readonly broken: readonly string[] } => {
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length + 1));
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = (page: string): Set<string> => {
    const known = anchors.get(page);
    if (known !== undefined) return known;
    const ids = [...readFileSync(join(site, page), 'utf8').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decoded(id!));
    const found = new Set(ids);
    anchors.set(page, found);
    return found;
  };
  const fileOf = (path: string): string | undefined =>
    [path, `${path}.html`, posix.join(path, 'index.html')].find(
      (file) => existsSync(join(site, file)) && statSync(join(site, file)).isFile(),
    );
  const broken: string[] = [];
  let checked = 0;
  for (const page of files) {
    const links = readFileSync(join(site, page), 'utf8').matchAll(/<a\s[^>]*?href="([^"]*)"/g);
    for (const link of new Set([...links].map(([, href]) => decoded(href!)))) {
      if (/^[a-z]+:/.test(link) || link.startsWith('//')) continue;
      checked += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), decodeURI(path));
      const file = fileOf(target.replace(/^\//, ''));
      const isThere =
        file !== undefined && (!anchor || !file.endsWith('.html') || anchorsOf(file).has(decodeURIComponent(anchor)));
      if (!isThere) broken.push(`${page}: ${link}`);
    }
  }
  return { checked, broken };
};
