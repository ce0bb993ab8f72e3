// Which node leads next: one that has given its lead away follows no more, but still passes calls on.
import type { Head, Log } from '../../engine/replication/log.ts';

/** Between two questions to the log. */
const ASK_MS = 20;

export class NextLeader {
  /** Where the log stood when another node led; undefined until then. */
  head: Head | undefined;
  private readonly log: Pick<Log, 'head'>;
  private readonly name: string;
  private isClosed = false;

  /** `name`: the node that leads no more. */
  constructor(log: Pick<Log, 'head'>, name: string) {
    this.log = log;
    this.name = name;
  }

  /** Calls `found` once another node leads, however long that takes. */
  async find(found: () => void): Promise<void> {
    while (!this.isClosed) {
      const head = await this.log.head().catch(() => undefined);
      if (head !== undefined && head.leader !== this.name) {
        this.head = head;
        return found();
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
  }

  close(): void {
    this.isClosed = true;
  }
}
