// References of a part to the replies of earlier parts of an atomic aggregate: `$1.id` is the member `id` of the
// first part's reply. It has the type that it has there; an id that a reply shows as text is a number, as JSON
// parameters want it. A value that is no reference and looks like one is sent with one `$` more. Names of members and
// JSON text within a text hold no references.
import { entriesAsSent, recordNames } from '../../kernel/json-reader.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';

/** What follows the number begins with a letter: `$1.50` is a price. */
const REFERENCE = /^\$(\d+)((?:\.[A-Za-z_]\w*)(?:\.\w+)*)$/;

interface Reference {
  /** Position of the part, from 0. */
  readonly part: number;
  readonly path: readonly string[];
}

const referenceIn = (text: string): Reference | undefined => {
  const [, part, path] = REFERENCE.exec(text) ?? [];
  return part === undefined ? undefined : { part: Number(part) - 1, path: path!.slice(1).split('.') };
};

const isEscaped = (text: string): boolean => text.startsWith('$$') && REFERENCE.test(text.slice(1));

/** Calls `visit` with every text of a value. */
const eachText = (value: unknown, visit: (text: string) => void): void => {
  if (typeof value === 'string') visit(value);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) eachText(one, visit);
};

/** Positions of the parts whose replies the parameters of a part at `index` name. Refuses: PARAMETER_INVALID. */
export const referencesOf = (args: { readonly [name: string]: unknown }, index: number): Result<readonly number[]> => {
  const parts: number[] = [];
  let refusal: Refusal | undefined;
  for (const [name, value] of Object.entries(args))
    eachText(value, (text) => {
      const reference = referenceIn(text);
      if (reference === undefined) return;
      parts.push(reference.part);
      if (reference.part < 0 || reference.part >= index)
        refusal ??= refuse(
          'PARAMETER_INVALID',
          name,
          `${shown(text)} names no part before this one, which is ${index + 1}.`,
        );
    });
  return refusal ?? ok(parts);
};

/** An id as it is shown: some replies have it as text. */
const ID_TEXT = /^[1-9]\d{0,14}$/;

const asSent = (value: unknown, name: string): unknown =>
  typeof value === 'string' && /^id(_|$)/.test(name) && ID_TEXT.test(value) ? Number(value) : value;

const memberAt = (reply: unknown, path: readonly string[]): unknown => {
  let value = reply;
  for (const name of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
  return asSent(value, path.at(-1)!);
};

/** `replies`: those of earlier parts, by position. Refuses a reference that leads nowhere: PARAMETER_INVALID. */
export const withReferences = (
  args: { readonly [name: string]: unknown },
  replies: readonly unknown[],
): Result<{ readonly [name: string]: unknown }> => {
  let refusal: Refusal | undefined;
  const valueOf = (param: string, text: string): unknown => {
    if (isEscaped(text)) return text.slice(1);
    const reference = referenceIn(text);
    if (reference === undefined) return text;
    const value = memberAt(replies[reference.part], reference.path);
    if (value === null)
      refusal ??= refuse('PARAMETER_INVALID', param, `${shown(text)} leads nowhere: the reply has no such value.`);
    return value;
  };
  const replaced = (param: string, value: unknown): unknown => {
    if (typeof value === 'string') return valueOf(param, value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => replaced(param, one));
    const entries = entriesAsSent(value as { readonly [name: string]: unknown });
    const made = Object.fromEntries(entries.map(([name, one]) => [name, replaced(param, one)]));
    recordNames(
      made,
      entries.map(([name]) => name),
    );
    return made;
  };
  const all = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, replaced(name, value)]));
  return refusal ?? ok(all);
};
