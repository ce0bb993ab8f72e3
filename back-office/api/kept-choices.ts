// Choices by name that are kept elsewhere, and that other pages of the same person change too. Each change is made to
// what is kept by then, one after another; what is shown is what was kept last, with the changes under way.
//
// Guaranteed: a change touches nothing but its own name and what its function changes of it. What cannot be read is not
// written, and a change that failed is no longer shown.

export interface Choices {
  readonly [name: string]: string;
}

/** Makes the new value of the one that is kept; '': none. */
export type ChangeOf = (kept: string) => string;

interface Change {
  readonly name: string;
  readonly of: ChangeOf;
}

interface Keeper {
  readonly read: () => Promise<Choices>;
  readonly write: (name: string, value: string) => Promise<unknown>;
  readonly show: (choices: Choices) => void;
}

const changed = (choices: Choices, { name, of }: Change): Choices => ({ ...choices, [name]: of(choices[name] ?? '') });

export class KeptChoices {
  private readonly keeper: Keeper;
  private kept: Choices = {};
  private underWay: readonly Change[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(keeper: Keeper) {
    this.keeper = keeper;
  }

  async read(): Promise<void> {
    this.kept = await this.keeper.read();
    this.show();
  }

  /** Shows the change at once. Throws what reading or writing throws. */
  change(name: string, of: ChangeOf): Promise<void> {
    const change = { name, of };
    this.underWay = [...this.underWay, change];
    this.show();
    const made = this.last.then(() => this.make(change));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async make(change: Change): Promise<void> {
    try {
      const kept = await this.keeper.read();
      const next = changed(kept, change);
      await this.keeper.write(change.name, next[change.name]!);
      this.kept = next;
    } finally {
      this.underWay = this.underWay.filter((other) => other !== change);
      this.show();
    }
  }

  private show(): void {
    this.keeper.show(this.underWay.reduce(changed, this.kept));
  }
}
