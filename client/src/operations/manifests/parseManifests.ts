/**
 * Parses the objects of a YAML text in the same way as `oc`: YAML 1.1 as in go-yaml v2. The input size is limited, and
 * every error is reported. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { CollectionTag, Document, ScalarTag, Tags } from 'yaml';
import { isJsonObject, getList, getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { boundedYaml, firstLine } from './boundedYaml.ts';

/** Limits for the input. */
export interface ManifestLimits {
  /** Maximum number of objects. */
  readonly objects: number;
  /** Maximum length in characters, also after aliases are expanded. */
  readonly length: number;
}

/** Limits for one file. The length is about what an API server accepts. */
const fileLimits: ManifestLimits = { objects: 200, length: 2_000_000 };

/**
 * Types that go-yaml v2 doesn't parse: `22:30` isn't a number, and dates are strings. Source: go-yaml v2 resolve.go.
 */
const unread: readonly string[] = ['timestamp', 'binary', 'omap', 'pairs', 'set'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** Whose types of plain values apply: Kustomize reads `yes`, `on`, and `y` as strings, and `oc` as Booleans. */
type YamlReader = 'oc' | 'kustomize';

/** Returns the objects in order, with Lists expanded. The error is a message for the user. */
export function parseManifests(
  text: string,
  limits: ManifestLimits = fileLimits,
  reader: YamlReader = 'oc',
): Result<readonly KubernetesManifest[], string> {
  return guarded(text, limits, () => read(text, limits, reader));
}

/**
 * Returns the content of each YAML document, such as a kustomization or a patch. Empty documents are omitted. The error
 * is a message for the user.
 */
export function parseYamlValues(text: string, reader: YamlReader = 'oc'): Result<readonly unknown[], string> {
  return guarded(text, fileLimits, () => {
    const documents = parseDocuments(text, reader);
    if (!documents.ok) return documents;
    const values: unknown[] = documents.value.map((document) => document.toJS({ maxAliasCount: 100 }));
    const json = JSON.stringify(values.filter((value) => value !== null && value !== undefined));
    if (json.length > fileLimits.length) return fail(tooLongExpanded());
    const plain: unknown = JSON.parse(json);
    return succeed(Array.isArray(plain) ? plain : []);
  });
}

/** Fields at the start of a line or of a mapping in braces, in a text that isn't valid YAML. */
const objectFields = /^["']?(?:apiVersion|kind)["']?[ \t]*:|[{,]\s{0,100}["']?apiVersion["']?[ \t]*:/m;

/**
 * Returns whether a text is meant to contain objects, because a document has one of the fields `apiVersion` and `kind`.
 * Other YAML and JSON files, such as the values of a Helm chart, have neither.
 */
export function looksLikeManifest(text: string): boolean {
  const values = parseYamlValues(text);
  if (!values.ok) return objectFields.test(text);
  return values.value.some((value) => isJsonObject(value) && ('apiVersion' in value || 'kind' in value));
}

/** Checks the length of the text, and converts errors of the YAML library to messages. */
function guarded<T>(text: string, { length }: ManifestLimits, parse: () => Result<T, string>): Result<T, string> {
  if (text.length > length)
    return fail(
      length === fileLimits.length
        ? l10n.t`The file is larger than 2 MB, which is more than API servers accept.`
        : l10n.t`The file is larger than ${length / 1e6} MB.`,
    );
  try {
    return parse();
  } catch (error) {
    // Excessive alias expansion and values that can't be represented in JSON throw an error.
    return fail(
      error instanceof Error
        ? l10n.t`Can't read the file: ${firstLine(error.message)}.`
        : l10n.t("Can't read the file: {0}.", l10n.t`invalid YAML`),
    );
  }
}

function parseDocuments(text: string, reader: YamlReader): Result<readonly Document[], string> {
  const customTags = reader === 'oc' ? asOc : asKustomize;
  const documents = boundedYaml(text, { version: '1.1', merge: true, customTags, prettyErrors: true });
  return documents.ok ? documents : fail(l10n.t`Can't read the file: ${documents.error}.`);
}

function tooLongExpanded(): string {
  return l10n.t`The file content is larger than 2 MB after aliases (*name) are expanded.`;
}

function read(text: string, limits: ManifestLimits, reader: YamlReader): Result<readonly KubernetesManifest[], string> {
  const documents = parseDocuments(text, reader);
  if (!documents.ok) return documents;
  const out: KubernetesManifest[] = [];
  let length = 0;
  for (const document of documents.value) {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null || value === undefined) continue;
    for (const one of isList(value) ? getList(value, 'items') : [value]) {
      if (out.length >= limits.objects) return fail(l10n.t`More than ${limits.objects} objects found.`);
      if (!isJsonObject(one)) return fail(l10n.t`Object ${out.length + 1} in the file isn't a mapping.`);
      const problem = problemOf(one, out.length + 1);
      if (problem !== undefined) return fail(problem);
      // The object is sent as JSON, so it's converted to plain JSON values.
      const json = JSON.stringify(one);
      // Aliases can expand a short text to a large one.
      length += json.length;
      if (length > limits.length) return fail(tooLongExpanded());
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
  return tags
    .filter((tag) => typeof tag === 'string' || !isUnread(tag))
    .map((tag) => (isScalar(tag) && tag.test?.test('.') === true ? { ...tag, test: decimal } : tag));
}

/** Source: kubernetes-sigs/kustomize kyaml/yaml, which uses go-yaml v3 (resolve.go). */
function asKustomize(tags: Tags): Tags {
  return asOc(tags).map((tag) => {
    const isTrue = isScalar(tag) && tag.test?.test('yes') === true;
    const isFalse = isScalar(tag) && tag.test?.test('no') === true;
    return isTrue || isFalse ? { ...tag, test: isTrue ? /^(?:[Tt]rue|TRUE)$/ : /^(?:[Ff]alse|FALSE)$/ } : tag;
  });
}

/** A decimal number with a point and at least one digit. go-yaml reads a single `.` as a string. */
const decimal = /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/;

function isScalar(tag: string | CollectionTag | ScalarTag): tag is ScalarTag {
  return typeof tag !== 'string' && 'test' in tag;
}

function isUnread(tag: CollectionTag | ScalarTag): boolean {
  return unread.includes(tag.tag) || ('format' in tag && tag.format === 'TIME');
}
