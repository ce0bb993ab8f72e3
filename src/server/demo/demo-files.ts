// The files of the demo shop, in the folder demo/ of the project and of the package (docs/start/demo.md).
import { accessSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImageSize } from '../../domain/attributes/image-attributes.ts';
import { sizeOfImage } from '../../outside/image-size.ts';

const DIRECTORY = fileURLToPath(new URL('../../../demo/', import.meta.url));
const IMAGES = 'images/';

const inFile = (name: string, error: unknown): Error =>
  new Error(`demo/${name}: ${(error as Error).message}`, { cause: error });

/** Throws Error with the file in its message. */
const within = <T>(name: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw inFile(name, error);
  }
};

export const demoBytes = (name: string): Buffer => within(name, () => readFileSync(`${DIRECTORY}${name}`));

/** `T` is what the file holds; nothing checks it. */
export const demoJson = <T>(name: string): T => within(name, () => JSON.parse(demoBytes(name).toString()) as T);

/** Objects in the order of their lines. */
export const demoLines = <T>(name: string): readonly T[] =>
  within(name, () =>
    demoBytes(name)
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T),
  );

/** Names of the pictures in a folder. Folders in it are none, nor is what a file manager hides there (`.DS_Store`). */
export const picturesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);

export const demoImages = (): readonly string[] => within(IMAGES, () => picturesIn(`${DIRECTORY}${IMAGES}`));

export const demoImage = (name: string): Buffer => demoBytes(`${IMAGES}${name}`);

/** Pixels of every drawing (SVG) of the demo: a start reads no hundred files to measure them. */
const DRAWN: ImageSize = { width: 640, height: 640 };

/** Undefined where the file is no picture. Throws Error where there is none. */
export const demoImageSize = (name: string): ImageSize | undefined => {
  if (!name.endsWith('.svg')) return sizeOfImage(demoImage(name));
  within(`${IMAGES}${name}`, () => accessSync(`${DIRECTORY}${IMAGES}${name}`));
  return DRAWN;
};

type Bring = (chunks: AsyncIterable<Buffer>) => Promise<void>;

async function* inTurn(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Brings the whole of a file, or the given lines of it. Throws Error with the file in its message. */
export const bringing = async (name: string, bring: Bring, lines = [demoBytes(name)]): Promise<void> => {
  try {
    await bring(inTurn(lines));
  } catch (error) {
    throw inFile(name, error);
  }
};
