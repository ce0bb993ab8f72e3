// Lists that are kept by name, as the preference of a person holds them.

export interface KeptList {
  readonly name: string;
  /** As in the address: `state=unpaid&days=week`. */
  readonly query: string;
}

export const LISTS_MAX = 20;

const isList = (one: unknown): one is KeptList =>
  typeof one === 'object' && one !== null && 'name' in one && 'query' in one && typeof one.query === 'string';

/** An older page, or another program, may have kept something else. */
export const listsIn = (text: string): readonly KeptList[] => {
  try {
    const read: unknown = JSON.parse(text === '' ? '[]' : text);
    return Array.isArray(read) ? read.filter(isList) : [];
  } catch {
    return [];
  }
};

/** With the list, in the place of one of its name; as they are where `LISTS_MAX` others are kept. */
export const withList = (lists: readonly KeptList[], list: KeptList): readonly KeptList[] => {
  const others = lists.filter(({ name }) => name !== list.name);
  return others.length < LISTS_MAX ? [...others, list] : lists;
};
