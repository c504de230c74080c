/** Creates NOTICES.txt, which lists the third-party content of the package and its license terms. */
import type { Bundled } from './bundledPackages.ts';

const rule = '-'.repeat(80);

/** Returns the content of the file. Groups content with identical terms. */
export function noticesText(bundled: readonly Bundled[]): string {
  const byText = new Map<string, Bundled[]>();
  for (const one of bundled) {
    const text = one.texts.join('\n\n');
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const parts = Array.from(byText, ([text, of]) => `${rule}\n${of.map(title).join('\n')}\n${rule}\n\n${text}`);
  return `This extension is Apache-2.0 (see LICENSE). It contains the following third-party software and data under their own terms.\n\n${parts.join('\n\n')}\n`;
}

/** Returns the title of an entry in the file. */
export function title({ name, version, licence, homepage }: Bundled): string {
  return `${name} ${version} (${licence})${homepage === undefined ? '' : ` ${homepage}`}`;
}
