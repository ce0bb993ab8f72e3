// Known vulnerabilities, as `npm audit --json` tells of them. A registry that offers no audit is an outcome of its own,
// never a clean one.
import { Type, json } from '../../src/kernel/params.ts';
import type { Outcome } from '../release.ts';

const Audited = json(
  Type.Object({ metadata: Type.Object({ vulnerabilities: Type.Object({ total: Type.Integer({ minimum: 0 }) }) }) }),
);
const NotAudited = json(Type.Object({ message: Type.String() }));

export const auditOutcome = (text: string): Outcome => {
  const audited = Audited.read(text, 'audit');
  if (audited.ok) {
    const { total } = audited.value.metadata.vulnerabilities;
    return { line: `dependencies: audited: ${total} vulnerabilities`, isFailed: total > 0 };
  }
  const refused = NotAudited.read(text, 'audit');
  const why = refused.ok ? refused.value.message : 'npm said nothing';
  return { line: `dependencies: not audited: the registry offers none (${why})`, isFailed: false };
};
