// How a reply shows what the words of the shop did to a query.
import type { AppliedWords } from '../../domain/words/compiled-words.ts';
import type * as Replies from '../replies/applied-words.ts';

/** The member of a reply; none where nothing was done. */
export const wordsMember = (told: AppliedWords | undefined): { readonly words?: Replies.AppliedWords } =>
  told === undefined
    ? {}
    : {
        words: {
          ...(told.redirect !== '' && { redirect: told.redirect }),
          ...(told.pinned.length > 0 && { pinned: [...told.pinned] }),
          ...(told.synonyms.length > 0 && {
            synonyms: told.synonyms.map(({ words, finds }) => ({ words, finds: [...finds] })),
          }),
          ...(told.ignored.length > 0 && { ignored: [...told.ignored] }),
        },
      };
