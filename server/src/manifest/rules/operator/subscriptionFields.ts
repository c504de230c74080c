import * as l10n from '@vscode/l10n';
import {
  catalogDate,
  catalogSource,
  deprecatedChannels,
  isInStable,
  listStablePatches,
  nonexistentChannel,
} from '#core/product/catalog.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { compareReleases, findRelease } from '#core/product/releases.ts';
import { document112, operator111 } from '#core/product/sources.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, getYamlString, type MapNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, insertEntryAfter } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { operatorGroupWith, subscriptionWith } from '../shared/exampleObjects.ts';
import { getHeaderSpan, asKnownString, replaced } from '../shared/ownObjects.ts';
import { describeDeprecatedChannel, describeNoMatch } from './olmMessages.ts';
import { checkSource } from './subscriptionSource.ts';
import { isMisspelled } from '../shared/unknownFields.ts';
import { formatAlternatives, formatMonth, getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';

/** Fields that OLM requires in every Subscription, with their documented values. */
const required = ['name', 'source', 'sourceNamespace'] as const;
const usual: Readonly<Record<(typeof required)[number], string>> = {
  name: documentedSubscription.package,
  source: documentedSubscription.source,
  sourceNamespace: documentedSubscription.sourceNamespace,
};

export default defineRule({
  id: 'subscription-fields',
  title: () => l10n.t`Subscription doesn't install the operator`,
  severity: 'warning',
  appliesTo: ['Subscription'],
  needs: ['file'],
  why: () =>
    l10n.t`The Subscription for the OSC operator has a missing or unexpected value. Operator Lifecycle Manager (OLM) looks up the exact package (\`name\`), \`channel\`, and version (\`startingCSV\`) in the catalog. If one of them doesn't exist, OLM doesn't install the operator and reports "constraints not satisfiable" only in the Subscription status.

The severity is information for a \`startingCSV\` from a later release than \`osc.release\`, because one of the two might be out of date. It's also information for an undocumented catalog namespace, because your own catalog might use it. If the name in \`source\` is similar to \`redhat-operators\`, the severity is warning, unless a file contains a CatalogSource with that name.

Use the package \`sandboxed-containers-operator\` (its name differs from the namespace name) and the channel \`stable\`. The Red Hat catalog still has the channels for earlier releases, but they are deprecated and receive no updates. Your own catalog might have other channels.`,
  source: [
    document112('2.2'),
    operator111('config/samples/deploy.yaml'),
    catalogSource,
    'operator-framework/api@3048ccdc pkg/operators/v1alpha1/subscription_types.go',
  ],
  *check(context) {
    const { manifest } = context;
    const spec = findYamlNode(manifest.root, ['spec']);
    if (spec?.type !== 'map' || !isOurs(manifest)) return;
    yield* ofPackage(manifest, asKnownString(findYamlNode(spec, ['name'])));
    yield* missing(context, spec);
    yield* checkMissingChannel(context, spec);
    yield* checkSource(context, asKnownString(findYamlNode(spec, ['source'])));
    yield* ofChannel(manifest, asKnownString(findYamlNode(spec, ['channel'])));
    yield* ofSourceNamespace(manifest, asKnownString(findYamlNode(spec, ['sourceNamespace'])));
    yield* ofApproval(manifest, asKnownString(findYamlNode(spec, ['installPlanApproval'])));
    yield* ofVersion(context, asKnownString(findYamlNode(spec, ['startingCSV'])));
  },
  examples: () => [
    {
      avoid: subscriptionWith(
        'name: openshift-sandboxed-containers-operator',
        '#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
        'channel: preview-1.1',
        '#        ^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith('name: sandboxed-containers-operator', 'channel: stable'),
    },
    {
      avoid: subscriptionWith(
        'startingCSV: sandboxed-containers-operator.1.12.0',
        '#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0'),
    },
    {
      avoid: subscriptionWith(
        'startingCSV: sandboxed-containers-operator.v1.8.0',
        '#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith('startingCSV: sandboxed-containers-operator.v1.8.1'),
      release: '1.8',
    },
    {
      avoid: subscriptionWith('source: redhat-operator', '#       ^^^^^^^^^^^^^^^ want'),
      prefer: subscriptionWith('source: redhat-operators'),
      files: {
        'group.yaml': operatorGroupWith(`  targetNamespaces: [${operatorNamespace}]`).trimStart(),
      },
    },
    {
      avoid: subscriptionWith('channel: candidate', '#        ^^^^^^^^^ want'),
      prefer: subscriptionWith('channel: stable'),
    },
    {
      avoid: subscriptionWith(
        'sourceNamespace: openshift-marketplaces',
        '#                ^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith('sourceNamespace: openshift-marketplace'),
    },
    {
      avoid: subscriptionWith()
        .replace('  name: sandboxed-containers-operator\n  source:', '  source:')
        .replace('kind: Subscription\n', 'kind: Subscription\n#     ^^^^^^^^^^^^ want\n'),
      prefer: `${subscriptionWith().replace('  name: sandboxed-containers-operator\n  source:', '  source:')}  name: sandboxed-containers-operator\n`,
    },
    {
      avoid: subscriptionWith(
        'startingCSV: sandboxed-containers-operator.v1.12.0',
        '#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith('startingCSV: sandboxed-containers-operator.v1.10.3'),
      release: '1.10',
    },
  ],
});

/** Returns whether the Subscription is for this operator, based on its package or on its namespace and name. */
function isOurs({ root, name }: Manifest): boolean {
  const written = getYamlString(root, ['spec', 'name']);
  // If a package is specified, the namespace and name are irrelevant, because another operator can be in the same
  // namespace.
  if (written !== undefined) return isMeant(written);
  const namespace = getYamlString(root, ['metadata', 'namespace']);
  const version = getYamlString(root, ['spec', 'startingCSV']);
  return (
    (namespace !== undefined &&
      (namespace === operatorNamespace || isMisspelledNamespace(namespace)) &&
      name?.includes('sandboxed-containers') !== false) ||
    version?.startsWith(documentedSubscription.package) === true
  );
}

function isMeant(name: string): boolean {
  return (
    name.includes('sandboxed-containers') || findNearestName(name, [documentedSubscription.package])?.sure === true
  );
}

function* ofPackage(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  if (node === undefined || node.text === documentedSubscription.package) return;
  const near = findNearestName(node.text, [documentedSubscription.package]);
  const sure = near?.sure === true || node.text === operatorNamespace;
  yield replaced(
    manifest,
    node,
    documentedSubscription.package,
    `${describeNoMatch('spec.name', node.text)}${getSentenceSeparator()}${l10n.t`Use ${documentedSubscription.package}.`}`,
    sure,
  );
}

/** Reports a missing field that OLM requires. A patch with only a few fields isn't reported. */
function* missing({ manifest, text }: RuleContext, spec: MapNode): Iterable<Finding> {
  if (spec.entries.some(({ key }) => key.unknown)) return;
  const absent = required.filter((field) => findMapEntry(spec, field) === undefined);
  const [field] = absent;
  if (field === undefined || absent.length > 1 || isMisspelled(spec, field)) return;
  if (field === 'name' && findMapEntry(spec, 'channel') === undefined) return;
  const line = `${field}: ${usual[field]}`;
  const edit = insertEntryAfter(text, spec, [line], detectLineEnding(text));
  yield {
    ...getHeaderSpan(manifest),
    message: l10n.t`spec.${field} is missing, but OLM requires it to find the operator. Documented value: ${line}.`,
    fixes:
      edit === undefined || manifest.part === 'generator'
        ? []
        : [{ title: l10n.t`Add ${line}`, edits: [edit], sure: field === 'name' }],
  };
}

/** Reports a complete Subscription without a channel. */
function* checkMissingChannel({ manifest, text }: RuleContext, spec: MapNode): Iterable<Finding> {
  const isPart = required.some((field) => findMapEntry(spec, field) === undefined);
  const hasChannel = findMapEntry(spec, 'channel') !== undefined || isMisspelled(spec, 'channel');
  if (isPart || hasChannel || spec.entries.some(({ key }) => key.unknown) || manifest.part === 'generator') return;
  const line = `channel: ${documentedSubscription.channel}`;
  const edit = insertEntryAfter(text, spec, [line], detectLineEnding(text));
  yield {
    ...getHeaderSpan(manifest),
    severity: 'info',
    message: `${l10n.t`spec.channel is missing, so OLM uses the package's default channel.`}${getSentenceSeparator()}${l10n.t`Documented value: ${line}.`}`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${line}`, edits: [edit], sure: false }],
  };
}

const approvals = ['Automatic', 'Manual'];

function* ofApproval(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  if (node === undefined || approvals.includes(node.text)) return;
  const near = findNearestName(node.text, approvals);
  const advice = l10n.t`Use ${near?.name ?? formatAlternatives(approvals)}.`;
  const message = `${l10n.t`The API server rejects the Subscription because of the invalid installPlanApproval "${sanitizeQuote(node.text, 30)}".`}${getSentenceSeparator()}${advice}`;
  if (near === undefined) yield { start: node.start, end: node.end, message };
  else yield replaced(manifest, node, near.name, message, near.sure);
}

function* ofChannel(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  const { channel: stable, source } = documentedSubscription;
  if (node === undefined || node.text === stable) return;
  const isRedHatCatalog = getYamlString(manifest.root, ['spec', 'source']) === source;
  const near = findNearestName(node.text, [stable, ...deprecatedChannels]);
  const report = (problem: string, sure: boolean): Finding => ({
    ...replaced(manifest, node, stable, `${problem}${getSentenceSeparator()}${l10n.t`Use ${stable}.`}`, sure),
    // Another catalog can have channels of any name.
    ...(isRedHatCatalog ? {} : { severity: 'info' as const }),
  });
  if (deprecatedChannels.includes(node.text)) yield report(describeDeprecatedChannel(node.text), isRedHatCatalog);
  else if (near?.sure === true || (isRedHatCatalog && node.text === nonexistentChannel))
    yield report(describeNoMatch('spec.channel', node.text), isRedHatCatalog);
  else if (isRedHatCatalog) yield report(describeNoMatch('spec.channel', node.text), false);
}

/** Checks the namespace of the catalog. A custom catalog can be in any namespace, but Red Hat's is in a fixed one. */
function* ofSourceNamespace(manifest: Manifest, node: ScalarNode | undefined): Iterable<Finding> {
  const { sourceNamespace, source } = documentedSubscription;
  if (node === undefined || node.text === sourceNamespace) return;
  const namespace = sanitizeQuote(node.text, 40);
  if (findNearestName(node.text, [sourceNamespace])?.sure === true)
    yield replaced(
      manifest,
      node,
      sourceNamespace,
      `${describeNoMatch('spec.sourceNamespace', node.text)}${getSentenceSeparator()}${l10n.t`Use ${sourceNamespace}.`}`,
      true,
    );
  else if (getYamlString(manifest.root, ['spec', 'source']) === source)
    yield {
      ...replaced(
        manifest,
        node,
        sourceNamespace,
        l10n.t(
          'On OpenShift, the catalog source {0} is in namespace {1} by default, not in "{2}". OLM finds it in "{2}" only if you created it there.',
          source,
          sourceNamespace,
          namespace,
        ),
        false,
      ),
      severity: 'info',
    };
}

const rightVersion = new RegExp(
  `^${documentedSubscription.startingCsvPrefix.replaceAll('.', '\\.')}(\\d+)\\.(\\d+)\\.\\d+(?:[-+][\\w.+-]+)?$`,
);
const anyVersion = /^(?:openshift-)?sandboxed-containers-operator[.-]?v?(\d+\.\d+\.\d+)$/;

function* ofVersion({ manifest, release }: RuleContext, node: ScalarNode | undefined): Iterable<Finding> {
  if (node === undefined) return;
  const right = rightVersion.exec(node.text);
  if (right === null) {
    const version = anyVersion.exec(node.text.trim())?.[1];
    const meant = version === undefined ? undefined : `${documentedSubscription.startingCsvPrefix}${version}`;
    const example = `${documentedSubscription.startingCsvPrefix}1.12.0`;
    const advice = meant === undefined ? l10n.t`Use ${example} or another three-part version.` : l10n.t`Use ${meant}.`;
    const message = `${describeNoMatch('spec.startingCSV', node.text)}${getSentenceSeparator()}${advice}`;
    yield meant === undefined
      ? { start: node.start, end: node.end, message }
      : replaced(manifest, node, meant, message, true);
    return;
  }
  const version = node.text.slice(documentedSubscription.startingCsvPrefix.length);
  const isRelease = /^\d+\.\d+\.\d+$/.test(version);
  const stable = isRelease ? isInStable(version) : true;
  if (stable !== true && usesStable(manifest)) yield notInStable(manifest, node, version, stable);
  const its = findRelease(`${right[1]}.${right[2]}`);
  // An older version in the channel is fine, because OLM updates it to the newest one.
  if (stable === false || its === undefined || compareReleases(its, release) <= 0) return;
  yield {
    start: node.start,
    end: node.end,
    severity: 'info',
    message: l10n.t`This startingCSV installs OSC ${its.id} first, but files are checked against OSC ${release.id}. If this isn't intended, set osc.release to ${its.id} or start with an earlier version.`,
  };
}

/** Returns whether the Subscription uses the channel whose versions are known. */
function usesStable({ root }: Manifest): boolean {
  const { channel, source } = documentedSubscription;
  const [itsChannel, itsSource] = [getYamlString(root, ['spec', 'channel']), getYamlString(root, ['spec', 'source'])];
  return itsSource === source && (itsChannel === undefined || itsChannel === channel);
}

/** Reports a version that the channel doesn't have, or that might have been released after the list was made. */
function notInStable(manifest: Manifest, node: ScalarNode, version: string, stable: false | 'unknown'): Finding {
  const { channel, startingCsvPrefix } = documentedSubscription;
  const month = formatMonth(catalogDate);
  if (stable === 'unknown') {
    const message = l10n.t`In the catalog from ${month}, the channel ${channel} doesn't contain version ${version}.`;
    return { start: node.start, end: node.end, severity: 'info', message };
  }
  const problem = l10n.t`In the catalog from ${month}, the channel ${channel} doesn't contain version ${version}, so OLM doesn't install the operator.`;
  const patches = listStablePatches(version);
  const [only] = patches;
  if (only === undefined || patches.length > 1) {
    const advice = only === undefined ? l10n.t`Remove startingCSV.` : l10n.t`Use ${formatAlternatives(patches)}.`;
    return { start: node.start, end: node.end, message: joinSentences(problem, advice) };
  }
  const message = joinSentences(problem, l10n.t`Use ${only}.`);
  return replaced(manifest, node, `${startingCsvPrefix}${only}`, message, true);
}
