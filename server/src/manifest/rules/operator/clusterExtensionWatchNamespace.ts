import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { isInForce } from '#core/product/releases.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { detectLineEnding, insertEntryAfter, removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule, type Edit, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import { findMapEntry, findYamlNode, type MapNode } from '#server/engine/yaml/node.ts';
import { extensionWith, isOperatorExtension, migrationSource } from './clusterExtension.ts';
import { asKnownString, getHeaderSpan, replaced } from '../shared/ownObjects.ts';

const field = 'watchNamespace';
const settings = ['  config:', '    configType: Inline', '    inline:', `      ${field}: ${operatorNamespace}`];

export default defineRule({
  id: 'clusterextension-watchnamespace',
  title: () => l10n.t`ClusterExtension doesn't fit the release`,
  severity: 'warning',
  appliesTo: ['ClusterExtension'],
  needs: ['file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`A ClusterExtension (OLM v1) for the OSC operator must specify the namespace that the operator watches, depending on the release:

- **Up to OSC 1.12:** the documentation describes only a Subscription (OLM v0). The severity is information.
- **OSC 1.13:** \`spec.config.inline.watchNamespace\` must be the operator namespace. OLM v1 accepts this field only if the cluster has the feature set \`TechPreviewNoUpgrade\`, which can't be removed again and prevents minor version updates of OpenShift. Sources differ about whether OSC 1.13.1 already watches all namespaces, so the severity for the correct value is information.
- **OSC 1.14:** the operator watches all namespaces, so remove the field.

OLM has no way to move an installed operator from a Subscription to a ClusterExtension: uninstall it first.`,
  source: [migrationSource, 'openshift/sandboxed-containers-operator#2762'],
  *check(context) {
    const { manifest, release } = context;
    if (!isOperatorExtension(manifest)) return;
    if (isInForce({ since: '1.14' }, release)) yield* allNamespaces(context);
    else if (isInForce({ since: '1.13' }, release)) yield* ownNamespace(context);
    else
      yield {
        ...getHeaderSpan(manifest),
        severity: 'info',
        message: l10n.t`The documentation of OSC ${release.id} describes only a Subscription (OLM v0), not a ClusterExtension (OLM v1).`,
      };
  },
  examples: () => [
    {
      avoid: extensionWith({
        spec: settings.map((line) => (line.includes(field) ? `${line}\n#     ^^^^^^^^^^^^^^ want` : line)),
      }),
      prefer: extensionWith(),
      release: '1.14',
    },
  ],
});

/** Checks OSC 1.13, which watches only its own namespace. */
function* ownNamespace({ manifest, text }: RuleContext): Iterable<Finding> {
  const spec = findYamlNode(manifest.root, ['spec']);
  const config = findYamlNode(spec, ['config']);
  const inline = findYamlNode(config, ['inline']);
  const written = findMapEntry(inline, field);
  if (written !== undefined) {
    const node = asKnownString(written.value);
    if (node === undefined) return;
    if (node.text === operatorNamespace)
      yield {
        start: written.key.start,
        end: written.key.end,
        severity: 'info',
        message: l10n.t`OLM v1 accepts ${field} only if the cluster has the feature set TechPreviewNoUpgrade, which can't be removed again and prevents minor version updates of OpenShift.`,
      };
    else
      yield replaced(
        manifest,
        node,
        operatorNamespace,
        l10n.t`OSC 1.13 watches only its own namespace, so OLM rejects the ${field} "${sanitizeQuote(node.text, longestLabel)}". Use ${operatorNamespace}.`,
        false,
      );
    return;
  }
  // Anchors, templates, and a configuration with other parts can contain the field in a form that isn't read here.
  if (spec?.type !== 'map' || spec.entries.some(({ key }) => key.unknown)) return;
  if (config !== undefined && inline?.type !== 'map') return;
  const edit = addField(spec, inline?.type === 'map' ? inline : undefined, text);
  yield {
    ...getHeaderSpan(manifest),
    message: l10n.t`OSC 1.13 watches only its own namespace, so OLM doesn't install it without spec.config.inline.${field}. Set it to ${operatorNamespace}.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${field}`, edits: [edit], sure: false }],
  };
}

function addField(spec: MapNode, inline: MapNode | undefined, text: string): Edit | undefined {
  const newline = detectLineEnding(text);
  if (inline !== undefined) return insertEntryAfter(text, inline, [`${field}: ${operatorNamespace}`], newline);
  return insertEntryAfter(
    text,
    spec,
    settings.map((line) => line.slice(2)),
    newline,
  );
}

/** Checks OSC 1.14, which watches all namespaces. */
function* allNamespaces({ manifest, text }: RuleContext): Iterable<Finding> {
  const spec = findYamlNode(manifest.root, ['spec']);
  const inline = findYamlNode(spec, ['config', 'inline']);
  const written = findMapEntry(inline, field);
  if (written === undefined || inline?.type !== 'map') return;
  const config = findMapEntry(spec, 'config');
  // The API server rejects a configuration without settings.
  const edit =
    inline.entries.length > 1
      ? removeEntry(text, inline, written)
      : spec?.type === 'map' && config !== undefined
        ? removeEntry(text, spec, config)
        : undefined;
  yield {
    start: written.key.start,
    end: written.key.end,
    message: l10n.t`OSC 1.14 watches all namespaces. Remove ${field}.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${field}`, edits: [edit], sure: false }],
  };
}
