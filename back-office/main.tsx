// The back office in the browser: starts everything that lives as long as the page, and draws it.
import { App } from './app.tsx';
import { followKeys } from './keys.ts';
import { user } from './api/session.ts';
import { effect, render } from './preact.ts';
import { followPreferences } from './preferences.ts';
import { followAddress } from './routes.ts';
import { hasDrafts, takeUpDrafts } from './screens/product-draft.ts';
import { hasTemplateDrafts } from './screens/template-drafts.ts';
import { hasUnsaved } from './unsaved.ts';

followPreferences();
followAddress();
followKeys();
effect(() => {
  if (user.value) takeUpDrafts(user.value.username);
});
addEventListener('beforeunload', (event) => {
  if (hasDrafts() || hasTemplateDrafts() || hasUnsaved()) event.preventDefault();
});
render(<App />, document.querySelector('#app')!);
