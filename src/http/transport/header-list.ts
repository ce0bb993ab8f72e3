/** The headers of a request one by one, names in lower case. */
interface HeaderList {
  forEach(each: (name: string, value: string) => void): void;
}

/** Of several of one name the last. */
export const headersOf = (list: HeaderList): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  list.forEach((name, value) => headers.set(name, value));
  return headers;
};

const CHUNKED_LAST = /(?:^|,)\s*chunked\s*$/i;

/**
 * Others may see the body end elsewhere than the parser: several lengths, an empty one, a coding that is not chunked.
 */
export const hasDoubtfulLength = (list: HeaderList): boolean => {
  let lengths = 0;
  let isDoubtful = false;
  list.forEach((name, value) => {
    const isCoding = name === 'transfer-encoding';
    if (!isCoding && name !== 'content-length') return;
    lengths++;
    if (isCoding ? !CHUNKED_LAST.test(value) : value === '') isDoubtful = true;
  });
  return isDoubtful || lengths > 1;
};
