// The bill of materials: what npm makes of the lock file, and what of it this repository relies on.
import { Type, json } from '../../src/kernel/params.ts';
import type { Outcome } from '../release.ts';

const Sbom = json(
  Type.Object({
    bomFormat: Type.Literal('CycloneDX'),
    components: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        purl: Type.String(),
        properties: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
        hashes: Type.Optional(Type.Array(Type.Object({ alg: Type.String(), content: Type.String() }))),
      }),
    ),
  }),
);

const DEVELOPMENT = 'cdx:npm:package:development';

/** Names under which what runs is installed, so the alias where there is one. */
export const namesOfWhatRuns = (text: string): string[] => {
  const read = Sbom.read(text, 'sbom');
  if (!read.ok) return [];
  const { components } = read.value;
  return components
    .filter(({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT))
    .map(({ name }) => name);
};

/** `path`: where it was written. */
export const sbomOutcome = (text: string, path: string): Outcome => {
  const read = Sbom.read(text, 'sbom');
  if (!read.ok) return { line: 'bill of materials: npm made none', isFailed: true };
  const { components } = read.value;
  const unhashed = components.filter(({ hashes = [] }) => hashes.length === 0).map(({ purl }) => purl);
  return unhashed.length > 0
    ? { line: `bill of materials: no hash of ${unhashed.join(', ')}`, isFailed: true }
    : { line: `bill of materials: ${components.length} components, each with its hash, in ${path}`, isFailed: false };
};
