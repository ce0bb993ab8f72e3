// `kontor permalinks`: where former permalinks lead, for the redirects of a web server.
//
// A line for each: nginx reads them within `map $uri $moved { … }`, CSV has `from,to`. Addresses are made of what a
// storefront puts before permalinks, where {language} stands for the language. Left out is what leads nowhere, what
// another object has now in whatever language, for the shop shows that one, and an address that the object itself has
// now. Case is ignored, as a map of nginx ignores it.
import { ConfigError } from '../config/setting.ts';
import { tableLine } from '../catalogue-files/csv-line.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { seoText } from '../domain/attributes/seo.ts';
import type { FormerLink, Seo } from '../domain/attributes/seo.ts';
import { isActive } from '../domain/stock/sellable.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

const FORMATS = ['nginx', 'csv'] as const;

interface PermalinksGiven {
  readonly file: string;
  readonly format?: string;
  readonly product?: string;
  readonly content?: string;
  readonly category?: string;
}

/** Throws ConfigError. */
const formatOf = ({ format = 'nginx' }: PermalinksGiven): (typeof FORMATS)[number] => {
  const known = FORMATS.find((one) => one === format);
  if (known === undefined) throw new ConfigError(`--format is one of ${FORMATS.join(', ')}`);
  return known;
};

const KINDS = ['product', 'content', 'category'] as const;
type Kind = (typeof KINDS)[number];
type Before = { readonly [K in Kind]: string };

/** Throws ConfigError: for nginx, where another sign at its start has a meaning, and $uri begins with a slash. */
const beforeOf = ({ product, content, category }: PermalinksGiven, isNginx: boolean): Before => {
  const before = {
    product: product ?? '/product/',
    content: content ?? '/content/',
    category: category ?? '/category/',
  };
  for (const kind of KINDS)
    if (isNginx && !before[kind].startsWith('/')) throw new ConfigError(`--${kind} begins with / for nginx`);
  return before;
};

const quoted = (address: string): string => `"${address.replace(/["\\]/g, '\\$&')}"`;

/** What follows a dollar sign in a value would be a variable; what is looked up is taken as it is. */
const mapped = (from: string, to: string): string => `${quoted(from)} ${quoted(to.replaceAll('$', '%24'))};\n`;

interface Page {
  readonly kind: Kind;
  /** Negative: a category, whose prefix may be that of products. */
  readonly id: number;
  readonly seo: Seo;
  readonly formerLinks: readonly FormerLink[];
}

function* pagesOf({ store: { engine } }: Shop): Generator<Page> {
  const reader = engine.readContext();
  for (const [id, { seo, formerLinks }] of eachActor(engine, reader, 'category'))
    yield { kind: 'category', id: -id, seo, formerLinks };
  for (const [id, state] of eachActor(engine, reader, 'shopobject'))
    if (isActive(reader, state)) yield { kind: state.type, id, seo: state.seo, formerLinks: state.formerLinks };
}

const MANY = Infinity;

/** Former addresses that lead somewhere, each at most once. */
class Moves {
  /** Former permalink → the object that has it now in some language, which is what the shop shows; 0: none. */
  private readonly holders = new Map<string, number>();
  private readonly written = new Set<string>();
  private readonly before: Before;
  private readonly fallback: string;

  constructor(before: Before, fallback: string) {
    this.before = before;
    this.fallback = fallback;
  }

  private keyOf(kind: Kind, permalink: string): string {
    return (this.before[kind] + permalink).toLowerCase();
  }

  private addressOf(kind: Kind, language: string, permalink: string): string {
    return this.before[kind].replaceAll('{language}', language) + permalink;
  }

  addFormer({ kind, formerLinks }: Page): void {
    for (const { permalink } of formerLinks) this.holders.set(this.keyOf(kind, permalink), 0);
  }

  addPresent({ kind, id, seo }: Page): void {
    for (const { permalink = '' } of Object.values(seo)) {
      const key = this.keyOf(kind, permalink);
      const holder = this.holders.get(key);
      if (holder !== undefined) this.holders.set(key, holder === 0 || holder === id ? id : MANY);
    }
  }

  *of({ kind, id, seo, formerLinks }: Page): Generator<readonly [from: string, to: string]> {
    const own = new Set(
      Object.entries(seo).map(([language, { permalink = '' }]) =>
        this.addressOf(kind, language, permalink).toLowerCase(),
      ),
    );
    for (const { language, permalink } of formerLinks) {
      const now = seoText(seo, 'permalink', language, this.fallback);
      const [from, to] = [this.addressOf(kind, language, permalink), this.addressOf(kind, language, now)];
      const key = from.toLowerCase();
      const holder = this.holders.get(this.keyOf(kind, permalink));
      const isLive = own.has(key) || key === to.toLowerCase() || (holder !== 0 && holder !== id);
      if (now === '' || isLive || this.written.has(key)) continue;
      this.written.add(key);
      yield [from, to];
    }
  }
}

/** Each object is as of the moment in which it is read. */
export const exportPermalinks = async (shop: Shop, given: PermalinksGiven, terminal: Terminal): Promise<boolean> => {
  const format = formatOf(given);
  const before = beforeOf(given, format === 'nginx');
  const line = tableLine(',');
  const moves = new Moves(before, shop.store.engine.rules.language);
  for (const page of pagesOf(shop)) {
    moves.addFormer(page);
    await terminal.pause();
  }
  for (const page of pagesOf(shop)) {
    moves.addPresent(page);
    await terminal.pause();
  }
  let count = 0;
  if (format === 'csv') await terminal.write(Buffer.from(line(['from', 'to'])));
  for (const page of pagesOf(shop)) {
    const lines = [...moves.of(page)].map(([from, to]) => (format === 'csv' ? line([from, to]) : mapped(from, to)));
    if (lines.length === 0) await terminal.pause();
    else {
      await terminal.write(Buffer.from(lines.join('')));
      count += lines.length;
      await terminal.progress({ what: 'exporting', done: count, total: count, records: count });
    }
  }
  await terminal.note(`kontor: ${count} former permalinks`);
  return true;
};
