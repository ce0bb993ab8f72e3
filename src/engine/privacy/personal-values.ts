// Encryption of the personal values of rows and events, in the places that their schema declares. A row is what
// `Schema.encode` gave or `Schema.decode` takes: its own array, changed in place; the values themselves never change.
import type { PersonalValue } from '../../domain/schema.ts';
import { forgetCiphertext, decryptValue, encryptValue } from './encryption.ts';
import type { SubjectCipher } from './encryption.ts';

/** The array that holds the value: the row, or the nested one that the path leads to. */
const holderOf = (row: unknown[], path: readonly number[]): unknown[] => {
  let holder = row;
  for (let step = 0; step < path.length - 1; step += 1) holder = holder[path[step]!] as unknown[];
  return holder;
};

/** `isLast`: the same values are hardly encrypted again, so that their ciphertext is not remembered with them. */
export const encryptRow = (
  cipher: SubjectCipher | undefined,
  personal: readonly PersonalValue[],
  subject: number,
  row: unknown[],
  isLast = false,
): void => {
  for (const { path, purpose } of personal) {
    const [holder, index] = [holderOf(row, path), path[path.length - 1]!];
    const value = holder[index];
    holder[index] = encryptValue(cipher, subject, purpose, value);
    if (isLast) forgetCiphertext(value);
  }
};

/** What a row does not hold, because it is older than the field, stays absent. */
export const decryptRow = (
  cipher: SubjectCipher | undefined,
  personal: readonly PersonalValue[],
  row: unknown[],
): void => {
  for (const { path, erased } of personal) {
    if (path[0]! >= row.length) continue;
    const [holder, index] = [holderOf(row, path), path[path.length - 1]!];
    if (index < holder.length) holder[index] = decryptValue(cipher, holder[index], erased);
  }
};
