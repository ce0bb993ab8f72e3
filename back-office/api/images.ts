// Pictures that a person gives to the server.
import { ask } from './call.ts';
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
  const headers = { ...HEADERS, 'content-type': file.type };
  const { url } = (await ask('/admin/images', { method: 'POST', headers, body: file })) as { readonly url: string };
  return { url, size: await sizeOf(file) };
};
