// The version of the program: package.json stands beside `src` and beside `dist`.
import { readFileSync } from 'node:fs';

export const programVersion = (): string => {
  const path = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version;
};
