// The picture of a row of the sheet of variations: chosen among those that the product has, or uploaded.
import { Dialog } from '../parts/dialog.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { UploadButton } from './picture-upload.tsx';

interface PictureProps {
  /** What the row is called. */
  readonly name: string;
  /** '': none. */
  readonly url: string;
  /** Pictures that the product and its variations have. */
  readonly known: readonly string[];
  readonly isRunning: boolean;
  readonly onUrl: (url: string) => void;
}

export const PictureCell = ({ name, url, known, isRunning, onUrl }: PictureProps) => {
  const texts = t().products.grid;
  const [isOpen, setOpen] = useState(false);
  const take = (chosen: string): void => {
    onUrl(chosen);
    setOpen(false);
  };
  const label = `${texts.columns.picture}, ${name}`;
  return (
    <>
      <button
        type="button"
        class="plain pick-picture"
        aria-label={label}
        disabled={isRunning}
        onClick={() => setOpen(true)}
      >
        <Thumb url={url} />
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <div class="ask">
            {known.length > 0 && (
              <div class="pictures-to-pick" role="group" aria-label={texts.pickPicture}>
                {known.map((one, at) => (
                  <button
                    key={one}
                    type="button"
                    class={one === url ? 'chosen' : ''}
                    aria-label={texts.pictureOf(String(at + 1))}
                    aria-pressed={one === url}
                    onClick={() => take(one)}
                  >
                    <img src={one} alt="" loading="lazy" />
                  </button>
                ))}
              </div>
            )}
            <UploadButton label={label} onUrl={take} />
            <div class="dialog-end">
              {url !== '' && (
                <button type="button" onClick={() => take('')}>
                  {texts.noPicture}
                </button>
              )}
              <button type="button" onClick={() => setOpen(false)}>
                {t().shell.keep}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
};
