// JSON and commands as text that is easy to read and to take along.
import { useMemo, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';
import { warn } from './toast.tsx';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/gi;

const colored = (text: string) => {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, word] = match;
    parts.push(text.slice(from, match.index));
    const kind =
      string === undefined ? (word === undefined ? 'number' : 'word') : colon === undefined ? 'string' : 'name';
    parts.push(<span class={`json-${kind}`}>{string ?? whole}</span>, colon ?? '');
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
};

export const CopyButton = ({ text }: { readonly text: string }) => {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    } catch {
      warn(t().shell.copyFailed);
    }
  };
  return (
    <button type="button" class="plain copy" aria-label={t().shell.copy} onClick={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} size={16} />
    </button>
  );
};

const COLORED_MAX = 200_000;

/** `text` is shown as it is; JSON gets colours, up to a size that a browser colours at once. */
export const Code = ({
  text,
  label,
  isJson = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly isJson?: boolean;
}) => {
  const shown = useMemo(() => (isJson && text.length < COLORED_MAX ? colored(text) : text), [text, isJson]);
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={label}>
        {shown}
      </pre>
      <CopyButton text={text} />
    </div>
  );
};
