// The reader of image sizes, with the HTTP client and the settings.
import type { Config } from '../../config/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { ImageSizes } from '../../engine/maintenance/image-sizes.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { sizeOfImage } from '../../outside/image-size.ts';
import { privateAllowed } from '../../admin/webhook-calls.ts';

const QUEUE_MAX = 10_000;

export const imageSizesOf = (
  engine: Engine,
  config: Config,
  client: HttpClient,
  warn: (line: string) => void,
): ImageSizes =>
  new ImageSizes(engine, {
    client,
    warn,
    sizeOf: sizeOfImage,
    hosts: config.imageHosts,
    queueMax: QUEUE_MAX,
    privateAllowed: privateAllowed(config),
  });
