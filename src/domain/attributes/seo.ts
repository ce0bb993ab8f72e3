// Search engine texts and permalinks per language. A permalink means one object and one language (D40).
import { DONE, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { firstByCode, own } from '../by-language.ts';
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';

export interface SeoEntry {
  readonly permalink?: string;
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: string;
}

export interface Seo {
  readonly [language: string]: SeoEntry;
}

/** What a member leaves out stays; null takes a member away, or all of a language. */
export interface SeoChanges {
  readonly [language: string]: { readonly [K in keyof SeoEntry]?: string | null } | null;
}

const MEMBERS = ['permalink', 'title', 'description', 'keywords'] as const;

/** A permalink that an object had in a language before. */
export interface FormerLink {
  readonly language: string;
  readonly permalink: string;
}

/** Former permalinks of an object, the newest ones. */
export const FORMER_LINKS_MAX = 20;

const linksOf = (seo: Seo): readonly FormerLink[] =>
  Object.entries(seo).flatMap(([language, { permalink = '' }]) => (permalink === '' ? [] : [{ language, permalink }]));

const isLink =
  (one: FormerLink) =>
  (other: FormerLink): boolean =>
    one.language === other.language && one.permalink === other.permalink;

/** The former permalinks of an object behind a change, the oldest first; what it has again is none. */
export const formerAfter = (former: readonly FormerLink[], before: Seo, after: Seo): readonly FormerLink[] => {
  const [past, present] = [linksOf(before), linksOf(after)];
  const others = former.filter((link) => !past.some(isLink(link)));
  const all = [...others, ...past].filter((link) => !present.some(isLink(link)));
  return all.length > FORMER_LINKS_MAX ? all.slice(-FORMER_LINKS_MAX) : all;
};

export const withoutLink = (former: readonly FormerLink[], freed: FormerLink): readonly FormerLink[] =>
  former.filter((link) => !isLink(freed)(link));

/** Per language, per member; an empty permalink takes it away as null does, and an entry without members goes. */
export const mergeSeo = (seo: Seo, changes: SeoChanges): Seo => {
  const languages = new Set([...Object.keys(seo), ...Object.keys(changes)]);
  const merged: { [language: string]: SeoEntry } = {};
  for (const language of languages) {
    const change = own(changes, language);
    if (change === null) continue;
    const entry: { -readonly [K in keyof SeoEntry]: string } = {};
    for (const member of MEMBERS) {
      const sent = change?.[member];
      const value = sent === undefined ? own(seo, language)?.[member] : sent;
      if (value !== undefined && value !== null && (member !== 'permalink' || value !== '')) entry[member] = value;
    }
    if (Object.keys(entry).length > 0) merged[language] = entry;
  }
  return merged;
};

/** In the order in which attributes are looked up, member by member; '' where no language has it. */
export const seoText = (seo: Seo, member: keyof SeoEntry, language: string, fallback: string): string =>
  own(seo, language)?.[member] ?? own(seo, fallback)?.[member] ?? firstByCode(seo, (entry) => entry[member]) ?? '';

const NO_TEXTS: Required<SeoEntry> = { permalink: '', title: '', description: '', keywords: '' };

/** All of them, see seoText. */
export const seoTexts = (seo: Seo, language: string, fallback: string): Required<SeoEntry> => {
  for (const code in seo) {
    if (code === language) continue;
    return {
      permalink: seoText(seo, 'permalink', language, fallback),
      title: seoText(seo, 'title', language, fallback),
      description: seoText(seo, 'description', language, fallback),
      keywords: seoText(seo, 'keywords', language, fallback),
    };
  }
  // Most shops speak one language: no other one needs to be looked at.
  const { permalink = '', title = '', description = '', keywords = '' } = own(seo, language) ?? NO_TEXTS;
  return { permalink, title, description, keywords };
};

/** Unreserved and sub-delimiter characters of RFC 3986, plus `:` and `@`. */
const PERMALINK = /^[A-Za-z0-9._~!$&'()*+,;=:@-]{1,255}$/;

export const isPermalink = (text: string): boolean => PERMALINK.test(text) && text !== '.' && text !== '..';

interface LinkHolder {
  readonly language: string;
  readonly id: number;
}

const byLanguage = (a: LinkHolder, b: LinkHolder): number =>
  a.language === b.language ? a.id - b.id : a.language < b.language ? -1 : 1;

/** Who has a permalink, by language and id: one per language, but while rows of different ages are loaded. */
export class LinkHolders implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** Replaced and never pushed to: there is a list per permalink, and pushing reserves spare capacity. */
  list: readonly LinkHolder[] = [];

  hold(list: readonly LinkHolder[], seq: number): void {
    this.list = list;
    touch(this, seq);
  }
}

/** Permalink → who has it, in which languages. */
export class Permalinks {
  private readonly links = new Map<string, LinkHolders>();

  /** Undefined when nobody has it. To be tracked: it changes with every change of its holders. */
  holders(permalink: string): LinkHolders | undefined {
    return this.links.get(permalink);
  }

  add(seo: Seo, id: number, seq: number): void {
    this.addLinks(linksOf(seo), id, seq);
  }

  addLinks(links: readonly FormerLink[], id: number, seq: number): void {
    for (const { language, permalink } of links) {
      let held = this.links.get(permalink);
      if (held === undefined) this.links.set(permalink, (held = new LinkHolders()));
      const link = { language, id };
      held.hold(held.list.length === 0 ? [link] : [...held.list, link].sort(byLanguage), seq);
    }
  }

  remove(seo: Seo, id: number, seq: number): void {
    this.removeLinks(linksOf(seo), id, seq);
  }

  removeLinks(links: readonly FormerLink[], id: number, seq: number): void {
    for (const { language, permalink } of links) {
      const held = this.links.get(permalink);
      if (held === undefined) continue;
      held.hold(
        held.list.filter((link) => link.id !== id || link.language !== language),
        seq,
      );
      // A change on trial (trial-indexes.ts) has no number: what replies depend on stays for when it is taken back.
      if (held.list.length === 0 && (seq > 0 || held.seq === 0)) this.links.delete(permalink);
    }
  }
}

/** Refuses: SEO_ENTRY_PERMALINK_INVALID, SEO_ENTRY_PERMALINK_ALREADY_IN_USE (by another than `ownId`). */
export const checkPermalinks = (taken: Permalinks, seo: SeoChanges, ownId = 0): Result<void> => {
  for (const [language, entry] of Object.entries(seo)) {
    const permalink = entry?.permalink ?? '';
    if (permalink === '') continue;
    if (!isPermalink(permalink)) {
      return refuse('SEO_ENTRY_PERMALINK_INVALID', permalink.slice(0, 80));
    }
    const held = taken.holders(permalink)?.list.some((link) => link.language === language && link.id !== ownId);
    if (held === true) return refuse('SEO_ENTRY_PERMALINK_ALREADY_IN_USE', permalink);
  }
  return DONE;
};

export interface Linked<S> {
  readonly id: number;
  readonly state: S;
  /** The language in which it has the permalink. */
  readonly language: string;
}

/**
 * Whom a permalink means: its holder in the language asked for ('' = none), in the shop's own, in the first by code
 * (D40). `find` says which of them count; undefined when none does.
 */
export const linked = <S>(
  { list }: LinkHolders,
  language: string,
  fallback: string,
  find: (id: number) => S | undefined,
): Linked<S> | undefined => {
  const rank = (code: string): number => (code === language ? 0 : code === fallback ? 1 : 2);
  for (const { id, language: held } of list.toSorted((a, b) => rank(a.language) - rank(b.language))) {
    const state = find(id);
    if (state !== undefined) return { id, state, language: held };
  }
  return undefined;
};

/** A former permalink that its holder loses. */
export interface TakenLink extends FormerLink {
  readonly id: number;
}

/** What others had before and an object takes by a change; `ownId`: the object itself. */
export const takenLinks = (former: Permalinks, seo: SeoChanges, ownId = 0): readonly TakenLink[] =>
  Object.entries(seo).flatMap(([language, entry]) => {
    const permalink = entry?.permalink ?? '';
    const holders = former.holders(permalink)?.list ?? [];
    return holders.flatMap((held) =>
      held.language === language && held.id !== ownId ? [{ language, permalink, id: held.id }] : [],
    );
  });

/**
 * Where a former permalink leads: the present one of who had it, in that language, else as texts are looked up;
 * undefined: nowhere. `find`: see `linked`.
 */
export const movedTo = <S extends { readonly seo: Seo }>(
  holders: LinkHolders,
  language: string,
  fallback: string,
  find: (id: number) => S | undefined,
): string | undefined => {
  const match = linked(holders, language, fallback, find);
  const permalink = match === undefined ? '' : seoText(match.state.seo, 'permalink', match.language, fallback);
  return permalink === '' ? undefined : permalink;
};

/** A refusal of a permalink that nothing has; `moved`: see `movedTo`. */
export const notLinked = (refused: Refusal, moved: string | undefined): Refusal =>
  moved === undefined ? refused : { ...refused, detail: `This permalink is now ${moved}.`, movedTo: moved };
