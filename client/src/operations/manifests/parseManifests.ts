/**
 * Parses the objects of a YAML text in the same way as `oc`: YAML 1.1 as in go-yaml v2. The input size is limited, and
 * every error is reported. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { CollectionTag, ScalarTag, Tags } from 'yaml';
import { isJsonObject, getList, getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { boundedYaml, firstLine } from './boundedYaml.ts';

/** Maximum length in characters, which is about what an API server accepts. */
const longest = 2_000_000;
const mostObjects = 200;

/**
 * Types that go-yaml v2 doesn't parse: `22:30` isn't a number, and dates are strings. Source: go-yaml v2 resolve.go.
 */
const unread: readonly string[] = ['timestamp', 'binary', 'omap', 'pairs', 'set'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** Returns the objects in order, with Lists expanded. The error is a message for the user. */
export function parseManifests(text: string): Result<readonly KubernetesManifest[], string> {
  if (text.length > longest) return fail(l10n.t`The file is larger than 2 MB, which is more than API servers accept.`);
  try {
    return read(text);
  } catch (error) {
    // Excessive alias expansion and values that can't be represented in JSON throw an error.
    return fail(
      error instanceof Error
        ? l10n.t`Can't read the file: ${firstLine(error.message)}.`
        : l10n.t("Can't read the file: {0}.", l10n.t`invalid YAML`),
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
      if (out.length >= mostObjects) return fail(l10n.t`More than ${mostObjects} objects found.`);
      if (!isJsonObject(one)) return fail(l10n.t`Object ${out.length + 1} in the file isn't a mapping.`);
      const problem = problemOf(one, out.length + 1);
      if (problem !== undefined) return fail(problem);
      // The object is sent as JSON, so it's converted to plain JSON values.
      const json = JSON.stringify(one);
      // Aliases can expand a short text to a large one.
      length += json.length;
      if (length > longest)
        return fail(l10n.t`The file content is larger than 2 MB after aliases (*name) are expanded.`);
      const plain: unknown = JSON.parse(json);
      if (isJsonObject(plain)) out.push(plain);
    }
  }
  return out.length === 0 ? fail(l10n.t`No objects found.`) : succeed(out);
}

/**
 * Returns whether the value is a List. Like `oc`, also checks its items, because other kinds can have names that end in
 * List.
 */
function isList(value: unknown): boolean {
  return isJsonObject(value) && getString(value, 'kind')?.endsWith('List') === true && Array.isArray(value['items']);
}

/**
 * Describes a problem in a sentence.
 * @param number position of the object in the file, starting at 1
 */
function problemOf(value: KubernetesManifest, number: number): string | undefined {
  for (const field of ['apiVersion', 'kind'])
    if ((getString(value, field) ?? '') === '') return l10n.t`Object ${number} in the file has no ${field}.`;
  const name = getString(value, 'metadata', 'name');
  if (name === undefined || name === '')
    return getString(value, 'metadata', 'generateName') === undefined
      ? l10n.t('Object {0} in the file has no {1}.', number, 'metadata.name')
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
