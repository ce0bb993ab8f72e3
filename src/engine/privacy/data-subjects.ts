// Numbers of data subjects. A number is given once, even after its keys are destroyed.
// Glossary (docs/internals/glossary.md): data subject.
import { isInRanges } from '../../domain/privacy/keyring.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { SubjectCipher } from './encryption.ts';

export class DataSubjects {
  /** Number of the next data subject. */
  next: number;
  private readonly cipher: SubjectCipher | undefined;
  private readonly keyring: Keyring;

  /** `keyring`: keys that records destroy; the cipher destroys them once the records are promised. */
  constructor(next: number, cipher: SubjectCipher | undefined, keyring: Keyring) {
    this.keyring = keyring;
    // Keys destroyed or scheduled since a snapshot file keep their numbers, which must not be given again.
    const below = keyNumberOf(MESSAGE_SUBJECTS_FROM, 'contact');
    const firstIntact = cipher?.tree.firstIntactLeaf(below) ?? 2;
    const scheduled = Math.floor((cipher?.lastScheduled(below) ?? 0) / 2);
    this.next = Math.max(next, Math.ceil(firstIntact / 2), scheduled + 1);
    this.cipher = cipher;
  }

  /** Counts the subject of a journaled event, if it is new. */
  observe(event: object): void {
    const { subject } = event as { readonly subject?: number };
    if (subject !== undefined && subject >= this.next && subject < MESSAGE_SUBJECTS_FROM) this.next = subject + 1;
  }

  isErased(subject: number): boolean {
    if (subject === 0 || this.cipher === undefined) return false;
    const keyNumber = keyNumberOf(subject, 'contact');
    return this.cipher.isDestroyed(keyNumber) || isInRanges(this.keyring.destroyed, keyNumber);
  }
}
