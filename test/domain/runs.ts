// How often a property is tried: as given, or KONTOR_RUNS times that (10 for a long look, 0.1 for a mutation test).
const TIMES = Number(process.env['KONTOR_RUNS'] ?? '1');

export const runs = (inCi: number): { readonly numRuns: number } => ({
  numRuns: Math.max(1, Math.round(inCi * TIMES)),
});
