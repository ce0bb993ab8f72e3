// The one place that imports ProseMirror by name. It is loaded when the first text is edited, and not before.
export { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
export { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
export { keymap } from 'prosemirror-keymap';
export { DOMParser as NodeParser, DOMSerializer as NodeSerializer, Schema } from 'prosemirror-model';
export type { Attrs, MarkSpec, MarkType, Node, NodeSpec, NodeType } from 'prosemirror-model';
export { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
export { EditorState } from 'prosemirror-state';
export type { Command } from 'prosemirror-state';
export {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
  tableNodes,
} from 'prosemirror-tables';
export { EditorView } from 'prosemirror-view';
