// After an installation: of the binaries of uWebSockets.js, which its package brings for all platforms and versions of
// Node together, the one stays that this Node loads; 133 MB of 240 go. Where none is for this Node, all stay: another
// Node may be used. A reinstallation (npm ci) brings them back, as another version of Node wants it.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch, versions } = process;
const wanted = `uws_${platform}_${arch}_${versions.modules}.node`;

/** Undefined where the package is not installed. */
const binaryDirectory = () => {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve('uWebSockets.js'))), 'bin');
  } catch {
    return undefined;
  }
};

const directory = binaryDirectory();
const names = directory === undefined ? [] : readdirSync(directory).filter((name) => name.endsWith('.node'));
if (names.includes(wanted)) for (const name of names) if (name !== wanted) rmSync(join(directory, name));
