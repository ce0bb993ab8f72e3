// The editor of one text, in an element of the page. It is a module of its own, which is loaded when a text is edited.
//
// Guaranteed: a text that nobody changes stays as it is, byte for byte; what is written is made of the elements of
// schema.ts alone.
import { ACTIONS, BASE_KEYS, KEYS, TAB_KEYS, standingIn, toBlock, toImage, toLink } from './commands.ts';
import type { Action, Block, Standing } from './commands.ts';
import { htmlOf, nodeOf } from './html.ts';
import { lostIn } from './lost.ts';
import { cleanedPaste } from './paste.ts';
import { EditorState, EditorView, history, keymap, tableEditing } from './prosemirror.ts';
import type { Command } from './prosemirror.ts';

interface EditorOptions {
  readonly html: string;
  /** Attributes of the element that is edited. */
  readonly attributes: { readonly [name: string]: string };
  readonly onHtml: (html: string) => void;
  /** After each step: what is the case at the cursor. */
  readonly onStanding: (standing: Standing) => void;
  /** A person asks for a link by its key. */
  readonly onLink: () => void;
}

export interface RichEditor {
  readonly run: (action: Action) => void;
  readonly turnInto: (block: Block) => void;
  /** '' takes the link away. */
  readonly link: (href: string) => void;
  readonly image: (src: string, alt: string) => void;
  /** Shows another text: what was typed was dropped, or somebody else's was taken. */
  readonly show: (html: string) => void;
  readonly focus: () => void;
  readonly end: () => void;
}

/** What the editor would drop of a text; none: it is edited without a loss. */
export const lostBy = (html: string): readonly string[] => lostIn(html, htmlOf(nodeOf(html)));

export const openEditor = (place: HTMLElement, options: EditorOptions): RichEditor => {
  const { attributes, onHtml, onStanding, onLink } = options;
  const askLink: Command = () => {
    onLink();
    return true;
  };
  const plugins = [
    history(),
    keymap({ ...KEYS, 'Mod-k': askLink }),
    keymap(TAB_KEYS),
    keymap(BASE_KEYS),
    tableEditing(),
  ];
  const stateOf = (html: string): EditorState => EditorState.create({ doc: nodeOf(html), plugins });
  const view = new EditorView(place, {
    state: stateOf(options.html),
    attributes,
    transformPastedHTML: cleanedPaste,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) onHtml(htmlOf(view.state.doc));
      onStanding(standingIn(view.state));
    },
  });
  onStanding(standingIn(view.state));
  const run = (command: Command): void => {
    command(view.state, (transaction) => view.dispatch(transaction), view);
    view.focus();
  };
  return {
    run: (action) => run(ACTIONS[action]),
    turnInto: (block) => run(toBlock(block)),
    link: (href) => run(toLink(href)),
    image: (src, alt) => run(toImage(src, alt)),
    show: (html) => {
      view.updateState(stateOf(html));
      onStanding(standingIn(view.state));
    },
    focus: () => view.focus(),
    end: () => view.destroy(),
  };
};
