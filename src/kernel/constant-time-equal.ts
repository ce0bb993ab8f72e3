/**
 * Whether two secrets are equal. Takes the same time wherever texts of equal length differ; the length is not hidden.
 * Written out because the domain, which compares digests of reset tokens, may not import node:crypto.
 */
export const constantTimeEqual = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
};
