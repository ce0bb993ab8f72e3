// The template engine, with its limits: the same in place and on the thread. Plain JavaScript, because a thread starts
// from files as they stand on the disk.
import { Liquid } from 'liquidjs';

const RENDER_MS_MAX = 5000;
const RENDER_UNITS_MAX = 100_000_000;

/** @param {Readonly<Record<string, string>>} texts template by name @returns {Liquid} */
export const engineOf = (texts) =>
  new Liquid({
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    cache: true,
    renderLimit: RENDER_MS_MAX,
    memoryLimit: RENDER_UNITS_MAX,
    templates: texts,
  });

/**
 * The refusal that a failed rendering is, if it is one.
 *
 * @param {unknown} error
 * @returns {'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | undefined}
 */
export const limitOf = (error) => {
  const { message = '' } = /** @type {Error} */ (error);
  if (message.startsWith('template render limit exceeded')) return 'DOCUMENT_TOO_SLOW';
  return message.startsWith('memory alloc limit exceeded') ? 'DOCUMENT_TOO_LARGE' : undefined;
};
