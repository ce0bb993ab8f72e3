// What of a text the editor would drop: elements and attributes that are in it, and not in what the editor makes of it.
import { STYLE, parsedHtml } from './parsed.ts';

/** Another name of the same thing. */
const SAME: { readonly [tag: string]: string } = { b: 'strong', i: 'em', del: 's', strike: 's' };
/** They may come and go without a loss. */
const FREE = new Set(['p', 'tbody', 'body', 'html', 'head', 'span', 'font', 'code']);

/** How often each thing is in a text. */
const tallyOf = (html: string): ReadonlyMap<string, number> => {
  const tally = new Map<string, number>();
  const count = (thing: string): void => void tally.set(thing, (tally.get(thing) ?? 0) + 1);
  const page = parsedHtml(html);
  for (const element of page.querySelectorAll('*')) {
    const given = element.tagName.toLowerCase();
    const tag = SAME[given] ?? given;
    if (!FREE.has(tag)) count(`<${tag}>`);
    for (const { name, value } of element.attributes) count(`<${tag} ${name === STYLE ? 'style' : name}="${value}">`);
  }
  if (/<style\b/i.test(html)) count('<style>');
  const comments = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode() !== null) count('<!-- -->');
  return tally;
};

const wordsOf = (html: string): string => (parsedHtml(html).body.textContent ?? '').replace(/\s+/g, '');

const SHOWN_MAX = 60;

/** `after`: what the editor makes of `before`. None: nothing is lost. */
export const lostIn = (before: string, after: string): readonly string[] => {
  const kept = tallyOf(after);
  const lost = [...tallyOf(before)].filter(([thing, number]) => number > (kept.get(thing) ?? 0));
  const things = lost.map(([thing]) => (thing.length > SHOWN_MAX ? `${thing.slice(0, SHOWN_MAX)} …` : thing));
  return wordsOf(before) === wordsOf(after) ? things : [...things, '…'];
};
