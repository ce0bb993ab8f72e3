import { DONE, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

export interface SeoEntry {
  readonly permalink?: string;
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: string;
}
export interface Seo {
  readonly [language: string]: SeoEntry;
}

/** Unreserved and sub-delimiter characters of RFC 3986, plus `:` and `@`. */
const PERMALINK = /^[A-Za-z0-9._~!$&'()*+,;=:@-]{1,255}$/;

export const permalinkKey = (language: string, permalink: string): string => `${language}\n${permalink}`;

export const permalinkKeys = (seo: Seo): string[] =>
  Object.entries(seo).flatMap(([language, { permalink = '' }]) =>
    permalink === '' ? [] : [permalinkKey(language, permalink)],
  );

/** Refuses: SEO_ENTRY_PERMALINK_INVALID, SEO_ENTRY_PERMALINK_ALREADY_IN_USE (by another than `ownId`). */
export const checkPermalinks = (taken: ReadonlyMap<string, number>, seo: Seo, ownId = 0): Result<void> => {
  for (const [language, { permalink = '' }] of Object.entries(seo)) {
    if (permalink === '') continue;
    if (!PERMALINK.test(permalink) || permalink === '.' || permalink === '..') {
      return refuse('SEO_ENTRY_PERMALINK_INVALID', permalink.slice(0, 80));
    }
    const holder = taken.get(permalinkKey(language, permalink));
    if (holder !== undefined && holder !== ownId) return refuse('SEO_ENTRY_PERMALINK_ALREADY_IN_USE', permalink);
  }
  return DONE;
};
