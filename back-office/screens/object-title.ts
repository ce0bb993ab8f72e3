// Which attribute says how a product or a content is called.
import type { Attribute } from '../../src/client/operations.ts';

const NAMES = ['name', 'title', 'headline'] as const;

/** The attribute that is called so, else the first line of text; undefined: the class has none. */
export const titleAttribute = (attributes: {
  readonly [name: string]: Pick<Attribute, 'name' | 'type'>;
}): string | undefined =>
  NAMES.find((name) => attributes[name]?.type === 'CHAR') ??
  Object.values(attributes).find(({ type }) => type === 'CHAR')?.name;

/** What readers see it called, else the name of its record. */
export const titleOf = ({
  name,
  attributes,
}: {
  readonly name: string;
  readonly attributes: { readonly [name: string]: Attribute };
}): string => {
  const title = titleAttribute(attributes);
  const value = title === undefined ? '' : attributes[title]?.value;
  return typeof value === 'string' && value !== '' ? value : name;
};
