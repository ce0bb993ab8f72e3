// What ends with the test that opens it, or with the file where no test runs yet. The files of a worker share its
// helpers, which are evaluated once: a hook at the top of one would belong to the first of these files alone.

type Ending = () => unknown;

const ofTest: Ending[] = [];
const ofFile: Ending[] = [];
let isInTest = false;

/** What was opened last ends first. */
export const endsWithTest = (end: Ending): void => void (isInTest ? ofTest : ofFile).push(end);

/** Each of them, also where one throws: what it throws. */
const endAll = async (endings: Ending[]): Promise<void> => {
  const thrown: unknown[] = [];
  for (const end of endings.splice(0).toReversed())
    try {
      await end();
    } catch (error) {
      thrown.push(error);
    }
  if (thrown.length > 0) throw thrown[0];
};

/** Behind the hooks before a test (setup.ts). */
export const testBegins = (): void => {
  isInTest = true;
};

/** Called after every test, and after every file (setup.ts). */
export const testEnds = async (): Promise<void> => {
  isInTest = false;
  await endAll(ofTest);
};
export const fileEnds = (): Promise<void> => endAll(ofFile);
