// A mutant that a property kills is dead: nobody reads the smallest counterexample, and the same seed gives the same
// score.
import { configureGlobal } from 'fast-check';

configureGlobal({ endOnFailure: true, seed: 1 });
