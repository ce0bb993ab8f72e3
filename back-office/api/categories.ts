// All categories of the shop by their names, for those who look for one: the engine lists them level by level.
//
// Not promised: more than ALL_MAX of them.
import type { Category, Operations } from '../../src/client/operations.ts';
import { callByName } from './call.ts';
import { onChange } from './feed.ts';
import { may } from './rights.ts';

/** Calls in an aggregate. */
const AT_ONCE = 50;
const ALL_MAX = 2000;

export interface NamedCategory {
  readonly id: number;
  /** As the reader's language has it. */
  readonly label: string;
  /** Labels of those above it, from the root on. */
  readonly above: readonly string[];
}

type Level = Operations['get_categories']['reply'];

const named = ({ id, label, name }: Category, above: readonly string[]): NamedCategory => ({
  id,
  label: label === '' ? name : label,
  above,
});

/** Those below each of some categories, in one call. Throws Refused. */
const below = async (
  parents: readonly NamedCategory[],
  language: string,
  signal: AbortSignal,
): Promise<readonly NamedCategory[]> => {
  const pipe = Object.fromEntries(
    parents.map(({ id }, at) => [String(at), { request: 'get_categories', args: { id_parent: id, language } }]),
  );
  const reply = (await callByName('aggregate', { pipe }, signal)) as { readonly [member: string]: Level | undefined };
  return parents.flatMap(({ id, label, above }, at) =>
    (reply[`aggregate_${at}`]?.categories ?? []).map((one) => named(one, id === 0 ? [] : [...above, label])),
  );
};

const readAll = async (language: string, signal: AbortSignal): Promise<readonly NamedCategory[]> => {
  const all: NamedCategory[] = [];
  let level: readonly NamedCategory[] = [{ id: 0, label: '', above: [] }];
  while (level.length > 0 && all.length < ALL_MAX) {
    const next: NamedCategory[] = [];
    for (let from = 0; from < level.length; from += AT_ONCE)
      next.push(...(await below(level.slice(from, from + AT_ONCE), language, signal)));
    all.push(...next);
    level = next;
  }
  return all.slice(0, ALL_MAX);
};

/** What was read last, until a category changes. */
let known: { readonly language: string; readonly all: readonly NamedCategory[] } | undefined;
onChange((note) => {
  if (note === 'everything' || note.topic === 'category' || note.topic === 'deleted') known = undefined;
});

/** Those whose labels have all the words. Throws Refused. */
export const findCategories = async (
  words: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly NamedCategory[]> => {
  if (!may('get_categories')) return [];
  if (known?.language !== language) known = { language, all: await readAll(language, signal) };
  const parts = words.toLowerCase().split(/\s+/);
  return known.all.filter(({ label }) => parts.every((part) => label.toLowerCase().includes(part)));
};
