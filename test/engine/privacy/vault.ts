// Keys that are the same in every run, so that a seed gives the same bytes.
import { KeyTree } from '../../../src/engine/privacy/key-tree.ts';
import { Vault } from '../../../src/engine/privacy/encryption.ts';

export const newVault = (): Vault =>
  new Vault(new KeyTree([{ depth: 0, index: 0, seed: Buffer.alloc(32, 7).toString('base64') }]));
export const VAULT = newVault();
