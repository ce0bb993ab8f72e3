// One Chromium per worker: test files open contexts of their own in it, which share nothing, and close them. It ends
// with its worker.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** The first one draws for no screen: a test with it takes three quarters of the CPU. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
/** Compilers of their own threads are worth it for pages that live longer than those of a test. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--single-threaded'];
const CHROMIUM = process.env['KONTOR_TEST_CHROMIUM'] ?? PLACES.find((path) => existsSync(path));

export const HAS_CHROMIUM = CHROMIUM !== undefined;
if (!HAS_CHROMIUM)
  console.log('no Chromium (apt-get install chromium-headless-shell, or chromium): tests with a browser pass unseen');

let shared: Promise<Browser> | undefined;

/** Another one where the last has died. */
export const sharedBrowser = async (): Promise<Browser> => {
  const there = await shared?.catch(() => undefined);
  if (there?.isConnected() === true) return there;
  shared = chromium.launch({ executablePath: CHROMIUM!, args: ARGS });
  return shared;
};

/** Closes all that is open in it: a test file ends with that. */
export const closeContexts = async (): Promise<void> => {
  const there = await shared?.catch(() => undefined);
  await Promise.all(there?.contexts().map((context) => context.close()) ?? []);
};
