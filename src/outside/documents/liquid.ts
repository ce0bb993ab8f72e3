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

/** The refusal for a rendering that exceeded a limit; undefined for any other error. */
export const limitOf = (error: unknown): 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | undefined => {
  const { message = '' } = error as Error;
  if (message.startsWith('template render limit exceeded')) return 'DOCUMENT_TOO_SLOW';
  return message.startsWith('memory alloc limit exceeded') ? 'DOCUMENT_TOO_LARGE' : undefined;
};
