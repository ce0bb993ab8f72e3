// Pictures that a person gives to the server. One that is too large is refused before it is sent: a server that closes
// the connection over it could not say why. While one is sent, leaving the page is asked about.
import { IMAGE_BYTES_MAX } from '../../src/kernel/picture-bytes.ts';
import { megabytes } from '../format.ts';
import { t } from '../texts/texts.ts';
import { whileUnsaved } from '../unsaved.ts';
import { Refused, ask } from './call.ts';
import { HEADERS } from './http.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf = async (file: File): Promise<Size | undefined> => {
  // A drawing has no size of its own.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap === undefined ? undefined : { width: bitmap.width, height: bitmap.height };
};

/** Answers with the picture's address, and its size where the browser knows it; throws Refused. */
export const uploadImage = async (file: File): Promise<{ readonly url: string; readonly size: Size | undefined }> => {
  if (file.size > IMAGE_BYTES_MAX) {
    const detail = t().products.pictures.tooLarge(megabytes(file.size), megabytes(IMAGE_BYTES_MAX));
    throw new Refused(0, 'BODY_TOO_LARGE', '', detail);
  }
  const headers = { ...HEADERS, 'content-type': file.type };
  const sent = await whileUnsaved(() => ask('/admin/images', { method: 'POST', headers, body: file }));
  const { url } = sent as { readonly url: string };
  return { url, size: await sizeOf(file) };
};
