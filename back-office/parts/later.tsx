// Screens and dialogs whose code is loaded when they are opened, so that the first screen opens sooner.
import { Refused } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import type { JSX } from '../preact.ts';
import { Dialog } from './dialog.tsx';
import { Loaded, Page } from './page.tsx';

interface LaterProps<T> {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<T>;
  readonly draw: (screens: T) => JSX.Element;
}

/** A file that does not come is a call that nobody answers, and can be tried again. */
const orUnanswered = async <T,>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch {
    throw new Refused(0, 'UNANSWERED', '', '');
  }
};

export const Later = <T,>({ name, title, load, draw }: LaterProps<T>) => {
  const data = useData(`code-of-${name}`, () => orUnanswered(load));
  if (data.value !== undefined) return draw(data.value);
  return (
    <Page title={title}>
      <Loaded data={data} lines={6}>
        {draw}
      </Loaded>
    </Page>
  );
};

/** A part of a page: it stands there once its code does. */
export const LaterPart = <T,>({ name, load, draw }: Omit<LaterProps<T>, 'title'>) => (
  <Loaded data={useData(`code-of-${name}`, () => orUnanswered(load))} lines={1}>
    {draw}
  </Loaded>
);

/** A dialog that the code draws as a whole; until then one with its title stands there. */
export const LaterDialog = <T,>({
  name,
  title,
  load,
  draw,
  onClose,
}: LaterProps<T> & { readonly onClose: () => void }) => {
  const data = useData(`code-of-${name}`, () => orUnanswered(load));
  if (data.value !== undefined) return draw(data.value);
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded data={data} lines={6}>
        {draw}
      </Loaded>
    </Dialog>
  );
};
