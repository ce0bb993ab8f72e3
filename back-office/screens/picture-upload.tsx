// A picture of a product, and the field that takes another one, chosen or dropped.
import { uploadImage } from '../api/images.ts';
import { PictureField, useTaking } from '../parts/field.tsx';
import { signal, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { keepSize } from './product-draft.ts';

/** Keeps the picture on the server, and its size for the draft. Answers with its address; throws Refused. */
const upload = async (file: File): Promise<string> => {
  const { url, size } = await uploadImage(file);
  if (size !== undefined) keepSize(url, size.width, size.height);
  return url;
};

/** Nothing where it cannot be loaded. */
export const Picture = ({ url }: { readonly url: string }) => {
  const [failed, setFailed] = useState('');
  if (url === '' || failed === url) return null;
  return <img class="picture" src={url} alt="" loading="lazy" onError={() => setFailed(url)} />;
};

/** Number of pictures under way. */
export const uploads = signal(0);

export const UploadButton = ({ label, onUrl }: { readonly label: string; readonly onUrl: (url: string) => void }) => {
  const texts = t().products;
  const [isOver, setOver] = useState(false);
  const taking = useTaking(async (file) => {
    uploads.value += 1;
    try {
      onUrl(await upload(file));
    } finally {
      uploads.value -= 1;
    }
  });
  return (
    <div
      class={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void taking.take(event.dataTransfer?.files[0]);
      }}
    >
      <PictureField label={texts.upload(label)} hint={texts.dropHint} taking={taking} />
    </div>
  );
};
