// Bodies as nobody's client writes them: one unit a hundred thousand times, nested or beside each other, in JSON or as
// a form. And long texts, which a call has by their unit and count, so that what was bred fits a line of the corpus.
import type { Seeded } from '../../engine/seeded.ts';

export interface Recipe {
  readonly type: 'application/json' | 'application/x-www-form-urlencoded';
  /** `@licence` stands for the caller's credentials. */
  readonly head: string;
  /** `#` stands for the number of the copy. */
  readonly unit: string;
  readonly times: number;
  /** What closes each copy, behind all of them. */
  readonly close: string;
  readonly tail: string;
}

/** As `bodyBytesMax` has it: what is longer reaches no decoder. */
export const BODY_MAX = 1_048_576;
const COUNTS = [1, 60, 1_000, 19_999, 20_001, 70_000, 300_000] as const;

const JSON_HEADS = [
  ['{@licence,"request":"search_products","constraint":[', '{}]}'],
  ['{@licence,"request":"aggregate","pipe":{', '"z":1}}'],
  ['{"x":[', '{}]}'],
  ['{"x":{', '"z":1},@licence,"request":"get_status"}'],
  ['[', '1]'],
] as const;
const JSON_UNITS = [
  ['{},', ''],
  ['"#":{},', ''],
  ['"x":1,', ''],
  ['"\\u0061#":1,', ''],
  ['"__proto__":{},', ''],
  ['[', '1]'],
  ['{"a":', '1}'],
  ['"a#":[', '1],'],
  ['{"name":["MATCH","er in be un"]},', ''],
  ['{"OR":[', '{}]}'],
  ['"ä😀",', ''],
] as const;
const FORM_UNITS = [
  'a=1&',
  'a#=1&',
  'a[]=1&',
  'a[b][c][#]=1&',
  '%41#=%F0%9F%98%80&',
  '&',
  '=',
  'request=get_status&',
] as const;

const sized = (recipe: Recipe): Recipe => {
  const each = recipe.unit.length + recipe.close.length + (recipe.unit.includes('#') ? 5 : 0);
  return { ...recipe, times: Math.max(1, Math.min(recipe.times, Math.floor((BODY_MAX - 1000) / each))) };
};

export const drawnBody = (random: Seeded): Recipe => {
  const times = random.of(COUNTS);
  if (random.chance(0.2)) {
    const unit = random.of(FORM_UNITS);
    const tail = random.of(['request=get_status', '@licence', 'x=1']);
    const head = random.of(['@licence&', '']);
    return sized({ type: 'application/x-www-form-urlencoded', head, unit, times, close: '', tail });
  }
  const [head, tail] = random.of(JSON_HEADS);
  const [unit, close] = random.of(JSON_UNITS);
  return sized({ type: 'application/json', head, unit, times, close, tail });
};

export const mutatedBody = (random: Seeded, recipe: Recipe): Recipe => {
  const other = drawnBody(random);
  const choice = random.next();
  if (choice < 0.4) return sized({ ...recipe, times: Math.ceil(recipe.times * random.of([0.5, 1.1, 2, 10])) });
  if (choice < 0.6 && other.type === recipe.type) return sized({ ...recipe, unit: other.unit, close: other.close });
  if (choice < 0.8 && other.type === recipe.type) return { ...recipe, head: other.head, tail: other.tail };
  return other;
};

/** The body; `licence`: how its type writes the credentials. */
export const bodyOf = (
  { type, head, unit, times, close, tail }: Recipe,
  licence: Readonly<Record<string, string>>,
): string => {
  const own =
    type === 'application/json' ? JSON.stringify(licence).slice(1, -1) : new URLSearchParams(licence).toString();
  const units = unit.includes('#')
    ? Array.from({ length: times }, (_, at) => unit.replaceAll('#', String(at))).join('')
    : unit.repeat(times);
  return `${head}${units}${close.repeat(times)}${tail}`.replaceAll('@licence', own);
};

const LONG_TEXT = /^~(\d{1,7})~(.{1,64})$/su;
const TEXT_COUNTS = [50, 960, 1_000, 9_999, 100_000] as const;
const TEXT_UNITS = ['x', '_', '%a_', '%_', 'ä ', 'er in ', '<&>', '\ufdfa', 'אa', '😀', '\\"', '__proto__'] as const;

/** A text that stands for so many copies of its unit. */
export const drawnText = (random: Seeded): string => `~${random.of(TEXT_COUNTS)}~${random.of(TEXT_UNITS)}`;

/** The text that a text stands for. */
export const textOf = (text: string): string => {
  const found = LONG_TEXT.exec(text);
  return found === null ? text : found[2]!.repeat(Number(found[1]));
};

/** A text of another length or unit; undefined: it is no such text. */
export const mutatedText = (random: Seeded, text: string): string | undefined => {
  const found = LONG_TEXT.exec(text);
  if (found === null) return undefined;
  const count = Math.ceil(Number(found[1]) * random.of([0.5, 1.1, 2, 10]));
  return random.chance(0.7) ? `~${Math.min(count, BODY_MAX)}~${found[2]}` : `~${found[1]}~${random.of(TEXT_UNITS)}`;
};
