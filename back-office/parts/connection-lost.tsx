// Says that there is no connection and when the next attempt is, with a button to try now; also inside dialogs.
import { lostFor, stopWaiting } from '../api/http.ts';
import { retryNow } from '../api/sending.ts';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

/** `isSaving`: a change is waiting, and may be given up. */
export const ConnectionLost = ({ isSaving = false }: { readonly isSaving?: boolean }) => {
  const ms = lostFor.value;
  if (ms === undefined) return null;
  const texts = t().shell;
  return (
    <div class="lost" role="alert">
      <Icon name="warning" />
      <p>
        {texts.lost(Math.ceil(ms / 1000))} {isSaving && texts.stopHint}
      </p>
      <button type="button" onClick={retryNow}>
        {texts.tryNow}
      </button>
      {isSaving && (
        <button type="button" onClick={stopWaiting}>
          {texts.stop}
        </button>
      )}
    </div>
  );
};
