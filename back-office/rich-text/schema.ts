// What a text may hold. All else is left out of it: what the editor would drop of a text that is there is found before
// (lost.ts), and what is pasted is cleaned (paste.ts).
import { isSafeAddress } from './addresses.ts';
import { Schema, tableNodes } from './prosemirror.ts';
import type { Attrs, MarkSpec, Node, NodeSpec } from './prosemirror.ts';

/** The values that are there. */
const given = (attrs: Attrs): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(attrs)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

/** Attributes of an element that the text keeps, by name; null where it has none. */
const attributesOf = (element: HTMLElement, names: readonly string[]): { [name: string]: string | null } =>
  Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]));

const optional = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]));

const LEVELS = [1, 2, 3, 4, 5, 6] as const;
const IMAGE = ['src', 'alt', 'title', 'width', 'height'] as const;
const LINK = ['href', 'title', 'target', 'rel'] as const;

const nodes: { readonly [name: string]: NodeSpec } = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }: Node) => [`h${String(attrs['level'])}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    attrs: optional(['start']),
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (element: HTMLElement) => attributesOf(element, ['start']) }],
    toDOM: ({ attrs }: Node) => ['ol', given(attrs), 0],
  },
  list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ...tableNodes({ tableGroup: 'block', cellContent: 'block+', cellAttributes: {} }),
  text: { group: 'inline' },
  image: {
    inline: true,
    attrs: optional(IMAGE),
    group: 'inline',
    draggable: true,
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (element: HTMLElement) =>
          isSafeAddress(element.getAttribute('src') ?? '') ? attributesOf(element, IMAGE) : false,
      },
    ],
    toDOM: ({ attrs }: Node) => ['img', given(attrs)],
  },
  line_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
};

/** A mark whose element is one of these. */
const plain = (...tags: readonly [string, ...string[]]): MarkSpec => ({
  parseDOM: tags.map((tag) => ({ tag })),
  toDOM: () => [tags[0], 0],
});

const marks: { readonly [name: string]: MarkSpec } = {
  link: {
    attrs: optional(LINK),
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element: HTMLElement) =>
          isSafeAddress(element.getAttribute('href') ?? '') ? attributesOf(element, LINK) : false,
      },
    ],
    toDOM: ({ attrs }) => ['a', given(attrs), 0],
  },
  strong: plain('strong', 'b'),
  em: plain('em', 'i'),
  u: plain('u'),
  s: plain('s', 'del', 'strike'),
  sub: plain('sub'),
  sup: plain('sup'),
  code: plain('code'),
};

export const SCHEMA = new Schema({ nodes, marks });
