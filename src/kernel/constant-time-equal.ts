/**
 * Equality of secrets: takes the same time wherever they differ. Written out because the domain, which compares digests
 * of reset tokens, may not import node:crypto.
 */
export const constantTimeEqual = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
};
