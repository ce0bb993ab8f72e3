// After an installation: machine code that this Node on this machine never loads goes, 140 MB of 240.
//
// - uWebSockets.js brings binaries for all platforms and versions of Node: the one that this Node loads stays, or none.
// - lmdb and msgpackr-extract bring some for each version of Node: the one that this Node loads stays, and the one that
//   any Node loads, so that a store can be read after an upgrade of Node.
//
// - Of the font, in an installation of Kontor itself, the two weights of documents stay; where Kontor is a package of
//   another program, that program may use the others.
//
// A reinstallation with another Node (npm ci) brings what that one loads. A package that is not there, or is laid out
// otherwise, is left as it is: an installation never fails here.
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch, versions } = process;

/** The directory of a package as its importer finds it; undefined where it is not installed. */
const directoryOf = (name, importer) => {
  try {
    return dirname(importer === undefined ? fileURLToPath(import.meta.resolve(name)) : importer.resolve(name));
  } catch {
    return undefined;
  }
};

const keep = (directory, pattern, isKept) => {
  for (const name of readdirSync(directory)) if (pattern.test(name) && !isKept(name)) rmSync(join(directory, name));
};

const keepServer = () => {
  const directory = directoryOf('uWebSockets.js');
  if (directory === undefined) return;
  const wanted = `uws_${platform}_${arch}_${versions.modules}.node`;
  // The package from npm has them in bin, the one of its authors beside its main file.
  for (const place of [directory, join(directory, 'bin')]) {
    const isThere = place === directory || readdirSync(directory).includes('bin');
    if (isThere) keep(place, /^uws_.+\.node$/, (name) => name === wanted);
  }
};

const keepAddon = (name) => {
  const main = directoryOf(name);
  if (main === undefined) return;
  const root = main.slice(0, main.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
  const importer = createRequire(join(root, 'package.json'));
  // Which one it loads, by the program that loads it.
  const loaded = importer('node-gyp-build-optional-packages').path(root);
  const [, libc = ''] = /^node\.(?:abi\d+|napi)(\.\w+)?\.node$/.exec(basename(loaded)) ?? [];
  const pattern = /^node\.(?:abi\d+|napi)(?:\.\w+)?\.node$/;
  keep(dirname(loaded), pattern, (file) => file === basename(loaded) || file === `node.napi${libc}.node`);
};

const FONT_WEIGHTS = ['400Regular', '700Bold'];

const keepFont = () => {
  const directory = directoryOf('@expo-google-fonts/noto-sans');
  const root = join(import.meta.dirname, '..');
  if (directory === undefined || root.split(sep).includes('node_modules') || !directory.startsWith(root)) return;
  for (const { name } of readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (!FONT_WEIGHTS.includes(name)) keep(join(directory, name), /\.ttf$/, () => false);
};

for (const task of [keepServer, keepFont, () => keepAddon('lmdb'), () => keepAddon('msgpackr-extract')]) {
  try {
    task();
  } catch {
    // What stays is only larger.
  }
}
