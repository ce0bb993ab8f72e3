// What a value was and what it became: what is the same at both ends stands once, and only what differs is marked.
import { valueText } from '../change-value.ts';
import { t } from '../texts/texts.ts';

interface Parts {
  readonly head: string;
  readonly removed: string;
  readonly added: string;
  readonly tail: string;
}

const WORDS = /[\p{L}\p{N}.]+|[^\p{L}\p{N}.]/gu;

/** Compares by words, so that 12.50 → 12.90 reads as two prices. */
const partsOf = (before: string, after: string): Parts => {
  const [old, fresh] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return {
    head: old.slice(0, start).join(''),
    removed: old.slice(start, old.length - end).join(''),
    added: fresh.slice(start, fresh.length - end).join(''),
    tail: old.slice(old.length - end).join(''),
  };
};

const AROUND = 40;
const VALUE_MAX = 2000;
const PARTS_MAX = 100;

const short = (text: string): string => (text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)} …` : text);

interface DifferenceProps {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export const Difference = ({ field, before, after }: DifferenceProps) => {
  const texts = t().changes;
  const { head, removed, added, tail } = partsOf(
    valueText(field, before, PARTS_MAX),
    valueText(field, after, PARTS_MAX),
  );
  // An empty value is named if no common text stands around it.
  const isWhole = head === '' && tail === '';
  const mark = (text: string) => (text === '' && isWhole ? texts.empty : short(text));
  return (
    <span class="difference">
      {head.length > AROUND ? `… ${head.slice(-AROUND)}` : head}
      {(removed !== '' || isWhole) && <del aria-label={texts.removed}>{mark(removed)}</del>}
      {isWhole && ' → '}
      {(added !== '' || isWhole) && <ins aria-label={texts.added}>{mark(added)}</ins>}
      {tail.length > AROUND ? `${tail.slice(0, AROUND)} …` : tail}
    </span>
  );
};
