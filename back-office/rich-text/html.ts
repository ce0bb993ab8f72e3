// Texts as HTML, and back: what the editor reads and what it writes. A text is written as a person would write it: a
// list item or a cell with one paragraph has no element for that.
import { parsedHtml } from './parsed.ts';
import { NodeParser, NodeSerializer } from './prosemirror.ts';
import type { Node } from './prosemirror.ts';
import { SCHEMA } from './schema.ts';

const PARSER = NodeParser.fromSchema(SCHEMA);
const SERIALIZER = NodeSerializer.fromSchema(SCHEMA);

export const nodeOf = (html: string): Node => PARSER.parse(parsedHtml(html).body, { preserveWhitespace: false });

const LISTS = new Set(['UL', 'OL']);

/** Takes the element of the only paragraph of a list item, lists below it aside, or of a cell away. */
const tighten = (page: DocumentFragment): void => {
  for (const item of page.querySelectorAll('li, td, th')) {
    const [first, ...others] = item.children;
    if (first?.tagName === 'P' && others.every(({ tagName }) => item.tagName === 'LI' && LISTS.has(tagName)))
      first.replaceWith(...first.childNodes);
  }
};

/** '' for a text without anything in it. */
export const htmlOf = (text: Node): string => {
  const only = text.childCount === 1 ? text.firstChild : null;
  if (only !== null && only.type === SCHEMA.nodes['paragraph'] && only.content.size === 0) return '';
  const page = SERIALIZER.serializeFragment(text.content) as DocumentFragment;
  tighten(page);
  const box = document.createElement('div');
  box.append(page);
  return box.innerHTML;
};
