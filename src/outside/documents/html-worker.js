// A thread that renders documents as HTML, with less claim to the processor than the thread that serves. Plain
// JavaScript, because a thread starts from a file as it stands on the disk, in tests as well as in the build.
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { asciiOf } from './ascii.js';
import { engineOf, limitOf } from './liquid.js';

const NICE = 10;

// On Linux the number belongs to the thread; elsewhere it would slow the whole process.
if (platform === 'linux') setPriority(NICE);

const { texts, bytesMax } = workerData;
const engine = engineOf(texts);
/** @type {Map<string, import('liquidjs').Template[]>} */
const parsed = new Map();

/** @param {{name: string, json: string}} wanted @returns {Uint8Array} */
const rendered = ({ name, json }) => {
  if (!parsed.has(name)) parsed.set(name, engine.parse(texts[name]));
  // The data is nobody else's; what it holds is escaped, and never read as a template.
  return new TextEncoder().encode(asciiOf(engine.renderSync(parsed.get(name), JSON.parse(json))));
};

parentPort.on('message', (wanted) => {
  try {
    const made = rendered(wanted);
    if (made.length > bytesMax) parentPort.postMessage({ refused: 'DOCUMENT_TOO_LARGE' });
    else parentPort.postMessage({ made }, [made.buffer]);
  } catch (error) {
    const refused = limitOf(error);
    parentPort.postMessage(refused === undefined ? { error: String(error?.stack ?? error) } : { refused });
  }
});
