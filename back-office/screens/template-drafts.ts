// What is typed into templates of documents and not saved yet. Drafts outlive the screen; they end with the page, which
// asks before it is left.
import { user } from '../api/session.ts';
import { signal } from '../preact.ts';

export interface TemplateDraft {
  readonly text: string;
  /** Record of the template that the text was begun with. */
  readonly seq: number;
}

const drafts = signal<{ readonly [key: string]: TemplateDraft }>({});

/** Who logs in next sees nothing of it. */
const keyOf = (name: string): string => `${user.value?.username ?? ''}/${name}`;

export const draftOf = (name: string): TemplateDraft | undefined => drafts.value[keyOf(name)];

export const keepDraft = (name: string, draft: TemplateDraft): void => {
  drafts.value = { ...drafts.value, [keyOf(name)]: draft };
};

export const dropDraft = (name: string): void => {
  const { [keyOf(name)]: _dropped, ...others } = drafts.value;
  drafts.value = others;
};

export const hasTemplateDrafts = (): boolean => Object.keys(drafts.value).length > 0;
