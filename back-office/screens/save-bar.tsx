// Says how much is typed and not saved, and saves or drops it.
import type { Refused } from '../api/call.ts';
import { Failure } from '../parts/page.tsx';
import { t } from '../texts/texts.ts';

interface SaveBarProps {
  readonly changes: number;
  readonly isRunning: boolean;
  readonly refused: Refused | undefined;
  /** Whether somebody tried to save unreadable text. */
  readonly isUnread: boolean;
  /** Whether somebody else has saved one of the fields meanwhile. */
  readonly hasConflict: boolean;
  readonly onDrop: () => void;
}

export const SaveBar = ({ changes, isRunning, refused, isUnread, hasConflict, onDrop }: SaveBarProps) => {
  const texts = t().products;
  if (changes === 0) return null;
  return (
    <div class="save-bar">
      {refused !== undefined && <Failure refused={refused} />}
      <p role="status">
        {texts.unsaved(changes)} {isUnread && <span class="error">{texts.unread}</span>}{' '}
        {hasConflict && <span class="error">{texts.conflict}</span>}
      </p>
      <button type="button" class="plain" onClick={onDrop}>
        {texts.drop}
      </button>
      <button type="submit" class="primary" disabled={isRunning}>
        {texts.save}
      </button>
    </div>
  );
};
