/**
 * Creates the HTML of a webview. Its content security policy allows only one script and one style, identified by a
 * nonce.
 */
import { getLanguageTag } from '#core/text/grammar.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** The parts of a page before its script runs. */
export interface PageParts {
  readonly title: string;
  /** 128 random bits, new for every page. */
  readonly nonce: string;
  /** URL of the script as a webview URI. */
  readonly script: string;
  readonly style: string;
  /** HTML with escaped untrusted texts. Most pages are filled by their scripts instead. */
  readonly body?: string;
}

/** Returns a complete page. */
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
