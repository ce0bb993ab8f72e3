// `kontor doctor`: what in this machine, its disks, the store, the settings and the fonts speaks against a shop, and
// what to do about it. It opens no store, and leaves nothing: the scratch file whose syncs it measures is gone
// afterwards.
import { SETTING_NAMES, readSettings } from '../config/config.ts';
import type { Config, RawSettings, ReadSettings } from '../config/config.ts';
import { SCRIPTS, fontFile } from '../outside/documents/fonts.ts';
import { diskFindings } from './checks/disk.ts';
import { good, note, wrong } from './checks/finding.ts';
import type { Finding } from './checks/finding.ts';
import { binaryFindings, machineFindings } from './checks/machine.ts';
import { settingProblems, templateProblems } from './checks/settings.ts';
import { storeFindings } from './checks/store.ts';

const settingFindings = async (read: ReadSettings): Promise<Finding[]> => {
  const problems = await settingProblems(read, process.env);
  if (problems.length > 0) return problems.map((problem) => wrong(problem, 'mend it: docs/reference/settings.md'));
  return [good(`${SETTING_NAMES.length} settings, ${read.sources.size} of them given; no unknown variable`)];
};

const documentFindings = async (config: Config): Promise<Finding[]> => {
  const problems = await templateProblems(config);
  if (problems.length > 0)
    return problems.map((problem) => wrong(problem, 'mend the template: docs/sell/document-templates.md'));
  if (config.company !== '') return [good('document templates, and the company on them')];
  return [note('the setting company is empty: invoices do not say whose they are', 'set company and companyFoot')];
};

const NAMES = new Intl.DisplayNames(['en'], { type: 'script' });

const fontFindings = (): Finding[] =>
  SCRIPTS.map(({ code, faces }) => {
    const name = NAMES.of(code) ?? code;
    const installed = faces.find((face) => fontFile(face) !== undefined);
    if (installed !== undefined) return good(`${name} in PDF documents: ${installed.package}`);
    const { package: wanted } = faces[0]!;
    // All in one command: npm takes away what an earlier one brought.
    return note(
      `${name} in PDF documents has no font: ${wanted} has one`,
      'npm install --no-save <package> <package>, all that you need in one command',
    );
  });

const MARKS = { good: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** Advice that several findings share is given once, after the last of them. */
const print = (findings: readonly Finding[]): void => {
  for (const [index, { is, line, advice }] of findings.entries()) {
    console.log(`${MARKS[is]} ${line}`);
    const isLast = findings.findLastIndex((other) => other.advice === advice) === index;
    if (advice !== undefined && isLast) console.log(`      → ${advice}`);
  }
};

/** Prints all findings; false if something is wrong. Wrong settings count as their defaults. */
export const doctor = async (flags: RawSettings, isJson: boolean): Promise<boolean> => {
  const read = readSettings(flags, process.env, process.cwd());
  const { config } = read;
  const findings = [
    ...machineFindings(config),
    ...(await binaryFindings(config)),
    ...diskFindings(config),
    ...(await storeFindings(config)),
    ...(await settingFindings(read)),
    ...(await documentFindings(config)),
    ...fontFindings(),
  ];
  if (isJson) for (const finding of findings) console.log(JSON.stringify(finding));
  else print(findings);
  return findings.every(({ is }) => is !== 'wrong');
};
