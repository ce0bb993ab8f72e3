// A link back to the list of a screen, as it was left: filters, place and picked rows.
import type { ComponentChildren } from '../preact.ts';
import { comeBack, hrefOfList } from '../routes.ts';
import { Icon } from './icon.tsx';

export const BackLink = ({ screen, children }: { readonly screen: string; readonly children: ComponentChildren }) => (
  <a
    class="button"
    href={hrefOfList(screen)}
    onClick={({ ctrlKey, metaKey, shiftKey }) => {
      // Another tab begins at the top.
      if (!ctrlKey && !metaKey && !shiftKey) comeBack();
    }}
  >
    <Icon name="left" size={16} />
    {children}
  </a>
);
