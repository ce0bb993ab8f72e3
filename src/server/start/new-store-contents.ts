// What a new store is filled with: the history of the demo, its goods alone, or calls that a test wants made.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { syncDirectory } from '../../engine/disk/sync-directory.ts';
import { RECEIVER_PATH } from '../../http/routes/demo-receiver.ts';
import { IMAGES_DIRECTORY } from '../../http/routes/images.ts';
import { demoImage, demoImages } from '../demo/demo-files.ts';
import type { DemoShop, Members } from '../demo/demo-shop.ts';
import { fillDemo, fillSample } from '../demo/fill.ts';
import { originOf } from '../ports/origin.ts';

interface Contents {
  readonly directory: string;
  readonly config: Config;
  /** See NewStore. */
  readonly content: string;
  readonly nowMs: number;
  readonly seed: string;
}

const writeImages = (directory: string, content: string): void => {
  if (content !== 'history' && content !== 'goods') return;
  const images = join(directory, IMAGES_DIRECTORY);
  mkdirSync(images);
  for (const name of demoImages()) writeFileSync(join(images, name), demoImage(name), { flush: true });
  syncDirectory(images);
};

const fillForTest = async (shop: DemoShop, path: string): Promise<void> => {
  const calls = JSON.parse(readFileSync(path, 'utf8')) as readonly (Members & { readonly request: string })[];
  for (const { request, ...fields } of calls) await shop.call(request, fields);
};

/** Receiver in the demo process; '' where its address is not known before it listens. */
const receiverOf = (config: Config): string =>
  config.port === 0 || config.tlsCert !== '' ? '' : `${originOf(config, config.port)}${RECEIVER_PATH}`;

/** Fills the shop by calls of its API, then writes its pictures. Throws RefusedCall. */
export const fillNewStore = async (shop: DemoShop, given: Contents): Promise<void> => {
  const { directory, config, content, nowMs, seed } = given;
  if (content === 'history') await fillDemo(shop, nowMs, receiverOf(config), seed);
  else if (content === 'goods') await fillSample(shop);
  else await fillForTest(shop, content);
  writeImages(directory, content);
};
