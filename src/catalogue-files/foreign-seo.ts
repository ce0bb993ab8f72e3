// What another system's table says of a product for search engines.
import { isPermalink } from '../domain/attributes/seo.ts';
import type { Fields } from './foreign-fields.ts';
import type { ForeignProduct } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';

/** By the fields of a row. A permalink that none can be is doubtful, and left out. */
export const seoOf = <F extends Fields, N extends keyof F & string>(
  row: ForeignRow<F>,
  fields: { readonly permalink?: N; readonly title: N; readonly description: N },
): Pick<ForeignProduct, 'seo'> => {
  if (!Object.values(fields).some((field) => row.has(field))) return {};
  const link = fields.permalink === undefined ? '' : row.text(fields.permalink);
  const isLink = link !== '' && isPermalink(link);
  if (link !== '' && !isLink) row.suspect(fields.permalink!, 'no permalink: it is left out');
  const texts = { title: row.text(fields.title), description: row.text(fields.description) };
  return { seo: { ...(isLink && { permalink: link }), ...texts } };
};
