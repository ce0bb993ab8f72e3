// The blocks of EditorJS, in which Saleor keeps descriptions, as HTML. Texts within blocks are HTML already.

type Members = { readonly [name: string]: unknown };

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const tagged = (tag: string, text: string): string => (text === '' ? '' : `<${tag}>${text}</${tag}>`);

/** Deeper levels are dropped, text included: no editor writes them. */
const LEVELS_MAX = 16;

/** Items are texts in old versions, and `{content, items}` with items of their own in newer ones. */
const itemsOf = (tag: string, items: readonly unknown[], level = 0): string => {
  if (items.length === 0 || level > LEVELS_MAX) return '';
  const lines = items.map((item) => {
    const inner = isMembers(item)
      ? textOf(item['content'] ?? item['text']) + itemsOf(tag, listOf(item['items']), level + 1)
      : textOf(item);
    return `<li>${inner}</li>`;
  });
  return `<${tag}>${lines.join('')}</${tag}>`;
};

const tableOf = ({ content, withHeadings }: Members): string => {
  const rows = listOf(content).map((row, index) => {
    const tag = withHeadings === true && index === 0 ? 'th' : 'td';
    return `<tr>${listOf(row)
      .map((cell) => `<${tag}>${textOf(cell)}</${tag}>`)
      .join('')}</tr>`;
  });
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
};

const imageOf = (data: Members): string => {
  const url = textOf(isMembers(data['file']) ? data['file']['url'] : data['url']);
  if (url === '') return '';
  const caption = textOf(data['caption']);
  return `<figure><img src="${attribute(url)}" alt="">${tagged('figcaption', caption)}</figure>`;
};

const levelOf = (level: unknown): number =>
  typeof level === 'number' && level >= 1 && level <= 6 ? Math.floor(level) : 2;

/** Undefined for a type of block that has no HTML here. */
const blockHtml = (type: string, data: Members): string | undefined => {
  const text = textOf(data['text']);
  switch (type.toLowerCase()) {
    case 'paragraph':
      return tagged('p', text);
    case 'header':
      return tagged(`h${levelOf(data['level'])}`, text);
    case 'list':
    case 'nestedlist':
    case 'checklist':
      return itemsOf(data['style'] === 'ordered' ? 'ol' : 'ul', listOf(data['items']));
    case 'quote': {
      const caption = textOf(data['caption']);
      return text === '' ? '' : `<blockquote>${tagged('p', text)}${tagged('footer', caption)}</blockquote>`;
    }
    case 'table':
      return tableOf(data);
    case 'image':
    case 'simpleimage':
      return imageOf(data);
    case 'embed': {
      const source = textOf(data['source'] ?? data['embed']);
      return source === ''
        ? ''
        : tagged('p', `<a href="${attribute(source)}">${escaped(textOf(data['caption']) || source)}</a>`);
    }
    case 'code':
      return data['code'] === undefined ? '' : `<pre><code>${escaped(textOf(data['code']))}</code></pre>`;
    case 'raw':
      return textOf(data['html']);
    case 'delimiter':
      return '<hr>';
    case 'warning':
      return tagged('p', [tagged('strong', textOf(data['title'])), textOf(data['message'])].filter(Boolean).join(' '));
    default:
      return text === '' ? undefined : tagged('p', text);
  }
};

/** A cell that is no JSON of the editor is HTML or text already. `lost`: types of blocks that are left out. */
export const editorHtml = (cell: string): { readonly html: string; readonly lost: readonly string[] } => {
  if (!cell.startsWith('{')) return { html: cell, lost: [] };
  let parsed: unknown;
  try {
    parsed = JSON.parse(cell);
  } catch {
    return { html: cell, lost: [] };
  }
  if (!isMembers(parsed) || Object.keys(parsed).length === 0) return { html: '', lost: [] };
  if (!Array.isArray(parsed['blocks'])) return { html: cell, lost: [] };
  const lost = new Set<string>();
  const html = parsed['blocks'].map((block: unknown) => {
    if (!isMembers(block)) return '';
    const type = textOf(block['type']) || 'paragraph';
    const made = blockHtml(type, isMembers(block['data']) ? block['data'] : {});
    if (made === undefined) lost.add(type);
    return made ?? '';
  });
  return { html: html.join(''), lost: [...lost] };
};
