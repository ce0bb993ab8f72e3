// Keys that are the same in every run, so that a seed gives the same bytes.
import { KeyTree } from '../../../src/engine/privacy/key-tree.ts';
import { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';

export const newCipher = (): SubjectCipher =>
  new SubjectCipher(new KeyTree([{ depth: 0, index: 0, seed: Buffer.alloc(32, 7).toString('base64') }]));
export const CIPHER = newCipher();
