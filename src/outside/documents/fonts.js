// The fonts of PDF documents: one for the letters of Europe and of Devanagari, and for other scripts those of optional
// packages, each of which is used as soon as it is installed. Plain JavaScript, because a thread starts from files as
// they stand on the disk.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** @typedef {{ readonly package: string, readonly file: string }} Face One weight of a package. */

/** @param {string} family @param {string} name @returns {Face} */
const face = (family, name, weight = '400Regular') => ({
  package: `@expo-google-fonts/${family}`,
  file: `${weight}/${name}_${weight}.ttf`,
});

export const REGULAR = face('noto-sans', 'NotoSans');
export const BOLD = face('noto-sans', 'NotoSans', '700Bold');

const JAPANESE = [face('noto-sans-jp', 'NotoSansJP'), face('sawarabi-gothic', 'SawarabiGothic')];
const CHINESE = [face('noto-sans-sc', 'NotoSansSC'), face('noto-sans-tc', 'NotoSansTC')];
const KOREAN = [face('noto-sans-kr', 'NotoSansKR')];

/** @param {string} script its code and its name in Unicode @param {string} name */
const alone = (script, name) => ({
  script,
  characters: new RegExp(`\\p{scx=${name}}`, 'u'),
  faces: [face(`noto-sans-${name.toLowerCase()}`, `NotoSans${name}`)],
});

/**
 * By script: its ISO 15924 code, its characters, and the fonts that have them, the best one first. One of them is
 * enough.
 *
 * @type {readonly { readonly script: string, readonly characters: RegExp, readonly faces: readonly Face[] }[]}
 */
export const SCRIPTS = [
  alone('Arab', 'Arabic'),
  alone('Hebr', 'Hebrew'),
  alone('Thai', 'Thai'),
  { script: 'Jpan', characters: /[\p{scx=Hiragana}\p{scx=Katakana}]/u, faces: [...JAPANESE, ...CHINESE, ...KOREAN] },
  { script: 'Hang', characters: /\p{scx=Hangul}/u, faces: KOREAN },
  {
    script: 'Hani',
    characters: /[\p{scx=Han}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    faces: [...JAPANESE, ...CHINESE, ...KOREAN],
  },
  {
    script: 'Zsye',
    characters: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/u,
    faces: [face('noto-emoji', 'NotoEmoji')],
  },
  alone('Geor', 'Georgian'),
  alone('Armn', 'Armenian'),
  alone('Beng', 'Bengali'),
  alone('Taml', 'Tamil'),
  alone('Telu', 'Telugu'),
  alone('Knda', 'Kannada'),
  alone('Mlym', 'Malayalam'),
  alone('Gujr', 'Gujarati'),
  alone('Guru', 'Gurmukhi'),
  alone('Sinh', 'Sinhala'),
  alone('Laoo', 'Lao'),
  alone('Khmr', 'Khmer'),
  alone('Mymr', 'Myanmar'),
  alone('Ethi', 'Ethiopic'),
  {
    script: 'Zsym',
    characters: /\p{S}/u,
    faces: [face('noto-sans-math', 'NotoSansMath'), face('noto-sans-symbols', 'NotoSansSymbols')],
  },
];

/** @type {Map<Face, Buffer | undefined>} */
const files = new Map();

/** @param {Face} wanted @returns {Buffer | undefined} undefined where its package is not installed */
export const fontFile = (wanted) => {
  if (!files.has(wanted)) {
    try {
      files.set(wanted, readFileSync(resolve(`${wanted.package}/${wanted.file}`)));
    } catch {
      files.set(wanted, undefined);
    }
  }
  return files.get(wanted);
};

/** @type {Map<Face, import('fontkit').Font>} */
const opened = new Map();

/** @param {Face} wanted @returns {import('fontkit').Font | undefined} */
const fontOf = (wanted) => {
  const file = opened.has(wanted) ? undefined : fontFile(wanted);
  if (file !== undefined) opened.set(wanted, /** @type {import('fontkit').Font} */ (create(file)));
  return opened.get(wanted);
};

/** How far above the base line a line of text begins, in the size of the font. */
export const ASCENT = (fontOf(REGULAR)?.ascent ?? 0) / (fontOf(REGULAR)?.unitsPerEm ?? 1);

/** Joiners and variation selectors, which say how their neighbours are drawn and may be left out. */
const IGNORABLE = /[\p{Join_Control}\p{Variation_Selector}]/u;

/** @param {Face} wanted @param {string} text */
export const covers = (wanted, text) => {
  const font = fontOf(wanted);
  return (
    font !== undefined &&
    [...text].every((one) => IGNORABLE.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
  );
};

/** @param {Face} wanted @param {string} text what the font has of it; joiners it may lack */
export const drawable = (wanted, text) =>
  IGNORABLE.test(text)
    ? [...text]
        .filter((one) => !IGNORABLE.test(one) || fontOf(wanted)?.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
        .join('')
    : text;

/**
 * A font that has all of a character: the text's own where it does, else that of its script which has all that the text
 * around it says in the script, else any. Undefined: there is none.
 *
 * @param {string} character with its marks
 * @param {string} text that it stands in
 * @returns {Face | undefined}
 */
export const faceFor = (character, text) => {
  if (covers(REGULAR, character)) return REGULAR;
  const own = SCRIPTS.filter(({ characters }) => characters.test(character));
  for (const { characters, faces } of own) {
    const fit = faces.filter((one) => covers(one, character));
    const alike = [...text].filter((one) => characters.test(one)).join('');
    const found = fit.find((one) => covers(one, alike)) ?? fit[0];
    if (found !== undefined) return found;
  }
  return SCRIPTS.flatMap(({ faces }) => faces).find((one) => covers(one, character));
};

/**
 * The scripts of a character that no font has, as ISO 15924 calls them; its number where it is of none of these. @param
 * {string} character
 */
export const scriptsOf = (character) => {
  const found = SCRIPTS.filter(({ characters }) => characters.test(character)).map(({ script }) => script);
  return found.length > 0
    ? found.slice(0, 1)
    : [`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`];
};
