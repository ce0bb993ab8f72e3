// Documents as HTML, from templates and labels that a shop may replace file by file (docs/sell/document-templates.md).
// A shop's own are parsed and rendered once at the start, so that no document fails for a typing error. Built-in ones
// are parsed for the first document, because parsing them takes a tenth of a start.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAILS } from '../../domain/mail.ts';
import type { Mail } from '../../domain/mail.ts';
import { mailTemplate } from '../../domain/shop/document-template.ts';
import type { MailTemplateName, ShopTemplates, TemplateName } from '../../domain/shop/document-template.ts';
import { toAscii } from './ascii.ts';
import { limitOf, newLiquid } from './liquid.ts';
import type { Template } from './liquid.ts';

/** Texts of templates that the shop has of its own, by name. */
export type OwnTemplates = ShopTemplates;
export type { TemplateName };

const OF_ONE_ORDER = ['invoice', 'order_confirmation', 'cancellation_invoice', 'credit_note'] as const;
const DOCUMENTS = [...OF_ONE_ORDER, 'packing_slips', 'pick_list'] as const;
export type OrderDocumentName = (typeof OF_ONE_ORDER)[number];
export type DocumentName = (typeof DOCUMENTS)[number];
/** What is rendered whole: documents and mails. */
export type RenderedName = DocumentName | MailTemplateName;
const RENDERED: readonly RenderedName[] = [...DOCUMENTS, ...MAILS.map(mailTemplate)];

/** How a language writes numbers, money and dates. */
export interface Format {
  readonly decimal: string;
  readonly group: string;
  /** With {amount} and {currency}. */
  readonly money: string;
  /** With {day}, {month} and {year}; where a language has none, a date is written as Intl writes it. */
  readonly date?: string;
}

const LAST_RESORT = 'en';
const LAST_LOCALE = 'en-GB';

type Words = { readonly [name: string]: string };

/** The words of one language: templates/labels/de.json. */
export interface Labels {
  /** `de`, as a file of labels is named. */
  readonly language: string;
  /**
   * Language that was requested and found, which decides how dates are written: `en-US` where the words are those of
   * `en`.
   */
  readonly locale: string;
  readonly format: Format;
  /** ISO 4217 code → sign. */
  readonly currencies: Words;
  /** Title, intro and closing of each document, which a call's `args` may replace. */
  readonly documents: { readonly [K in DocumentName]: Words };
  /** Subject, intro, closing and words of the link of each mail. */
  readonly mails: { readonly [K in Mail]: Words };
  readonly text: Words;
}

/** A template or a file of labels that cannot be used; the start stops with this line. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const BUILT_IN = fileURLToPath(new URL('../../../templates/', import.meta.url));

/** Name → files of that name and ending: the built-in one, then the shop's own. */
const filesOf = (directory: string, ending: string): Map<string, string[]> => {
  const files = new Map<string, string[]>();
  for (const root of [BUILT_IN, directory]) {
    const from = ending === '.json' ? join(root, 'labels') : root;
    if (root === '' || !existsSync(from)) continue;
    for (const file of readdirSync(from)
      .filter((entry) => entry.endsWith(ending))
      .sort()) {
      const name = basename(file, ending);
      files.set(name, [...(files.get(name) ?? []), join(from, file)]);
    }
  }
  return files;
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new TemplateError(`${path}: ${(error as Error).message}`);
  }
};

type Sections = { readonly [section: string]: Words };

const sectionsOf = (path: string): Sections => {
  const fail = (why: string): never => {
    throw new TemplateError(`${path}: ${why}`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(read(path));
  } catch (error) {
    return fail((error as Error).message);
  }
  if (typeof parsed !== 'object' || parsed === null) return fail('it is no JSON object');
  for (const [section, words] of Object.entries(parsed)) {
    const fits =
      typeof words === 'object' &&
      words !== null &&
      Object.values(words as object).every((word) => typeof word === 'string');
    if (!fits) return fail(`${section} is no object of texts`);
  }
  return parsed as Sections;
};

/** BCP 47 tag that Intl supports for a caller's language code (`de_DE`, `en`); British English where it knows none. */
const localeOf = (language: string): string => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language.replaceAll('_', '-'))[0] ?? LAST_LOCALE;
  } catch {
    return LAST_LOCALE;
  }
};

/**
 * Labels of a language. Words that the files do not replace are those of `basis` (English), so a shop's file holds only
 * differences.
 */
const labelsOf = (language: string, paths: readonly string[], basis: Labels | undefined): Labels => {
  const sections = paths.map(sectionsOf);
  const words = (section: string, under: Words): Words =>
    Object.assign({}, under, ...sections.map((file) => file[section] ?? {})) as Words;
  return {
    language,
    locale: localeOf(language),
    format: words('format', (basis?.format ?? {}) as Words) as unknown as Format,
    currencies: words('currencies', basis?.currencies ?? {}),
    documents: Object.fromEntries(
      DOCUMENTS.map((name) => [name, words(name, basis?.documents[name] ?? {})]),
    ) as Labels['documents'],
    mails: Object.fromEntries(
      MAILS.map((mail) => [mail, words(mailTemplate(mail), basis?.mails[mail] ?? {})]),
    ) as Labels['mails'],
    text: words('text', basis?.text ?? {}),
  };
};

/** Data of the trial rendering at the start: lists have one item without values, so that every tag and filter runs. */
const emptyDocument = (labels: Labels): object => ({
  language: labels.language,
  text: labels.text,
  lines: [{}],
  rows: [{}],
  slips: [{ text: labels.text, lines: [{}], bars: [{}], address: [''], note_lines: [''] }],
  coupons: [{}],
  delivery_costs: [{}],
  taxes: [{}],
  parcel: { lines: [{}] },
});

/** Returns a function that makes the value at its first call. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** What a document is rendered from. */
interface Parsed {
  readonly template: Template[];
  /** Values of the data that the template, or one that it includes, names. */
  readonly named: ReadonlySet<string>;
}

export class Templates {
  /** Template texts by name, as they were read at the start. */
  readonly texts: Words;
  private readonly paths: ReadonlyMap<string, string>;
  private readonly languages = new Map<string, Labels>();
  private readonly liquid = once(() => newLiquid(this.texts));
  private readonly parsed = once(() => this.parse());

  /** `directory`: folder of the shop's own files; '' for none. Throws TemplateError. */
  constructor(directory: string) {
    if (directory !== '' && !existsSync(directory))
      throw new TemplateError(`there is no template directory ${directory}`);
    this.paths = new Map([...filesOf(directory, '.liquid')].map(([name, files]) => [name, files.at(-1)!]));
    this.texts = Object.fromEntries([...this.paths].map(([name, path]) => [name, read(path)]));
    const labels = filesOf(directory, '.json');
    const basis = labelsOf(LAST_RESORT, labels.get(LAST_RESORT)!, undefined);
    for (const [language, files] of labels)
      this.languages.set(language.toLowerCase(), labelsOf(language, files, basis));
    if (directory !== '') this.parsed();
  }

  private parse(): ReadonlyMap<RenderedName, Parsed> {
    const templates = new Map(
      [...this.paths].map(([name, path]) => [name, this.attempt(path, () => this.liquid().parse(this.texts[name]!))]),
    );
    const empty = emptyDocument(this.labels(LAST_RESORT));
    return new Map(
      RENDERED.map((name) => {
        const template = templates.get(name)!;
        this.attempt(this.paths.get(name)!, () => this.liquid().renderSync(template, empty));
        return [name, { template, named: new Set(this.liquid().globalVariablesSync(template)) }];
      }),
    );
  }

  private attempt<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new TemplateError(`${path}: ${(error as Error).message}`);
    }
  }

  /**
   * Labels of the first language that has a file, else of English; `de_DE` is `de` where it has no file of its own.
   * With English as the last resort, dates still follow the last language given.
   */
  labels(...languages: readonly string[]): Labels {
    for (const language of languages) {
      const code = language.toLowerCase();
      const labels = this.languages.get(code) ?? this.languages.get(code.split(/[_-]/)[0]!);
      if (labels !== undefined) return { ...labels, locale: localeOf(language) };
    }
    return { ...this.languages.get(LAST_RESORT)!, locale: localeOf(languages.at(-1) ?? LAST_RESORT) };
  }

  /** Data of a trial in which everything is empty. */
  emptyData(language: string): object {
    return emptyDocument(this.labels(language));
  }

  /** Whether the operator's directory has the template; else it is built in. */
  isOfDirectory(name: TemplateName): boolean {
    return !this.paths.get(name)!.startsWith(BUILT_IN);
  }

  /**
   * Whether the template of a document names this value of its data. Any text of the shop's own that holds the word is
   * taken for one that does: to parse it takes time.
   */
  names(document: DocumentName, value: string, own: OwnTemplates): boolean {
    if (Object.values(own).some((text) => text.includes(value))) return true;
    return this.parsed().get(document)!.named.has(value);
  }

  /** Renders a document in ASCII. Values are escaped and never read as templates. */
  html(name: DocumentName, data: object): string {
    return toAscii(this.liquid().renderSync(this.parsed().get(name)!.template, data) as string);
  }

  /** As `html`; undefined where it exceeds `msMax` or a limit of the template engine. */
  htmlWithin(msMax: number, name: RenderedName, data: object): string | undefined {
    try {
      const { template } = this.parsed().get(name)!;
      return toAscii(this.liquid().renderSync(template, data, { renderLimit: msMax }) as string);
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return undefined;
    }
  }
}
