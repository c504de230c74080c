/** The page of a webview: nothing is loaded or run in it but one script and one style of ours, by a nonce. */
import { getLanguageTag } from '#core/text/grammar.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** What is on a page before its script has run. */
export interface PageParts {
  readonly title: string;
  /** 128 bits of chance, new for every page. */
  readonly nonce: string;
  /** The address of the script, as the webview reaches it. */
  readonly script: string;
  readonly style: string;
  /** HTML; whatever is not ours in it was escaped. Most pages are filled by their scripts. */
  readonly body?: string;
}

/** A whole page. */
export function pageHtml({ title, nonce, script, style, body = '<main id="page"></main>' }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${getLanguageTag()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
<script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}
