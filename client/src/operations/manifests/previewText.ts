/** Converts objects to a document that the user reviews, and back. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { Document } from 'yaml';
import { isJsonObject } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { sanitizeComment } from '#core/text/sanitize.ts';
import { boundedYaml } from './boundedYaml.ts';
import { renderManifestYaml } from './manifestYaml.ts';

/** Maximum number of characters of a preview and maximum number of objects in it. */
const longest = 1_000_000;
const most = 100;

/**
 * Returns the preview document.
 * @param about lines that describe it, without `#`
 */
export function previewText(about: readonly string[], objects: readonly KubernetesManifest[]): string {
  const head = about.map((line) => `# ${sanitizeComment(line)}`.trimEnd()).join('\n');
  const bodies = objects.map((object) => renderManifestYaml(object).trimEnd());
  return `${head}\n${bodies.map((body) => `---\n${body}`).join('\n')}\n`;
}

/** Parses the objects in the current text of a preview. If it fails, the error is a message for the user. */
export function readPreview(text: string): Result<readonly KubernetesManifest[], string> {
  if (text.length > longest) return fail(l10n.t`The preview is too long.`);
  // Parses YAML 1.1, as the rest of the extension and kubectl do. Merge keys (`<<`) are not expanded.
  const documents = boundedYaml(text, { version: '1.1', merge: false });
  if (!documents.ok) return fail(l10n.t`Can't read the preview: ${documents.error}`);
  const objects: KubernetesManifest[] = [];
  for (const document of documents.value) {
    if (document.contents === null) continue;
    const value = valueOf(document);
    if (value === undefined)
      return fail(l10n.t`The preview contains a YAML alias (*name). Replace it with the content that it refers to.`);
    if (value === null) continue;
    if (!isJsonObject(value))
      return fail(
        l10n.t`The preview contains a document that isn't an object. Each document needs apiVersion, kind, and metadata.`,
      );
    objects.push(value);
    if (objects.length > most) return fail(l10n.t`More than ${most} objects found.`);
  }
  return objects.length === 0 ? fail(l10n.t`No objects found.`) : succeed(objects);
}

/** Returns the value of a document, or undefined if it contains an alias. */
function valueOf(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return value;
  } catch {
    return undefined;
  }
}
