// Which picture stands for a product where there is room for one.
import type { Attribute } from '../../src/client/operations.ts';

/** Returns the first picture that this server has, because the page loads none of others; '': there is none. */
export const pictureOf = ({
  attributes,
}: {
  readonly attributes: { readonly [name: string]: Pick<Attribute, 'type' | 'value'> };
}): string => {
  for (const { type, value } of Object.values(attributes))
    if (type === 'IMG' && typeof value === 'string' && value.startsWith('/images/')) return value;
  return '';
};
