// Connections over uWebSockets.js in groups, so that idle ones can be closed: it leads from no request to its
// connection, hence cannot say which are idle, but an App closes all its connections at once. So the App that listens
// hands new connections to eight others in turn, and after a quarter of the limit to the next eight of 64. The group
// that is closed is the oldest without a request: a 32nd of the connections or, where many arrived at once, more.
//
// Not promised: the exact order, since groups whose turn comes again may still have connections of their last one; an
// idle connection in a group with a busy one is not closed; nor is the end of a reply safe whose reader does not take
// it although all of it was handed over.
import type { HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { ConnectionLimit } from './connection-limit.ts';

const TURNS = 8;
const GROUPS_OF_TURN = 8;
/** When all room is used up, half of the groups are empty, so that the newest connections are never in the oldest. */
const TURNS_IN_USE = TURNS / 2;

/** What the package's own types lack. */
export interface App extends TemplatedApp {
  getDescriptor(): unknown;
  addChildAppDescriptor(descriptor: unknown): void;
  removeChildAppDescriptor(descriptor: unknown): void;
}

export class ConnectionGroup {
  readonly app: App;
  connections = 0;
  /** Requests whose reply is not sent yet. */
  exchanges = 0;
  /** Those among them whose body has not arrived yet: nothing was promised to them. */
  bodies = 0;
  /** Event streams, whose readers resume where they were. */
  eventStreams = 0;
  /** Its connections end with their next reply. */
  isDraining = false;

  constructor(app: App) {
    this.app = app;
  }

  get isIdle(): boolean {
    return this.connections > 0 && this.exchanges === 0 && this.eventStreams === 0;
  }

  /** Whether closing the group loses no reply. */
  get isExpendable(): boolean {
    return this.connections > 0 && this.exchanges === this.bodies;
  }
}

export class ConnectionGroups {
  private readonly listening: App;
  private readonly limit: ConnectionLimit;
  private readonly groups: readonly ConnectionGroup[];
  private readonly connectionsOfTurn: number;
  private turn = 0;
  /** Connections handed out in this turn. */
  private handed = 0;
  /** The group of the connection that is asking for room just now. */
  private asking: ConnectionGroup | undefined = undefined;

  /** `listening` accepts, `newApp` makes the Apps that answer. */
  constructor(listening: App, newApp: () => App, limit: ConnectionLimit) {
    this.listening = listening;
    this.limit = limit;
    this.connectionsOfTurn = Math.ceil(limit.max / TURNS_IN_USE);
    this.groups = Array.from({ length: TURNS * GROUPS_OF_TURN }, () => new ConnectionGroup(newApp()));
    for (const group of this.groups) group.app.filter((response, change) => this.changed(group, response, change));
    for (const { app } of this.groupsOfTurn()) listening.addChildAppDescriptor(app.getDescriptor());
    limit.addListener(this.closeIdle);
  }

  [Symbol.iterator](): IterableIterator<ConnectionGroup> {
    return this.groups[Symbol.iterator]();
  }

  private changed(group: ConnectionGroup, response: HttpResponse, change: number): void {
    group.connections += change;
    if (change < 0) return this.limit.closed();
    // Connections that arrive together go to groups whose turn ends with one of the first.
    // With TLS a connection counts from the end of its handshake, which may be after the last turn.
    if (!group.isDraining && this.groupsOfTurn().includes(group) && ++this.handed >= this.connectionsOfTurn)
      this.nextTurn();
    this.asking = group;
    if (!this.limit.opened()) response.close();
    this.asking = undefined;
  }

  private groupsOfTurn(): readonly ConnectionGroup[] {
    return this.groups.slice(this.turn * GROUPS_OF_TURN, (this.turn + 1) * GROUPS_OF_TURN);
  }

  private nextTurn(): void {
    for (const { app } of this.groupsOfTurn()) this.listening.removeChildAppDescriptor(app.getDescriptor());
    this.turn = (this.turn + 1) % TURNS;
    this.handed = 0;
    for (const { app } of this.groupsOfTurn()) this.listening.addChildAppDescriptor(app.getDescriptor());
  }

  /** Takes no more connections, and ends open ones with their next reply. Other groups must accept. */
  drain(): void {
    for (const { app } of this.groupsOfTurn()) this.listening.removeChildAppDescriptor(app.getDescriptor());
    for (const group of this.groups) group.isDraining = true;
  }

  get connections(): number {
    return this.groups.reduce((sum, { connections }) => sum + connections, 0);
  }

  /** Cuts every connection. */
  close(): void {
    for (const { app } of this.groups) app.close();
    this.limit.removeListener(this.closeIdle);
  }

  private readonly closeIdle = (): boolean => {
    const oldest = (this.turn + 1) * GROUPS_OF_TURN;
    const others = [...this.groups.slice(oldest), ...this.groups.slice(0, oldest)].filter(
      (group) => group !== this.asking,
    );
    const group = others.find(({ isIdle }) => isIdle) ?? others.find(({ isExpendable }) => isExpendable);
    group?.app.close();
    return group !== undefined;
  };
}
