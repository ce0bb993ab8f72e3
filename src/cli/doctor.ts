// `kontor doctor`: what in this machine, the settings and the fonts speaks against opening a shop. It changes nothing.
import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { whyNoUws } from '../http/transport/uws-transport.ts';
import { SCRIPTS, fontFile } from '../outside/documents/fonts.ts';
import { heapBytesMax, memoryBytes } from '../outside/process-memory.ts';
import { documentServices } from '../server/document-wiring.ts';

/** `wrong`: the shop does not start, or loses data; `note`: something works less well than it could. */
interface Finding {
  readonly is: 'good' | 'note' | 'wrong';
  readonly line: string;
}

const good = (line: string): Finding => ({ is: 'good', line });
const note = (line: string): Finding => ({ is: 'note', line });
const wrong = (line: string): Finding => ({ is: 'wrong', line });

const NODE_MIN = [20, 19] as const;
const FREE_BYTES_MIN = 2 ** 30;
/** File systems by the number that Linux has for them: a journal needs locks and a sync that reaches the disk. */
const REMOTE: { readonly [type: number]: string } = {
  0x6969: 'NFS',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB',
  0x517b: 'SMB',
  0x01021997: '9P',
};
const VOLATILE: { readonly [type: number]: string } = { 0x01021994: 'tmpfs', 0x858458f6: 'ramfs' };

const nodeFinding = (): Finding => {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const fits = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return fits ? good(`Node ${node}`) : wrong(`Node ${node} is older than ${NODE_MIN.join('.')}`);
};

const serverFinding = async (): Promise<Finding> => {
  const why = await whyNoUws();
  return why === undefined
    ? good('uWebSockets.js runs here')
    : note(`uWebSockets.js cannot be used here (${why}); node:http serves instead, slower`);
};

const documentsFinding = async (config: Config): Promise<Finding> => {
  try {
    const { html, pdf } = documentServices(config);
    await Promise.all([html.close(), pdf.close()]);
  } catch (error) {
    if (error instanceof ConfigError) return wrong(error.message);
    throw error;
  }
  return config.company === ''
    ? note('the setting company is empty: invoices do not say whose they are')
    : good('document templates, and the company on them');
};

/** The directory itself, or the nearest one above it that is there. */
const nearest = (directory: string): string => (existsSync(directory) ? directory : nearest(dirname(directory)));

const dataFindings = (data: string): Finding[] => {
  const directory = resolve(data);
  const place = nearest(directory);
  if (!statSync(place).isDirectory())
    return [wrong(`the data directory ${directory} cannot be made: ${place} is no directory`)];
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [wrong(`the data directory ${directory} cannot be written: ${place} is not this user’s`)];
  }
  const { type, bavail, bsize } = statfsSync(place);
  const findings: Finding[] = [];
  if (REMOTE[type] !== undefined)
    findings.push(wrong(`the data directory ${directory} is on ${REMOTE[type]}: a store needs a local disk`));
  else if (VOLATILE[type] !== undefined)
    findings.push(note(`the data directory ${directory} is on ${VOLATILE[type]}: it is lost with the machine’s power`));
  else findings.push(good(`the data directory ${directory} is on a local disk`));
  const free = bavail * bsize;
  if (free < FREE_BYTES_MIN) findings.push(note(`the data directory has ${Math.floor(free / 2 ** 20)} MiB left`));
  return findings;
};

const MIB = 2 ** 20;
/** More of the machine's memory than this share for the heap leaves too little for the file cache and buffers. */
const HEAP_SHARE_MAX = 0.5;

/** What V8 allows of the memory that there is. */
const memoryFinding = ({ memory }: Config): Finding => {
  const [heap, all] = [heapBytesMax() / MIB, memoryBytes(memory) / MIB];
  const line = `${Math.floor(heap)} MiB of heap, ${Math.floor(all)} MiB of memory`;
  const more = Math.floor(all * HEAP_SHARE_MAX);
  if (heap * 2 > more) return good(line);
  return note(`${line}: NODE_OPTIONS=--max-old-space-size=${more} lets the shop keep more in memory`);
};

const NAMES = new Intl.DisplayNames(['en'], { type: 'script' });

const fontFindings = (): Finding[] =>
  SCRIPTS.map(({ code, faces }) => {
    const name = NAMES.of(code) ?? code;
    const installed = faces.find((face) => fontFile(face) !== undefined);
    if (installed !== undefined) return good(`${name} in PDF documents: ${installed.package}`);
    return note(`${name} in PDF documents has no font: ${faces[0]!.package} has one`);
  });

const HINT =
  'install fonts that you need in one command, npm install --no-save <package> <package>: ' +
  'npm takes away what earlier ones brought';

const MARKS = { good: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** Prints all findings; false if something is wrong. */
export const doctor = async (config: Config): Promise<boolean> => {
  const findings = [
    nodeFinding(),
    memoryFinding(config),
    await serverFinding(),
    ...dataFindings(config.data),
    await documentsFinding(config),
    ...fontFindings(),
  ];
  for (const { is, line } of findings) console.log(`${MARKS[is]} ${line}`);
  console.log(HINT);
  return findings.every(({ is }) => is !== 'wrong');
};
