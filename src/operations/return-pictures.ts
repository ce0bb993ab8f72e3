// Pictures of what is sent back, by its buyer and by the shop.
import { addReturnPicture } from '../domain/orders/add-return-picture.ts';
import { RETURN_PICTURE_TYPES } from '../domain/orders/return-picture.ts';
import { int } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import { doer, ownReturn, seqOfReturn } from './access/own-return.ts';
import { read, write } from './context/operation.ts';
import { sentPicture } from './params/sent-picture.ts';
import { SUCCESS, id, oneOf, reply, text } from './replies/members.ts';
import { Return } from './replies/returns.ts';
import { viewReturn } from './views/returns.ts';

export const add_return_picture = write({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary: 'Adds a picture to a return: its buyer does until the shop has it, the shop until it is withdrawn.',
  credential: 'licence',
  session: 'optional',
  params: { id_return: int('number of the return'), picture: sentPicture },
  handle: ({ id_return: returnId, picture }, ctx) => {
    const own = ownReturn(ctx, returnId);
    if (!own.ok) return own;
    return mapOk(addReturnPicture(ctx.shop, { returnId, ...picture, by: doer(ctx) }), (pictureId) => ({
      returnId,
      pictureId,
    }));
  },
  refusals: ['ORDER_NOT_FOUND', 'RETURN_NOT_FOUND', 'RETURN_ENDED', 'RETURN_PICTURE_LIMIT_REACHED', 'ORDER_ERASED'],
  reply: reply('add_return_picture', { status: SUCCESS, id_picture: id('number of the picture'), return: Return }),
  view: ({ returnId, pictureId }, ctx) =>
    ({
      object: 'add_return_picture',
      status: 'success',
      id_picture: pictureId,
      return: viewReturn(ctx.shop, returnId, seqOfReturn(ctx, returnId)),
    }) as const,
});

export const get_return_picture = read({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  leaks: 'all',
  summary: 'A picture of what is sent back, as base64, for its buyer and the shop.',
  credential: 'licence',
  session: 'optional',
  params: {
    id_return: int('number of the return'),
    id_picture: int('number of the picture, as get_returns shows it'),
  },
  refusals: ['ORDER_NOT_FOUND', 'RETURN_NOT_FOUND', 'RETURN_PICTURE_NOT_FOUND'],
  reply: reply('return_picture', {
    content_type: oneOf('its type', Object.values(RETURN_PICTURE_TYPES)),
    picture: text('base64 of the picture'),
  }),
  view: ({ id_return: returnId, id_picture: pictureId }, ctx) => {
    const own = ownReturn(ctx, returnId);
    if (!own.ok) return own;
    const picture = ctx.shop.read('return_picture', pictureId);
    if (picture === undefined) ctx.shop.trackAbsence('return_picture');
    if (picture?.returnId !== returnId || picture.content === '') return refuse('RETURN_PICTURE_NOT_FOUND', pictureId);
    return ok({
      object: 'return_picture',
      content_type: RETURN_PICTURE_TYPES[picture.type],
      picture: picture.content,
    } as const);
  },
});
