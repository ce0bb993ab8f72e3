// A picture that a call sends.
import type { ReturnPictureType } from '../../domain/orders/return-picture.ts';
import { RETURN_PICTURE_TYPES } from '../../domain/orders/return-picture.ts';
import { map, text } from '../../kernel/params.ts';
import { PICTURE_ENDS, PICTURE_SIGNATURES } from '../../kernel/picture-signatures.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** Characters of the largest that `returnPictureBytesMax` can allow. */
const CHARACTERS_MAX = 4_000_000;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TYPES = Object.keys(RETURN_PICTURE_TYPES) as ReturnPictureType[];

interface SentPicture {
  readonly kind: ReturnPictureType;
  /** As base64. */
  readonly content: string;
  readonly bytes: number;
}

export const sentPicture = map(
  text('the picture as base64: PNG, JPEG or WebP', { max: CHARACTERS_MAX }),
  (given, param): Result<SentPicture> => {
    if (!BASE64.test(given))
      return refuse('PARAMETER_INVALID', param, `${param}: base64 is wanted, without line ends.`);
    const bytes = Buffer.from(given, 'base64');
    const kind = TYPES.find((type) => PICTURE_SIGNATURES[type]!(bytes));
    if (kind === undefined)
      return refuse('PARAMETER_INVALID', param, `${param}: these bytes are no PNG, JPEG or WebP.`);
    if (!PICTURE_ENDS[kind]!(bytes))
      return refuse('PARAMETER_INVALID', param, `${param}: this picture is cut short: it has no end.`);
    return ok({ kind, content: bytes.toString('base64'), bytes: bytes.length });
  },
);
