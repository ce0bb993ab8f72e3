// The words of a PDF file that pdfkit wrote, so that a test can read what was laid out: every string of every page's
// content, through the font's own table from glyphs to characters.
import { inflateSync } from 'node:zlib';

interface Word {
  readonly page: number;
  /** Points from the top left. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const objectsOf = (file: Buffer): Map<number, { readonly head: string; readonly stream: Buffer }> => {
  const text = file.toString('latin1');
  const objects = new Map<number, { head: string; stream: Buffer }>();
  for (const { index, 1: id } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const end = text.indexOf('endobj', index);
    const at = text.indexOf('stream\n', index);
    const head = text.slice(index, at > 0 && at < end ? at : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = at > 0 && at < end ? file.subarray(at + 7, at + 7 + length) : Buffer.alloc(0);
    objects.set(Number(id), { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes });
  }
  return objects;
};

/** Glyph → characters, from a ToUnicode table. */
const glyphsOf = (table: string): Map<number, string> => {
  const glyphs = new Map<number, string>();
  const characters = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
  for (const { 1: from, 3: list } of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    [...list!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], at) =>
      glyphs.set(Number.parseInt(from!, 16) + at, hex === '' ? '' : characters(hex!)),
    );
  }
  return glyphs;
};

const reference = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0);

/** Every piece of text with its place, page by page. */
export const wordsOf = (file: Buffer): readonly Word[] => {
  const objects = objectsOf(file);
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(
        name!,
        glyphsOf(objects.get(reference(objects.get(Number(id))!.head, 'ToUnicode'))!.stream.toString('latin1')),
      );
    }
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.flatMap(({ head }, page) => {
    const content = objects.get(reference(head, 'Contents'))!.stream.toString('latin1');
    const words: Word[] = [];
    for (const [, block] of content.matchAll(/BT\n([\s\S]*?)ET/g)) {
      const [, x, y] = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/.exec(block!)!;
      const glyphs = fonts.get(/\/(F\d+)/.exec(block!)![1]!)!;
      const hex = [...block!.matchAll(/<([0-9a-f]+)>/gi)].map(([, part]) => part).join('');
      const text = (hex.match(/.{4}/g) ?? []).map((code) => glyphs.get(Number.parseInt(code, 16)) ?? '\ufffd').join('');
      words.push({ page, x: Number(x), y: 841.89 - Number(y), text });
    }
    return words;
  });
};

export const pagesOf = (file: Buffer): number => new Set(wordsOf(file).map(({ page }) => page)).size;
