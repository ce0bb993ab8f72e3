// What the buttons and the keys of the editor do, and what is the case where the cursor stands.
import {
  addColumnAfter,
  addRowAfter,
  baseKeymap,
  chainCommands,
  deleteColumn,
  deleteRow,
  deleteTable,
  exitCode,
  goToNextCell,
  isInTable,
  lift,
  liftListItem,
  redo,
  redoDepth,
  setBlockType,
  sinkListItem,
  splitListItem,
  toggleMark,
  undo,
  undoDepth,
  wrapIn,
  wrapInList,
} from './prosemirror.ts';
import { idIn } from '../wire-number.ts';
import type { Command, EditorState, MarkType, NodeType } from './prosemirror.ts';
import { SCHEMA } from './schema.ts';

const node = (name: string): NodeType => SCHEMA.nodes[name]!;
const mark = (name: string): MarkType => SCHEMA.marks[name]!;

/** Blocks that a line of text may be. */
const BLOCKS = ['paragraph', 'h2', 'h3', 'h4', 'code'] as const;
export type Block = (typeof BLOCKS)[number];

/** What is the case at the cursor. */
export interface Standing {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly bullets: boolean;
  readonly numbers: boolean;
  readonly quote: boolean;
  /** Undefined: a block that no choice is, such as a heading of the first level. */
  readonly block: Block | undefined;
  /** Address of the link that the cursor is in; '': in none. */
  readonly link: string;
  readonly table: boolean;
  readonly undo: boolean;
  readonly redo: boolean;
}

const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean => {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
};

/** Whether a node of the type is around the cursor; the innermost list alone counts as one. */
const isWithin = ({ selection: { $from } }: EditorState, name: string): boolean => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const around = $from.node(depth).type.name;
    if (around === name) return true;
    if (around.endsWith('_list') && name.endsWith('_list')) return false;
  }
  return false;
};

const blockAt = ({ selection: { $from } }: EditorState): Block | undefined => {
  const { type, attrs } = $from.parent;
  if (type === node('code_block')) return 'code';
  return BLOCKS.find((name) => name === (type === node('heading') ? `h${String(attrs['level'])}` : type.name));
};

const linkAt = ({ selection: { $from, empty, from, to }, doc }: EditorState): string => {
  const at = empty ? $from.marks() : (doc.nodeAt(from)?.marks ?? doc.resolve(to).marks());
  const near = mark('link').isInSet(at) ?? mark('link').isInSet($from.nodeAfter?.marks ?? []);
  return String(near?.attrs['href'] ?? '');
};

export const standingIn = (state: EditorState): Standing => ({
  bold: hasMark(state, mark('strong')),
  italic: hasMark(state, mark('em')),
  bullets: isWithin(state, 'bullet_list'),
  numbers: isWithin(state, 'ordered_list'),
  quote: isWithin(state, 'blockquote'),
  block: blockAt(state),
  link: linkAt(state),
  table: isInTable(state),
  undo: undoDepth(state) > 0,
  redo: redoDepth(state) > 0,
});

/** Makes a list, or takes the one away that is there; one of the other kind becomes one of this. */
const list =
  (name: 'bullet_list' | 'ordered_list'): Command =>
  (state, dispatch) => {
    if (isWithin(state, name)) return liftListItem(node('list_item'))(state, dispatch);
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      if (!$from.node(depth).type.name.endsWith('_list')) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), node(name)));
      return true;
    }
    return wrapInList(node(name))(state, dispatch);
  };

const quote: Command = (state, dispatch) =>
  (isWithin(state, 'blockquote') ? lift : wrapIn(node('blockquote')))(state, dispatch);

const insert =
  (make: () => ReturnType<NodeType['create']>): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(make()).scrollIntoView());
    return true;
  };

const TABLE = { rows: 3, columns: 2 };

const newTable = () => {
  const row = (kind: string) =>
    node('table_row').create(
      null,
      Array.from({ length: TABLE.columns }, () => node(kind).createAndFill()!),
    );
  const rows = Array.from({ length: TABLE.rows }, (_, at) => row(at === 0 ? 'table_header' : 'table_cell'));
  return node('table').create(null, rows);
};

const lineBreak: Command = chainCommands(
  exitCode,
  insert(() => node('line_break').create()),
);

export const ACTIONS = {
  bold: toggleMark(mark('strong')),
  italic: toggleMark(mark('em')),
  bullets: list('bullet_list'),
  numbers: list('ordered_list'),
  quote,
  rule: insert(() => node('rule').create()),
  table: insert(newTable),
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
  undo,
  redo,
} as const satisfies { readonly [name: string]: Command };
export type Action = keyof typeof ACTIONS;

export const toBlock = (block: Block): Command => {
  if (block === 'paragraph') return setBlockType(node('paragraph'));
  return block === 'code'
    ? setBlockType(node('code_block'))
    : setBlockType(node('heading'), { level: idIn(block.slice(1)) ?? 2 });
};

/** Links what is chosen, or the link that the cursor is in; '' takes it away. A link of nothing is its own address. */
export const toLink =
  (href: string): Command =>
  (state, dispatch) => {
    const type = mark('link');
    const { tr, doc, selection } = state;
    let { from, to } = selection;
    if (selection.empty) {
      // All of the link around the cursor.
      const { $from } = selection;
      const start = $from.start();
      $from.parent.forEach((child, offset) => {
        const [begins, ends] = [start + offset, start + offset + child.nodeSize];
        if (type.isInSet(child.marks) !== undefined && begins <= from && to <= ends) [from, to] = [begins, ends];
      });
    }
    if (from === to) {
      if (href !== '') dispatch?.(tr.replaceSelectionWith(SCHEMA.text(href, [type.create({ href })]), false));
      return true;
    }
    const kept = type.isInSet(doc.nodeAt(from)?.marks ?? [])?.attrs;
    tr.removeMark(from, to, type);
    if (href !== '') tr.addMark(from, to, type.create({ ...kept, href }));
    dispatch?.(tr);
    return true;
  };

export const toImage = (src: string, alt: string): Command => insert(() => node('image').create({ src, alt }));

export const KEYS: { readonly [key: string]: Command } = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': ACTIONS.bold,
  'Mod-i': ACTIONS.italic,
  'Mod-u': toggleMark(mark('u')),
  'Shift-Ctrl-8': ACTIONS.bullets,
  'Shift-Ctrl-7': ACTIONS.numbers,
  'Shift-Enter': lineBreak,
  Enter: splitListItem(node('list_item')),
  'Mod-]': sinkListItem(node('list_item')),
  'Mod-[': liftListItem(node('list_item')),
};

/** In a table and in a list Tab has its use there; elsewhere it leaves the editor, as it leaves any field. */
export const TAB_KEYS: { readonly [key: string]: Command } = {
  Tab: chainCommands(goToNextCell(1), sinkListItem(node('list_item'))),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(node('list_item'))),
};

export const BASE_KEYS = baseKeymap;
