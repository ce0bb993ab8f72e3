// llms.txt: every page with one line on what it says, for programs that read documents (https://llmstxt.org).
//
// A page that stands in no section is a fault: nobody would find it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const inDocs = (names: string): string[] => names.split(' ').map((name) => `docs/${name}.md`);

/**
 * Pages by section, from the root of the repository; a folder stands for all pages in it that are named nowhere else.
 */
const SECTIONS: { readonly [title: string]: readonly string[] } = {
  Begin: [
    'README.md',
    'docs/start/guide.md',
    'docs/start/first-steps.md',
    'docs/start/demo.md',
    'docs/start/coming-from.md',
    'examples/storefront/README.md',
  ],
  'Storefronts and clients': inDocs(
    'build/client build/clients sell/search sell/catalogue sell/payments sell/users sell/coupons build/testing build/change-feed build/xml build/agents',
  ),
  Reference: inDocs(
    'reference/operations reference/records reference/errors reference/life-cycles reference/settings operate/limits build/words internals/glossary',
  ),
  'Back office': inDocs(
    'sell/back-office operate/administration sell/import build/bulk sell/stock sell/documents sell/reports build/webhooks sell/channels sell/privacy',
  ),
  Operation: inDocs(
    'operate/operations-guide operate/backup operate/tls operate/observability operate/durability operate/time operate/cores operate/standby operate/cluster operate/upgrade build/versioning start/trust',
  ),
  Settings: ['docs/reference/settings'],
  'Work on Kontor': [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'docs/internals/dependencies.md',
    'docs/internals/mutation.md',
    'bench/README.md',
  ],
  Decisions: ['docs/decisions'],
};

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();

const LENGTH_MAX = 200;

/** What a page whose first sentence does not say it is about. */
const SUMMARIES: { readonly [page: string]: string } = {
  'docs/start/first-steps.md': 'A class, a category, a product and an order by single calls, from an empty shop on.',
  'docs/sell/users.md': 'Accounts, logins, forgotten passwords, throttling, applications.',
  'docs/reference/operations.md': 'Every operation with its parameters, reply, refusals and a call that was made.',
  'docs/reference/records.md': 'Products, carts, orders, users and whatever else replies hold, member by member.',
  'docs/reference/errors.md': 'Every refusal code: what it means and which operations answer it.',
  'docs/reference/life-cycles.md':
    'States of orders, payments, deliveries, accounts, coupons, webhooks, and what leads where.',
  'docs/reference/settings.md': 'Every setting with its flag, variable, limits and default.',
  'docs/sell/import.md': 'Catalogue files in and out: JSON Lines, tables, exports of other systems.',
  'docs/sell/reports.md': 'Sales, orders, hotlists, searches, requests, traffic; what a day is.',
  'docs/operate/backup.md': 'One file while the shop sells, and a store as it was at a record or a moment.',
  'docs/operate/observability.md': 'Health, logs, metrics, traces, a dashboard and alert rules.',
  'docs/operate/cores.md': 'Threads for HTTP and TLS beside the one that decides, and when they help.',
  'docs/operate/standby.md': 'A second process that follows, reads exactly, and takes over.',
  'docs/start/trust.md': 'Every promise with the command that shows it, figures with dates, and what is not covered.',
  'docs/build/versioning.md': 'What stays as it is from version to version.',
  'ARCHITECTURE.md': 'The engine in ten minutes: the shop is a function of its journal.',
  'CONTRIBUTING.md': 'Rules, tests, and worked examples: an operation, an event, a format, a command, a setting.',
  'CHANGELOG.md': 'What each version changed.',
  'docs/internals/dependencies.md': 'Every package, its licence, and why it is there.',
  'docs/build/testing.md': 'A whole shop in the memory of a test, with a clock that the test moves.',
  'docs/decisions/accounts.md': 'Who may register and log in, and what a login opens.',
  'docs/decisions/documents.md': 'When an invoice is issued, and what it may say later.',
  'docs/decisions/engine.md': 'How the engine keeps its promises, and where they end.',
  'docs/decisions/import.md': 'What a catalogue file may change, and how it is read.',
  'docs/decisions/privacy.md': 'What is encrypted, and what an erasure leaves.',
  'docs/decisions/reports.md': 'What is counted when, and who is told.',
  'docs/decisions/webhooks.md': 'What is told to whom, how often, and in which order.',
  'README.md': 'What Kontor is, what it promises, the first order in a minute, and how to run it.',
  'docs/internals/mutation.md': 'What the tests would not notice, and how that is measured.',
};

/** Sentences that say where else to look, and not what a page is about. */
const POINTER = /^(?:Written by|Users' pages?:|How it works)/;

/** The first sentence that says what the page is about, without links and emphasis. */
const summaryOf = (page: string, text: string): string => {
  const plain = text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^[#>|].*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace('All settings ', '');
  const sentences = plain.match(/\S.*?[.:!?](?=\s+[\p{Lu}`]|\s*$)/gu) ?? [];
  const sentence = SUMMARIES[page] ?? sentences.find((one) => !POINTER.test(one)) ?? '';
  if (sentence === '') throw new Error(`${page} has no sentence that says what it is about`);
  return sentence.length <= LENGTH_MAX ? sentence.replace(/:$/, '.') : `${sentence.slice(0, LENGTH_MAX).trim()}…`;
};

const lineOf = (page: string): string => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? page;
  return `- [${title}](${page}): ${summaryOf(page, text.slice(text.indexOf('\n')))}`;
};

/** Pages of docs/ that no section has. */
const unlisted = (): string[] => {
  const named = new Set(Object.values(SECTIONS).flatMap((pages) => pages.flatMap((page) => listed(page))));
  return readdirSync(join(ROOT, 'docs'))
    .flatMap((room) => pagesIn(`docs/${room}`))
    .filter((page) => !named.has(page));
};

const listed = (page: string): string[] => (page.endsWith('.md') ? [page] : pagesIn(page));

export const llmsText = (): string => {
  const [missing] = unlisted();
  if (missing !== undefined) throw new Error(`${missing} stands in no section of scripts/docs/llms.ts`);
  const sections = Object.entries(SECTIONS).map(
    ([title, pages]) => `## ${title}\n\n${pages.flatMap(listed).map(lineOf).join('\n')}\n`,
  );
  const head =
    '# Kontor\n\n' +
    '> A commerce engine: the whole back end of an online shop in one process, behind one HTTP endpoint.\n\n' +
    'Addresses are relative to this file; each is the page as Markdown. The API for machines is docs/reference/openapi.json.\n';
  return [head, ...sections].join('\n');
};
