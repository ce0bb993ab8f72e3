// Which uploaded pictures does nothing of the shop show? They are deleted for good.
import { call } from '../api/call.ts';
import { isAdministrator, useOperation } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, megabytes } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { Will } from '../parts/will.tsx';
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
    <Ask
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
              <Will sentences={[texts.will(count(found), megabytes(bytes)), texts.forGood]} />
              <div class="pictures">
                {images.map(({ url }) => (
                  <img key={url} class="picture" src={url} alt="" loading="lazy" />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </Ask>
  );
};

export const UnusedPicturesButton = () => {
  const [isOpen, setOpen] = useState(false);
  const operation = useOperation('delete_unused_images');
  if (!isAdministrator() || !operation) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t().products.unused.open}
      </button>
      {isOpen && <DeletePictures onClose={() => setOpen(false)} />}
    </>
  );
};
