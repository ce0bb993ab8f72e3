// Decides which store may be served. A store that follows another is no shop until it is promoted; a store whose shop
// goes on elsewhere is none any more.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { dateTime } from '../../domain/date-time.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { KeepMoment } from './beside.ts';
import { copyStore, identityToFollow } from './copy-store.ts';
import { readIdentity, writeIdentity } from './identity.ts';
import type { Replacement, StoreIdentity } from './identity.ts';

/** The store must not be served as requested. The message says what can be done. */
class NotServable extends Error {
  override name = 'NotServable';
}

const sameDirectory = (one: string, two: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(two);
  } catch {
    return resolve(one) === resolve(two);
  }
};

const whyReplaced = (directory: string, { by, seq, atMs }: Replacement): string =>
  `the shop of ${directory} goes on in ${by} since ${dateTime(atMs)} UTC, after record ${seq}: ` +
  `serve ${by}, or let another directory follow it (docs/operate/standby.md)`;

/**
 * Throws NotServable. `follows`: directory that the store shall follow; undefined: it is served by itself, or with a
 * log if `isNode`.
 */
export const mustBeServable = (directory: string, follows: string | undefined, isNode = false): void => {
  const identity = readIdentity(directory);
  if (identity?.cluster !== undefined && !isNode)
    throw new NotServable(
      `${directory} is node ${identity.cluster.node} of the shop ${identity.cluster.shop}, which has a log: start it ` +
        'with --log, or take it out with kontor cluster leave (docs/operate/cluster-runbook.md)',
    );
  if (identity?.upgradedAt !== undefined)
    throw new NotServable(`an upgrade of ${directory} was cut short: a start that may write there finishes it`);
  if (identity?.replaced !== undefined) throw new NotServable(whyReplaced(directory, identity.replaced));
  if (follows === undefined && identity?.follows !== undefined)
    throw new NotServable(
      `${directory} follows ${identity.follows} and is no shop by itself: ` +
        `start it with --follow ${identity.follows}, and promote it with kontor promote (docs/operate/standby.md)`,
    );
};

const whyNotOf = (own: StoreIdentity, leader: StoreIdentity): string => {
  if (own.follows === undefined) return 'holds a shop of its own';
  if (own.id !== leader.id) return 'holds another shop';
  return own.timeline === leader.timeline ? '' : 'holds another history of this shop';
};

/** Whether the store was promoted after it followed the one in `leader`, and so follows it no more. */
export const hasTakenOver = (directory: string, leader: string): boolean => {
  const own = readIdentity(directory);
  if (own === undefined || own.isCopying === true) return false;
  if (own.follows === undefined) return own.promotedFrom !== undefined && sameDirectory(own.promotedFrom, leader);
  // The promotion was interrupted after the other store was closed.
  const by = readIdentity(leader)?.replaced?.by;
  if (by === undefined || !sameDirectory(by, directory)) return false;
  writeIdentity(directory, { ...own, follows: undefined, promotedFrom: realpathSync(leader) });
  return true;
};

/**
 * Copies the leader's store if there is none yet. `readOnly`: why nothing can be written; '' if it can. Throws
 * NotServable, StoreDamage, and errors of the file system.
 */
export const prepareToFollow = async (
  directory: string,
  leader: string,
  readOnly: string,
  keepMoment: KeepMoment,
): Promise<void> => {
  if (readOnly !== '') throw new NotServable(`${readOnly}: a store that follows takes every record`);
  if (sameDirectory(directory, leader))
    throw new NotServable(`${directory} cannot follow itself: --data names another`);
  const identity = identityToFollow(leader);
  mustNotBeReplaced(leader, directory);
  const own = readIdentity(directory);
  if (own === undefined || own.isCopying === true) return copyStore(leader, directory, keepMoment);
  const why = whyNotOf(own, identity);
  if (why !== '') throw new NotServable(`${directory} ${why}, not that of ${leader}: --data names an empty directory`);
  return undefined;
};

/** Throws NotServable if the shop of `directory` already goes on elsewhere than in `by`. */
export const mustNotBeReplaced = (directory: string, by: string): void => {
  const replaced = readIdentity(directory)?.replaced;
  if (replaced !== undefined && !sameDirectory(replaced.by, by))
    throw new NotServable(whyReplaced(directory, replaced));
};

/**
 * Notes that the store in `directory`, which the caller has locked, must not be served any more. Throws StoreDamage.
 */
export const noteReplaced = (directory: string, replaced: Replacement): void => {
  const identity = readIdentity(directory);
  if (identity === undefined) throw new StoreDamage(`${directory} holds no store`);
  writeIdentity(directory, { ...identity, replaced });
};
