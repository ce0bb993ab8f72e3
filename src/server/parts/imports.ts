// Imports by the back office. The first import loads what they need: every start would take longer otherwise.
import { privateAllowed } from '../../admin/webhook-calls.ts';
import type { Config } from '../../config/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { FetchedImages } from '../../http/routes/fetched-images.ts';
import type { ImageQuota } from '../../http/routes/image-quota.ts';
import { IMAGE_BYTES_MAX } from '../../kernel/picture-bytes.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import type { ImportServices } from '../../operations/context/import-services.ts';

export const importServices = (
  engine: Engine,
  config: Config,
  client: HttpClient,
  images: ImageQuota,
): ImportServices => {
  let loaded: Promise<ImportServices> | undefined;
  const load = async (): Promise<ImportServices> => {
    const { UploadImports } = await import('../../admin/upload-import.ts');
    const store = new FetchedImages(images);
    return new UploadImports(engine, config, {
      client,
      store,
      privateAllowed: privateAllowed(config),
      bytesMax: IMAGE_BYTES_MAX,
    });
  };
  return {
    facts: async () => (await (loaded ??= load())).facts(),
    bring: async ({ body, ...asked }) => {
      // The bytes are the transport's until this function waits.
      const kept = Buffer.from(body);
      return (await (loaded ??= load())).bring({ ...asked, body: kept });
    },
  };
};
