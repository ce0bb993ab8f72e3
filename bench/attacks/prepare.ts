// The shop that every attack finds: made once, and copied for each.
//
// It is made by the sources that lie beside the program that is attacked, so that an older program finds a store of its
// own.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as credentials from '../../src/admin/credentials.ts';
import type * as engines from '../../src/engine/engine.ts';
import { ROOT } from '../processes.ts';
import type * as measure from '../../test/generated-shop/measure.ts';
import type * as store from '../../test/generated-shop/store.ts';

export const OWNER = 'owner';

export const XML = { licence_username: 'bench-xml', licence_password: 'bench-password-xml' };

const sourcesOf = (engine: string): string => {
  const root = dirname(dirname(resolve(engine)));
  return existsSync(join(root, 'test/generated-shop/store.ts')) ? root : ROOT;
};

/** Gives the password of the owner. */
export const prepare = async (engine: string, directory: string, products: number): Promise<string> => {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(sourcesOf(engine), file)).href);
  const [{ CREDENTIALS, openAlone }, { fill }, { openFirstChannel }, { maintenanceCause }] = (await Promise.all([
    load('test/generated-shop/measure.ts'),
    load('test/generated-shop/store.ts'),
    load('src/admin/credentials.ts'),
    load('src/engine/engine.ts'),
  ])) as [typeof measure, typeof store, typeof credentials, typeof engines];
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const opening = await openAlone(directory);
  openFirstChannel(opening.engine, CREDENTIALS, false);
  const opened = opening.engine.transact(maintenanceCause('bench'), (tx) =>
    tx.create('channel', {
      type: 'open_channel',
      name: 'xml',
      description: '',
      active: true,
      output: 'xml',
      digests: {
        username: digest(XML.licence_username),
        password: digest(XML.licence_password),
        secretKey: digest('bench-secret-key-xml'),
      },
      demo: false,
    }),
  );
  if (!opened.ok) throw new Error('a channel cannot be opened');
  await fill(opening.engine, products);
  await opening.close();
  const who = [OWNER, '--email', 'owner@example.org', '--level', 'administrator'];
  const added = execFileSync(process.execPath, [engine, 'user', 'add', ...who, '--data', directory, '--json']);
  return (JSON.parse(added.toString()) as { readonly password: string }).password;
};
