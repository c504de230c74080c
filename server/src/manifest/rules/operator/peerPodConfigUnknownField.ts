import * as l10n from '@vscode/l10n';
import { defineRule } from '#server/engine/findings/rule.ts';
import { describeUnknownFields, listUnknownFields } from '../shared/unknownFields.ts';

const object = (...lines: readonly string[]): string =>
  [
    `\napiVersion: confidentialcontainers.org/v1alpha1\n# osc-ignore-next-line peerpodconfig-deprecated: the operator here is older\nkind: PeerPodConfig`,
    'metadata:\n  name: peerpodconfig-openshift\n  namespace: openshift-sandboxed-containers-operator',
    ...lines,
    '',
  ].join('\n');

export default defineRule({
  id: 'peerpodconfig-unknown-field',
  title: () => l10n.t`Unknown field`,
  severity: 'error',
  appliesTo: ['PeerPodConfig'],
  why: () =>
    l10n.t`The PeerPodConfig contains a field that isn't in its CRD, for example because of a typo. With strict validation, \`oc\` rejects the PeerPodConfig. Without strict validation, the API server silently drops the field, and the default applies.

Correct the field name, or remove the field.`,
  source: [
    'confidential-containers/cloud-api-adaptor@580508ee src/peerpodconfig-ctrl/api/v1alpha1/peerpodconfig_types.go',
    'OSC 1.12 §3.3.1',
  ],
  *check(context) {
    yield* describeUnknownFields(context, listUnknownFields(context.manifest));
  },
  examples: () => [
    {
      avoid: object(
        'spec:',
        '  Limit: "10"',
        '# ^^^^^ want',
        '  cloudSecretname: peer-pods-secret',
        '# ^^^^^^^^^^^^^^^ want',
      ),
      prefer: object('spec:', '  limit: "10"', '  cloudSecretName: peer-pods-secret'),
    },
  ],
});
