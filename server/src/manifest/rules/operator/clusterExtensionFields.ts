import * as l10n from '@vscode/l10n';
import {
  catalogDate,
  catalogSource,
  deprecatedChannels,
  listPossibleStableVersions,
  nonexistentChannel,
} from '#core/product/catalog.ts';
import { documentedSubscription, operatorNamespace } from '#core/product/namespaces.ts';
import { parseVersionRange } from '#core/common/versionRange.ts';
import { formatAlternatives, formatMonth, joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { clusterExtensionSource, extensionWith, findPackageName, isOperatorExtension } from './clusterExtension.ts';
import { asKnownString, replaced } from '../shared/ownObjects.ts';
import { describeDeprecatedChannel, describeNoMatch } from './olmMessages.ts';

const catalog = ['spec', 'source', 'catalog'];

/** Fields with a fixed set of values. The API server rejects other values. */
const closedValues: readonly { readonly path: readonly string[]; readonly values: readonly string[] }[] = [
  { path: ['spec', 'source', 'sourceType'], values: ['Catalog'] },
  { path: ['spec', 'config', 'configType'], values: ['Inline'] },
  { path: [...catalog, 'upgradeConstraintPolicy'], values: ['CatalogProvided', 'SelfCertified'] },
];

export default defineRule({
  id: 'clusterextension-fields',
  title: () => l10n.t`ClusterExtension doesn't install the operator`,
  severity: 'error',
  appliesTo: ['ClusterExtension'],
  needs: ['file'],
  why: () =>
    l10n.t`The ClusterExtension for the OSC operator has a value that the API server rejects, or for which OLM v1 finds no version of the operator. OLM v1 looks up the exact package (\`packageName\`), the \`channels\`, and the \`version\` in all catalogs that the \`selector\` selects.

If the ClusterExtension has a \`selector\`, your own catalog might have other channels, so the severity for an unknown channel is information. Without a \`selector\`, the severity is warning for a deprecated channel, for a channel that isn't in the Red Hat catalog, and for a \`version\` that excludes all versions in the channel \`stable\`.

Use the package \`sandboxed-containers-operator\` and the channel \`stable\`.`,
  source: [clusterExtensionSource, catalogSource],
  *check({ manifest }) {
    if (!isOperatorExtension(manifest)) return;
    for (const { path, values } of closedValues)
      yield* ofClosedValue(manifest, asKnownString(findYamlNode(manifest.root, path)), path.at(-1) ?? '', values);
    yield* ofPackage(manifest, asKnownString(findPackageName(manifest)));
    const channels = findYamlNode(manifest.root, [...catalog, 'channels']);
    if (channels?.type === 'seq') for (const item of channels.items) yield* ofChannel(manifest, asKnownString(item));
    yield* ofVersion(manifest, asKnownString(findYamlNode(manifest.root, [...catalog, 'version'])));
  },
  examples: () => [
    {
      avoid: extensionWith().replace('Catalog\n', 'Catalogue\n#               ^^^^^^^^^ want\n'),
      prefer: extensionWith(),
      release: '1.14',
    },
    {
      avoid: extensionWith({ catalog: ['      channels:', '        - candidate', '#         ^^^^^^^^^ want'] }),
      prefer: extensionWith({ catalog: ['      channels:', '        - stable'] }),
      release: '1.14',
    },
    {
      avoid: extensionWith({ catalog: ['      channels:', '        - stable-1.3', '#         ^^^^^^^^^^ want'] }),
      prefer: extensionWith({ catalog: ['      channels:', '        - stable'] }),
      release: '1.14',
    },
    {
      avoid: extensionWith({ catalog: ['      version: ">=2.0.0"', '#              ^^^^^^^^^ want'] }),
      prefer: extensionWith({ catalog: ['      version: ">=1.12.0"'] }),
      release: '1.14',
    },
    {
      avoid: extensionWith({
        packageName: `${operatorNamespace}\n#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
      }),
      prefer: extensionWith(),
      release: '1.14',
    },
  ],
});

function* ofClosedValue(
  manifest: Manifest,
  node: ScalarNode | undefined,
  field: string,
  values: readonly string[],
): Iterable<Finding> {
  if (node === undefined || values.includes(node.text)) return;
  const near = findNearestName(node.text, values);
  const [only] = values;
  const instead = near?.name ?? (values.length === 1 ? only : undefined);
  const message = joinSentences(
    l10n.t`The API server rejects the ClusterExtension because of the invalid ${field} "${sanitizeQuote(node.text, 30)}".`,
    l10n.t`Use ${instead ?? formatAlternatives(values)}.`,
  );
  if (instead === undefined) yield { start: node.start, end: node.end, message };
  else yield replaced(manifest, node, instead, message, near?.sure === true || values.length === 1);
}

function* ofPackage(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  const { package: name } = documentedSubscription;
  if (node === undefined || node.text === name) return;
  const isSure = findNearestName(node.text, [name])?.sure === true || node.text === operatorNamespace;
  const message = joinSentences(describeNoMatch('packageName', node.text), l10n.t`Use ${name}.`);
  yield { ...replaced(manifest, node, name, message, isSure), ...(isSure ? {} : { severity: 'warning' }) };
}

function* ofChannel(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  const { channel: stable } = documentedSubscription;
  if (node === undefined || node.text === stable) return;
  // Another catalog can have channels of any name.
  const isRedHatCatalog = !hasSelector(manifest);
  const isDeprecated = deprecatedChannels.includes(node.text);
  const isMistake = node.text === nonexistentChannel || findNearestName(node.text, [stable])?.sure === true;
  const problem = isDeprecated ? describeDeprecatedChannel(node.text) : describeNoMatch('channels', node.text);
  const found = replaced(
    manifest,
    node,
    stable,
    joinSentences(problem, l10n.t`Use ${stable}.`),
    isRedHatCatalog && (isDeprecated || isMistake),
  );
  if (!isRedHatCatalog) yield { ...found, severity: 'info' };
  else yield isMistake ? found : { ...found, severity: 'warning' };
}

/** Reports a version or a range of versions that matches no version in the channel `stable`. */
function* ofVersion(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  if (node === undefined || hasSelector(manifest) || !usesStable(manifest)) return;
  const isInRange = parseVersionRange(node.text);
  if (isInRange === undefined || listPossibleStableVersions().some(isInRange)) return;
  const { channel } = documentedSubscription;
  const range = sanitizeQuote(node.text, 60);
  yield {
    start: node.start,
    end: node.end,
    severity: 'warning',
    message: l10n.t`In the catalog from ${formatMonth(catalogDate)}, the channel ${channel} has no version that matches "${range}", so OLM doesn't install the operator.`,
  };
}

function hasSelector({ root }: Manifest): boolean {
  return findYamlNode(root, [...catalog, 'selector']) !== undefined;
}

/** Returns whether OLM looks in the channel `stable`. Without channels, it looks in all of them. */
function usesStable({ root }: Manifest): boolean {
  const channels = findYamlNode(root, [...catalog, 'channels']);
  return (
    channels?.type !== 'seq' ||
    channels.items.length === 0 ||
    channels.items.every((item) => asKnownString(item)?.text === documentedSubscription.channel)
  );
}
