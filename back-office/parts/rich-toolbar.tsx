// The buttons above a text that is edited, and what they ask: the address of a link, a picture with its words for those
// who do not see it.
import { Refused } from '../api/call.ts';
import { uploadImage } from '../api/images.ts';
import { may } from '../api/rights.ts';
import type { Action, Block, Standing } from '../rich-text/commands.ts';
import { isSafeAddress } from '../rich-text/addresses.ts';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { Field, TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type Asked = 'link' | 'image' | undefined;

interface RichToolbarProps {
  readonly label: string;
  readonly standing: Standing;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
  readonly onAction: (action: Action) => void;
  readonly onBlock: (block: Block) => void;
  readonly onLink: (href: string) => void;
  readonly onImage: (src: string, alt: string) => void;
  readonly onSource: () => void;
}

const BLOCKS = ['paragraph', 'h2', 'h3', 'h4', 'code'] as const satisfies readonly Block[];

/** Left and right go from tool to tool. */
const moveByArrows = (event: KeyboardEvent): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.target instanceof HTMLSelectElement) return;
  const tools = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')];
  tools[tools.indexOf(event.target as HTMLElement) + step]?.focus();
  event.preventDefault();
};

/** Enter sends this row, and not the form around it. */
const onEnter =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    act();
  };

interface RowEndProps {
  readonly label: string;
  readonly isReady: boolean;
  readonly onGo: () => void;
  readonly onAsk: RichToolbarProps['onAsk'];
  readonly children?: ComponentChildren;
}

/** What ends a row that asks: its button, further ones, and the one that closes it. */
const RowEnd = ({ label, isReady, onGo, onAsk, children }: RowEndProps) => (
  <div class="button-row">
    <button type="button" class="primary" disabled={!isReady} onClick={onGo}>
      {label}
    </button>
    {children}
    <button type="button" class="plain" onClick={() => onAsk(undefined)}>
      {t().shell.close}
    </button>
  </div>
);

const LinkRow = ({ standing, onAsk, onLink }: RichToolbarProps) => {
  const texts = t().richText;
  const [href, setHref] = useState(standing.link);
  const isSafe = href.trim() === '' || isSafeAddress(href);
  const send = (address: string): void => {
    if (!isSafe) return;
    onAsk(undefined);
    onLink(address);
  };
  return (
    <div class="rich-row" onKeyDown={onEnter(() => send(href.trim()))}>
      <TextField
        label={texts.linkAddress}
        hint={texts.linkHint}
        error={isSafe ? undefined : texts.linkUnsafe}
        value={href}
        onInput={setHref}
        autoFocus
      />
      <RowEnd label={texts.linkGo} isReady={isSafe} onGo={() => send(href.trim())} onAsk={onAsk}>
        {standing.link !== '' && (
          <button type="button" onClick={() => send('')}>
            {texts.linkOff}
          </button>
        )}
      </RowEnd>
    </div>
  );
};

const ImageRow = ({ onAsk, onImage }: RichToolbarProps) => {
  const texts = t().richText;
  const [alt, setAlt] = useState('');
  const [file, setFile] = useState<File | undefined>();
  const [state, setState] = useState<'running' | Refused | undefined>();
  const send = async (): Promise<void> => {
    if (file === undefined || state === 'running') return;
    setState('running');
    try {
      const { url } = await uploadImage(file);
      onAsk(undefined);
      onImage(url, alt.trim());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState(error);
    }
  };
  return (
    <div class="rich-row" onKeyDown={onEnter(() => void send())}>
      <Field label={texts.image} error={state instanceof Refused ? refusalText(state) : undefined}>
        {(described) => (
          <input
            {...described}
            type="file"
            accept="image/*"
            onInput={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <TextField label={texts.alt} hint={texts.altHint} value={alt} onInput={setAlt} />
      <RowEnd
        label={texts.imageGo}
        isReady={file !== undefined && state !== 'running'}
        onGo={() => void send()}
        onAsk={onAsk}
      />
    </div>
  );
};

interface ToolProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly text?: string;
  /** Undefined: it is no state. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly onUse: () => void;
}

const Tool = ({ label, icon, text = '', isOn, isOff = false, onUse }: ToolProps) => (
  <button
    type="button"
    class={`plain tool ${text === '' ? '' : `tool-${text.toLowerCase()}`}`}
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    aria-disabled={isOff}
    // The text keeps what is chosen in it.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (!isOff) onUse();
    }}
  >
    {icon === undefined ? text : <Icon name={icon} size={16} />}
  </button>
);

const BlockChoice = ({ standing, onBlock }: RichToolbarProps) => {
  const texts = t().richText;
  return (
    <select
      aria-label={texts.block}
      value={standing.block ?? ''}
      onInput={(event) => onBlock(event.currentTarget.value as Block)}
    >
      {standing.block === undefined && <option value="">{texts.otherBlock}</option>}
      {BLOCKS.map((block) => (
        <option key={block} value={block}>
          {texts.blocks[block]}
        </option>
      ))}
    </select>
  );
};

export const RichToolbar = (props: RichToolbarProps) => {
  const { label, standing, asked, onAsk, onAction, onSource } = props;
  const texts = t().richText;
  const act = (action: Action) => () => onAction(action);
  return (
    <>
      <div class="rich-tools" role="toolbar" aria-label={texts.tools(label)} onKeyDown={moveByArrows}>
        <BlockChoice {...props} />
        <Tool label={texts.bold} text="B" isOn={standing.bold} onUse={act('bold')} />
        <Tool label={texts.italic} text="I" isOn={standing.italic} onUse={act('italic')} />
        <Tool label={texts.link} icon="link" isOn={standing.link !== ''} onUse={() => onAsk('link')} />
        <Tool label={texts.bullets} icon="bullets" isOn={standing.bullets} onUse={act('bullets')} />
        <Tool label={texts.numbers} icon="numbers" isOn={standing.numbers} onUse={act('numbers')} />
        <Tool label={texts.quote} icon="quote" isOn={standing.quote} onUse={act('quote')} />
        {may('upload_image') && <Tool label={texts.image} icon="image" onUse={() => onAsk('image')} />}
        <Tool label={texts.rule} text="—" onUse={act('rule')} />
        <Tool label={texts.table} icon="table" isOff={standing.table} onUse={act('table')} />
        <Tool label={texts.undo} icon="undo" isOff={!standing.undo} onUse={act('undo')} />
        <Tool label={texts.redo} icon="redo" isOff={!standing.redo} onUse={act('redo')} />
        <Tool label={texts.source} icon="explorer" onUse={onSource} />
      </div>
      {standing.table && (
        <div class="rich-tools" role="toolbar" aria-label={texts.tableTools(label)} onKeyDown={moveByArrows}>
          {(['addRow', 'addColumn', 'deleteRow', 'deleteColumn', 'deleteTable'] as const).map((action) => (
            <button key={action} type="button" class="plain small" onClick={act(action)}>
              {texts.tableActions[action]}
            </button>
          ))}
        </div>
      )}
      {asked === 'link' && <LinkRow {...props} />}
      {asked === 'image' && <ImageRow {...props} />}
    </>
  );
};
