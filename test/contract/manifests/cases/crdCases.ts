/** Cases about custom resources that the product checks against a CRD file in the workspace. */
import { changed, kataConfig, manifestCase, type ManifestCase } from '../manifestCase.ts';

/** CRD for PeerPod with a field for each keyword that determines which fields and types are valid. */
export const peerPodCrd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: peerpods.confidentialcontainers.org
spec:
  group: confidentialcontainers.org
  names: { kind: PeerPod, listKind: PeerPodList, plural: peerpods, singular: peerpod }
  scope: Namespaced
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec:
              type: object
              required: [instanceID, region]
              properties:
                instanceID: { type: string }
                region: { type: string, default: us-east-1 }
                provider: { type: string, enum: [aws, azure] }
                size: { type: integer }
                weight: { type: number }
                public: { type: boolean }
                limit: { type: integer, minimum: 1 }
                user: { type: string, pattern: '^[a-z]+$' }
                empty: { type: object }
                port: { x-kubernetes-int-or-string: true }
                zone: { type: string, nullable: true }
                tags: { type: object, additionalProperties: { type: string } }
                disks:
                  type: array
                  items:
                    type: object
                    required: [name]
                    properties: { name: { type: string }, size: { type: integer } }
                open: { type: object, x-kubernetes-preserve-unknown-fields: true }
                mixed:
                  type: object
                  x-kubernetes-preserve-unknown-fields: true
                  properties: { size: { type: integer } }
                any: { x-kubernetes-preserve-unknown-fields: true }
                pod: { type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }
                service: { type: object, x-kubernetes-embedded-resource: true, properties: { spec: { type: object } } }
            status:
              type: object
              properties: { phase: { type: string } }
      subresources: { status: {} }
    - name: v1alpha2
      served: false
      storage: false
      schema:
        openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true }
`;

const peerPod = `apiVersion: confidentialcontainers.org/v1alpha1
kind: PeerPod
metadata:
  name: web
  namespace: demo
spec:
  instanceID: i-0a1b2c
`;

const of = (input: string, manifest: string, ...findings: readonly string[]): ManifestCase => ({
  ...manifestCase('3.1', input, manifest, ...findings),
  crd: peerPodCrd,
});
const field = (line: string, ...findings: readonly string[]): ManifestCase =>
  of(`PeerPod, \`spec.${line}\``, `${peerPod}  ${line}\n`, ...findings);

const unchecked = (reason: string, one: ManifestCase): ManifestCase => ({ ...one, unchecked: reason });

export const crdCases: readonly ManifestCase[] = [
  of('PeerPod without a mistake', peerPod),
  field('instanceId: a', 'crd-unknown-field error'),
  of('PeerPod, unknown field in a list', `${peerPod}  disks: [{name: a, sise: 1}]\n`, 'crd-unknown-field error'),
  of('PeerPod, `x-notes: text`', `${peerPod}x-notes: text\n`, 'crd-unknown-field error'),
  of(
    'PeerPod, unknown field in `metadata`',
    changed(peerPod, 'metadata:\n', 'metadata:\n  nmae: web\n'),
    'unknown-field error',
  ),
  of('PeerPod, `name: Web`', changed(peerPod, 'name: web', 'name: Web'), 'metadata-invalid error'),
  of('PeerPod without `name`', changed(peerPod, '  name: web\n', ''), 'missing-field error'),
  of('PeerPod, label `app: 1`', changed(peerPod, 'metadata:\n', 'metadata:\n  labels: {app: 1}\n'), 'wrong-type error'),
  of(
    'PeerPod, label `app: bad value!`',
    changed(peerPod, 'metadata:\n', 'metadata:\n  labels: {app: bad value!}\n'),
    'metadata-invalid error',
  ),
  of(
    'PeerPod without the required field',
    changed(peerPod, '  instanceID: i-0a1b2c\n', '  region: x\n'),
    'crd-missing-field error',
  ),
  of('PeerPod, list item without the required field', `${peerPod}  disks: [{size: 1}]\n`, 'crd-missing-field error'),
  of(
    'PeerPod with an empty `spec`',
    changed(peerPod, 'spec:\n  instanceID: i-0a1b2c\n', 'spec: {}\n'),
    'crd-missing-field error',
  ),
  of('PeerPod without `spec`', changed(peerPod, 'spec:\n  instanceID: i-0a1b2c\n', '')),
  field('provider: aws'),
  field('provider: gcp', 'crd-value error'),
  field('size: 1'),
  field('size: "1"', 'crd-value error'),
  field('size: 1.5', 'crd-value error'),
  field('weight: 1'),
  field('weight: 1.5'),
  field('weight: "1.5"', 'crd-value error'),
  field('public: "true"', 'crd-value error'),
  field('region: 1', 'crd-value error'),
  field('limit: 0', 'crd-value error'),
  field('user: A1', 'crd-value error'),
  field('empty: {}'),
  unchecked('If the CRD defines no fields of a mapping, any field is accepted.', field('empty: {a: 1}')),
  field('port: 80'),
  field('port: http'),
  field('port: true', 'crd-value error'),
  field('port: 1.5', 'crd-value error'),
  field('zone: null'),
  field('provider: null'),
  field('region: null'),
  field('size: null'),
  field('tags: {a: b}'),
  field('tags: {a: 1}', 'crd-value error'),
  field('tags: {a: null}'),
  field('tags: [a]', 'crd-value error'),
  field('disks: {name: a}', 'crd-value error'),
  field('disks: [a]', 'crd-value error'),
  field('disks: [null]', 'crd-value error'),
  field('open: {a: {b: 1}}'),
  field('open: text', 'crd-value error'),
  field('mixed: {other: 1, size: 1}'),
  field('mixed: {size: "1"}', 'crd-value error'),
  field('any: [1, {a: b}]'),
  field('pod: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {any: 1}}'),
  field('pod: {spec: {any: 1}}', 'crd-missing-field error', 'crd-missing-field error'),
  unchecked(
    "The metadata of embedded objects isn't checked.",
    field('pod: {apiVersion: v1, kind: Pod, metadata: {name: a, labels: {a: 1}}}'),
  ),
  field('service: {apiVersion: v1, kind: Service, metadata: {name: a}, sepc: {}}', 'crd-unknown-field error'),
  of(
    'PeerPod, `v1alpha2`, which the CRD does not serve',
    changed(peerPod, 'v1alpha1', 'v1alpha2'),
    'crd-version error',
  ),
  of('PeerPod with `status`', `${peerPod}status:\n  phase: Running\n`),
  unchecked(
    'Only controllers write the status.',
    of('PeerPod, unknown field in `status`', `${peerPod}status:\n  phse: Running\n`),
  ),
  manifestCase(
    '3.1',
    'KataConfig, `spec.logLvel`',
    changed(kataConfig, 'logLevel', 'logLvel'),
    'kataconfig-unknown-field error',
  ),
  manifestCase('3.1', 'KataConfig, `x-notes: text`', `${kataConfig}x-notes: text\n`, 'kataconfig-unknown-field error'),
  manifestCase('3.1', 'KataConfig, `logLevel: 1`', changed(kataConfig, 'info', '1'), 'wrong-type error'),
  manifestCase('3.1', 'KataConfig, `logLevel: null`', changed(kataConfig, 'info', 'null')),
  manifestCase(
    '3.1',
    'KataConfig, `enablePeerPods: "true"`',
    `${kataConfig}  enablePeerPods: "true"\n`,
    'wrong-type error',
  ),
  manifestCase(
    '3.1',
    'KataConfig, expression without `operator`',
    `${kataConfig}  kataConfigPoolSelector: {matchExpressions: [{key: a}]}\n`,
    'missing-field error',
  ),
  manifestCase('3.1', 'KataConfig with `status`', `${kataConfig}status:\n  runtimeClasses: [kata]\n`),
];
