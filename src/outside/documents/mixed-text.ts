// Text of any script in a PDF: each run of characters in a font that has it, runs in the order in which they are read.
// Widths are measured run by run, so that lines break where they are full.
//
// Not promised: shaping across runs, and vertical text.
import bidiFactory from 'bidi-js';
import PdfDocument, * as pdfkit from 'pdfkit';
import { ASCENT, BOLD, FacesOfText, REGULAR, drawable, fontOf, scriptOf } from './fonts.ts';
import type { Face } from './fonts.ts';

type TextOptions = PDFKit.Mixins.TextOptions;

/** pdfkit exports its line breaker, which its types lack. */
interface LineWrapper {
  on(event: 'line', listener: (line: string, options: { readonly lineWidth: number }) => void): this;
  wrap(text: string, options: TextOptions): void;
}
const { LineWrapper } = pdfkit as unknown as {
  readonly LineWrapper: new (document: PDFKit.PDFDocument, options: TextOptions) => LineWrapper;
};

// The package's types describe its ES module; Node loads the other form, whose export is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Matches texts that the document's own font covers and that read from left to right: most texts, which need none of
 * this.
 */
export const PLAIN =
  /^[\n\r\t -~\u00a0-\u00ac\u00ae-\u017f\u0386-\u03a1\u03a3-\u03e1\u03f0-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122]*$/;
const isPlain = (text: string): boolean => PLAIN.test(text);

/** Scripts that are written without blanks between their words. */
const WITHOUT_BLANKS = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const ZERO_WIDTH_SPACE = '\u200b';
/** Characters never drawn: controls, and those that only mark a break or a direction. */
const UNDRAWN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
/** Matches the first character with a script, by which fontkit decides to draw from right to left. */
const FIRST_LETTER = /[^\p{sc=Common}\p{sc=Inherited}\p{Cn}]/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const ENDS_IN_HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** Widths of runs by font and text, in points at a size of one point. */
const widths = new Map<string, number>();
const WIDTHS_MAX = 20_000;
const MISSING_SCRIPTS_MAX = 12;

/** The text with places to break at where its script shows none. */
const breakable = (text: string): string =>
  isPlain(text)
    ? text
    : text.replace(WITHOUT_BLANKS, (run) =>
        [...words.segment(run)].map(({ segment }) => segment).join(ZERO_WIDTH_SPACE),
      );

/** Text of one font and one direction. */
interface Run {
  readonly face: Face;
  text: string;
  /** Embedding level of the bidirectional algorithm; odd: from right to left. */
  readonly level: number;
}

/**
 * The runs of a text in logical order (as it is spoken). `faces`: of the text of which this is a part. `missing`:
 * called for each character that no font has; returns what is drawn in its place.
 */
const runsOf = (
  text: string,
  levelAt: (index: number) => number,
  faces: FacesOfText,
  missing: (character: string) => string,
): Run[] => {
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const given = segment.replace(UNDRAWN, '');
    if (given === '') continue;
    const level = levelAt(index);
    const last = runs.at(-1);
    const match = faces.faceFor(given);
    const drawn = match === undefined ? missing(given) : given;
    const face = match ?? REGULAR;
    if (last?.face === face && last.level === level) last.text += drawn;
    else runs.push({ face, text: drawn, level });
  }
  return runs;
};

/** Runs in their order on paper, from left to right (Unicode Standard Annex 9, rule L2). */
const inVisualOrder = (runs: readonly Run[]): Run[] => {
  const shown = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < shown.length; from += 1) {
      let to = from;
      while (to < shown.length && shown[to]!.level >= level) to += 1;
      if (to > from + 1) shown.splice(from, to - from, ...shown.slice(from, to).toReversed());
      from = Math.max(from, to - 1);
    }
  }
  return shown;
};

/** Characters of a run in the order in which the font draws them in the run's direction. */
const inRunDirection = ({ face, text, level }: Run): string => {
  const isFromRight = level % 2 === 1;
  const mirrored = isFromRight
    ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text;
  const given = drawable(face, mirrored);
  if (RIGHT_TO_LEFT.test(FIRST_LETTER.exec(given)?.[0] ?? '') === isFromRight) return given;
  return [...graphemes.segment(given)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('');
};

/** Costs of layout, in units of a plain character (bench/notes/documents.md). */
const SHAPED_COST = 4;
/** Matches presentation forms; most are drawn as the letters that they stand for, up to 18. */
const PRESENTATION_FORM = /[\ufb50-\ufdff\ufe70-\ufeff]/;
const PRESENTATION_COST = 10;
const PIECE_LENGTH = 500;
/** Cost of a run of one font and direction, beside its characters. */
const RUN_COST = 14;

/**
 * Returns the cost of laying a text out, and its length, or the index of the character with which the cost exceeds
 * `max`; nothing behind that is counted.
 */
export const layoutCost = (text: string, max: number): readonly [cost: number, end: number] => {
  if (isPlain(text)) return [text.length, Math.min(text.length, max)];
  const faces = new FacesOfText(text);
  let cost = 0;
  let last = '';
  // Node's time for a text grows with the square of its length.
  for (let from = 0; from < text.length; from += PIECE_LENGTH) {
    for (const { segment, index } of graphemes.segment(text.slice(from, from + PIECE_LENGTH))) {
      const run = isPlain(segment) ? '' : `${faces.faceFor(segment)?.file} ${RIGHT_TO_LEFT.test(segment)}`;
      if (run !== last) cost += RUN_COST;
      last = run;
      cost += segment.length * (run === '' ? 1 : PRESENTATION_FORM.test(segment) ? PRESENTATION_COST : SHAPED_COST);
      if (cost > max) return [cost, from + index];
    }
  }
  return [cost, text.length];
};

/**
 * A PDF document whose texts may be of any script: `text`, `widthOfString` and `heightOfString` are those of pdfkit.
 */
export class MixedDocument extends PdfDocument {
  /** ISO 15924 codes of the scripts of characters that no font has. */
  readonly missingScripts = new Set<string>();
  private baseFace = REGULAR;
  private points = 0;
  /** Font of the single run that is being written. */
  private singleFace: Face | undefined = undefined;
  private readonly registered = new Set<string>();
  /** PDF/A has no glyph that stands for none. */
  private readonly isArchived: boolean;

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options);
    this.isArchived = options.subset !== undefined;
  }

  /** What is drawn in place of a character that no font has. */
  private readonly standIn = (character: string): string => (this.isArchived ? '?' : character);

  /** Names of the scripts with characters here that no font has, with commas; '' for none. */
  missingIn(locale: string): string {
    if (this.missingScripts.size === 0) return '';
    const names = new Intl.DisplayNames([locale, 'en'], { type: 'script' });
    return [...this.missingScripts]
      .slice(0, MISSING_SCRIPTS_MAX)
      .map((script) => (script.length === 4 ? (names.of(script) ?? script) : script))
      .join(', ');
  }

  /** Called by pdfkit, which writes these texts into XML as they are. */
  protected _addInfo(): void {
    const { info } = this;
    const escaped = Object.entries(info).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : (value as unknown),
    ]);
    this.info = Object.fromEntries(escaped) as typeof info;
    const { prototype } = PdfDocument as unknown as { readonly prototype: { readonly [name: string]: () => void } };
    prototype['_addInfo']!.call(this);
    this.info = info;
  }

  /** Sets font and size of what follows. */
  setFace(isBold: boolean, points: number): this {
    this.baseFace = isBold ? BOLD : REGULAR;
    this.points = points;
    return this.useFace(this.baseFace).fontSize(points);
  }

  private useFace(face: Face): this {
    const name = `${face.package}/${face.file}`;
    if (!this.registered.has(name)) {
      // A font is parsed once for all documents, because parsing takes longer than a layout; the package's types lack
      // this form.
      this.registerFont(name, fontOf(face) as unknown as PDFKit.Mixins.PDFFontSource);
      this.registered.add(name);
    }
    return this.font(name);
  }

  /** Characters that all fonts have stand in the base font, which may be bold. */
  private faceOf({ face }: Run): Face {
    return face === REGULAR ? this.baseFace : face;
  }

  override widthOfString(text: string, options?: TextOptions): number {
    if (this.singleFace !== undefined) return this.widthOfRun(this.singleFace, text);
    if (isPlain(text)) return super.widthOfString(text, options);
    let width = 0;
    const runs = runsOf(text, () => 0, new FacesOfText(text), this.standIn);
    for (const run of runs) width += this.widthOfRun(this.faceOf(run), drawable(run.face, run.text));
    return width;
  }

  /** Shaping costs as much for one character as for ten, and lines are broken by measuring the same runs again. */
  private widthOfRun(face: Face, text: string): number {
    const key = `${face.file} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known * this.points;
    const width = this.useFace(face).fontSize(1000).runWidth(text) / 1000;
    this.useFace(this.singleFace ?? this.baseFace).fontSize(this.points);
    if (widths.size >= WIDTHS_MAX) widths.clear();
    widths.set(key, width);
    return width * this.points;
  }

  /** Width of a run in the present font and size. */
  private runWidth(text: string): number {
    return super.widthOfString(text, { features: [] });
  }

  override heightOfString(text: string, options?: TextOptions): number {
    const { width = 0 } = options ?? {};
    // The height of a text of one line, as most are, needs no line breaking.
    const isOneLine = text !== '' && !/[\n\r\t]/.test(text) && isPlain(text) && super.widthOfString(text) < width - 1;
    if (isOneLine) return this.currentLineHeight(true);
    return super.heightOfString(breakable(text), options);
  }

  override text(given: string, x?: number | TextOptions, y?: number, options: TextOptions = {}): this {
    if (this.singleFace !== undefined || isPlain(given)) return super.text(given, x as number, y, options);
    const text = breakable(given);
    const { levels } = bidi.getEmbeddingLevels(text);
    this.x = x as number;
    this.y = y as number;
    const faces = new FacesOfText(text);
    let position = 0;
    let half = '';
    const wrapper = new LineWrapper(this, { ...options });
    wrapper.on('line', (line, { lineWidth }) => {
      const from = position - half.length;
      position += line.length;
      const whole = half + line;
      // A word that is longer than a line is broken anywhere, also within a character of two code units.
      half = ENDS_IN_HIGH_SURROGATE.test(whole) ? whole.slice(-1) : '';
      const shown = (half === '' ? whole : whole.slice(0, -1)).replace(/[\p{Zs}\s]+$/u, '');
      const runs = runsOf(
        shown,
        (index) => levels[from + index] ?? 0,
        faces,
        (character) => {
          this.missingScripts.add(scriptOf(character));
          return this.standIn(character);
        },
      );
      this.writeLine(inVisualOrder(runs), lineWidth, options);
      this.y += this.currentLineHeight(true);
    });
    wrapper.wrap(text, { ...options });
    return this;
  }

  private writeLine(runs: readonly Run[], lineWidth: number, { align, link }: TextOptions): void {
    const { x, y } = this;
    const height = this.currentLineHeight(true);
    const pieces = runs.map((run) => {
      const face = this.faceOf(run);
      const text = inRunDirection(run);
      return { face, text, width: this.widthOfRun(face, text) };
    });
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
    const left = align === 'right' ? x + lineWidth - width : x;
    if (link !== undefined && link !== null) this.link(left, y, width, height, link);
    let pieceX = left;
    for (const piece of pieces) {
      this.singleFace = piece.face;
      this.useFace(piece.face).text(piece.text, pieceX, y + ASCENT * this.points, {
        lineBreak: false,
        features: [],
        baseline: 'alphabetic',
      });
      pieceX += piece.width;
    }
    this.singleFace = undefined;
    this.useFace(this.baseFace);
    this.x = x;
    this.y = y;
  }
}
