// Numbers that attributes had before: what a price was, while a later price is compared with it.
//
// Bounded: of one attribute in one language all of the last 32 days are kept, and what held when they began; beyond
// them the last few, so that a sale of months is still compared with the price before it. More than KEPT_MAX within
// 32 days are joined from the oldest on, under their lowest value: what is found is then too low, and never too high.
import type { AttributeValue, Texts } from './attributes.ts';
import { own } from '../by-language.ts';
import { field } from '../schema.ts';
import type { Field } from '../schema.ts';

/** `changes`: the moment until which a value held, then the value, by rising moments; NO_VALUE: there was none. */
export type PastValues = readonly [number: number, language: string, changes: readonly number[]];

/** 30 days of the shop, its longest days, and what clocks may err. */
export const KEPT_MS = 32 * 86_400_000;
/** Changes that are kept however old they are. */
export const KEPT_ALWAYS = 16;
export const KEPT_MAX = 64;

export const NO_VALUE = -Infinity;

/** A list in a state that is empty in most states: these share one. */
export const mostlyEmpty = <T>(): Field<readonly T[]> => {
  const none: readonly T[] = [];
  return field(none, { decode: (data: readonly T[]) => (data.length === 0 ? none : data) });
};

/** How many of the oldest changes are of no use any more. `endMs`: until when the value of a change held. */
export const outdated = (count: number, atMs: number, endMs: (index: number) => number): number => {
  let gone = 0;
  while (count - gone > KEPT_ALWAYS && endMs(gone) < atMs - KEPT_MS) gone += 1;
  return gone;
};

const lower = (one: number, other: number): number =>
  one === NO_VALUE ? other : other === NO_VALUE ? one : Math.min(one, other);

/** The changes with one more. A value that held for no time at all is left out. */
const withChange = (changes: readonly number[], value: number, atMs: number): readonly number[] => {
  if (changes.length > 0 && changes.at(-2)! >= atMs) return changes;
  const all = [...changes, atMs, value];
  all.splice(0, 2 * outdated(all.length / 2, atMs, (index) => all[2 * index]!));
  if (all.length / 2 > KEPT_MAX) {
    const [, first = 0, untilMs = 0, second = 0] = all;
    all.splice(0, 4, untilMs, lower(first, second));
  }
  return all;
};

/** Keeps the value that an attribute had until now. */
export const keepValue = (
  past: readonly PastValues[],
  number: number,
  language: string,
  value: unknown,
  atMs: number,
): readonly PastValues[] => {
  const at = past.findIndex(([ofNumber, ofLanguage]) => ofNumber === number && ofLanguage === language);
  const kept = typeof value === 'number' ? value : NO_VALUE;
  if (at < 0) return [...past, [number, language, [atMs, kept]]];
  return past.with(at, [number, language, withChange(past[at]![2], kept, atMs)]);
};

/** The moments at which the attribute changed. */
export const changeTimes = (past: readonly PastValues[], number: number): readonly number[] =>
  past.flatMap(([ofNumber, , changes]) => (ofNumber === number ? changes.filter((_, index) => index % 2 === 0) : []));

/** By language what an attribute had at a moment. `now`: what it has. */
export const valuesAt = <V>(
  now: { readonly [language: string]: V },
  past: readonly PastValues[],
  number: number,
  atMs: number,
): { readonly [language: string]: V | number } => {
  const values = new Map<string, V | number>(Object.entries(now));
  for (const [ofNumber, language, changes] of past) {
    if (ofNumber !== number) continue;
    const index = changes.findIndex((untilMs, at) => at % 2 === 0 && untilMs > atMs);
    const value = index < 0 ? own(now, language) : changes[index + 1];
    if (value === undefined || value === NO_VALUE) values.delete(language);
    else values.set(language, value);
  }
  return Object.fromEntries(values);
};

/** The values of an object that had the attribute at a moment, of which this one counts; undefined: it had none. */
export const textsAt = (now: Texts, past: readonly PastValues[], number: number, atMs: number): Texts | undefined => {
  const held: { [language: string]: AttributeValue } = {};
  for (const language in now) {
    const value = now[language]![number];
    if (value !== undefined) held[language] = value;
  }
  if (!past.some(([ofNumber]) => ofNumber === number)) return Object.keys(held).length === 0 ? undefined : now;
  const then = Object.entries(valuesAt(held, past, number, atMs));
  return then.length === 0
    ? undefined
    : Object.fromEntries(then.map(([language, value]) => [language, { [number]: value }]));
};
