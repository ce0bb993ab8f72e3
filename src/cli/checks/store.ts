// Checks of the store in the data directory, by its small files alone: `kontor verify` reads all of it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { SubjectKeys } from '../../engine/privacy/subject-keys.ts';
import { journalPath, readIdentity } from '../../engine/store/identity.ts';
import type { StoreIdentity } from '../../engine/store/identity.ts';
import { whyReadOnly } from '../../engine/store/read-only.ts';
import { listSnapshots } from '../../engine/snapshots/snapshot-files.ts';
import { spanText } from '../../engine/store/start-time.ts';
import { isServed } from '../../engine/store/store-lock.ts';
import { good, note, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** Files that hold keys. */
const SECRET_FILES = ['store.json', 'subject-keys.json', 'credentials.json'];

/** Bits of a mode by which others than the owner may read or write. */
const OTHERS = 0o077;

const modeFindings = (data: string): Finding[] =>
  SECRET_FILES.map((name) => join(data, name))
    .filter((path) => existsSync(path) && process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0)
    .map((path) => wrong(`${path} can be read by others than its owner`, `chmod 600 ${path}`));

const snapshotFinding = ({ snapshots }: Config, identity: StoreIdentity): Finding => {
  const newest = existsSync(snapshots) ? listSnapshots(snapshots, identity).at(-1) : undefined;
  if (newest === undefined)
    return note('no snapshot file of this store is there', 'run kontor snapshot, or look whether snapshots is right');
  const ageMs = Date.now() - statSync(newest.path).mtimeMs;
  return good(`the newest snapshot file, ${newest.path}, is ${spanText(ageMs)} old`);
};

const findingsOf = async (config: Config): Promise<Finding[]> => {
  const { data } = config;
  const identity = existsSync(data) ? readIdentity(data) : undefined;
  if (identity === undefined) {
    if (!existsSync(journalPath(data))) return [good(`no store is in ${data} yet: the first start makes one`)];
    return [
      wrong(
        `${data} has a journal and no store.json`,
        'put store.json back from your backup (docs/operate/upgrade.md)',
      ),
    ];
  }
  const readOnly = whyReadOnly(data);
  SubjectKeys.read(data, true).mustBeOf(identity.id);
  const { format, rowsSuspect = false } = identity;
  const findings = [
    readOnly === ''
      ? good(
          `the store in ${data} has format version ${format.version}; ${(await isServed(data)) ? 'a process' : 'no server'} has it open`,
        )
      : wrong(`${readOnly}: reads are answered, changes are refused`, 'mend that, and start again'),
    ...modeFindings(data),
    snapshotFinding(config, identity),
  ];
  if (rowsSuspect)
    findings.push(note('damage was met while the store was served', 'start it: every row is compared, and restored'));
  return findings;
};

/** It opens no store, so what only `kontor verify` sees is not found. */
export const storeFindings = async (config: Config): Promise<Finding[]> => {
  try {
    return await findingsOf(config);
  } catch (error) {
    return [
      wrong((error as Error).message, 'docs/operate/durability.md and docs/operate/upgrade.md say what can be done'),
    ];
  }
};
