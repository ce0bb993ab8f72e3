// Text of any script in a PDF: each piece by a font that has it, in the order in which it is read. Widths are measured
// piece by piece, so that lines are broken where they are full. Plain JavaScript, because a thread starts from files as
// they stand on the disk.
import bidiOf from 'bidi-js';
import PdfFile, { LineWrapper } from 'pdfkit';
import { ASCENT, BOLD, REGULAR, drawable, faceFor, fontFile, scriptsOf } from './fonts.js';

const bidi = bidiOf();
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** What the font of the document has and reads from left to right: most texts, which need none of what follows. */
export const PLAIN =
  /^[\n\r\t -~\u00a0-\u00ac\u00ae-\u017f\u0386-\u03a1\u03a3-\u03e1\u03f0-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122]*$/;
const isPlain = (/** @type {string} */ text) => PLAIN.test(text);

/** Scripts that are written without blanks between their words. */
const WITHOUT_BLANKS = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const BREAK = '\u200b';
/** Nothing of these is drawn: control characters, and what only says where to break or which way to read. */
const UNDRAWN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
/** What fontkit, which looks at the first letter, draws from right to left by itself. */
const FIRST_LETTER = /[^\p{sc=Common}\p{sc=Inherited}\p{Cn}]/u;
const FROM_RIGHT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** @param {string} text with places to break at where the script shows none */
const breakable = (text) =>
  isPlain(text)
    ? text
    : text.replace(WITHOUT_BLANKS, (run) => [...words.segment(run)].map(({ segment }) => segment).join(BREAK));

/**
 * @typedef {import('./fonts.js').Face} Face
 * @typedef {{ face: Face, text: string, level: number }} Run Of one font and one direction; level: of the bidirectional
 * algorithm, odd from right to left.
 */

/**
 * In the order in which they are spoken.
 *
 * @param {string} text
 * @param {(at: number) => number} levelAt
 * @param {string} whole the text of which this is a part
 * @param {(character: string) => void} missing
 * @returns {Run[]}
 */
const runsOf = (text, levelAt, whole, missing) => {
  /** @type {Run[]} */
  const runs = [];
  for (const { segment, index } of characters.segment(text)) {
    const drawn = segment.replace(UNDRAWN, '');
    if (drawn === '') continue;
    const level = levelAt(index);
    const last = runs.at(-1);
    const found = faceFor(drawn, whole);
    if (found === undefined) missing(drawn);
    const face = found ?? REGULAR;
    if (last?.face === face && last.level === level) last.text += drawn;
    else runs.push({ face, text: drawn, level });
  }
  return runs;
};

/** As they stand on the paper, from left to right (UAX 9, rule L2). @param {Run[]} runs */
const inVisualOrder = (runs) => {
  const shown = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < shown.length; from += 1) {
      let to = from;
      while (to < shown.length && shown[to].level >= level) to += 1;
      if (to > from + 1) shown.splice(from, to - from, ...shown.slice(from, to).toReversed());
      from = Math.max(from, to - 1);
    }
  }
  return shown;
};

/** What the font is given, so that it comes out in the direction of the run. @param {Run} run */
const directed = ({ face, text, level }) => {
  const fromRight = level % 2 === 1;
  const mirrored = fromRight ? [...text].map((one) => bidi.getMirroredCharacter(one) ?? one).join('') : text;
  const given = drawable(face, mirrored);
  if (FROM_RIGHT.test(FIRST_LETTER.exec(given)?.[0] ?? '') === fromRight) return given;
  return [...characters.segment(given)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('');
};

const isHighHalf = (/** @type {string} */ text) => /[\ud800-\udbff]$/.test(text);

/** A document whose texts may be of any script: `text`, `widthOfString` and `heightOfString` are those of pdfkit. */
export class MixedDocument extends PdfFile {
  /** Scripts of characters that no font has. @type {Set<string>} */
  missing = new Set();
  /** @type {Face} */
  baseFace = REGULAR;
  points = 0;
  /** What is written now is of one font. */
  single = false;
  /** @type {Set<string>} */
  registered = new Set();

  /** The font of what follows, in the size of it. @param {boolean} bold @param {number} size */
  face(bold, size) {
    this.baseFace = bold ? BOLD : REGULAR;
    this.points = size;
    return this.useFace(this.baseFace).fontSize(size);
  }

  /** @param {Face} face */
  useFace(face) {
    const name = `${face.package}/${face.file}`;
    if (!this.registered.has(name)) {
      this.registerFont(name, /** @type {Buffer} */ (fontFile(face)));
      this.registered.add(name);
    }
    return this.font(name);
  }

  /** In the base font for what all of them have. @param {Run} run */
  faceOf({ face }) {
    return face === REGULAR ? this.baseFace : face;
  }

  /** @param {string} character */
  lack(character) {
    for (const script of scriptsOf(character)) this.missing.add(script);
  }

  widthOfString(text, options) {
    if (this.single || isPlain(text)) return super.widthOfString(text, options);
    let width = 0;
    for (const run of runsOf(
      text,
      () => 0,
      text,
      () => {},
    )) {
      this.useFace(this.faceOf(run));
      width += super.widthOfString(drawable(run.face, run.text), { features: [] });
    }
    this.useFace(this.baseFace);
    return width;
  }

  heightOfString(text, options) {
    return super.heightOfString(breakable(text), options);
  }

  text(given, x, y, options = {}) {
    if (this.single || isPlain(given)) return super.text(given, x, y, options);
    const text = breakable(given);
    const { levels } = bidi.getEmbeddingLevels(text);
    this.x = x;
    this.y = y;
    let at = 0;
    let half = '';
    const wrapper = new LineWrapper(this, { ...options });
    wrapper.on('line', (/** @type {string} */ line, /** @type {{ lineWidth: number }} */ { lineWidth }) => {
      const from = at - half.length;
      at += line.length;
      const whole = half + line;
      // A word that is longer than a line is broken anywhere.
      half = isHighHalf(whole) ? whole.slice(-1) : '';
      const shown = (half === '' ? whole : whole.slice(0, -1)).replace(/[\p{Zs}\s]+$/u, '');
      const runs = runsOf(
        shown,
        (index) => levels[from + index] ?? 0,
        text,
        (one) => this.lack(one),
      );
      this.writeLine(inVisualOrder(runs), lineWidth, options);
      this.y += this.currentLineHeight(true);
    });
    wrapper.wrap(text, { ...options });
    return this;
  }

  /** @param {Run[]} runs @param {number} lineWidth @param {{ align?: string, link?: string }} options */
  writeLine(runs, lineWidth, { align, link }) {
    const { x, y } = this;
    const height = this.currentLineHeight(true);
    this.single = true;
    const pieces = runs.map((run) => {
      const face = this.faceOf(run);
      const text = directed(run);
      return { face, text, width: this.useFace(face).widthOfString(text, { features: [] }) };
    });
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
    const left = align === 'right' ? x + lineWidth - width : x;
    if (link !== undefined) this.link(left, y, width, height, link);
    let pieceX = left;
    for (const piece of pieces) {
      this.useFace(piece.face).text(piece.text, pieceX, y + ASCENT * this.points, {
        lineBreak: false,
        features: [],
        baseline: 'alphabetic',
      });
      pieceX += piece.width;
    }
    this.single = false;
    this.useFace(this.baseFace);
    this.x = x;
    this.y = y;
  }
}
