// A small picture beside a name. It is decorative: the name says what it shows.
import { useState } from '../preact.ts';

/** A grey square where there is none, so that names stand in line. */
export const Thumb = ({ url }: { readonly url: string }) => {
  const [failed, setFailed] = useState('');
  return url === '' || failed === url ? (
    <span class="thumb" aria-hidden="true" />
  ) : (
    <img class="thumb" src={url} alt="" loading="lazy" onError={() => setFailed(url)} />
  );
};
