import * as l10n from '@vscode/l10n';
import { isInForce } from '#core/product/releases.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { isAboutOsc } from '../shared/ourWorkspace.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { asKnownString } from '../shared/ownObjects.ts';

const runtimeClass = (name: string, ...lines: readonly string[]): string =>
  [
    `\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:`,
    `  name: ${name}`,
    ...lines,
    'handler: kata',
    '',
  ].join('\n');

export default defineRule({
  id: 'runtimeclass-owned',
  title: () => l10n.t`Runtime class managed by the operator`,
  severity: 'info',
  appliesTo: ['RuntimeClass'],
  needs: ['workspace'],
  why: () =>
    l10n.t`This RuntimeClass has the name of a runtime class that the OSC operator creates: \`kata\`, \`kata-remote\`, or, for confidential containers on bare metal, \`kata-cc\`. The operator reverts any changes to these objects and deletes them with the KataConfig, so the settings in this file don't persist.

The severity is information, because upstream Kata uses the same names. For the same reason, the rule applies only if the workspace contains a file related to OSC. It doesn't check objects read from a cluster.

For other settings, create a runtime class with a different name and the same \`handler\`.`,
  source: [
    operator111('controllers/openshift_controller.go'),
    operator111('config/peerpods/runtimeclass.yaml'),
    'OSC 1.5 §2.1.1',
  ],
  *check({ manifest, release, workspace }) {
    if (
      workspace === undefined ||
      !isAboutOsc(workspace) ||
      findYamlNode(manifest.root, ['metadata', 'uid']) !== undefined
    )
      return;
    const name = asKnownString(findYamlNode(manifest.root, ['metadata', 'name']));
    const known = name === undefined ? undefined : runtimeClassNamed(name.text);
    if (name === undefined || known === undefined || known.unverified === true || !isInForce(known, release)) return;
    yield {
      start: name.start,
      end: name.end,
      message: l10n.t`The OSC operator creates runtime class ${known.name} and reverts changes to it. Use a different name for your own runtime class.`,
    };
  },
  examples: () => [
    {
      avoid: runtimeClass('kata', '#       ^^^^ want'),
      prefer: runtimeClass('kata-small'),
      files: {
        'kataconfig.yaml':
          'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\n',
      },
    },
  ],
});
