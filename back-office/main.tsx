// The back office in the browser: starts everything that lives as long as the page, and draws it.
import { App } from './app.tsx';
import { followKeys } from './keys.ts';
import { render } from './preact.ts';
import { followPreferences } from './preferences.ts';
import { followAddress } from './routes.ts';

followPreferences();
followAddress();
followKeys();
render(<App />, document.querySelector('#app')!);
