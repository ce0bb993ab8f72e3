import { leafOf } from './vault.ts';
import type { Vault } from './vault.ts';

/** Counts the persons that keys were given to: a number is used once, whatever becomes of its keys. */
export class Subjects {
  next: number;
  private readonly vault: Vault | undefined;

  constructor(next: number, vault: Vault | undefined) {
    this.next = next;
    this.vault = vault;
  }

  /** Of an event that is a fact. */
  saw(event: object): void {
    const { subject } = event as { readonly subject?: number };
    if (subject !== undefined && subject >= this.next) this.next = subject + 1;
  }

  isErased(subject: number): boolean {
    return subject !== 0 && this.vault !== undefined && this.vault.isDestroyed(leafOf(subject, 'contact'));
  }
}
