// Catches a reader beside a server that reads what is kept no more, keeps without end, or hears of nothing.
import { expect, test } from 'vitest';
import { keepMoment } from '../../../src/admin/keep-moment.ts';
import { readBeside } from '../../../src/engine/store/beside.ts';
import { lockStore } from '../../../src/engine/store/store-lock.ts';
import { openControlSocket } from '../../../src/server/ports/control-socket.ts';
import { newDirectory } from '../../harness/directories.ts';
import { until } from '../../harness/until.ts';

/** A server's control socket, and how many moments its journal keeps. */
const served = async () => {
  const data = newDirectory();
  let kept = 0;
  const journal = {
    keepMoment: () => {
      kept += 1;
      return () => void (kept -= 1);
    },
  };
  const lock = await lockStore(data);
  const socket = await openControlSocket({ config: { data }, store: { engine: { journal } } } as never);
  return {
    data,
    kept: () => kept,
    close: async () => {
      await socket.close(0);
      await lock.release();
    },
  };
};

test('a moment is kept while it is read, and no longer', async () => {
  const server = await served();
  const read = readBeside(server.data, keepMoment, async (isServed) => [isServed, server.kept()]);
  expect(await read).toEqual([true, 1]);
  await until('it is released', () => server.kept() === 0);
  const failed = readBeside(server.data, keepMoment, () => Promise.reject(new Error('no such object')));
  await expect(failed).rejects.toThrow('no such object');
  await until('it is released', () => server.kept() === 0);
  await server.close();
});

test('where the server ends meanwhile, neither a result nor damage is believed', async () => {
  for (const ending of ['result', 'damage']) {
    const server = await served();
    const read = readBeside(server.data, keepMoment, async () => {
      await server.close();
      expect(server.kept()).toBe(0);
      if (ending === 'damage') throw new Error('the row is damaged');
    });
    await expect(read, ending).rejects.toThrow(`the server of ${server.data} has ended`);
  }
});

test('sixteen read at a time, and the next one may try again', async () => {
  const server = await served();
  const all = await Promise.all(Array.from({ length: 16 }, () => keepMoment(server.data, true)));
  await expect(keepMoment(server.data, true)).rejects.toThrow('16 others read it: try again');
  expect(server.kept()).toBe(16);
  expect(await all[3]!.release()).toBe(true);
  await until('one is released', () => server.kept() === 15);
  const next = await keepMoment(server.data, true);
  expect(await next!.release()).toBe(true);
  await server.close();
  expect(server.kept()).toBe(0);
  expect(await all[4]!.release()).toBe(false);
});

test('a store that nobody has open is locked while it is read', async () => {
  const data = newDirectory();
  const read = readBeside(data, keepMoment, async (isServed) => {
    await expect(lockStore(data)).rejects.toThrow('has the data directory');
    return isServed;
  });
  expect(await read).toBe(false);
  await (await lockStore(data)).release();
});

test('a process that has the store open and takes no commands is named', async () => {
  const data = newDirectory();
  const lock = await lockStore(data);
  const why = `another process has the store in ${data} open and takes no commands: try again`;
  await expect(keepMoment(data, true, 100)).rejects.toThrow(why);
  await lock.release();
});
