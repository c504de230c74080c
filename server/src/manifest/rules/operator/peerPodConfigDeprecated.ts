import * as l10n from '@vscode/l10n';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { compareReleases, findRelease } from '#core/product/releases.ts';
import { document112, operatorDev } from '#core/product/sources.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, getLineStart } from '#server/engine/findings/edits.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { getHeaderSpan, asKnownString } from '../shared/ownObjects.ts';

const limitKey = 'PEERPODS_LIMIT_PER_NODE';
const first = findRelease('1.11');

export default defineRule({
  id: 'peerpodconfig-deprecated',
  title: () => l10n.t`PeerPodConfig is deprecated`,
  severity: 'warning',
  appliesTo: ['PeerPodConfig'],
  // It's unknown whether older releases use the key.
  releases: (release) => first !== undefined && compareReleases(release, first) >= 0,
  why: () =>
    l10n.t`\`PEERPODS_LIMIT_PER_NODE\` in \`peer-pods-cm\` replaces \`spec.limit\` in the PeerPodConfig. Newer operators copy the limit from an existing PeerPodConfig to this key and delete the PeerPodConfig. If the PeerPodConfig CRD no longer exists, applying this file fails with \`no matches for kind "PeerPodConfig"\`. The rule doesn't apply to OSC 1.10 and earlier.

Remove the PeerPodConfig, and set \`PEERPODS_LIMIT_PER_NODE\` in \`peer-pods-cm\`.`,
  source: [operatorDev('ed43ab21', 'controllers/migrate.go'), document112('3.2'), document112('3.3.1')],
  *check({ manifest, text }) {
    yield {
      ...getHeaderSpan(manifest),
      message: l10n.t`PeerPodConfig is deprecated, and newer operators copy its limit and delete the object. Set ${limitKey} in ${peerPodsConfigMapName} instead.`,
      fixes: conversion(manifest, text),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: confidentialcontainers.org/v1alpha1
kind: PeerPodConfig
#     ^^^^^^^^^^^^^ want
metadata:
  name: peerpodconfig-openshift
  namespace: openshift-sandboxed-containers-operator
spec:
  cloudSecretName: peer-pods-secret
  configMapName: peer-pods-cm
`,
      prefer: mapFor('aws', `${limitKey}: "10"`),
    },
  ],
});

/**
 * Replaces the document with a peer-pods-cm that contains the limit. Not a safe fix, because a peer-pods-cm might
 * already exist.
 */
function conversion({ root, part }: Manifest, text: string): Fix[] {
  const limit = findYamlNode(root, ['spec', 'limit']);
  const value = limit?.type === 'scalar' && typeof limit.value === 'number' ? limit.text : asKnownString(limit)?.text;
  if (
    part !== undefined ||
    root.flow ||
    value === undefined ||
    !/^-?\d+$/.test(value) ||
    getLineStart(text, root.start) !== root.start
  )
    return [];
  const lines = [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: ${peerPodsConfigMapName}`,
    `  namespace: ${operatorNamespace}`,
    'data:',
  ];
  const edit = {
    start: root.start,
    end: root.end,
    text: [...lines, `  ${limitKey}: "${value}"`].join(detectLineEnding(text)),
  };
  return [{ title: l10n.t`Convert to ${peerPodsConfigMapName} with this limit`, edits: [edit], sure: false }];
}
