// A text with headings, lists, links and pictures. It stands as words until somebody edits it: the editor is loaded
// then. What the editor would drop of the text is named before, and can be edited as HTML instead.
import type { Action, Standing } from '../rich-text/commands.ts';
import { parsedHtml } from '../rich-text/parsed.ts';
import type * as Editor from '../rich-text/editor.ts';
import type { RichEditor } from '../rich-text/editor.ts';
import { useEffect, useLayoutEffect, useRef, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { RichToolbar } from './rich-toolbar.tsx';

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, tr, pre, blockquote';
const WORDS_MAX = 400;

/** The words of an HTML text, a line per paragraph; nothing of it is run or loaded. */
export const plainText = (html: string): string => {
  const page = parsedHtml(html);
  for (const element of page.querySelectorAll('script, style')) element.remove();
  for (const element of page.querySelectorAll(BLOCKS)) element.append('\n');
  const text = (page.body.textContent ?? '').replace(/[^\S\n]+/g, ' ').replace(/\s*\n\s*/g, '\n');
  return text.trim();
};

interface RichTextProps {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly class: string;
  readonly label: string;
  readonly value: string;
  /** Shown where there is no text of its own. */
  readonly inherited: string;
  /** The person may not save another one. */
  readonly isRead?: boolean;
  readonly onHtml: (html: string) => void;
}

/** The editor, once it is loaded. */
type Loaded = Pick<typeof Editor, 'lostBy' | 'openEditor'>;

/** How the text is edited: not yet, in the editor, as HTML, or in none until the person has chosen. */
type Mode = 'closed' | 'loading' | 'editor' | 'source' | 'asked' | 'failed';

interface EditorPlaceProps extends RichTextProps {
  readonly module: Loaded;
  readonly onSource: () => void;
}

const EditorPlace = (props: EditorPlaceProps) => {
  const { module, id, class: name, label, value, onHtml, onSource } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor | undefined>(undefined);
  /** Texts that the editor has given and that have not come back yet: a person types faster than the page is drawn. */
  const given = useRef<string[]>([value]);
  const newest = useRef(onHtml);
  newest.current = onHtml;
  const [standing, setStanding] = useState<Standing | undefined>();
  const [asked, setAsked] = useState<'link' | 'image' | undefined>();
  useLayoutEffect(() => {
    editor.current = module.openEditor(place.current!, {
      html: value,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] }),
        class: 'rich',
      },
      onHtml: (html) => {
        given.current.push(html);
        newest.current(html);
      },
      onStanding: setStanding,
      onLink: () => setAsked('link'),
    });
    editor.current.focus();
    return () => editor.current?.end();
  }, []);
  useEffect(() => {
    const at = given.current.lastIndexOf(value);
    given.current.splice(0, at + 1);
    if (at < 0) editor.current?.show(value);
  }, [value]);
  return (
    <div class={`rich-frame ${name}`}>
      {standing !== undefined && (
        <RichToolbar
          label={label}
          standing={standing}
          asked={asked}
          onAsk={setAsked}
          onAction={(action: Action) => editor.current?.run(action)}
          onBlock={(block) => editor.current?.turnInto(block)}
          onLink={(href) => editor.current?.link(href)}
          onImage={(src, alt) => editor.current?.image(src, alt)}
          onSource={onSource}
        />
      )}
      <div ref={place} class="rich-place" />
    </div>
  );
};

const Source = ({
  value,
  onHtml,
  onEditor,
  id,
  class: name,
  ...described
}: RichTextProps & { readonly onEditor: () => void }) => {
  const { 'aria-describedby': says, 'aria-invalid': invalid } = described;
  return (
    <div class="rich-source">
      <textarea
        id={id}
        aria-describedby={says}
        aria-invalid={invalid}
        class={name}
        rows={10}
        spellcheck={false}
        value={value}
        onInput={(event) => onHtml(event.currentTarget.value)}
      />
      <button type="button" class="plain small" onClick={onEditor}>
        {t().richText.toEditor}
      </button>
    </div>
  );
};

interface AskedProps {
  readonly lost: readonly string[];
  readonly onEditor: () => void;
  readonly onSource: () => void;
}

const Asked = ({ lost, onEditor, onSource }: AskedProps) => {
  const texts = t().richText;
  return (
    <div class="conflict" role="alert">
      <p>
        {texts.wouldLose} <code>{lost.slice(0, 6).join('  ')}</code>
      </p>
      <div class="button-row">
        <button type="button" onClick={onSource}>
          {texts.asSource}
        </button>
        <button type="button" onClick={onEditor}>
          {texts.anyway}
        </button>
      </div>
    </div>
  );
};

export const RichText = (props: RichTextProps) => {
  const { id, label, value, inherited, isRead = false } = props;
  const texts = t().richText;
  const [mode, setMode] = useState<Mode>('closed');
  const module = useRef<Loaded | undefined>(undefined);
  const [lost, setLost] = useState<readonly string[]>([]);
  const open = async (): Promise<void> => {
    setMode('loading');
    try {
      module.current ??= await import('../rich-text/editor.ts');
    } catch {
      return setMode('failed');
    }
    const dropped = module.current.lostBy(value);
    setLost(dropped);
    setMode(dropped.length === 0 ? 'editor' : 'asked');
  };
  if (mode === 'editor' && module.current !== undefined)
    return <EditorPlace {...props} module={module.current} onSource={() => setMode('source')} />;
  if (mode === 'source') return <Source {...props} onEditor={() => void open()} />;
  const words = plainText(value === '' ? inherited : value);
  return (
    <div class={`rich-closed ${props.class}`}>
      <p class={value === '' ? 'quiet-text' : ''}>
        {words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)} …` : words}
      </p>
      {mode === 'failed' && <p class="error">{texts.failed}</p>}
      {mode === 'asked' && <Asked lost={lost} onEditor={() => setMode('editor')} onSource={() => setMode('source')} />}
      {mode !== 'asked' && !isRead && (
        <button
          id={id}
          type="button"
          aria-describedby={props['aria-describedby']}
          aria-label={texts.open(label)}
          aria-busy={mode === 'loading'}
          onClick={() => void open()}
        >
          {texts.edit}
        </button>
      )}
    </div>
  );
};
