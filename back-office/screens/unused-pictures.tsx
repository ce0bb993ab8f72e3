// Which uploaded pictures does the shop not use? They can be deleted for good.
import { call } from '../api/call.ts';
import { may, useOperation } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, megabytes } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const SHOWN = 12;

const DeletePictures = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().products.unused;
  const data = useData('unused-pictures', (signal) =>
    call('delete_unused_images', { dry_run: 1, limit: SHOWN }, signal),
  );
  const act = async (): Promise<string> => {
    const deleted = await call('delete_unused_images', {});
    return texts.deleted(count(deleted.count), megabytes(deleted.bytes));
  };
  return (
    <ConfirmDialog
      title={texts.title}
      label={texts.delete}
      isDangerous
      isReady={(data.value?.count ?? 0) > 0}
      act={act}
      onClose={onClose}
    >
      <Loaded data={data}>
        {({ count: found, bytes, images }) =>
          found === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <>
              <Consequences sentences={[texts.will(count(found), megabytes(bytes)), texts.forGood]} />
              <div class="pictures">
                {images.map(({ url }) => (
                  <img key={url} class="picture" src={url} alt="" loading="lazy" />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
};

export const UnusedPicturesButton = () => {
  const [isOpen, setOpen] = useState(false);
  const operation = useOperation('delete_unused_images');
  if (!may('delete_unused_images') || !operation) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t().products.unused.open}
      </button>
      {isOpen && <DeletePictures onClose={() => setOpen(false)} />}
    </>
  );
};
