// Keys that are destroyed or scheduled in a file as records of the keyring do it.
import type { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';

export const destroyed = (keys: SubjectKeys, ...keyNumbers: number[]): void =>
  keys.destroyRecorded({
    destroyed: keyNumbers.sort((one, two) => one - two).map((keyNumber) => [keyNumber, keyNumber + 1]),
    scheduled: [],
  });

export const scheduled = (keys: SubjectKeys, keyNumber: number, dueMs: number): void =>
  keys.destroyRecorded({ destroyed: [], scheduled: [[keyNumber, dueMs]] });
