// The template engine with its limits, the same on the thread that serves and on the thread for HTML.
import { Liquid } from 'liquidjs';
export type { Template } from 'liquidjs';

const RENDER_MS_MAX = 5000;
/** What liquidjs counts: characters and list elements that a rendering makes. */
const RENDER_UNITS_MAX = 100_000_000;

/** `texts`: template by name. */
export const newLiquid = (texts: { readonly [name: string]: string }): Liquid =>
  new Liquid({
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    cache: true,
    renderLimit: RENDER_MS_MAX,
    memoryLimit: RENDER_UNITS_MAX,
    templates: texts,
  });

const INCLUDED = /\{%-?\s*(?:include|render|layout)\s+["']([^"']*)["']/g;

/** Throws where a template includes itself, by others or not: liquidjs would follow that until its time is over. */
export const checkIncludes = (
  texts: { readonly [name: string]: string },
  name: string,
  path: readonly string[] = [],
  done = new Set<string>(),
): void => {
  if (path.includes(name)) throw new Error(`it includes itself: ${[...path, name].join(' > ')}`);
  if (done.has(name)) return;
  for (const [, part = ''] of (texts[name] ?? '').matchAll(INCLUDED)) checkIncludes(texts, part, [...path, name], done);
  done.add(name);
};

const FAULT_LENGTH_MAX = 500;

/** What is wrong with a template, in one line; where its text is, with line and column. */
export const faultOf = (error: unknown): string => (error as Error).message.split('\n')[0]!.slice(0, FAULT_LENGTH_MAX);

/** The refusal for a rendering that exceeded a limit; undefined for any other error. */
export const limitOf = (error: unknown): 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | undefined => {
  const { message = '' } = error as Error;
  if (message.startsWith('template render limit exceeded')) return 'DOCUMENT_TOO_SLOW';
  return message.startsWith('memory alloc limit exceeded') ? 'DOCUMENT_TOO_LARGE' : undefined;
};
