// A picture of what is sent back. It is an actor of its own, so that a list of returns reads none, and leaves memory
// once its row is written. Its return names it (order-return.ts).
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';

/** By the endings that names of files have. */
export const RETURN_PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
export type ReturnPictureType = keyof typeof RETURN_PICTURE_TYPES;

export interface ReturnPicture {
  /** The data subject whose key encrypts it: that of its return. */
  subject: number;
  returnId: number;
  type: ReturnPictureType;
  /** As base64; '' once its key is destroyed. */
  content: string;
  keptMs: number;
  /** The channel that added it; 0: the buyer did. */
  by: number;
}

type ReturnPictureCommand = { readonly type: 'keep'; readonly kind: ReturnPictureType } & Readonly<
  Pick<ReturnPicture, 'subject' | 'returnId' | 'content' | 'by'>
>;

const CONTENT = { personal: 'contact', erased: '' } as const;

const KEPT = {
  subject: 0,
  returnId: 0,
  kind: 'png' as ReturnPictureType,
  content: field('', CONTENT),
  by: 0,
};
const EVENTS = { return_picture_kept: KEPT };

export const returnPicture: ActorKind<ReturnPicture, ReturnPictureCommand, typeof EVENTS> = {
  kind: 'return_picture',
  state: schema<ReturnPicture>({
    subject: 0,
    returnId: 0,
    type: 'png',
    content: field('', CONTENT),
    keptMs: 0,
    by: 0,
  }),
  events: EVENTS,
  decide: (_state, command) => decided({ ...command, type: 'return_picture_kept' }),
  apply(state, event, atMs) {
    state.subject = event.subject;
    state.returnId = event.returnId;
    state.type = event.kind;
    state.content = event.content;
    state.keptMs = atMs;
    state.by = event.by;
  },
  evictable: () => true,
  residentMax: 20,
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly return_picture: typeof returnPicture;
  }
}
