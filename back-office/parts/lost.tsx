// No connection: when it is tried again, with a button for the impatient; in a dialog as well, above the page.
import { lostFor, stopWaiting } from '../api/http.ts';
import { retryNow } from '../api/sending.ts';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

/** `isSaving`: what waits is a change, which may be given up. */
export const Lost = ({ isSaving = false }: { readonly isSaving?: boolean }) => {
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
