import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { leafOf } from './encryption.ts';
import type { Vault } from './encryption.ts';

/** Counts the persons that keys were given to: a number is used once, whatever becomes of its keys. */
export class Subjects {
  next: number;
  private readonly vault: Vault | undefined;

  constructor(next: number, vault: Vault | undefined) {
    // A snapshot file may be older than keys that were destroyed since: nobody may be given their numbers.
    this.next = Math.max(
      next,
      vault === undefined ? 1 : Math.ceil(vault.tree.firstWhole(MESSAGE_SUBJECTS_FROM * 2) / 2),
    );
    this.vault = vault;
  }

  /** Of an event that is a fact. */
  saw(event: object): void {
    const { subject } = event as { readonly subject?: number };
    if (subject !== undefined && subject >= this.next && subject < MESSAGE_SUBJECTS_FROM) this.next = subject + 1;
  }

  isErased(subject: number): boolean {
    return subject !== 0 && this.vault !== undefined && this.vault.isDestroyed(leafOf(subject, 'contact'));
  }
}
