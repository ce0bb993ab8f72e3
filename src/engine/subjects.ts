/** Counts the persons that keys were given to: a number is used once, whatever becomes of its keys. */
export class Subjects {
  next: number;

  constructor(next: number) {
    this.next = next;
  }

  /** Of an event that is a fact. */
  saw(event: object): void {
    const { subject } = event as { readonly subject?: number };
    if (subject !== undefined && subject >= this.next) this.next = subject + 1;
  }
}
