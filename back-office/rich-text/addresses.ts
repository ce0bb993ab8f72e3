// Addresses that a text may link to or show: none runs a script, names a file of the writer's own disk, or holds the
// picture itself.
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SAFE = /^(https?|mailto|tel):/i;

export const isSafeAddress = (address: string): boolean => {
  // Browsers read over blanks and control characters.
  const read = address.replace(/[\p{C}\s]/gu, '');
  return read !== '' && (!SCHEME.test(read) || SAFE.test(read));
};
