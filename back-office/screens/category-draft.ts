// What is typed about a category, and how it goes together with what somebody else has saved meanwhile.
import type { Reply } from '../api/call.ts';

type Texts = { readonly [language: string]: string };

export interface CategoryDraft {
  readonly name: string;
  readonly labels: Texts;
  readonly permalinks: Texts;
  /** JSON of what it finds by itself; '': nothing. */
  readonly filling: string;
}

export const NEW: CategoryDraft = { name: '', labels: {}, permalinks: {}, filling: '' };

export const draftOf = ({ name, labels, seo, constraint }: Reply<'get_category_languages'>): CategoryDraft => ({
  name,
  labels,
  permalinks: Object.fromEntries(Object.entries(seo).map(([code, { permalink = '' }]) => [code, permalink])),
  filling: constraint === undefined ? '' : JSON.stringify(constraint),
});

/** Only what differs is sent; an emptied text is taken away. */
export const changesOf = (before: Texts, after: Texts): readonly (readonly [string, string | null])[] =>
  Object.entries(after).flatMap(([code, text]) =>
    text.trim() === (before[code] ?? '') ? [] : [[code, text.trim() === '' ? null : text.trim()] as const],
  );

/** A field that both have changed, each in another way. */
export interface CategoryConflict {
  readonly group: keyof CategoryDraft;
  /** '' for the name and the filling. */
  readonly language: string;
  readonly theirs: string;
}

/** Puts a text into a field. */
export const withText = (
  draft: CategoryDraft,
  { group, language }: Pick<CategoryConflict, 'group' | 'language'>,
  text: string,
): CategoryDraft =>
  group === 'name' || group === 'filling'
    ? { ...draft, [group]: text }
    : { ...draft, [group]: { ...draft[group], [language]: text } };

const textIn = (draft: CategoryDraft, group: keyof CategoryDraft, language: string): string =>
  group === 'name' || group === 'filling' ? draft[group] : (draft[group][language] ?? '');

/**
 * `before`: what both began with. A field that one of them has changed has that one's text; where both have, it has
 * mine and is a conflict.
 */
export const merged = (
  before: CategoryDraft,
  mine: CategoryDraft,
  theirs: CategoryDraft,
): { readonly draft: CategoryDraft; readonly conflicts: readonly CategoryConflict[] } => {
  let draft = mine;
  const conflicts: CategoryConflict[] = [];
  const join = (group: keyof CategoryDraft, language: string): void => {
    const [base, own, other] = [before, mine, theirs].map((one) => textIn(one, group, language).trim());
    if (own === other || other === base) return;
    if (own === base) draft = withText(draft, { group, language }, other!);
    else conflicts.push({ group, language, theirs: other! });
  };
  join('name', '');
  join('filling', '');
  for (const group of ['labels', 'permalinks'] as const)
    for (const language of new Set([...Object.keys(mine[group]), ...Object.keys(theirs[group])])) join(group, language);
  return { draft, conflicts };
};
