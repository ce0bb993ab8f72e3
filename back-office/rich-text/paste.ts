// Cleans what is pasted from Word and from pages: what it says stays, how it looks there goes. Lists of Word, which are
// paragraphs that look like lists, become lists.
import { idIn } from '../wire-number.ts';
import { isSafeAddress } from './addresses.ts';
import { STYLE, parsedHtml, withoutStyles } from './parsed.ts';

const KEPT: ReadonlySet<string> = new Set(['href', 'alt', 'src', 'title', 'colspan', 'rowspan', 'start']);
/** ProseMirror's own mark on what was copied in an editor. */
const OWN = 'data-pm-slice';

const styleOf = (element: Element): string => element.getAttribute(STYLE) ?? '';

const isBlank = (element: Element): boolean => /^[\s\u00a0]*$/.test(element.textContent ?? '');

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** A paragraph of Word that is an item of a list: how deep it stands, and whether it is numbered. */
const itemOf = (paragraph: Element): { readonly level: number; readonly isNumbered: boolean } | undefined => {
  const level = /mso-list:\s*\S+\s+level(\d+)/i.exec(styleOf(paragraph))?.[1];
  if (level === undefined) return undefined;
  const mark = [...paragraph.querySelectorAll(`[${STYLE}*="mso-list"]`)].find((one) => /ignore/i.test(styleOf(one)));
  const isNumbered = /^[\s(]*[\da-z]{1,4}[.)]/i.test(mark?.textContent ?? '');
  mark?.remove();
  return { level: idIn(level) ?? 1, isNumbered };
};

const listify = (page: Document): void => {
  /** The lists that are open, the deepest last. */
  let open: Element[] = [];
  let last: Element | undefined;
  for (const paragraph of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const item = itemOf(paragraph);
    if (item === undefined || (last !== undefined && paragraph.previousElementSibling !== last)) open = [];
    last = undefined;
    if (item === undefined) continue;
    open = open.slice(0, item.level);
    while (open.length < item.level) {
      const list = page.createElement(item.isNumbered ? 'ol' : 'ul');
      const above = open.at(-1);
      if (above === undefined) paragraph.before(list);
      else (above.lastElementChild ?? above.appendChild(page.createElement('li'))).append(list);
      open.push(list);
    }
    const entry = page.createElement('li');
    entry.append(...paragraph.childNodes);
    open.at(-1)!.append(entry);
    paragraph.remove();
    last = open[0];
  }
};

/** What only looks bold or slanted by its style becomes so by an element, and the other way round. */
const styleToElements = (page: Document): void => {
  for (const element of page.querySelectorAll('b, strong'))
    if (/font-weight:\s*(normal|[1-4]00)/i.test(styleOf(element))) unwrap(element);
  for (const span of page.querySelectorAll('span')) {
    const style = styleOf(span);
    for (const [pattern, tag] of [
      [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
      [/font-style:\s*italic/i, 'em'],
    ] as const) {
      if (!pattern.test(style)) continue;
      const mark = page.createElement(tag);
      mark.append(...span.childNodes);
      span.append(mark);
    }
  }
};

export const cleanedPaste = (html: string): string => {
  // Cells alone are no page; the editor reads them.
  if (/^\s*(<meta[^>]*>)?\s*<t[rdh]\b/i.test(html)) return withoutStyles(html);
  const page = parsedHtml(html);
  const comments = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (comments.nextNode() !== null) found.push(comments.currentNode as ChildNode);
  for (const comment of found) comment.remove();
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml, iframe, object, form, input'))
    element.remove();
  listify(page);
  styleToElements(page);
  for (const element of page.body.querySelectorAll('*')) {
    // Word has elements of its own, such as o:p.
    if (element.tagName.includes(':')) {
      if (isBlank(element)) element.remove();
      else unwrap(element);
      continue;
    }
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? '';
      const isAddress = name === 'href' || name === 'src';
      if (name === OWN || (KEPT.has(name) && (!isAddress || isSafeAddress(value)))) continue;
      element.removeAttribute(name);
    }
    if (element.tagName === 'IMG' && !element.hasAttribute('src')) element.remove();
    if (element.tagName === 'A' && !element.hasAttribute('href')) unwrap(element);
  }
  for (const paragraph of page.body.querySelectorAll('p'))
    if (isBlank(paragraph) && paragraph.querySelector('img, br') === null) paragraph.remove();
  return page.body.innerHTML;
};
