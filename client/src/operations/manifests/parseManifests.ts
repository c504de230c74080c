/**
 * The objects of a YAML text, as `oc` reads them: YAML 1.1 as go-yaml v2 has it. Bounded, and every fault is said.
 * Without VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { CollectionTag, ScalarTag, Tags } from 'yaml';
import { isJsonObject, getList, getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { boundedYaml, firstLine } from './boundedYaml.ts';

/** In characters: what a server takes is about that. */
const longest = 2_000_000;
const mostObjects = 200;

/** In go-yaml v2 nobody reads `22:30` as a number, or a date as anything but a text. Source: go-yaml v2 resolve.go. */
const unread: readonly string[] = ['timestamp', 'binary', 'omap', 'pairs', 'set'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** The objects in order, those of a List each for itself; the error says in words what cannot be read. */
export function parseManifests(text: string): Result<readonly KubernetesManifest[], string> {
  if (text.length > longest) return fail(l10n.t`The file is larger than 2 MB, which API servers don't accept.`);
  try {
    return read(text);
  } catch (error) {
    // Aliases that grow beyond all bounds, and what cannot be JSON.
    return fail(
      error instanceof Error
        ? l10n.t`Can't read the file: ${firstLine(error.message)}.`
        : l10n.t`Can't read the file: invalid YAML.`,
    );
  }
}

function read(text: string): Result<readonly KubernetesManifest[], string> {
  const documents = boundedYaml(text, { version: '1.1', merge: true, customTags: asOc, prettyErrors: true });
  if (!documents.ok) return fail(l10n.t`Can't read the file: ${documents.error}.`);
  const out: KubernetesManifest[] = [];
  let length = 0;
  for (const document of documents.value) {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null || value === undefined) continue;
    for (const one of isList(value) ? getList(value, 'items') : [value]) {
      if (out.length >= mostObjects) return fail(l10n.t`The file contains more than ${mostObjects} objects.`);
      if (!isJsonObject(one)) return fail(l10n.t`Object ${out.length + 1} in the file isn't a mapping.`);
      const problem = problemOf(one, out.length + 1);
      if (problem !== undefined) return fail(problem);
      // What is sent is JSON: nothing else is left in it.
      const json = JSON.stringify(one);
      // Aliases make much of little.
      length += json.length;
      if (length > longest)
        return fail(l10n.t`The file content is larger than 2 MB after aliases (*name) are expanded.`);
      const plain: unknown = JSON.parse(json);
      if (isJsonObject(plain)) out.push(plain);
    }
  }
  return out.length === 0 ? fail(l10n.t`The file contains no objects.`) : succeed(out);
}

/** As `oc` tells them: by what is in it. There are kinds whose names end so. */
function isList(value: unknown): boolean {
  return isJsonObject(value) && getString(value, 'kind')?.endsWith('List') === true && Array.isArray(value['items']);
}

/** In a sentence. @param number which object of the file it is */
function problemOf(value: KubernetesManifest, number: number): string | undefined {
  for (const field of ['apiVersion', 'kind'])
    if ((getString(value, field) ?? '') === '') return l10n.t`Object ${number} in the file has no ${field}.`;
  const name = getString(value, 'metadata', 'name');
  if (name === undefined || name === '')
    return getString(value, 'metadata', 'generateName') === undefined
      ? l10n.t`Object ${number} in the file has no name.`
      : l10n.t`Object ${number} in the file has generateName but no name. Each apply would create another object.`;
  return /[{}$<>]/.test(`${name}${getString(value, 'metadata', 'namespace') ?? ''}`)
    ? l10n.t`Object ${number} in the file still has a placeholder in its name or namespace.`
    : undefined;
}

function asOc(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || !isUnread(tag));
}

function isUnread(tag: CollectionTag | ScalarTag): boolean {
  return unread.includes(tag.tag) || ('format' in tag && tag.format === 'TIME');
}
