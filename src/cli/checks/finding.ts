// What a check of `kontor doctor` finds, and what to do about it.

/** `wrong`: the shop does not start, or loses data; `note`: something works less well than it could. */
export interface Finding {
  readonly is: 'good' | 'note' | 'wrong';
  readonly line: string;
  /** What a person does about it; absent where nothing is to be done. */
  readonly advice?: string;
}

export const good = (line: string): Finding => ({ is: 'good', line });
export const note = (line: string, advice: string): Finding => ({ is: 'note', line, advice });
export const wrong = (line: string, advice: string): Finding => ({ is: 'wrong', line, advice });
