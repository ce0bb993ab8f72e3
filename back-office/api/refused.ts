// What the engine says no to, in a file that needs no browser.
import type { ChangedMember } from '../../src/client/client.ts';

/** The record of the last change, and what others have changed, where CHANGED_MEANWHILE says it. */
export interface Meanwhile {
  readonly seq?: number;
  readonly changed?: readonly ChangedMember[];
}

/** A refused call; it has changed nothing, except for UNANSWERED: nobody knows what became of that. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  /** The parameter or the id that it is about; '' for none. */
  readonly param: string;
  readonly status: number;
  readonly meanwhile: Meanwhile;

  constructor(status: number, code: string, param: string, detail: string, meanwhile: Meanwhile = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.param = param;
    this.meanwhile = meanwhile;
  }
}

/** Refuses as the engine refuses an unknown id. */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refused(200, 'NOT_FOUND', '', '');
  return value;
};

/** Whether what was asked for does not exist, or no longer. */
export const isGone = (refused: Refused | undefined): boolean => refused?.code.endsWith('NOT_FOUND') === true;
