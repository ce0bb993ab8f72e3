// Encryption of the personal values of rows and events, in the places that their schema declares. A row is the array of
// `Schema.encode` or for `Schema.decode`. It is changed in place; the values in it never change.
import type { PersonalValue } from '../../domain/schema.ts';
import { forgetCiphertext, decryptValue, encryptValue } from './encryption.ts';
import type { SubjectCipher } from './encryption.ts';

/** The array that holds the value: the row, or the nested one that the path leads to. */
const holderOf = (row: unknown[], path: readonly number[]): unknown[] => {
  let holder = row;
  for (let step = 0; step < path.length - 1; step += 1) holder = holder[path[step]!] as unknown[];
  return holder;
};

/** Encrypts a row in place. `isLast`: its values will hardly be encrypted again, so their ciphertext is not cached. */
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

/** Decrypts a row in place. Fields newer than the row stay absent. */
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
