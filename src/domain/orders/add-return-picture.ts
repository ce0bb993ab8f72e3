// Adds a picture of what is sent back to its return.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { returnsOf } from './order-return.ts';
import type { OrderReturn } from './order-return.ts';
import type { ReturnPictureType } from './return-picture.ts';

interface AddedPicture {
  readonly returnId: number;
  readonly kind: ReturnPictureType;
  /** As base64. */
  readonly content: string;
  readonly bytes: number;
  /** The channel that adds it; 0: the buyer does. */
  readonly by: number;
}

const MIB = 1_048_576;
/** So many returns of an order have as many pictures as all of them may get of the buyer (D645). */
const RETURNS_PICTURED = 4;

/** Refuses: RETURN_PICTURE_LIMIT_REACHED. */
const checkRoom = (
  tx: Transaction,
  { returnId, bytes, by }: AddedPicture,
  { orderId, pictures: { length: pictures } }: OrderReturn,
): Result<void> => {
  const { returnPicturesMax: most, returnPicturesMb: megabytes } = tx.rules;
  const { pictureBytes: allBytes } = tx.index('order_return');
  if (pictures >= most) {
    const detail = `The return has ${pictures} pictures, of at most ${most} (returnPicturesMax).`;
    return refuse('RETURN_PICTURE_LIMIT_REACHED', returnId, detail);
  }
  const ofOrder = by === 0 ? returnsOf(tx, orderId).reduce((sum, [, of]) => sum + of.pictures.length, 0) : 0;
  if (ofOrder >= RETURNS_PICTURED * most) {
    const detail = `Returns of the order have ${ofOrder} pictures, of at most ${RETURNS_PICTURED * most}.`;
    return refuse('RETURN_PICTURE_LIMIT_REACHED', returnId, detail);
  }
  if (allBytes + bytes <= megabytes * MIB) return DONE;
  const used = Math.ceil(allBytes / MIB);
  const detail = `Pictures of returns have ${used} MiB, and returnPicturesMb allows ${megabytes} MiB.`;
  return refuse('RETURN_PICTURE_LIMIT_REACHED', returnId, detail);
};

/**
 * The number of the picture. A buyer adds pictures while the return is announced, the shop also once it is received.
 *
 * Refuses: RETURN_NOT_FOUND, RETURN_ENDED, RETURN_PICTURE_LIMIT_REACHED, ORDER_ERASED; PARAMETER_INVALID where it is
 * larger than `returnPictureBytesMax`.
 */
export const addReturnPicture = (tx: Transaction, added: AddedPicture): Result<number> => {
  const { returnId, kind, content, bytes, by } = added;
  const of = tx.read('order_return', returnId);
  if (of === undefined) {
    tx.trackAbsence('order_return');
    return refuse('RETURN_NOT_FOUND', returnId);
  }
  if (of.state === 'withdrawn' || (by === 0 && of.state !== 'announced'))
    return refuse('RETURN_ENDED', returnId, `It is ${of.state}.`);
  const bytesMax = tx.rules.returnPictureBytesMax;
  if (bytes > bytesMax)
    return refuse('PARAMETER_INVALID', 'picture', `picture: ${bytes} bytes, of at most ${bytesMax}.`);
  const room = checkRoom(tx, added, of);
  if (!room.ok) return room;
  const subject = of.subject || tx.read('order', of.orderId)!.subject || tx.newSubject();
  if (tx.isErased(subject)) return refuse('ORDER_ERASED', of.orderId);
  const kept = tx.create('return_picture', { type: 'keep', subject, returnId, kind, content, by });
  if (!kept.ok) return kept;
  const noted = tx.ask('order_return', returnId, { type: 'add_picture', subject, pictureId: kept.value, bytes, by });
  return noted.ok ? kept : noted;
};
