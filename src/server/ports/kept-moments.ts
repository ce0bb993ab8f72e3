// Keeps moments of the store's file for processes that read it: one for each connection, until it ends.
import type { Duplex } from 'node:stream';
import { DONE, MOMENT_UPGRADE } from '../../admin/control-protocol.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { acceptUpgrade, refuseYet } from '../following/frame-connection.ts';

/** The file grows by what is written while a moment is kept. */
const MOMENTS_MAX = 16;
/** A reader that hangs must not let the file grow without end. */
const MOMENT_MS_MAX = 6 * 3_600_000;

export class KeptMoments {
  private readonly journal: Journal;
  private readonly open = new Set<Duplex>();

  constructor(journal: Journal) {
    this.journal = journal;
  }

  keep(socket: Duplex): void {
    socket.on('error', () => {});
    if (this.open.size >= MOMENTS_MAX) return refuseYet(socket, `${MOMENTS_MAX} others read it: try again`);
    const release = this.journal.keepMoment();
    this.open.add(socket);
    const timer = setTimeout(() => socket.destroy(), MOMENT_MS_MAX);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      if (this.open.delete(socket)) release();
    });
    socket.once('data', () => socket.end(DONE));
    socket.once('end', () => socket.destroy());
    acceptUpgrade(socket, MOMENT_UPGRADE);
  }

  /** Readers see that what they read is kept no more. */
  async close(): Promise<void> {
    const closed = [...this.open].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.open) socket.destroy();
    await Promise.all(closed);
  }
}
