/**
 * Changes that came with one release, and that no other table contains. Sources: domain/11-newer-releases.md 11.1, and
 * the files and threads named below.
 */
import type { ReleaseChange } from './releaseChange.ts';

/** A change with the release that it came with. */
export interface SingleChange extends ReleaseChange {
  readonly since: string;
  /** Effect of going back to an earlier release, in one sentence. */
  readonly downgrade: string;
}

const operator = 'openshift/sandboxed-containers-operator';

export const singleChanges: readonly SingleChange[] = [
  {
    since: '1.12',
    kind: 'changed',
    area: 'key',
    subject: 'peer-pods-cm, invalid values',
    from: 'cloud-api-adaptor fails to start',
    to: 'the default applies',
    consequence: 'cloud-api-adaptor silently ignores an invalid value.',
    downgrade: 'cloud-api-adaptor fails to start with an invalid value.',
    severity: 'warning',
    source: ['openshift/cloud-api-adaptor@067d2068 src/cloud-providers/util.go'],
    certainty: 'read',
  },
  ...['TLS_MIN_VERSION', 'TLS_CIPHER_SUITES'].map((key): SingleChange => ({
    since: '1.13',
    kind: 'changed',
    area: 'key',
    subject: `peer-pods-cm ${key}`,
    from: null,
    to: 'set by the operator',
    consequence: 'The value in the ConfigMap has no effect.',
    downgrade: 'The operator no longer sets the value.',
    severity: 'info',
    source: [`${operator}#2180`],
    certainty: 'merged',
  })),
  {
    since: '1.13',
    kind: 'changed',
    area: 'metric',
    subject: 'Metrics of the operator',
    from: 'port 8080 on 127.0.0.1',
    to: 'HTTPS port 8443 with authentication',
    consequence: 'A Prometheus that reads these metrics directly needs a token.',
    downgrade: 'Only processes in the pod of the operator can read these metrics.',
    severity: 'info',
    source: [`${operator}#2180`, `${operator}@351b0692 config/default/metrics_service.yaml`],
    certainty: 'merged',
  },
  {
    since: '1.13',
    kind: 'added',
    area: 'step',
    subject: 'Installation with a ClusterExtension (OLM v1)',
    from: null,
    to: 'requires TechPreviewNoUpgrade',
    consequence: 'Set spec.config.inline.watchNamespace in the ClusterExtension to the operator namespace.',
    downgrade: 'Use a Subscription, because the documentation describes no ClusterExtension.',
    severity: 'info',
    source: [`${operator}@24f3950d docs/olm/MIGRATION.md`],
    certainty: 'merged',
  },
  {
    since: '1.14',
    kind: 'changed',
    area: 'step',
    subject: 'Installation with a ClusterExtension (OLM v1)',
    from: 'requires TechPreviewNoUpgrade',
    to: 'without TechPreviewNoUpgrade, on OpenShift 4.22 or later',
    consequence: 'Remove spec.config.inline.watchNamespace from the ClusterExtension.',
    downgrade: 'Set spec.config.inline.watchNamespace in the ClusterExtension to the operator namespace.',
    severity: 'warning',
    source: [`${operator}@24f3950d docs/olm/MIGRATION.md`, `${operator}@24f3950d docs/olm/README.md`],
    certainty: 'merged',
  },
  {
    since: '1.14',
    kind: 'changed',
    area: 'step',
    subject: 'OperatorGroup without targetNamespaces',
    from: 'UnsupportedOperatorGroup',
    to: 'supported',
    consequence: 'The operator supports the install mode AllNamespaces.',
    downgrade: "OLM doesn't install the operator, because it doesn't support the install mode AllNamespaces.",
    severity: 'info',
    source: [`${operator}@24f3950d docs/olm/README.md`],
    certainty: 'merged',
  },
];
