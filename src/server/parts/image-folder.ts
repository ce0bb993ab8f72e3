// The folder of pictures: where it is, and how much it may hold.
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ImageQuota } from '../../http/routes/image-quota.ts';
import { IMAGES_DIRECTORY } from '../../http/routes/images.ts';

export const imageFolder = ({ data }: Pick<Config, 'data'>): string => join(data, IMAGES_DIRECTORY);

export const imageQuota = (config: Pick<Config, 'data' | 'imagesMb'>): ImageQuota =>
  new ImageQuota(imageFolder(config), config.imagesMb);
