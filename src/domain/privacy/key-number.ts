// Numbers of the keys of personal data: a data subject has one key for contact details and one for invoices.
// Glossary (docs/internals/glossary.md): data subject.
import type { Purpose } from '../schema.ts';

/** Number of a subject's key, a leaf of the key tree. */
export const keyNumberOf = (subject: number, purpose: Purpose): number => subject * 2 + (purpose === 'contact' ? 0 : 1);
