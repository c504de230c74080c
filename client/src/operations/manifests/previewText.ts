/** Objects as a document to be reviewed, and back. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { Document } from 'yaml';
import { isJsonObject } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { sanitizeComment } from '#core/text/sanitize.ts';
import { boundedYaml } from './boundedYaml.ts';
import { renderManifestYaml } from './manifestYaml.ts';

/** Characters of a preview that is read back, and objects in it. */
const longest = 1_000_000;
const most = 100;

/** @param about lines that say what it is, without `#` */
export function previewText(about: readonly string[], objects: readonly KubernetesManifest[]): string {
  const head = about.map((line) => `# ${sanitizeComment(line)}`.trimEnd()).join('\n');
  const bodies = objects.map((object) => renderManifestYaml(object).trimEnd());
  return `${head}\n${bodies.map((body) => `---\n${body}`).join('\n')}\n`;
}

/** The objects that stand in it now. The error is a sentence. */
export function readPreview(text: string): Result<readonly KubernetesManifest[], string> {
  if (text.length > longest) return fail(l10n.t`The preview is too long.`);
  // As the rest of the product reads it: the words of YAML 1.1 mean nothing here that their author can see.
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
    if (objects.length > most) return fail(l10n.t`The preview contains more than ${most} objects.`);
  }
  return objects.length === 0 ? fail(l10n.t`The preview contains no objects.`) : succeed(objects);
}

/** Undefined: there is an alias in it. */
function valueOf(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return value;
  } catch {
    return undefined;
  }
}
