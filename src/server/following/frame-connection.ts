// One end of a connection on which two processes of a shop exchange frames.
//
// Guaranteed: messages arrive whole and in their order; bytes that are no frame, and what `received` throws, go to
// `failed`. Not promised: that a message which was sent arrives.
import type { Duplex } from 'node:stream';
import { FrameReader, frameOf } from './frames.ts';

export interface ConnectionOwner<Received> {
  /** Takes the messages that are whole with the last piece. `bytes`: length of that piece. */
  received(messages: readonly Received[], bytes: number): void;
  failed(error: unknown): void;
  closed(): void;
}

export class FrameConnection<Sent extends readonly [name: string, ...unknown[]], Received> {
  readonly socket: Duplex;
  private readonly owner: ConnectionOwner<Received>;
  private readonly frames: FrameReader;

  /** `frameBytesMax`: until `takeAll`; absent: frames of any size. */
  constructor(socket: Duplex, owner: ConnectionOwner<Received>, frameBytesMax?: number) {
    this.socket = socket;
    this.owner = owner;
    this.frames = new FrameReader(frameBytesMax);
  }

  /** Begins to receive. `head`: bytes that came with the upgrade. */
  open(head: Buffer): void {
    const { socket, owner } = this;
    socket.on('data', (piece: Buffer) => this.received(piece));
    socket.on('error', () => {});
    socket.once('close', () => owner.closed());
    if (head.length > 0) this.received(head);
  }

  private received(piece: Buffer): void {
    try {
      this.owner.received(this.frames.push(piece) as Received[], piece.length);
    } catch (error) {
      this.owner.failed(error);
    }
  }

  /** The other end is known: it may send frames of any size from the next piece on. */
  takeAll(): void {
    this.frames.takeAll();
  }

  send(message: Sent): void {
    this.socket.write(frameOf(message));
  }

  /** Resolves when the other end takes more, or is gone. */
  sendInTurn(message: Sent): Promise<void> {
    const { socket } = this;
    if (socket.write(frameOf(message)) || socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const goOn = (): void => {
        socket.off('drain', goOn);
        socket.off('close', goOn);
        resolve();
      };
      socket.once('drain', goOn);
      socket.once('close', goOn);
    });
  }

  /** Closes the connection once everything is sent. */
  hangUp(): void {
    this.socket.end(() => this.socket.destroy());
  }

  /** Sends the last message; the other end closes. */
  endWith(message: Sent): void {
    this.socket.end(frameOf(message));
  }
}

/** The reply with which HTTP ends and frames begin. */
export const acceptUpgrade = (socket: Duplex, protocol: string): void =>
  void socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);

/** The reply to a follower that may ask again later. */
export const refuseYet = (socket: Duplex, why: string): void =>
  void socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: ${why.length}\r\n\r\n${why}`,
  );
