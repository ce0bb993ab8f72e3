// Eviction: keeps the actors in memory within their number and their share of memory.
//
// Each kind has a capacity of its own; the bytes of all kinds are bounded together, and the largest kind gives way. Not
// promised: the limits at every moment. Dirty actors stay, and one call visits at most STEPS_MAX of a kind.
// Glossary (docs/internals/glossary.md): eviction.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Tables } from './tables.ts';

/** Actors of each kind that one call visits. */
const STEPS_MAX = 1000;

/**
 * `residentActorsMax`: capacity of a kind, before its own share of that. `memory`: share of all actors. `commitNumber`:
 * the last commit that is in the journal.
 */
export const evict = (tables: Tables, residentActorsMax: number, memory: MemoryShare, commitNumber: number): void => {
  const all = KIND_NAMES.map((kind) => tables[kind]);
  memory.bytes = all.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  const most = Math.max(...all.map(({ residentBytes }) => residentBytes));
  for (const table of all) {
    const others = memory.bytes - table.residentBytes;
    const bytesMax = table.residentBytes === most ? Math.max(memory.bytesMax - others, 0) : Infinity;
    table.evict(residentActorsMax, bytesMax, commitNumber, STEPS_MAX);
  }
};
