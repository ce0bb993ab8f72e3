// An HTML document within the page, as it was made: without its scripts, in a frame of its own that runs none.
//
// The policy of the page forbids styles within HTML, and a frame has the same policy: sheets are handed to the frame as
// objects, and attributes that style are set one by one. What a document wants to load is left to the policy.
import { STYLE, parsedHtml } from '../rich-text/parsed.ts';

const SHEETS = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
/** What acts, or leads elsewhere, by being there. */
const ACTIVE = 'script, base, link, meta, iframe, frame, object, embed';

const dress = ({ contentDocument: inside, contentWindow: view }: HTMLIFrameElement, html: string): void => {
  if (inside === null || view === null) return;
  const page = parsedHtml(html);
  for (const element of page.querySelectorAll(ACTIVE)) element.remove();
  inside.documentElement.replaceWith(inside.importNode(page.documentElement, true));
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync([...html.matchAll(SHEETS)].map(([, css]) => css).join('\n'));
  inside.adoptedStyleSheets = [sheet];
  for (const element of inside.querySelectorAll<HTMLElement>(`[${STYLE}]`))
    element.style.cssText = element.getAttribute(STYLE) ?? '';
};

export const MadeDocument = ({ title, html }: { readonly title: string; readonly html: string }) => (
  <iframe
    key={html}
    class="made-document"
    title={title}
    sandbox="allow-same-origin"
    srcdoc="<!DOCTYPE html>"
    onLoad={({ currentTarget }) => dress(currentTarget, html)}
  />
);
