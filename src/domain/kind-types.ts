// The types of all kinds of actors, by name. Each kind declares its own entry beside its value: a transaction knows the
// types of all kinds and imports none, and a kind reads its neighbours by name. `kinds.ts` lists the values.
import type { ActorKind, EventShapes } from './actor.ts';

/** Empty here: each kind adds itself. */
export interface KindTypes {}

export type KindName = keyof KindTypes;

type Parts<K extends KindName> =
  KindTypes[K] extends ActorKind<infer S, infer C, infer T extends EventShapes, infer I>
    ? { state: S; command: C; events: T; index: I }
    : never;
export type StateOf<K extends KindName> = Parts<K>['state'];
export type CommandOf<K extends KindName> = Parts<K>['command'];
export type IndexOf<K extends KindName> = Parts<K>['index'];
