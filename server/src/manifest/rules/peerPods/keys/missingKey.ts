import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { holdsCredential, keyNamed, listConfigKeys } from '#core/peerPods/keys/index.ts';
import { isDocumentedProvider, providers, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { adaptor112, operator111 } from '#core/product/sources.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString } from '#server/engine/yaml/node.ts';
import type { Span } from '#server/engine/text/span.ts';
import {
  listDataEntries,
  findDataEntry,
  hasData,
  insertKeys,
  isDataKey,
} from '#server/engine/yaml/objects/dataEntries.ts';
import { detectLineEnding, insertEntryAfter, getLineEnd } from '#server/engine/findings/edits.ts';
import { misplacedData } from '#server/manifest/rules/allKinds/misplacedData.ts';
import { defineRule, type Edit, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { mapFor, mapOf } from '#server/engine/examples/exampleMaps.ts';
import { meantByMisnamed, mostKeys } from './unknownKey.ts';
import { describeMissingEffect } from '../../shared/valueWords.ts';
import { getValueSpan, getProvider, stripBackticks } from '../checkValues.ts';

const providerKey = 'CLOUD_PROVIDER';
/** Values of the key that a message suggests. */
const offeredProviders = ['aws', 'azure', 'gcp', 'libvirt'];
/** Maximum number of missing keys that a message lists. */
const mostNames = 4;

export default defineRule({
  id: 'ppcm-missing-key',
  title: () => l10n.t`Missing or empty required key`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  needs: ['file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`\`peer-pods-cm\` lacks a key that the cloud provider requires, or the key is empty. The operator checks these keys before it creates the pod VM image, and stops with "cannot find the required keys in peer-pods-cm ConfigMap". Only the image key can be empty, because the operator sets it.

Keys that only cloud-api-adaptor requires are reported as warnings. If another file also contains \`peer-pods-cm\`, a ConfigMap with few keys might be a patch. The rule then reports missing keys as information or not at all. In a ConfigMap that a kustomization generates, they are information, because an overlay might add them.

Add the keys with their values. The quick fix adds empty keys for you to fill in.`,
  source: [operator111('controllers/image_generator.go'), adaptor112('src/cloud-api-adaptor/entrypoint.sh')],
  *check(context) {
    const { manifest } = context;
    // The keys exist but are misplaced, which another rule reports.
    if (misplacedData(manifest).length > 0) return;
    const provider = getProvider(manifest);
    if (provider === undefined) {
      yield* withoutProvider(context);
      return;
    }
    const required = requiredKeys(provider, context.release).filter(
      (name) => !isUpstream(manifest) || !provider.operatorConfigKeys.includes(name) || name === providerKey,
    );
    const meant = new Set(namesOf(context).map((name) => meantByMisnamed(name, provider)));
    const missing = required.filter((name) => !hasData(manifest, name) && !meant.has(name));
    if (missing.length > 0)
      yield absent(
        context,
        provider,
        missing,
        manifest.part === 'generator' || (missing.length * 2 > required.length && hasOthers(context)),
      );
    for (const name of required) {
      const entry = findDataEntry(manifest, name);
      if (entry?.value.text !== '') continue;
      const { summary, form } = keyNamed(name, provider.name) ?? {};
      const advice = stripBackticks(form?.() ?? summary?.().split(/(?<=\.) /)[0] ?? '');
      yield {
        ...getValueSpan(entry),
        ...severityOf(provider, [name]),
        message: `${emptyWords(provider, name)}${getSentenceSeparator()}${advice}`.slice(0, 240).trim(),
      };
    }
  },
  examples: [
    {
      avoid: mapOf(
        'CLOUD_PROVIDER: "libvirt"',
        '#               ^^^^^^^^^ want',
        'LIBVIRT_DIR_NAME: "/var/lib/libvirt/images"',
      ),
      prefer: mapOf(
        'CLOUD_PROVIDER: "libvirt"',
        'LIBVIRT_DIR_NAME: "/var/lib/libvirt/images"',
        'LIBVIRT_POOL: "default"',
        'LIBVIRT_VOL_NAME: "podvm-base.qcow2"',
      ),
    },
    {
      avoid: mapFor('aws', 'AWS_REGION: ""', '#           ^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "us-east-2"'),
    },
    {
      avoid: mapOf(
        'CLOUD_PROVIDER: "gcp"',
        '#               ^^^^^ want',
        'VXLAN_PORT: "9000"',
        'GCP_NETWORK: "global/networks/default"',
      ),
      prefer: mapOf(
        'CLOUD_PROVIDER: "gcp"',
        'VXLAN_PORT: "9000"',
        'GCP_NETWORK: "global/networks/default"',
        'GCP_PROJECT_ID: ""',
        '#               ^^ want',
        'GCP_ZONE: ""',
        '#         ^^ want',
      ),
    },
  ],
});

/**
 * Returns the keys that the operator or cloud-api-adaptor requires in peer-pods-cm. Excludes the image, because the
 * operator can create it.
 */
function requiredKeys(provider: ProviderKnowledge, release: Release): readonly string[] {
  if (!isDocumentedProvider(provider.name)) return [];
  const insisted = listConfigKeys(provider.name).filter(
    (key) => key.requiredBy !== undefined && isInForce(key, release) && key.unverified !== true,
  );
  const elsewhere = new Set([...provider.operatorSecretKeys, provider.imageKey ?? '']);
  const names = [
    ...provider.operatorConfigKeys,
    ...insisted.map(({ name }) => name).filter((name) => !elsewhere.has(name) && !holdsCredential(name)),
  ];
  return [...new Set([providerKey, ...names])];
}

/**
 * Returns the severity. If only cloud-api-adaptor requires the missing keys, the severity is warning, because a Secret
 * can also contain them.
 */
function severityOf(provider: ProviderKnowledge, names: readonly string[]): Pick<Finding, 'severity'> {
  return names.some((name) => name === providerKey || provider.operatorConfigKeys.includes(name))
    ? {}
    : { severity: 'warning' };
}

/** Returns whether missing keys stop the operator. Otherwise, they affect only cloud-api-adaptor. */
function stopsOperator(provider: ProviderKnowledge | undefined, names: readonly string[]): boolean {
  return provider === undefined || severityOf(provider, names).severity === undefined;
}

function emptyWords(provider: ProviderKnowledge | undefined, name: string): string {
  return `${l10n.t`${name} is empty.`}${getSentenceSeparator()}${describeMissingEffect(stopsOperator(provider, [name]))}`;
}

function absentWords(provider: ProviderKnowledge, names: readonly string[]): string {
  return `${l10n.t`Required keys missing for ${provider.name}: ${formatNames(names, mostNames)}.`}${getSentenceSeparator()}${describeMissingEffect(stopsOperator(provider, names))}`;
}

function absent(
  context: RuleContext,
  provider: ProviderKnowledge,
  names: readonly string[],
  mayBePatch: boolean,
): Finding {
  const entry = findDataEntry(context.manifest, providerKey);
  const place = entry === undefined ? headOf(context) : getValueSpan(entry);
  const edit = insertKeys(
    context.manifest,
    names.map((name) => [name, JSON.stringify(initial(name, provider))] as const),
    context.text,
  );
  return {
    ...place,
    ...(mayBePatch ? { severity: 'info' } : severityOf(provider, names)),
    message: absentWords(provider, names),
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${formatNames(names)}`, edits: [edit], sure: false }],
  };
}

/** Returns the documented sample or default value, or an empty string if there is none. */
function initial(name: string, provider: ProviderKnowledge): string {
  const { sample, default: byDefault } = keyNamed(name, provider.name) ?? {};
  return sample ?? byDefault ?? '';
}

/** Reports that CLOUD_PROVIDER is missing or empty. Another rule reports unknown providers. */
function* withoutProvider(context: RuleContext): Iterable<Finding> {
  const { manifest } = context;
  const entry = findDataEntry(manifest, providerKey);
  const advice = l10n.t`Use one of ${offeredProviders.join(', ')}.`;
  if (entry?.value.text === '')
    yield {
      ...getValueSpan(entry),
      message: `${emptyWords(undefined, providerKey)}${getSentenceSeparator()}${advice}`,
    };
  const isMisnamed = namesOf(context).some((name) => meantByMisnamed(name, undefined) === providerKey);
  if (isMisnamed || hasData(manifest, providerKey) || manifest.part === 'generator' || hasOthers(context)) return;
  // If only part of the workspace was read, another part of the ConfigMap might exist.
  if (context.workspace?.whole !== true && !isHalfThere(context)) return;
  const edit = insertKeys(manifest, [[providerKey, '""']], context.text) ?? newData(context);
  yield {
    ...headOf(context),
    message: [l10n.t`${providerKey} is missing.`, describeMissingEffect(true), advice].join(getSentenceSeparator()),
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${providerKey}`, edits: [edit], sure: false }],
  };
}

/** Returns whether the object is in the upstream namespace, which the operator doesn't use. */
function isUpstream({ root }: Manifest): boolean {
  return getYamlString(root, ['metadata', 'namespace']) === 'confidential-containers-system';
}

/** Returns whether the ConfigMap has at least half of a provider's keys. That is more than a patch would contain. */
function isHalfThere({ manifest, release }: RuleContext): boolean {
  return providers.some((provider) => {
    const required = requiredKeys(provider, release).filter((name) => name !== providerKey);
    return required.length > 1 && required.filter((name) => hasData(manifest, name)).length * 2 >= required.length;
  });
}

/** Returns whether another peer-pods-cm exists that this one might patch, or that might be a patch of this one. */
function hasOthers({ siblings, workspace, uri, position }: RuleContext): boolean {
  return (
    siblings.some(
      (other) =>
        other.position !== position && other.manifest.kind.id === 'peer-pods-cm' && other.manifest.rejected !== true,
    ) || workspace?.of('peer-pods-cm').some((fact) => fact.uri !== uri) === true
  );
}

function namesOf({ manifest }: RuleContext): readonly string[] {
  return listDataEntries(manifest)
    .slice(0, mostKeys)
    .map(({ name }) => name)
    .filter(isDataKey);
}

function headOf({ manifest }: RuleContext): Span {
  const { root } = manifest;
  const [first] = listDataEntries(manifest);
  const { start, end } = findYamlNode(root, ['metadata', 'name']) ?? findYamlNode(root, ['kind']) ?? first?.key ?? root;
  return { start, end };
}

/** Adds `data` with the key to an object that has no data or empty data. */
function newData({ manifest, text }: RuleContext): Edit | undefined {
  const { root } = manifest;
  const newline = detectLineEnding(text);
  const data = root.entries.find(({ key }) => key.text === 'data');
  if (data === undefined) return insertEntryAfter(text, root, ['data:', `  ${providerKey}: ""`], newline);
  const at = getLineEnd(text, data.key.end);
  const isBare =
    data.value.type === 'scalar' &&
    data.value.text === '' &&
    !data.borrowed &&
    /^:[ \t]*(?:\r\n|\r|\n)$/.test(text.slice(data.key.end, at));
  const indent = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, data.key.start))?.[1];
  return isBare && indent !== undefined
    ? { start: at, end: at, text: `${indent}  ${providerKey}: ""${newline}` }
    : undefined;
}
