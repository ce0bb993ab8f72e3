// The paths of all categories, kept from one import to the next: they are built anew only where others have changed
// categories meanwhile.
import type { Engine } from '../engine/engine.ts';
import { CategoryPaths } from './paths.ts';

export class KeptPaths {
  private readonly engine: Engine;
  private paths: CategoryPaths | undefined;
  /** The last change of a category that `paths` has. */
  private seq = 0;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** As the categories are now. */
  get current(): CategoryPaths {
    const { category } = this.engine.tables;
    if (this.paths === undefined || this.seq !== category.seq) {
      this.paths = new CategoryPaths(this.engine.readContext());
      this.seq = category.seq;
    }
    return this.paths;
  }

  /** Called right after a change that `current` was told of. */
  follow(): void {
    this.seq = this.engine.tables.category.seq;
  }
}
