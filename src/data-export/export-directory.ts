// The directory of an export: what may be in it before, so that no file of anybody else is overwritten, and none of an
// export that was ended stands beside the manifest of another.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import { isPart, partOf, wholeOf } from './file-part.ts';
import { MANIFEST, SCHEMA } from './manifest.ts';
import { FORMATS } from './table-writer.ts';
import { CHANGES, TABLES } from './tables.ts';

/** Every file that any export writes. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[...TABLES, CHANGES].flatMap(({ name }) => FORMATS.map((format) => `${name}.${format}`)),
  SCHEMA,
  MANIFEST,
]);

/** Names in a line that refuses them. */
const SHOWN_MAX = 3;

/**
 * Files get their names one by one while the manifest is a part: without it, a whole file is that of somebody else,
 * whatever its name.
 *
 * Throws ConfigError where the directory holds an export already, or anything but what an ended command left.
 */
export const mustBeFree = (directory: string): void => {
  if (existsSync(join(directory, MANIFEST)))
    throw new ConfigError(`${directory} holds an export already: name another directory`);
  if (!existsSync(directory)) return;
  const isKeeping = existsSync(partOf(join(directory, MANIFEST)));
  let entries;
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    throw new ConfigError(`${directory} is no directory that can be read`, { cause: error });
  }
  const foreign = entries.flatMap((entry) => {
    const isKnown = entry.isFile() && KNOWN.has(wholeOf(entry.name)) && (isKeeping || isPart(entry.name));
    return isKnown ? [] : [entry.name];
  });
  if (foreign.length === 0) return;
  const shown = foreign.slice(0, SHOWN_MAX).join(', ');
  const more = foreign.length > SHOWN_MAX ? `, and ${foreign.length - SHOWN_MAX} more` : '';
  throw new ConfigError(`${directory} holds other files (${shown}${more}): name a new or an empty directory`);
};

/** Removes what an ended command left; `kept`: names of this export's files. */
export const removeOthers = (directory: string, kept: ReadonlySet<string>): void => {
  for (const name of readdirSync(directory))
    if (KNOWN.has(wholeOf(name)) && !kept.has(name)) rmSync(join(directory, name), { force: true });
};
