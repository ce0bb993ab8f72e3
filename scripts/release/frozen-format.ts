// Whether the format of this program is frozen: what a release writes must be read for ever.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FORMAT } from '../../src/engine/disk/format.ts';
import type { Outcome } from '../release.ts';

/** `golden`: directory with a directory for each frozen version. */
export const formatOutcome = (golden: string, version = FORMAT): Outcome => {
  const isFrozen = existsSync(join(golden, `v${version}`, 'kinds.json'));
  const line = `format version ${version}: ${isFrozen ? 'frozen' : 'not frozen (CONTRIBUTING.md, Change a format)'}`;
  return { line, isFailed: !isFrozen };
};
