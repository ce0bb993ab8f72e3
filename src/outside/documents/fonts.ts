// Fonts of PDF documents. One comes with Kontor and has the letters of Europe and of Devanagari. Fonts of other scripts
// are optional packages, used as soon as they are installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as NotoSans from '@expo-google-fonts/noto-sans';
import { create } from 'fontkit';
import type { Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** One weight of a font: a file of a package. */
export interface Face {
  readonly package: string;
  readonly file: string;
}

const face = (family: string, font: string): Face => ({
  package: `@expo-google-fonts/${family}`,
  file: `${font.split('_')[1]}/${font}.ttf`,
});

const builtIn = (font: Extract<keyof typeof NotoSans, `NotoSans_${string}`>): Face => face('noto-sans', font);
const optional = (family: string, name: string): Face => face(family, `${name}_400Regular`);

export const REGULAR = builtIn('NotoSans_400Regular');
export const BOLD = builtIn('NotoSans_700Bold');

const JAPANESE = [optional('noto-sans-jp', 'NotoSansJP'), optional('sawarabi-gothic', 'SawarabiGothic')];
const CHINESE = [optional('noto-sans-sc', 'NotoSansSC'), optional('noto-sans-tc', 'NotoSansTC')];
const KOREAN = [optional('noto-sans-kr', 'NotoSansKR')];

interface Script {
  /** ISO 15924. */
  readonly code: string;
  /** Matches a text that has characters of the script. */
  readonly characters: RegExp;
  /** Fonts with the script's characters, the best first; one is enough. */
  readonly faces: readonly Face[];
}

/** A script with a Noto font of its own, by its name in Unicode. */
const ownFont = (code: string, name: string): Script => ({
  code,
  characters: new RegExp(`\\p{scx=${name}}`, 'u'),
  faces: [optional(`noto-sans-${name.toLowerCase()}`, `NotoSans${name}`)],
});

export const SCRIPTS: readonly Script[] = [
  ownFont('Arab', 'Arabic'),
  ownFont('Hebr', 'Hebrew'),
  ownFont('Thai', 'Thai'),
  { code: 'Jpan', characters: /[\p{scx=Hiragana}\p{scx=Katakana}]/u, faces: [...JAPANESE, ...CHINESE, ...KOREAN] },
  { code: 'Hang', characters: /\p{scx=Hangul}/u, faces: KOREAN },
  {
    code: 'Hani',
    characters: /[\p{scx=Han}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    faces: [...JAPANESE, ...CHINESE, ...KOREAN],
  },
  {
    code: 'Zsye',
    characters: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/u,
    faces: [optional('noto-emoji', 'NotoEmoji')],
  },
  ownFont('Geor', 'Georgian'),
  ownFont('Armn', 'Armenian'),
  ownFont('Beng', 'Bengali'),
  ownFont('Taml', 'Tamil'),
  ownFont('Telu', 'Telugu'),
  ownFont('Knda', 'Kannada'),
  ownFont('Mlym', 'Malayalam'),
  ownFont('Gujr', 'Gujarati'),
  ownFont('Guru', 'Gurmukhi'),
  ownFont('Sinh', 'Sinhala'),
  ownFont('Laoo', 'Lao'),
  ownFont('Khmr', 'Khmer'),
  ownFont('Mymr', 'Myanmar'),
  ownFont('Ethi', 'Ethiopic'),
  {
    code: 'Zsym',
    characters: /\p{S}/u,
    faces: [optional('noto-sans-math', 'NotoSansMath'), optional('noto-sans-symbols', 'NotoSansSymbols')],
  },
];

const files = new Map<Face, Buffer | undefined>();

/** Undefined where the package is not installed. */
export const fontFile = (wanted: Face): Buffer | undefined => {
  if (!files.has(wanted)) {
    try {
      files.set(wanted, readFileSync(resolve(`${wanted.package}/${wanted.file}`)));
    } catch {
      files.set(wanted, undefined);
    }
  }
  return files.get(wanted);
};

const fonts = new Map<Face, Font>();

/** Undefined where the package is not installed. */
export const fontOf = (wanted: Face): Font | undefined => {
  const file = fonts.has(wanted) ? undefined : fontFile(wanted);
  if (file !== undefined) fonts.set(wanted, create(file) as Font);
  return fonts.get(wanted);
};

/** Distance from the top of a line to its base line, in multiples of the font's size. */
export const ASCENT = (fontOf(REGULAR)?.ascent ?? 0) / (fontOf(REGULAR)?.unitsPerEm ?? 1);

/** Joiners and variation selectors, which say how their neighbours are drawn and may be left out. */
const IGNORABLE = /[\p{Join_Control}\p{Variation_Selector}]/u;

/** Whether a font has a code point, cached because fontkit searches its table each time. */
const glyphs = new Map<Font, Map<number, boolean>>();
const GLYPHS_MAX = 50_000;

const hasGlyph = (font: Font | undefined, character: string): boolean => {
  if (font === undefined) return false;
  const codePoint = character.codePointAt(0) ?? 0;
  const known = glyphs.get(font) ?? new Map<number, boolean>();
  const found = known.get(codePoint);
  if (found !== undefined) return found;
  if (known.size >= GLYPHS_MAX) known.clear();
  const has = font.hasGlyphForCodePoint(codePoint);
  glyphs.set(font, known.set(codePoint, has));
  return has;
};

/** Whether the font has all characters of a text, joiners apart. */
export const covers = (wanted: Face, text: string): boolean => {
  const font = fontOf(wanted);
  return font !== undefined && [...text].every((character) => IGNORABLE.test(character) || hasGlyph(font, character));
};

/** The text without the joiners that the font lacks. */
export const drawable = (wanted: Face, text: string): string =>
  IGNORABLE.test(text)
    ? [...text].filter((character) => !IGNORABLE.test(character) || hasGlyph(fontOf(wanted), character)).join('')
    : text;

const ALL_FACES = SCRIPTS.flatMap(({ faces }) => faces);

/** Chooses fonts for the characters of one text. Each script and each character is looked up once. */
export class FacesOfText {
  private readonly text: string;
  private readonly found = new Map<string, Face | undefined>();
  private readonly sameScript = new Map<Script, readonly Face[]>();

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Returns a font that has a character with its marks: the document's own if it has, else a font of the script that
   * covers all of the text's characters in that script, else any. Undefined: no font has it.
   */
  faceFor(character: string): Face | undefined {
    if (this.found.has(character)) return this.found.get(character);
    const face = covers(REGULAR, character) ? REGULAR : this.otherFace(character);
    this.found.set(character, face);
    return face;
  }

  private otherFace(character: string): Face | undefined {
    const isCovered = (candidate: Face): boolean => covers(candidate, character);
    for (const script of SCRIPTS.filter(({ characters }) => characters.test(character))) {
      const best = this.facesOfScript(script).find(isCovered) ?? script.faces.find(isCovered);
      if (best !== undefined) return best;
    }
    return ALL_FACES.find(isCovered);
  }

  /** Fonts that have all characters of the script in the text. */
  private facesOfScript(script: Script): readonly Face[] {
    const known = this.sameScript.get(script);
    if (known !== undefined) return known;
    const written = [...new Set(this.text)].filter((other) => script.characters.test(other)).join('');
    const faces = script.faces.filter((candidate) => covers(candidate, written));
    this.sameScript.set(script, faces);
    return faces;
  }
}

/** ISO 15924 code of the script of a character that no font has; its code point (`U+1F0A`) for any other script. */
export const scriptOf = (character: string): string =>
  SCRIPTS.find(({ characters }) => characters.test(character))?.code ??
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
